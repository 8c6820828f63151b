// Checks whether a win is possible: true exactly if src/sikwu/checks.py finds no problem. Python explains the problems.
#pragma once
#include "win.hpp"

namespace sikwu {

// A row as packed, in a game with hands of 13 or 16 tiles.
bool possible(const std::uint8_t* row, int size);
// The same of a hand that is not finished: its tiles and melds alone, whatever is missing or said about the win.
bool can_grow(const std::uint8_t* row, int size);
// The same of a win but for how many tiles it has, and whether it says who discarded.
bool nearly_possible(const std::uint8_t* row, int size);
// The same of everything but the tiles: how the win came and its circumstances.
bool circumstances_possible(const std::uint8_t* row, int size);

}  // namespace sikwu
