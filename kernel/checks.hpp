// Can a win be? True exactly when src/sikwu/checks.py finds nothing wrong with it; what is wrong is told there.
#pragma once
#include "win.hpp"

namespace sikwu {

// A row as packed, in a game with hands of 13 or 16 tiles.
bool possible(const std::uint8_t* row, int size);

}  // namespace sikwu
