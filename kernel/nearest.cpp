#include "nearest.hpp"

#include <algorithm>
#include <array>

#include "distance.hpp"

namespace sikwu {
namespace {

using std::uint8_t, std::uint64_t;

constexpr int MOST_SETS = 5, GROUPS = 4, FAR = AWAY_NEVER;
// Tiles missing for m sets without and with the pair.
using Costs = std::array<std::array<int, 2>, MOST_SETS + 1>;

int size_of(int group) { return group < 3 ? 9 : 7; }

constexpr Costs none() {
    Costs costs{};
    for (auto& of : costs) of = {FAR, FAR};
    return costs;
}

int lack(int wanted, int held) { return std::max(0, wanted - held); }

Costs worked_out(const uint8_t* c, const uint8_t* limit, int group, int sets);

// A cache of costs: the kinds of one group are tried in turn while the others stay the same, and a hand that grows by a tile needs three of its four
// groups again.
Costs costs_of(const uint8_t* c, const uint8_t* limit, int group, int sets) {
    struct Known {
        uint64_t key = 0;
        Costs costs;
    };
    constexpr int BITS = 10;
    thread_local std::array<Known, size_t{1} << BITS> known;
    uint64_t key = uint64_t{1} << 63 | uint64_t{group == 3} << 62 | static_cast<uint64_t>(sets) << 54;
    for (int i = 0; i < size_of(group); ++i) key |= static_cast<uint64_t>(c[i] | limit[i] << 3) << 6 * i;
    Known& kept = known[key * 0x9E3779B97F4A7C15ULL >> (64 - BITS)];
    if (kept.key != key) kept = {key, worked_out(c, limit, group, sets)};
    return kept.costs;
}

// Rank by rank; the state is how many chows began one rank and two ranks before.
Costs worked_out(const uint8_t* c, const uint8_t* limit, int group, int sets) {
    using State = std::array<std::array<Costs, 5>, 5>;
    static constexpr auto empty = [] {
        State s{};
        for (auto& row : s)
            for (auto& each : row) each = none();
        return s;
    }();
    State now = empty;
    now[0][0][0][0] = 0;
    const int ranks = size_of(group);
    for (int rank = 0; rank < ranks; ++rank) {
        State next = empty;
        const int held = c[rank], most = limit[rank];
        const int chows = group < 3 && rank < 7 ? 4 : 0;
        for (int one = 0; one <= most; ++one)
            for (int two = 0; one + two <= most; ++two)
                for (int m = 0; m <= sets; ++m)
                    for (int pair = 0; pair < 2; ++pair) {
                        const int so_far = now[one][two][m][pair];
                        if (so_far >= FAR) continue;
                        for (int begun = 0; begun <= chows && m + begun <= sets && one + two + begun <= most; ++begun)
                            for (int more = 0; more < 4; ++more) {  // a pung, the pair, both or neither
                                const int pung = more & 1, eyes = more >> 1;
                                const int used = one + two + begun + 3 * pung + 2 * eyes, made = m + begun + pung;
                                if (used > most || made > sets || (eyes && pair)) continue;
                                int& best = next[begun][one][made][pair | eyes];
                                best = std::min(best, so_far + lack(used, held));
                            }
                    }
        now = next;
    }
    return now[0][0];
}

Costs together(const Costs& a, const Costs& b, int sets) {
    Costs out = none();
    for (int i = 0; i <= sets; ++i)
        for (int j = 0; i + j <= sets; ++j) {
            out[i + j][0] = std::min(out[i + j][0], a[i][0] + b[j][0]);
            out[i + j][1] = std::min({out[i + j][1], a[i][0] + b[j][1], a[i][1] + b[j][0]});
        }
    return out;
}

// ---- special shapes: whole hands, so no copies are elsewhere ---------------------------------------

bool orphan(int k) { return k >= 27 || k % 9 == 0 || k % 9 == 8; }

int pairs_away(const uint8_t* c) {
    int pairs = 0, singles = 0;
    for (int k = 0; k < 34; ++k) pairs += c[k] >= 2, singles += c[k] == 1;
    pairs = std::min(pairs, 7);
    return 14 - 2 * pairs - std::min(7 - pairs, singles);
}

int doubled_pairs_away(const uint8_t* c) {
    int costing[3] = {}, away = 0, wanted = 7;  // pairs available, by the number of tiles they cost
    for (int k = 0; k < 34; ++k) ++costing[lack(2, c[k])], ++costing[std::min(2, lack(4, c[k]))];
    for (int cost = 0; cost < 3; ++cost) {
        const int taken = std::min(wanted, costing[cost]);
        away += taken * cost, wanted -= taken;
    }
    return away;
}

int orphans_away(const uint8_t* c) {
    int kinds = 0, twice = 0;
    for (int k = 0; k < 34; ++k)
        if (orphan(k)) kinds += c[k] >= 1, twice |= c[k] >= 2;
    return 14 - kinds - twice;
}

int eight_pairs_away(const uint8_t* c, bool differ) {
    int best = FAR;
    for (int triplet = 0; triplet < 34; ++triplet) {
        int costing[3] = {};  // pairs available, by the number of tiles they cost
        for (int k = 0; k < 34; ++k) {
            if (k == triplet) continue;
            ++costing[lack(2, c[k])];
            if (!differ) ++costing[std::min(2, lack(4, c[k]))];
        }
        int away = lack(3, c[triplet]), wanted = 7;
        for (int cost = 0; cost < 3; ++cost) {
            const int taken = std::min(wanted, costing[cost]);
            away += taken * cost, wanted -= taken;
        }
        best = std::min(best, away);
    }
    return best;
}

int orphans_set_away(const uint8_t* c) {
    int best = FAR, kinds = 0;
    for (int k = 0; k < 34; ++k) kinds += orphan(k) && c[k];
    // The thirteen, then the tiles that the set and the double lack besides them.
    const auto with_set = [&](int a, int b, int d) {
        for (int doubled = 0; doubled < 34; ++doubled) {
            if (!orphan(doubled)) continue;
            int away = 13 - kinds;
            bool fits = true;
            for (const int k : {a, b == a ? -1 : b, d == a ? -1 : d, doubled == a || doubled == b || doubled == d ? -1 : doubled}) {
                if (k < 0) continue;
                const int wanted = orphan(k) + (k == doubled) + (k == a) + (k == b) + (k == d);
                fits = fits && wanted <= 4;
                away += lack(wanted, c[k]) - lack(orphan(k), c[k]);
            }
            if (fits) best = std::min(best, away);
        }
    };
    for (int k = 0; k < 34; ++k) {
        with_set(k, k, k);
        if (k < 27 && k % 9 < 7) with_set(k, k + 1, k + 2);
    }
    return best;
}

int unrelated_away(const uint8_t* c) {
    int held = 0;
    bool doubled = false;  // a worse choice with a double never beats a best one without
    for (int k = 27; k < 34; ++k) held += c[k] >= 1, doubled |= c[k] >= 2;
    for (int s = 0; s < 27; s += 9) {
        int best = 0;
        bool twice = false;
        for (int a = 0; a < 3; ++a)
            for (int b = a + 3; b < 6; ++b)
                for (int d = b + 3; d < 9; ++d) {
                    const int n = (c[s + a] >= 1) + (c[s + b] >= 1) + (c[s + d] >= 1);
                    const bool two = c[s + a] >= 2 || c[s + b] >= 2 || c[s + d] >= 2;
                    if (n > best)
                        best = n, twice = two;
                    else if (n == best)
                        twice |= two;
                }
        held += best, doubled |= twice;
    }
    return 17 - held - doubled;
}

int special_away(const uint8_t* c, int sets, unsigned shape, unsigned shapes) {
    if (!(shapes & shape)) return FAR;
    if (sets == 4 && shape == SHAPE_PAIRS) return pairs_away(c);
    if (sets == 4 && shape == SHAPE_DOUBLED_PAIRS) return doubled_pairs_away(c);
    if (sets == 4 && shape == SHAPE_ORPHANS) return orphans_away(c);
    if (sets == 5 && shape == SHAPE_EIGHT_PAIRS) return eight_pairs_away(c, shapes & SHAPE_PAIRS_DIFFER);
    if (sets == 5 && shape == SHAPE_ORPHANS_SET) return orphans_set_away(c);
    if (sets == 5 && shape == SHAPE_UNRELATED) return unrelated_away(c);
    return FAR;
}
constexpr unsigned SPECIAL[] = {SHAPE_PAIRS, SHAPE_DOUBLED_PAIRS, SHAPE_ORPHANS, SHAPE_EIGHT_PAIRS, SHAPE_ORPHANS_SET, SHAPE_UNRELATED};

}  // namespace

int nearest(const uint8_t given[34], const uint8_t limit[34], int sets, unsigned shapes, uint64_t& mask) {
    std::array<uint8_t, 34> c;
    std::copy(given, given + 34, c.begin());
    mask = 0;
    std::array<Costs, GROUPS> own;
    std::array<Costs, GROUPS> others;
    int standard = FAR;
    if (shapes & SHAPE_STANDARD) {
        for (int g = 0; g < GROUPS; ++g) own[g] = costs_of(c.data() + 9 * g, limit + 9 * g, g, sets);
        const Costs front = together(own[0], own[1], sets), back = together(own[2], own[3], sets);
        others = {together(own[1], back, sets), together(own[0], back, sets), together(own[3], front, sets), together(own[2], front, sets)};
        standard = together(front, back, sets)[sets][1];
    }
    int away = standard;
    unsigned least = 0;  // the nearest special shapes: a draw brings none nearer by more than one
    for (const unsigned shape : SPECIAL) {
        const int special = special_away(c.data(), sets, shape, shapes);
        if (special < away) away = special, least = 0;
        if (special == away) least |= shape;
    }
    if (away >= FAR) return FAR;
    for (int k = 0; away && k < 34; ++k) {
        if (c[k] >= limit[k]) continue;
        ++c[k];
        const int g = k / 9;
        const auto with = [&] { return together(costs_of(c.data() + 9 * g, limit + 9 * g, g, sets), others[g], sets)[sets][1]; };
        bool nearer = standard == away && with() < away;
        for (const unsigned shape : SPECIAL) nearer = nearer || (least & shape && special_away(c.data(), sets, shape, shapes) < away);
        --c[k];
        mask |= uint64_t{nearer} << k;
    }
    return away;
}

}  // namespace sikwu
