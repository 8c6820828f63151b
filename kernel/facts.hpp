// Computes the facts of one reading and its circumstances as integers, and the terms they rule out.
#pragma once
#include <array>

#include "relations.hpp"

namespace sikwu {

// The data known before a decomposition is chosen; built once per hand.
struct HandView {
    const Win* win;
    const Program* program;
    Planes planes;  // of all tiles of the hand, melds included, kongs with four
    Tiles kong_kinds;
    const Readings* readings;
    mutable Tiles waits_;
    mutable bool waits_known;
    mutable int seen_ = -1;

    HandView(const Program& p, const Win& w, const Readings& readings);
    int places_seen() const;  // one bit per Place over all readings
    // Tells the places of the only reading.
    void saw(const Place* found, int n) const {
        seen_ = 0;
        for (int k = 0; k < n; ++k) seen_ |= 1 << static_cast<int>(found[k]);
    }
    // Copies of a kind that are visible or in the hand, each counted once.
    int appeared(int t) const {
        int n = win->visible(t);
        for (const Tiles plane : planes.at_least) n += static_cast<int>(plane >> t & 1);
        return n;
    }
    Tiles waits() const;  // kinds that would have completed the hand; a kind of which the player has four is not a wait
};

// The data of a reading before the winning tile has its place; built once per reading.
struct ReadingView {
    const Reading& reading;
    GroupTable table;  // filled if the program uses relations
    Instances kept;    // relations found so far
    std::uint8_t made[MAX_GROUPS] = {};
    std::uint8_t kinds[MAX_GROUPS] = {};   // of the sets, one bit per Kind
    Tiles tiles[MAX_GROUPS];               // of each group
    Ways ways = 0;                         // of the sets, one bit of way_of each
    Tiles pungs = 0, kongs = 0, pair = 0;  // kinds of the pungs (kongs included), of the kongs, of the pair beside sets

    ReadingView(const Program& program, const Program::Facts& facts, const Reading& reading);
};

// A reading with the winning tile in one place: `made` of the groups is final here.
struct Placed {
    const ReadingView* view;
    std::uint8_t made[MAX_GROUPS];
    std::uint8_t group;  // ABSENT: none
    Place place;

    explicit Placed(const ReadingView& v) : view(&v), group(ABSENT), place(Place::NONE) { std::memcpy(made, v.made, sizeof made); }
    Placed(const ReadingView& v, const Win& win, std::uint8_t in, Place as) : Placed(v) {
        group = in, place = as;
        // Branch-free: how the hand was won is hard to predict.
        const bool won = (group != ABSENT) & (win.by != By::SELF_DRAW);
        std::uint8_t& last = made[group % MAX_GROUPS];
        last = won ? static_cast<std::uint8_t>(WON) : last;
    }
};

// way_of for each single way in which a group can be made.
inline constexpr auto WAY_OF = [] {
    std::array<std::array<std::uint16_t, 8>, 4> ways{};
    for (std::size_t kind = 0; kind < 4; ++kind)
        for (std::size_t made = 0; made < 7; ++made) ways[kind][made] = way_of(static_cast<Kind>(kind), static_cast<std::uint8_t>(1U << made));
    return ways;
}();
inline std::uint16_t one_way_of(Kind kind, std::uint8_t made) {
    return WAY_OF[static_cast<std::size_t>(kind)][static_cast<std::size_t>(std::countr_zero(made))];
}

// The number of sets that match one of the ways of a fact.
inline int sets_in(const SetFact& f, Ways ways) { return std::popcount(ways & f.ways); }

// `whole`: the exact value; otherwise it may saturate at the largest value that a condition needs.
int hand_fact(const Fact& fact, const HandView& hand, bool whole = false);
int plain_fact(Op op, const HandView& hand);  // for a plain Op
int reading_fact(const Fact& fact, const HandView& hand, const Placed& at, bool whole = false);
std::uint8_t matching_sets(const Fact& fact, const Win& win, const Placed& at);  // one bit per group

inline void put(const Program& p, const Fact& f, int value, TermSet& out) { out |= p.tables[f.table + (value < f.saturate ? value : f.saturate)]; }

}  // namespace sikwu
