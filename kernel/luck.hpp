// Credit for luck: what each draw of a deal was worth beyond the mean of all tiles it could have been.
// No player decides which of the remaining tiles comes next, so each term has mean zero for any players. A sum of terms, times a coefficient that
// was not fitted on the same deals, can therefore be subtracted from a result without changing its mean.
#pragma once
#include "many.hpp"

namespace sikwu {

struct Luck {
    static constexpr int MOST_BEYOND = 3;  // fan above the minimum for which a win is priced at the most
    // How a tile may help the hand as it was before the draw.
    static constexpr int PRICE = 0;   // it wins: the payment, in units of the paying table
    static constexpr int READY = 1;   // it makes a hand ready
    static constexpr int NEARER = 2;  // it brings a hand that is further away nearer
    static constexpr int WAYS = 3;
    static constexpr int SCALE = 1000;  // sums are whole numbers of thousandths

    std::int64_t of[4][WAYS] = {};
};

// `play_on` for four native players; also computes the worth of each seat's draws.
void play_credited(Deal& deal, const TableRules& rules, const Seated& players, Chance::Deal chance, Decisions& decisions, Luck& luck);

}  // namespace sikwu
