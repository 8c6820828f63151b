#include "distance.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <string_view>
#include <vector>

#include "lanes.hpp"
#include "special.hpp"
#include "tile.hpp"

namespace sikwu {
namespace {

using namespace lanes;
using special::Levels;

// ---- tables ------------------------------------------------------------------------------------
// Reads all counts of a suit (or, without chows, of the honours) rank by rank; prefixes that reach the same State are one,
// so only some thousand states are computed.  next(state, held, may a chow start here); emit(sum of c_i 5^i, final state, its number).
template <class State, class Hash, class Next, class Emit>
void classify(int ranks, bool chows, const State& start, Next next, Emit emit) {
    std::vector<uint16_t> number(POW5[ranks - 1]), step;
    std::vector<State> states(1, start);
    constexpr int BITS = 15;  // far more slots than states
    constexpr uint16_t NEW = UINT16_MAX;
    std::vector<uint16_t> places;  // of the states reached, by their hash, or the next free slot
    for (int rank = 0; rank < ranks; ++rank) {
        std::vector<State> reached;
        places.assign(size_t{1} << BITS, NEW);
        step.clear();
        for (const State& s : states)
            for (int held = 0; held <= 4; ++held) {
                const State to = next(s, held, chows && rank <= 6);
                size_t at = static_cast<size_t>(uint64_t{Hash{}(to)} * 0x9E3779B97F4A7C15ULL >> (64 - BITS));
                while (places[at] != NEW && reached[places[at]] != to) at = (at + 1) & ((size_t{1} << BITS) - 1);
                if (places[at] == NEW) places[at] = static_cast<uint16_t>(reached.size()), reached.push_back(to);
                step.push_back(places[at]);
            }
        states.swap(reached);
        const size_t width = POW5[rank];
        for (size_t held = 5; held-- > 0;)  // held 0 last: its block is the one being read
            for (size_t i = 0; i < width; ++i) {
                const uint16_t to = step[number[i] * size_t{5} + held];
                if (rank + 1 < ranks)
                    number[held * width + i] = to;
                else
                    emit(held * width + i, states[to], to);
            }
    }
}

// The state of a suit between two ranks: x chows that still need one rank, y that need two, the pair taken or not. Never more than two equal chows,
// because three are three pungs.
constexpr int PLACES = 3 * 3 * 2;
constexpr int place(int x, int y, int had) { return (x * 3 + y) * 2 + had; }

// Win states: bit p = the tiles so far can be used up exactly, leaving place p.
uint32_t win_next(uint32_t state, int held, bool chow) {
    uint32_t r = 0;
    for (int from = 0; from < PLACES; ++from) {
        if (!(state >> from & 1)) continue;
        const int x = from / 6, y = from / 2 % 3, had = from % 2;
        for (int pung = 0; pung < 2; ++pung)
            for (int pair = 0; pair + had < 2; ++pair) {
                const int z = held - x - y - 3 * pung - 2 * pair;  // the remaining tiles must begin chows
                if (z == 0 || (chow && z > 0 && z < 3)) r |= 1u << place(y, z, had + pair);
            }
    }
    return r;
}

// Two bits per entry: 1 = sets only (or nothing), 2 = sets and a pair, 0 = neither; both are never possible (the sums differ mod 3).
struct WinTable {
    std::vector<uint8_t> suit = build(9, true), honours = build(7, false);

    static std::vector<uint8_t> build(int ranks, bool chows) {
        std::vector<uint8_t> packed(POW5[ranks] / 4 + 1);
        classify<uint32_t, std::hash<uint32_t>>(ranks, chows, 1u, win_next, [&](size_t i, uint32_t s, uint16_t) {
            packed[i >> 2] = static_cast<uint8_t>(packed[i >> 2] | (s & 3) << (i & 3) * 2);  // no chow open
        });
        return packed;
    }
    static unsigned at(const std::vector<uint8_t>& t, uint32_t i) { return t[i >> 2] >> (i & 3) * 2 & 3u; }
    unsigned operator()(size_t group, uint32_t i) const { return at(group < 3 ? suit : honours, i); }
};

// Distance states: fewest tiles missing so far, by place and number of sets begun (0..5, and two bytes BEYOND to fill a row's halves).
using AwayState = std::array<uint8_t, PLACES * 8>;
struct AwayHash {
    size_t operator()(const AwayState& s) const { return std::hash<std::string_view>{}({reinterpret_cast<const char*>(s.data()), s.size()}); }
};

AwayState away_next(const AwayState& state, int held, bool chow) {
    AwayState r;
    r.fill(BEYOND);
    for (int from = 0; from < PLACES; ++from) {
        const int x = from / 6, y = from / 2 % 3, had = from % 2;
        for (int z = 0; z <= (chow ? 2 : 0); ++z)
            for (int pung = 0; pung < 2; ++pung)
                for (int pair = 0; pair + had < 2; ++pair) {
                    const int wanted = x + y + z + 3 * pung + 2 * pair, missing = std::max(0, wanted - held);
                    if (wanted > 4) continue;  // a complete hand has at most four of a kind
                    const uint8_t* before = &state[static_cast<size_t>(from) * 8];
                    uint8_t* after = &r[static_cast<size_t>(place(y, z, had + pair)) * 8] + z + pung;
                    for (int m = 0; m + z + pung <= MOST_SETS; ++m) after[m] = static_cast<uint8_t>(std::min<int>(after[m], before[m] + missing));
                }
    }
    return r;
}

// All counts of a suit have only 187 different rows (the honours fewer): one byte per entry is the index of its row.
struct AwayTable {
    struct Group {
        std::vector<uint8_t> number;
        std::vector<Bytes> rows;
    } suit = build(9, true), honours = build(7, false);

    static Group build(int ranks, bool chows) {
        AwayState start;
        start.fill(BEYOND);
        start[0] = 0;
        Group g{std::vector<uint8_t>(POW5[ranks]), std::vector<Bytes>(256)};
        classify<AwayState, AwayHash>(ranks, chows, start, away_next, [&](size_t i, const AwayState& s, uint16_t number) {
            g.number[i] = static_cast<uint8_t>(number);
            std::copy_n(s.begin(), 16, g.rows[number].begin());  // the part with no chow open
        });
        return g;
    }
    Row operator()(size_t group, uint32_t i) const {
        const Group& g = group < 3 ? suit : honours;
        return load(g.rows[g.number[i]].data());
    }
};

// Built on first use and never destroyed, so that threads still running at exit have valid tables. Lock-free: if several threads build at once, one
// table is kept. A lock would stay locked for ever in a child that was forked while a thread of its parent built.
template <class Table>
const Table& built() {
#ifdef SIKWU_SMALL  // in a browser there is one thread, and every byte is downloaded
    static const Table* const kept = new Table;
    return *kept;
#else
    static std::atomic<const Table*> kept{nullptr};
    const Table* here = kept.load(std::memory_order_acquire);
    if (here) return *here;
    const Table* const fresh = new Table;
    if (kept.compare_exchange_strong(here, fresh, std::memory_order_acq_rel)) return *fresh;
    delete fresh;
    return *here;
#endif
}
const WinTable& win_table() { return built<WinTable>(); }
const AwayTable& away_table() { return built<AwayTable>(); }

// ---- whole hands -------------------------------------------------------------------------------
inline bool special_complete(const uint8_t* c, unsigned shapes) {
    const int n = tiles(c);
    if (n != 14 && n != 17) return false;
    const uint64_t once = at_least(c, 1);
    if ((once & special::HONOURS) != special::HONOURS && once != at_least(c, 2)) return false;  // neither all honours nor all pairs: the usual case
    return special::away(Levels(c), n, shapes) == 0;
}

inline bool complete(const WinTable& t, const uint8_t* c, unsigned shapes) {
    if (shapes & SHAPE_STANDARD) {
        const auto at = indices(c);
        if (t(0, at[0]) * t(1, at[1]) * t(2, at[2]) * t(3, at[3]) == 2) return true;  // one group with the pair, the others sets only
    }
    return (shapes & special::ANY) && special_complete(c, shapes);
}

// The kinds of one group whose draw gives a row that reaches `target` together with the mirrored row of the other groups.
inline uint64_t useful_in(const AwayTable& t, size_t group, const uint8_t* c, uint32_t index, Row others, int target) {
    uint64_t r = 0;
    for (size_t i = 0; i < (group < 3 ? 9 : 7); ++i) {
        const uint32_t drawn = index + (c[9 * group + i] < 4 ? POW5[i] : 0);  // four in the hand: the same row, no gain
        r |= static_cast<uint64_t>(has_sum(t(group, drawn), others, target)) << (9 * group + i);
    }
    return r;
}

// tiles_away, and with Mask the useful kinds.
template <bool Mask>
inline int away_of(const AwayTable& t, const uint8_t* c, unsigned shapes, uint64_t& mask) {
    mask = 0;
    const int n = tiles(c), sets = n / 3;
    if (sets > MOST_SETS) return AWAY_NEVER;
    const int special = shapes & special::ANY ? special::away(Levels(c), n, shapes) : AWAY_NEVER;
    int r = special;
    if (shapes & SHAPE_STANDARD) {
        const auto at = indices(c);
        const Row row[4] = {t(0, at[0]), t(1, at[1]), t(2, at[2]), t(3, at[3])};
        const Row mp = merge(row[0], row[1]), sh = merge(row[2], row[3]);
        const int standard = least_sum(mp, turned(sh, sets));
        r = std::min(standard, special);
        if (Mask && standard == r && r > 0) {  // a draw lowers a shape by one at most, so only shapes at the minimum matter
            const Row others[4] = {merge(row[1], sh), merge(row[0], sh), merge(row[3], mp), merge(row[2], mp)};
            for (size_t g = 0; g < 4; ++g) mask |= useful_in(t, g, c, at[g], turned(others[g], sets), r - 1);
        }
    }
    if (Mask && special == r && r > 0) mask |= special::useful(Levels(c), n, shapes, r);
    return r;
}

}  // namespace

bool is_complete(const uint8_t c[34], unsigned shapes) { return complete(win_table(), c, shapes); }

int tiles_away(const uint8_t c[34], unsigned shapes) {
    uint64_t none;
    return away_of<false>(away_table(), c, shapes, none);
}

void away_after(const uint8_t c[34], unsigned shapes, uint64_t kinds, std::int8_t away[34]) {
    const AwayTable& t = away_table();
    const int n = tiles(c) - 1, sets = n / 3;
    const bool special = shapes & special::ANY, standard = (shapes & SHAPE_STANDARD) && sets <= MOST_SETS;
    const auto at = indices(c);
    Row others[4];
    if (standard) {
        const Row row[4] = {t(0, at[0]), t(1, at[1]), t(2, at[2]), t(3, at[3])};
        const Row mp = merge(row[0], row[1]), sh = merge(row[2], row[3]);
        const Row merged[4] = {merge(row[1], sh), merge(row[0], sh), merge(row[3], mp), merge(row[2], mp)};
        for (size_t g = 0; g < 4; ++g) others[g] = turned(merged[g], sets);
    }
    const Levels levels(c);
    for (; kinds; kinds &= kinds - 1) {
        const auto kind = static_cast<size_t>(std::countr_zero(kinds));
        const size_t g = kind / 9;
        int r = standard ? least_sum(t(g, at[g] - POW5[kind % 9]), others[g]) : AWAY_NEVER;
        if (special && sets <= MOST_SETS) r = std::min(r, special::away(levels.without(uint64_t{1} << kind), n, shapes));
        away[kind] = static_cast<std::int8_t>(r);
    }
}

int useful(const uint8_t c[34], unsigned shapes, uint64_t& mask) { return away_of<true>(away_table(), c, shapes, mask); }

namespace {

// Which draws complete a suit, or the honours, to sets or to sets and a pair; cached, because the same few occur again and again.
class Completing {
  public:
    static unsigned whole(uint64_t known) { return static_cast<unsigned>(known >> WHOLE & 3); }  // 1 sets, 2 sets and a pair, 0 neither
    static uint64_t draws(uint64_t known) { return known >> DRAWS & 511; }

    uint64_t of(const uint8_t c[34], size_t group) {
        const uint64_t counts = key(c, group);
        // Two adjacent slots for each, so that two frequent keys rarely evict each other.
        const size_t at = place(counts);
        uint64_t &known = known_[at], &other = known_[at ^ 1];
        if (!((known ^ counts) & KEY)) return known;
        if (!((other ^ counts) & KEY)) return other;
        other = known;
        return known = counts | look_up(c, group);
    }

    // Prefetches the entry of a group without one of its tiles.
    void fetch(const uint8_t c[34], int tile) const {
        const auto group = static_cast<size_t>(tile) / 9;
        fetch_line(known_ + place(key(c, group) - (uint64_t{1} << 4 * (tile % 9))));
    }

  private:
    static uint64_t key(const uint8_t c[34], size_t group) { return group < 3 ? packed_suit(c + 9 * group) | USED : packed_suit(c + 25) >> 8 | USED | HONOURS; }
    static size_t place(uint64_t counts) { return counts * 0x9E3779B97F4A7C15ULL >> (64 - BITS); }

    // 36 bits of counts, two marks, then the cached result.
    static constexpr int BITS = 14, WHOLE = 38, DRAWS = 40;
    static constexpr uint64_t USED = uint64_t{1} << 36, HONOURS = uint64_t{1} << 37, KEY = (uint64_t{1} << WHOLE) - 1;

    SIKWU_SELDOM static uint64_t look_up(const uint8_t c[34], size_t group) {
        const WinTable& t = win_table();
        const size_t at = indices(c)[group];
        const std::vector<uint8_t>& table = group < 3 ? t.suit : t.honours;
        uint64_t draws = 0;
        for (size_t i = 0; i < (group < 3 ? 9 : 7); ++i)
            if (c[9 * group + i] < 4) draws |= static_cast<uint64_t>(WinTable::at(table, at + POW5[i]) != 0) << i;
        return draws << DRAWS | static_cast<uint64_t>(t(group, at)) << WHOLE;
    }

    alignas(64) uint64_t known_[size_t{1} << BITS] = {};
};

Completing& completing() {
    thread_local Completing known;
    return known;
}

}  // namespace

void fetch_waits(const uint8_t c[34], int completed_by) { completing().fetch(c, completed_by); }

uint64_t waits(const uint8_t c[34], unsigned shapes, int completed_by) {
    const int n = tiles(c);
    uint64_t r = 0;
    if (n % 3 != 1) return r;
    if (shapes & SHAPE_STANDARD) {
        Completing& known = completing();
        const size_t in = completed_by < 0 ? 4 : static_cast<size_t>(completed_by) / 9;
        uint64_t part[4] = {};
        if (in < 4) part[in] = known.of(c, in);
        if (in < 4 && !Completing::whole(part[in])) {
            r = Completing::draws(part[in]) << 9 * in;  // the other parts are complete, and this one needs a tile
        } else {
            for (size_t g = 0; g < 4; ++g) part[g] = g == in ? part[g] : known.of(c, g);
            const auto whole = [&](size_t g) { return Completing::whole(part[g]); };
            const unsigned low = whole(0) * whole(1), high = whole(2) * whole(3);
            const unsigned others[4] = {whole(1) * high, whole(0) * high, low * whole(3), low * whole(2)};
            for (size_t g = 0; g < 4; ++g) {
                // Sets only, or sets and one pair; then the number of tiles decides whether the pair is here.
                const bool ready = others[g] - 1 < 2;
                r |= (Completing::draws(part[g]) & -static_cast<uint64_t>(ready)) << 9 * g;
            }
        }
    }
    if ((shapes & special::ANY) && (n == 13 || n == 16)) {
        const Levels levels(c);
        if (special::away(levels, n, shapes) == 1) r |= special::useful(levels, n, shapes, 1);
    }
    return r;
}

uint64_t waits_by(const uint8_t c[34], unsigned shapes, int completed_by) {
    uint64_t found = waits(c, shapes & ~unsigned{SHAPE_PAIRS_DIFFER}, completed_by);
    if (found && (shapes & SHAPE_PAIRS_DIFFER) && (shapes & SHAPE_EIGHT_PAIRS)) {
        uint64_t three = 0;
        bool four = false;
        for (int t = 0; t < 34; ++t) three |= static_cast<uint64_t>(c[t] == 3) << t, four |= c[t] > 3;
        found &= waits(c, shapes & ~unsigned{SHAPE_PAIRS_DIFFER | SHAPE_EIGHT_PAIRS}) | (four ? 0 : ~three);
    }
    return found;
}

void complete_batch(const uint8_t* rows, size_t n, unsigned shapes, uint8_t* out) {
    const WinTable& t = win_table();
    for (size_t i = 0; i < n; ++i) out[i] = complete(t, rows + 34 * i, shapes);
}

void away_batch(const uint8_t* rows, size_t n, unsigned shapes, std::int8_t* out) {
    const AwayTable& t = away_table();
    uint64_t none;
    for (size_t i = 0; i < n; ++i) out[i] = static_cast<std::int8_t>(away_of<false>(t, rows + 34 * i, shapes, none));
}

void useful_batch(const uint8_t* rows, size_t n, unsigned shapes, std::int8_t* away, uint64_t* masks) {
    const AwayTable& t = away_table();
    for (size_t i = 0; i < n; ++i) away[i] = static_cast<std::int8_t>(away_of<true>(t, rows + 34 * i, shapes, masks[i]));
}

const uint8_t* suit_distances(uint32_t index) {
    const AwayTable::Group& suit = away_table().suit;
    return suit.rows[suit.number[index]].data();
}

void distance_tables() {
    win_table();
    away_table();
}

}  // namespace sikwu
