// One reading and the circumstances → named integers, and the terms they rule out.
#pragma once
#include "relations.hpp"

namespace sikwu {

// What is known before any decomposition is chosen; built once a hand.
struct HandView {
    const Win* win;
    const Program* program;
    Planes planes;         // of all tiles held, melds included, kongs with four
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
    const GroupTable* table;  // of the reading; empty if the program asks for no relations
    const Instances* kept;    // what is known of relations already
    std::uint8_t made[MAX_GROUPS];
    std::uint8_t kinds[MAX_GROUPS];  // of the sets, bit per Kind
    std::uint8_t group;    // ABSENT: none
    Place place;
    int chows;
    Tiles pungs, kongs, pair;  // kinds of the pungs (kongs included), of the kongs, of the pair beside sets
};

Placed unplaced(const Reading& reading, const GroupTable& table, const Instances& kept);
inline Placed place_at(const Win& win, const Placed& reading, std::uint8_t group, Place place) {
    Placed p = reading;
    p.group = group, p.place = place;
    if (group != ABSENT && win.by != By::SELF_DRAW) p.made[group] = WON;
    return p;
}

// `whole`: the value itself; otherwise it may stop at what the conditions ask for.
int hand_fact(const Fact& fact, const HandView& hand, bool whole = false);
int reading_fact(const Fact& fact, const HandView& hand, const Placed& at, bool whole = false);
int melded(const Fact& fact, const Win& win);  // a fact about sets that only melds are
std::uint8_t matching_sets(const Fact& fact, const Win& win, const Placed& at);  // bit per group

inline void put(const Program& p, const Fact& f, int value, TermSet& out) {
    out |= p.tables[f.table + (value < f.saturate ? value : f.saturate)];
}

}  // namespace sikwu
