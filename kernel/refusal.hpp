// How the kernel says no where it cannot go on: by an exception. Where there are none (WebAssembly), whoever called it is left for good:
// the host throws, and what stood in this memory is not used again.
#pragma once
#include <exception>
#ifdef __cpp_exceptions
#include <stdexcept>
#include <string>
#endif

namespace sikwu {

// A hand whose sets stand to each other, or can be counted, in more ways than there is room or time for. The documents' rules
// have no such hand; of made-up rules it is told, never a number that leaves something out.
struct TooMany : std::exception {
    const char* what() const noexcept override { return "this hand can be counted in more ways than are tried"; }
};

#ifdef __cpp_exceptions
[[noreturn]] inline void refuse_ways() { throw TooMany{}; }
[[noreturn]] inline void refuse_bytes(const char* what, const char* why) { throw std::invalid_argument(std::string("not a ") + what + ": " + why); }
#else
enum class Refused : int { BYTES = 1, WAYS = 2 };
extern "C" [[noreturn]] __attribute__((import_module("sikwu"), import_name("refuse"))) void sikwu_refuse(int why);
[[noreturn]] inline void refuse_ways() { sikwu_refuse(static_cast<int>(Refused::WAYS)); }
[[noreturn]] inline void refuse_bytes(const char*, const char*) { sikwu_refuse(static_cast<int>(Refused::BYTES)); }
#endif

}  // namespace sikwu
