// Counts action sequences and checks the laws of play natively, because the tests need many of them.
#pragma once
#include "many.hpp"

namespace sikwu {

// Sequences of `depth` choices from here on; one that ends before counts as one.
std::uint64_t perft(const Deal& deal, const TableRules& rules, int depth);

enum class Law : std::uint8_t {
    NONE,    // nothing is broken
    TILES,   // every tile is somewhere, once
    KEPT,    // what is kept beside a hand agrees with it, and what is known of its waits is true
    CHOICE,  // who is asked has a choice, and only who is asked may answer, and only what is legal
    COPY,    // a copy goes on equally
    ENDS,    // a deal ends
    SUM,     // money sums to 0
};
// One deal of random actions from its own wall; `eager` prefers wins, kongs and declarations, and keeps useful tiles.
Law broken_in(const TableRules& rules, Chance::Deal chance, bool eager);

}  // namespace sikwu
