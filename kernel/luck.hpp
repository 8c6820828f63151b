// Credit for luck: what each draw of a deal was worth beyond the mean of all tiles it could have been.
// Which of the tiles left comes next depends on nobody, so each term has mean zero, whoever plays; a sum of them, times any number that was not
// fitted on the same deals, can be taken off a result without changing its mean.
#pragma once
#include "many.hpp"

namespace sikwu {

struct Luck {
    static constexpr int MOST_BEYOND = 3;  // a win is taken for no more fan than this beyond the minimum
    // Ways in which a tile may be good, of the hand as it was before the draw.
    static constexpr int PRICE = 0;   // what a win with it pays, in units of the paying table
    static constexpr int READY = 1;   // it makes a hand ready
    static constexpr int NEARER = 2;  // it brings one that is further away nearer
    static constexpr int WAYS = 3;
    static constexpr int SCALE = 1000;  // sums are told in thousandths, as whole numbers

    std::int64_t of[4][WAYS] = {};
};

// `play_on` for four native players, with what each seat's draws were worth.
void play_credited(Deal& deal, const TableRules& rules, const Seated& players, Chance::Deal chance, Decisions& decisions, Luck& luck);

}  // namespace sikwu
