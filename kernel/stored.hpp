// A program as it is kept and sent: checked, as bytes, and back.
#pragma once
#include <string>
#include <string_view>

#include "program.hpp"

namespace sikwu {

// Throws std::invalid_argument, with what is wrong, for a program that could not be run. Nothing is run or indexed before.
void check(const Program& program);

// The stored members in a fixed order, little-endian, after a mark and the version of the form. Equal programs have equal bytes.
std::string written(const Program& program);
// The program of such bytes, checked and ready to run; throws std::invalid_argument for any other bytes.
Program read_program(std::string_view bytes);

}  // namespace sikwu
