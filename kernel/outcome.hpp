// The result of a finished deal: winners, fan, and the change for each seat.
#pragma once
#include <array>
#include <limits>

#include "deal.hpp"

namespace sikwu {

struct Outcome {
    std::int64_t change[4] = {0, 0, 0, 0};  // in units of the paying table; they sum to 0
    std::int64_t side[4] = {0, 0, 0, 0};    // by what the house pays beside the hands, from an empty pot
    bool priced = true;                     // false: some result has no price
    std::uint8_t winners = 0;               // one bit each
    std::int8_t winner = -1, feeder = -1;   // the first winner, and the seat the tile came from; -1: none
    std::int16_t fan = 0;                   // of the first winner; 32767 means more
    Bits patterns;                          // rows of the program that count for any winner

    // What each seat gains or loses in all.
    std::array<std::int64_t, 4> whole() const { return {change[0] + side[0], change[1] + side[1], change[2] + side[2], change[3] + side[3]}; }
};

inline constexpr int ANY_FAN = std::numeric_limits<int>::max();
// For a deal that is over. The documents' payments for kongs and dice belong to the match. `most`: no hand is paid for more fan than this, or than the minimum if
// that is more.
Outcome outcome(const Deal& deal, const TableRules& rules, int most = ANY_FAN);

// Sets of seats: those that have claimed a tile; those that have won or are ready, or would be after one discard.
int called(const Deal& deal);
int ready_at_end(const Deal& deal, const TableRules& rules);

}  // namespace sikwu
