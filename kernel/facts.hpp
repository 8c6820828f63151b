// One reading and the circumstances → named integers, and the atoms they set.
#pragma once
#include "program.hpp"

namespace sikwu {

// What is known before any decomposition is chosen; built once a hand.
struct HandView {
    const Win* win;
    const Program* program;
    Tiles at_least[4];     // kinds held at least 1, 2, 3, 4 times, melds included, kongs with four
    Tiles kong_kinds;
    int places_seen;       // bit per Place over all readings; filled if the program asks
    mutable Tiles waits_;
    mutable bool waits_known;

    HandView(const Program& p, const Win& w, const Readings& readings);
    Tiles waits() const;   // kinds that would have completed the hand; a kind owned four times is none
};

// A reading with the winning tile put somewhere: `made` of the groups is final here.
struct Placed {
    const Reading* reading;
    std::uint8_t made[MAX_GROUPS];
    std::uint8_t group;    // ABSENT: none
    Place place;
};

Placed place_at(const Win& win, const Reading& reading, std::uint8_t group, Place place);

inline constexpr int MAX_INSTANCES = 24;
// Distinct element masks (groups 0-7) of the sets that stand in the relation.
int related(const Relation& relation, const Reading& reading, const std::uint8_t* made, std::uint16_t* masks);

int hand_fact(const Fact& fact, const HandView& hand);
int reading_fact(const Fact& fact, const HandView& hand, const Reading& reading, const std::uint8_t* made, Place place);
std::uint8_t matching_sets(const Fact& fact, const Win& win, const Reading& reading, const std::uint8_t* made);  // bit per group

inline void put(const Program& p, const Fact& f, int value, Bits& atoms) {
    atoms |= p.tables[f.table + (value < f.saturate ? value : f.saturate)];
}

}  // namespace sikwu
