// Validates and serializes programs, paying tables and spellings.
#pragma once
#include <string>
#include <string_view>

#include "pay.hpp"
#include "program.hpp"
#include "reader.hpp"

namespace sikwu {

inline constexpr int MOST_PRICED = 1 << 20;  // fan of a minimum, a first price, a paying dealer

// Each refuses, with what is wrong, what could not be run. Nothing is run or indexed before.
void check(const Program& program);
void check(const PriceLine& line);
void check(const Charge& charge);
void check(const PayTable& table);

// The stored members in a fixed order, little-endian, after a mark and the version of the form. Equal values have equal bytes.
std::string written(const Program& program);
std::string written(const PayTable& table);
std::string written(const Grammar& grammar);
// The value of such bytes, checked and ready to run; any other bytes are refused.
Program read_program(std::string_view bytes);
PayTable read_table(std::string_view bytes);
Grammar read_grammar(std::string_view bytes);

}  // namespace sikwu
