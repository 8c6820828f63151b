// Distance of hands without sets: pairs, orphans, unrelated tiles; computed on sets of kinds.
#pragma once
#include <bit>

#include "distance.hpp"
#include "lanes.hpp"
#include "tables.hpp"

namespace sikwu::special {

using std::size_t, std::uint8_t, std::uint16_t, std::uint64_t;

constexpr uint64_t SUIT = 0x1FF, HONOURS = 0x7Full << 27, ALL_KINDS = (1ull << 34) - 1;
constexpr uint64_t in_suits(uint64_t ranks) { return ranks | ranks << 9 | ranks << 18; }
constexpr uint64_t ORPHANS = in_suits(0x101) | HONOURS, CHOW_STARTS = in_suits(0x7F);

struct Levels {
    uint64_t ge[5];  // ge[j]: kinds with at least j tiles in the hand

    explicit Levels(const uint8_t* c) : ge{ALL_KINDS, lanes::at_least(c, 1), lanes::at_least(c, 2), lanes::at_least(c, 3), lanes::at_least(c, 4)} {}
    Levels with(uint64_t kind) const {
        Levels r = *this;
        for (int j = 4; j > 0; --j) r.ge[j] |= r.ge[j - 1] & kind;
        return r;
    }
    Levels without(uint64_t kind) const {
        Levels r = *this;
        for (int j = 1; j < 5; ++j) r.ge[j] &= ~kind | (j < 4 ? ge[j + 1] : 0);
        return r;
    }
    int count(int j) const { return std::popcount(ge[j]); }
};

static int pairs_away(const Levels& l) { return 7 - l.count(2) + std::max(0, 7 - l.count(1)); }
// A kind gives at most two pairs: one for two tiles of it, another for the third and fourth.
static int doubled_pairs_away(const Levels& l) {
    const int full = l.count(2) + l.count(4), half = l.count(1) - l.count(2) + l.count(3) - l.count(4);
    return full >= 7 ? 0 : 14 - 2 * full - std::min(half, 7 - full);
}
static int orphans_away(const Levels& l) { return 14 - std::popcount(l.ge[1] & ORPHANS) - ((l.ge[2] & ORPHANS) != 0); }

// A kind is the triplet or gives at most two pairs, worth 2 or 1 tiles of the hand, so the fullest seven are taken.
static int eight_pairs_away(const Levels& l) {
    const int ge1 = l.count(1), ge2 = l.count(2), ge3 = l.count(3), ge4 = l.count(4);
    const int full = ge2 + ge4, half = ge1 - ge2 + ge3 - ge4;
    const auto held = [](int f, int h) { return f >= 7 ? 14 : 2 * f + std::min(h, 7 - f); };
    int best = held(full, half);                                         // triplet of a kind with no tile in the hand
    if (ge1 > ge2) best = std::max(best, 1 + held(full, half - 1));      // of a kind with one tile
    if (ge2 > ge3) best = std::max(best, 2 + held(full - 1, half));      // with two
    if (ge3 > ge4) best = std::max(best, 3 + held(full - 1, half - 1));  // with three
    if (ge4 > 0) best = std::max(best, 3 + held(full - 2, half));        // with four: the fourth tile is not used
    return 17 - best;
}

// The number of tiles of the best chow or pung: from the kinds left once, twice, three times or more; pungs only of the kinds `pung`.
static int best_set(uint64_t one, uint64_t two, uint64_t three, uint64_t pung) {
    const uint64_t a = one, b = one >> 1, c = one >> 2;
    if ((a & b & c & CHOW_STARTS) || (three & pung)) return 3;
    if ((((a & b) | (a & c) | (b & c)) & CHOW_STARTS) || (two & pung)) return 2;
    return ((a | b | c) & CHOW_STARTS) || (one & pung);
}

// Besides the thirteen orphans four tiles remain: the double and a set, made from the rest of the hand.
static int orphans_set_away(const Levels& l) {
    const auto left = [&](int j) { return (l.ge[j] & ~ORPHANS) | (l.ge[j + 1] & ORPHANS); };
    const uint64_t one = left(1), two = left(2), three = left(3), doubles = l.ge[2] & ORPHANS;
    int held = best_set(one, two, three, ALL_KINDS);
    if (std::popcount(doubles) > 1) {
        ++held;            // a set uses at most one orphan kind, and another is the double
    } else if (doubles) {  // the only double is taken first; a pung of the same kind would then need five identical tiles
        const uint64_t rest = (one & ~doubles) | (two & doubles);
        held = std::max(held, 1 + best_set(rest, two, three, ALL_KINDS & ~doubles));
    }
    return 13 - std::popcount(l.ge[1] & ORPHANS) + 4 - held;
}

// For the ranks held of a suit: bits 0-8 all ranks of the best choices of three tiles 3 apart, bits 9-10 how many such a choice holds.
constexpr std::array<uint16_t, 512> make_spread() {
    std::array<uint16_t, 512> t{};
    for (unsigned held = 0; held < 512; ++held)
        for (int a = 0; a < 3; ++a)
            for (int b = a + 3; b < 6; ++b)
                for (int c = b + 3; c < 9; ++c) {
                    const unsigned choice = 1u << a | 1u << b | 1u << c, n = static_cast<unsigned>(std::popcount(choice & held)), best = t[held] >> 9;
                    if (n >= best) t[held] = static_cast<uint16_t>(n << 9 | choice | (n == best ? t[held] : 0u));
                }
    return t;
}
SIKWU_TABLE std::array<uint16_t, 512> SPREAD = table_of([] { return make_spread(); });

// A worse choice with a double never beats a best one without, so only best choices are considered for the double.
static int unrelated_away(const Levels& l) {
    int held = std::popcount(l.ge[1] & HONOURS);
    uint64_t twice = l.ge[2] & HONOURS;
    for (int s = 0; s < 27; s += 9) {
        const unsigned spread = SPREAD[l.ge[1] >> s & SUIT];
        held += static_cast<int>(spread >> 9);
        twice |= l.ge[2] >> s & spread & SUIT;
    }
    return 17 - held - (twice != 0);
}

// For the kinds `alike`, only the number of tiles in the hand matters to the shape.
constexpr struct Special {
    unsigned shape;
    int tiles;
    int (*away)(const Levels&);
    uint64_t alike;
    bool asked(int n, unsigned shapes) const { return (shapes & shape) && (n == tiles || n == tiles - 1); }
} SPECIALS[] = {
    {SHAPE_PAIRS, 14, pairs_away, ALL_KINDS},
    {SHAPE_ORPHANS, 14, orphans_away, ORPHANS},
    {SHAPE_EIGHT_PAIRS, 17, eight_pairs_away, ALL_KINDS},
    {SHAPE_DOUBLED_PAIRS, 14, doubled_pairs_away, ALL_KINDS},
    {SHAPE_ORPHANS_SET, 17, orphans_set_away, HONOURS},
    {SHAPE_UNRELATED, 17, unrelated_away, HONOURS},
};
constexpr unsigned ANY = ~unsigned{SHAPE_STANDARD};

static inline int away(const Levels& l, int n, unsigned shapes) {
    int r = AWAY_NEVER;
    for (const Special& s : SPECIALS)
        if (s.asked(n, shapes)) r = std::min(r, s.away(l));
    return r;
}

// The kinds whose draw brings some special shape below `away`, the distance of the hand; a draw lowers a shape by one at most.
static uint64_t useful(const Levels& l, int n, unsigned shapes, int away) {
    uint64_t r = 0;
    for (const Special& s : SPECIALS) {
        if (!s.asked(n, shapes) || s.away(l) != away) continue;
        for (int held = 0; held < 4; ++held)
            for (uint64_t rest = l.ge[held] & ~l.ge[held + 1]; rest;) {
                const uint64_t kind = rest & (~rest + 1), like = kind & s.alike ? rest & s.alike : kind;
                if (s.away(l.with(kind)) < away) r |= like;
                rest &= ~like;
            }
    }
    return r;
}

}  // namespace sikwu::special
