// Distance to hands of a kind: how many tiles a hand lacks of sets and a pair out of some tiles, all chows or all pungs, with at least n fan from honours.
// A plan is data: what it is made of, and what such hands were found to be worth. The kernel knows no pattern.
#pragma once
#include <cstdint>
#include <vector>

#include "tile.hpp"

namespace sikwu {

enum class SetsOf : std::uint8_t { ANY, CHOWS, PUNGS };

struct Plan {
    Tiles kinds = 0;  // what the whole hand may be made of
    SetsOf sets = SetsOf::ANY;
    unsigned shape = 0;  // SHAPE_STANDARD, or one shape without sets
    // Fan that hands of it have at least, and on average, without what honours and flowers bring: [no claimed melds][self-drawn].
    std::int16_t least[2][2] = {{0, 0}, {0, 0}};
    std::int16_t mean[2][2] = {{0, 0}, {0, 0}};
    friend bool operator==(const Plan&, const Plan&) = default;
};

struct Plans {
    static constexpr int MOST = 48;
    std::vector<Plan> all;
    std::int8_t honour[4][4][7] = {};  // fan of a pung of an honour, by seat and round
    std::int8_t flowers[4][256] = {};  // fan of open flowers, by seat
    friend bool operator==(const Plans&, const Plans&) = default;
};

// Fan that a hand may want from pungs of honours: none, at least one, two, three.
inline constexpr int HONOUR_LEVELS = 4;
inline constexpr int NO_PLAN = 99;
using PlanRow = std::int8_t[HONOUR_LEVELS];

// Tiles missing from the nearest hand of each plan with at least this much fan from honours that are still concealed. `n/3` sets are wanted; the
// caller looks at the melds. NO_PLAN: there is no such hand. `only`: the plans that are wanted; the rows of the others stay unchanged.
void plan_distances(const Plans& plans, const std::uint8_t hand[34], int seat, int round, PlanRow* away, std::uint64_t only = ~std::uint64_t{0});
// The same after each of some kinds has left: away[kind][plan].
void plan_distances_after(const Plans& plans, const std::uint8_t hand[34], int seat, int round, Tiles kinds, PlanRow (*away)[Plans::MOST],
                          std::uint64_t only = ~std::uint64_t{0});
// One plan and level: the distance, and the kinds whose draw lowers it.
int plan_useful(const Plans& plans, int plan, int honour_fan, const std::uint8_t hand[34], int seat, int round, Tiles& useful);

}  // namespace sikwu
