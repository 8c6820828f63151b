// Validates and serializes programs, paying tables and spellings.
#pragma once
#include <string>
#include <string_view>

#include "pay.hpp"
#include "program.hpp"
#include "reader.hpp"

namespace sikwu {

inline constexpr int MOST_PRICED = 1 << 20;  // fan of a minimum, a first price, a paying dealer

// Each raises an error for a value that could not be run safely. Nothing is run or indexed before.
void check(const Program& program);
void check(const PriceLine& line);
void check(const Charge& charge);
void check(const PayTable& table);

// Serializes the stored members in a fixed order, little-endian, after a mark and the version of the format. Equal values have equal bytes.
std::string written(const Program& program);
std::string written(const PayTable& table);
std::string written(const Grammar& grammar);
// Deserializes and checks; the result is ready to run. Any other bytes are refused.
Program read_program(std::string_view bytes);
PayTable read_table(std::string_view bytes);
Grammar read_grammar(std::string_view bytes);

}  // namespace sikwu
