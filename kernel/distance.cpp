#include "distance.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string_view>
#include <vector>

#include "tile.hpp"

#if defined(__SSE4_1__) && !defined(SIKWU_SCALAR)
#define SIKWU_SSE 1
#include <smmintrin.h>
#endif

namespace sikwu {
namespace {

using std::size_t, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t;

constexpr uint32_t POW5[10] = {1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1953125};
constexpr int MOST_SETS = 5;

// ---- sixteen bytes at a time -------------------------------------------------------------------
// A row is the distances of one suit (or of several merged): byte m = tiles missing for m sets, byte 8+m = for m sets and a pair.
// Bytes 6, 7, 14, 15 hold BEYOND, so a shuffle can fetch "impossible" from them; BEYOND + BEYOND must not overflow a byte.
constexpr uint8_t BEYOND = 50;
using Bytes = std::array<uint8_t, 16>;

#if SIKWU_SSE
using Row = __m128i;
inline Row load(const uint8_t* p) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p)); }
inline Row shuffle(Row a, const Bytes& from) { return _mm_shuffle_epi8(a, load(from.data())); }

// Shuffles for merge and turned: lane m takes a byte of the row, byte 7 (BEYOND) when there is none to take.
struct Patterns {
    Bytes all[6], up[6];       // sets of a: byte i everywhere, times all of b moved up by i
    Bytes paired[6], sets[6];  // a's pair: byte 8 + i, times the low half of b moved up by i, only into the high half
    Bytes turned[6];           // byte k - m of the other half
};

consteval Patterns make_patterns() {
    Patterns p{};
    for (int i = 0; i <= MOST_SETS; ++i)
        for (int m = 0; m < 8; ++m) {
            const size_t lo = static_cast<size_t>(m), hi = lo + 8;
            const bool fits = m >= i && m <= MOST_SETS;
            const auto take = [](bool there, int byte) { return static_cast<uint8_t>(there ? byte : 7); };
            p.all[i][lo] = p.all[i][hi] = take(true, i);
            p.up[i][lo] = p.sets[i][hi] = take(fits, m - i);
            p.up[i][hi] = take(fits, m - i + 8);
            p.paired[i][lo] = p.sets[i][lo] = 7;
            p.paired[i][hi] = take(true, i + 8);
            p.turned[i][lo] = take(m <= i, i - m + 8);
            p.turned[i][hi] = take(m <= i, i - m);
        }
    return p;
}
constexpr Patterns PATTERNS = make_patterns();

// The row of two groups of kinds together: the least sum over all ways to share out the sets and the pair.
inline Row merge(Row a, Row b) {
    const auto sum = [&](const Bytes& of_a, const Bytes& of_b) { return _mm_add_epi8(shuffle(a, of_a), shuffle(b, of_b)); };
    Row r = _mm_min_epu8(a, b);  // no sets from one side cost nothing: i = 0 of `all`, i = 5 of `paired`
    for (size_t i = 1; i <= MOST_SETS; ++i) r = _mm_min_epu8(r, sum(PATTERNS.all[i], PATTERNS.up[i]));
    for (size_t i = 0; i < MOST_SETS; ++i) r = _mm_min_epu8(r, sum(PATTERNS.paired[i], PATTERNS.sets[i]));
    return r;
}
// Turned for k sets, so that lane by lane it completes another row: m sets meet k - m sets and a pair, or the reverse.
inline Row turned(Row a, int k) { return shuffle(a, PATTERNS.turned[k]); }
inline int least_sum(Row a, Row turned_b) {
    const Row s = _mm_add_epi8(a, turned_b);
    return _mm_extract_epi16(_mm_minpos_epu16(_mm_min_epu8(s, _mm_srli_epi16(s, 8))), 0);
}
inline bool has_sum(Row a, Row turned_b, int sum) {
    return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_add_epi8(a, turned_b), _mm_set1_epi8(static_cast<char>(sum)))) != 0;
}
#else
// The same without vector instructions.
using Row = Bytes;
inline Row load(const uint8_t* p) {
    Row r;
    std::memcpy(r.data(), p, 16);
    return r;
}
inline Row merge(const Row& a, const Row& b) {
    const auto least = [](int x, int y) { return static_cast<uint8_t>(x < y ? x : y); };
    Row r = a;
    for (size_t i = 0; i <= MOST_SETS; ++i)
        for (size_t j = 0; i + j <= MOST_SETS; ++j) {
            r[i + j] = least(r[i + j], a[i] + b[j]);
            r[8 + i + j] = least(r[8 + i + j], least(a[i] + b[8 + j], a[8 + i] + b[j]));
        }
    return r;
}
inline Row turned(const Row& a, int k) {
    Row r;
    r.fill(BEYOND);
    for (size_t m = 0, last = static_cast<size_t>(k); m <= last; ++m) r[m] = a[8 + last - m], r[8 + m] = a[last - m];
    return r;
}
inline int least_sum(const Row& a, const Row& turned_b) {
    int r = BEYOND;
    for (size_t i = 0; i < 16; ++i) r = std::min(r, a[i] + turned_b[i]);
    return r;
}
inline bool has_sum(const Row& a, const Row& turned_b, int sum) {
    bool r = false;
    for (size_t i = 0; i < 16; ++i) r |= a[i] + turned_b[i] == sum;
    return r;
}
#endif

// ---- tables ------------------------------------------------------------------------------------
// Reads all counts of a suit (or, without chows, of the honours) rank by rank; prefixes that reach the same State are one,
// so only some thousand states are computed.  next(state, held, may a chow start here); emit(sum of c_i 5^i, final state, its number).
template <class State, class Hash, class Next, class Emit>
void classify(int ranks, bool chows, const State& start, Next next, Emit emit) {
    std::vector<uint16_t> number(POW5[ranks - 1]), step;
    std::vector<State> states(1, start);
    constexpr int BITS = 15;  // far more places than states
    constexpr uint16_t NEW = UINT16_MAX;
    std::vector<uint16_t> places;  // of the states reached, by their hash, or the next place that was free
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

// Where a suit stands between two ranks: x chows that still need one rank, y that need two, the pair had or not.
// Never more than two chows alike, as three are three pungs.
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
                const int z = held - x - y - 3 * pung - 2 * pair;  // the rest must begin chows
                if (z == 0 || (chow && z > 0 && z < 3)) r |= 1u << place(y, z, had + pair);
            }
    }
    return r;
}

// Two bits an entry: 1 = sets only (or nothing), 2 = sets and a pair, 0 = neither; both never hold (the sums differ mod 3).
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

// Distance states: fewest tiles missing so far, by place and sets begun (0..5, and two bytes BEYOND to make a row's halves).
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
                    if (wanted > 4) continue;  // no complete hand has five of a kind
                    const uint8_t* before = &state[static_cast<size_t>(from) * 8];
                    uint8_t* after = &r[static_cast<size_t>(place(y, z, had + pair)) * 8] + z + pung;
                    for (int m = 0; m + z + pung <= MOST_SETS; ++m) after[m] = static_cast<uint8_t>(std::min<int>(after[m], before[m] + missing));
                }
    }
    return r;
}

// All counts of a suit have only 187 different rows (the honours fewer): a byte an entry names its row.
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

// Built on first use and never destroyed, so threads still running at exit keep valid tables.
const WinTable& win_table() {
    static const WinTable* const t = new WinTable;
    return *t;
}
const AwayTable& away_table() {
    static const AwayTable* const t = new AwayTable;
    return *t;
}

// ---- reading a hand ----------------------------------------------------------------------------
// Table indices of man, pin, sou, honours.
inline std::array<uint32_t, 4> indices(const uint8_t* c) {
    std::array<uint32_t, 4> r{};
#if SIKWU_SSE
    const auto eight = [](const uint8_t* p) { return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)); };
    const __m128i mp = _mm_unpacklo_epi64(eight(c), eight(c + 9));
    const __m128i sh = _mm_unpacklo_epi64(eight(c + 18), eight(c + 26));  // the honours' first byte is 9 sou: weight 0
    const __m128i mp2 = _mm_maddubs_epi16(mp, _mm_set1_epi16(0x0501));
    const __m128i sh2 = _mm_maddubs_epi16(sh, _mm_setr_epi8(1, 5, 1, 5, 1, 5, 1, 5, 0, 1, 1, 5, 1, 5, 1, 5));
    const __m128i mp4 = _mm_madd_epi16(mp2, _mm_set1_epi32(25 << 16 | 1));
    const __m128i sh4 = _mm_madd_epi16(sh2, _mm_setr_epi16(1, 25, 1, 25, 1, 5, 1, 25));
    const __m128i all = _mm_madd_epi16(_mm_packs_epi32(mp4, sh4), _mm_setr_epi16(1, 625, 1, 625, 1, 625, 1, 125));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(r.data()), all);
    for (size_t s = 0; s < 3; ++s) r[s] += c[9 * s + 8] * POW5[8];  // the ninth counts, left out so far
#else
    for (size_t g = 0; g < 4; ++g)
        for (size_t i = g < 3 ? 9 : 7; i-- > 0;) r[g] = r[g] * 5 + c[9 * g + i];
#endif
    return r;
}

inline int tiles(const uint8_t* c) {
#if SIKWU_SSE
    const __m128i s = _mm_sad_epu8(_mm_add_epi8(load(c), load(c + 16)), _mm_setzero_si128());
    return _mm_cvtsi128_si32(s) + _mm_extract_epi16(s, 4) + c[32] + c[33];
#else
    int n = 0;
    for (int i = 0; i < 34; ++i) n += c[i];
    return n;
#endif
}

// Bit k: kind k is held at least `copies` times.
inline uint64_t at_least(const uint8_t* c, int copies) {
#if SIKWU_SSE
    const __m128i less = _mm_set1_epi8(static_cast<char>(copies - 1));
    const auto bits = [&](const uint8_t* p) { return static_cast<uint32_t>(_mm_movemask_epi8(_mm_cmpgt_epi8(load(p), less))); };
    return static_cast<uint64_t>(bits(c + 18)) << 18 | bits(c + 16) << 16 | bits(c);
#else
    uint64_t r = 0;
    for (int i = 0; i < 34; ++i) r |= static_cast<uint64_t>(c[i] >= copies) << i;
    return r;
#endif
}

// ---- special shapes, on sets of kinds ----------------------------------------------------------
constexpr uint64_t SUIT = 0x1FF, HONOURS = 0x7Full << 27, ALL_KINDS = (1ull << 34) - 1;
constexpr uint64_t in_suits(uint64_t ranks) { return ranks | ranks << 9 | ranks << 18; }
constexpr uint64_t ORPHANS = in_suits(0x101) | HONOURS, CHOW_STARTS = in_suits(0x7F);

struct Levels {
    uint64_t ge[5];  // ge[j]: kinds held at least j times

    explicit Levels(const uint8_t* c) : ge{ALL_KINDS, at_least(c, 1), at_least(c, 2), at_least(c, 3), at_least(c, 4)} {}
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

int pairs_away(const Levels& l) { return 7 - l.count(2) + std::max(0, 7 - l.count(1)); }
int orphans_away(const Levels& l) { return 14 - std::popcount(l.ge[1] & ORPHANS) - ((l.ge[2] & ORPHANS) != 0); }

// A kind is the triplet or gives two pairs at most; those are worth 2 or 1 tiles held, so the fullest seven are taken.
int eight_pairs_away(const Levels& l) {
    const int ge1 = l.count(1), ge2 = l.count(2), ge3 = l.count(3), ge4 = l.count(4);
    const int full = ge2 + ge4, half = ge1 - ge2 + ge3 - ge4;
    const auto held = [](int f, int h) { return f >= 7 ? 14 : 2 * f + std::min(h, 7 - f); };
    int best = held(full, half);                                         // triplet of a kind not held
    if (ge1 > ge2) best = std::max(best, 1 + held(full, half - 1));      // of a kind held once
    if (ge2 > ge3) best = std::max(best, 2 + held(full - 1, half));      // twice
    if (ge3 > ge4) best = std::max(best, 3 + held(full - 1, half - 1));  // three times
    if (ge4 > 0) best = std::max(best, 3 + held(full - 2, half));        // four times: the fourth tile serves nothing
    return 17 - best;
}

// Tiles held of the best chow or pung: the kinds left once, twice, three times or more; pungs only of the kinds `pung`.
int best_set(uint64_t one, uint64_t two, uint64_t three, uint64_t pung) {
    const uint64_t a = one, b = one >> 1, c = one >> 2;
    if ((a & b & c & CHOW_STARTS) || (three & pung)) return 3;
    if ((((a & b) | (a & c) | (b & c)) & CHOW_STARTS) || (two & pung)) return 2;
    return ((a | b | c) & CHOW_STARTS) || (one & pung);
}

// Beside the thirteen orphans four tiles remain: the double and a set, made of what is left of the hand.
int orphans_set_away(const Levels& l) {
    const auto left = [&](int j) { return (l.ge[j] & ~ORPHANS) | (l.ge[j + 1] & ORPHANS); };
    const uint64_t one = left(1), two = left(2), three = left(3), doubles = l.ge[2] & ORPHANS;
    int held = best_set(one, two, three, ALL_KINDS);
    if (std::popcount(doubles) > 1) {
        ++held;            // a set touches one orphan kind at most, another is the double
    } else if (doubles) {  // the only double is taken first; a pung of the same kind would then make five alike
        const uint64_t rest = (one & ~doubles) | (two & doubles);
        held = std::max(held, 1 + best_set(rest, two, three, ALL_KINDS & ~doubles));
    }
    return 13 - std::popcount(l.ge[1] & ORPHANS) + 4 - held;
}

// For the ranks held of a suit: bits 0-8 all ranks of the best choices of three tiles 3 apart, bits 9-10 how many such a choice holds.
consteval std::array<uint16_t, 512> make_spread() {
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
constexpr std::array<uint16_t, 512> SPREAD = make_spread();

// A worse choice with a double never beats a best one without, so only best choices are looked at for the double.
int unrelated_away(const Levels& l) {
    int held = std::popcount(l.ge[1] & HONOURS);
    uint64_t twice = l.ge[2] & HONOURS;
    for (int s = 0; s < 27; s += 9) {
        const unsigned spread = SPREAD[l.ge[1] >> s & SUIT];
        held += static_cast<int>(spread >> 9);
        twice |= l.ge[2] >> s & spread & SUIT;
    }
    return 17 - held - (twice != 0);
}

// Of the kinds `alike`, only the number of tiles held matters to the shape.
constexpr struct Special {
    unsigned shape;
    int tiles;
    int (*away)(const Levels&);
    uint64_t alike;
    bool asked(int n, unsigned shapes) const { return (shapes & shape) && (n == tiles || n == tiles - 1); }
} SPECIALS[] = {
    {SHAPE_PAIRS, 14, pairs_away, ALL_KINDS},           {SHAPE_ORPHANS, 14, orphans_away, ORPHANS},     {SHAPE_EIGHT_PAIRS, 17, eight_pairs_away, ALL_KINDS},
    {SHAPE_ORPHANS_SET, 17, orphans_set_away, HONOURS}, {SHAPE_UNRELATED, 17, unrelated_away, HONOURS},
};
constexpr unsigned ANY_SPECIAL = ~unsigned{SHAPE_STANDARD};

inline int special_away(const Levels& l, int n, unsigned shapes) {
    int r = AWAY_NEVER;
    for (const Special& s : SPECIALS)
        if (s.asked(n, shapes)) r = std::min(r, s.away(l));
    return r;
}

// Kinds whose draw brings some special shape below `away`, the special_away of the hand; a draw lowers a shape by one at most.
uint64_t special_useful(const Levels& l, int n, unsigned shapes, int away) {
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

// ---- whole hands -------------------------------------------------------------------------------
inline bool special_complete(const uint8_t* c, unsigned shapes) {
    const int n = tiles(c);
    if (n != 14 && n != 17) return false;
    const uint64_t once = at_least(c, 1);
    if ((once & HONOURS) != HONOURS && once != at_least(c, 2)) return false;  // neither all honours nor all pairs: the usual case
    return special_away(Levels(c), n, shapes) == 0;
}

inline bool complete(const WinTable& t, const uint8_t* c, unsigned shapes) {
    if (shapes & SHAPE_STANDARD) {
        const auto at = indices(c);
        if (t(0, at[0]) * t(1, at[1]) * t(2, at[2]) * t(3, at[3]) == 2) return true;  // one group with the pair, the others sets only
    }
    return (shapes & ANY_SPECIAL) && special_complete(c, shapes);
}

// Kinds of one group whose draw gives a row that, with the other groups' turned row, comes to `target`.
inline uint64_t useful_in(const AwayTable& t, size_t group, const uint8_t* c, uint32_t index, Row others, int target) {
    uint64_t r = 0;
    for (size_t i = 0; i < (group < 3 ? 9 : 7); ++i) {
        const uint32_t drawn = index + (c[9 * group + i] < 4 ? POW5[i] : 0);  // held four times: the row it has, no gain
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
    const int special = shapes & ANY_SPECIAL ? special_away(Levels(c), n, shapes) : AWAY_NEVER;
    int r = special;
    if (shapes & SHAPE_STANDARD) {
        const auto at = indices(c);
        const Row row[4] = {t(0, at[0]), t(1, at[1]), t(2, at[2]), t(3, at[3])};
        const Row mp = merge(row[0], row[1]), sh = merge(row[2], row[3]);
        const int standard = least_sum(mp, turned(sh, sets));
        r = std::min(standard, special);
        if (Mask && standard == r && r > 0) {  // a draw lowers a shape by one at most, so only shapes at the minimum count
            const Row others[4] = {merge(row[1], sh), merge(row[0], sh), merge(row[3], mp), merge(row[2], mp)};
            for (size_t g = 0; g < 4; ++g) mask |= useful_in(t, g, c, at[g], turned(others[g], sets), r - 1);
        }
    }
    if (Mask && special == r && r > 0) mask |= special_useful(Levels(c), n, shapes, r);
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
    const bool special = shapes & ANY_SPECIAL, standard = (shapes & SHAPE_STANDARD) && sets <= MOST_SETS;
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
        if (special && sets <= MOST_SETS) r = std::min(r, special_away(levels.without(uint64_t{1} << kind), n, shapes));
        away[kind] = static_cast<std::int8_t>(r);
    }
}

int useful(const uint8_t c[34], unsigned shapes, uint64_t& mask) { return away_of<true>(away_table(), c, shapes, mask); }

namespace {

// Which draws complete a suit, or the honours, to sets or to sets and a pair; kept, as the same few come again and again.
class Completing {
  public:
    static unsigned whole(uint64_t known) { return static_cast<unsigned>(known >> WHOLE & 3); }  // 1 sets, 2 sets and a pair, 0 neither
    static uint64_t draws(uint64_t known) { return known >> DRAWS & 511; }

    uint64_t of(const uint8_t c[34], size_t group) {
        const uint64_t counts = key(c, group);
        // Two places side by side for each, so that two that come again and again seldom drive each other out.
        const size_t at = place(counts);
        uint64_t &known = known_[at], &other = known_[at ^ 1];
        if (!((known ^ counts) & KEY)) return known;
        if (!((other ^ counts) & KEY)) return other;
        other = known;
        return known = counts | look_up(c, group);
    }

    // Has brought near what is known of a group without one of its tiles.
    void fetch(const uint8_t c[34], int tile) const {
        const auto group = static_cast<size_t>(tile) / 9;
        fetch_line(known_ + place(key(c, group) - (uint64_t{1} << 4 * (tile % 9))));
    }

  private:
    static uint64_t key(const uint8_t c[34], size_t group) { return group < 3 ? packed_suit(c + 9 * group) | USED : packed_suit(c + 25) >> 8 | USED | HONOURS; }
    static size_t place(uint64_t counts) { return counts * 0x9E3779B97F4A7C15ULL >> (64 - BITS); }

    // 36 bits of counts, two marks, then what is known.
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
            r = Completing::draws(part[in]) << 9 * in;  // the other parts are whole, and this one needs a tile
        } else {
            for (size_t g = 0; g < 4; ++g) part[g] = g == in ? part[g] : known.of(c, g);
            const auto whole = [&](size_t g) { return Completing::whole(part[g]); };
            const unsigned low = whole(0) * whole(1), high = whole(2) * whole(3);
            const unsigned others[4] = {whole(1) * high, whole(0) * high, low * whole(3), low * whole(2)};
            for (size_t g = 0; g < 4; ++g) {
                // Sets only, or sets and one pair; then the number of tiles tells whether the pair is here.
                const bool ready = others[g] - 1 < 2;
                r |= (Completing::draws(part[g]) & -static_cast<uint64_t>(ready)) << 9 * g;
            }
        }
    }
    if ((shapes & ANY_SPECIAL) && (n == 13 || n == 16)) {
        const Levels levels(c);
        if (special_away(levels, n, shapes) == 1) r |= special_useful(levels, n, shapes, 1);
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

void distance_tables() {
    win_table();
    away_table();
}

}  // namespace sikwu
