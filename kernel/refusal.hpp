// How the kernel reports errors: by an exception. Without exceptions (WebAssembly) the call does not return: the host throws, and this memory is not
// used again.
#pragma once
#include <exception>
#ifdef __cpp_exceptions
#include <stdexcept>
#include <string>
#endif

namespace sikwu {

// Thrown for a hand whose sets can be related or counted in more ways than the limits allow. The documents' rules have no such hand; for made-up
// rules the kernel reports it and never returns an incomplete number.
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
