// Counts action sequences and checks the laws of play natively, because the tests need many of them.
#pragma once
#include "many.hpp"

namespace sikwu {

// The number of sequences of `depth` choices; a sequence that ends earlier counts as one.
std::uint64_t perft(const Deal& deal, const TableRules& rules, int depth);

enum class Law : std::uint8_t {
    NONE,    // no law is broken
    TILES,   // every tile is somewhere, exactly once
    KEPT,    // cached data agree with the hand, and the cached waits are correct
    CHOICE,  // a seat that is asked has a choice; only such a seat may answer, and only with a legal action
    COPY,    // a copy continues in the same way
    ENDS,    // a deal ends
    SUM,     // money sums to 0
};
// One deal of random actions from its own wall; `eager` prefers wins, kongs and declarations, and keeps useful tiles.
Law broken_in(const TableRules& rules, Chance::Deal chance, bool eager);

}  // namespace sikwu
