// SIMD on sixteen bytes: combines rows of distances and reads the counts of a hand, with a fallback without vector instructions.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE4_1__) && !defined(SIKWU_SCALAR)
#define SIKWU_SSE 1
#include <smmintrin.h>
#endif

namespace sikwu::lanes {

using std::size_t, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t;

constexpr uint32_t POW5[10] = {1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1953125};
constexpr int MOST_SETS = 5;

// --- rows
// A row is the distances of one suit (or of several merged): byte m = tiles missing for m sets, byte 8+m = for m sets and a pair.
// Bytes 6, 7, 14, 15 hold BEYOND, so a shuffle can fetch "impossible" from them; BEYOND + BEYOND must not overflow a byte.
constexpr uint8_t BEYOND = 50;
using Bytes = std::array<uint8_t, 16>;

#if SIKWU_SSE
using Row = __m128i;
static inline Row load(const uint8_t* p) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p)); }
static inline Row shuffle(Row a, const Bytes& from) { return _mm_shuffle_epi8(a, load(from.data())); }

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
static inline Row merge_onto(Row r, Row a, Row b) {
    const auto sum = [&](const Bytes& of_a, const Bytes& of_b) { return _mm_add_epi8(shuffle(a, of_a), shuffle(b, of_b)); };
    for (size_t i = 1; i <= MOST_SETS; ++i) r = _mm_min_epu8(r, sum(PATTERNS.all[i], PATTERNS.up[i]));
    for (size_t i = 0; i < MOST_SETS; ++i) r = _mm_min_epu8(r, sum(PATTERNS.paired[i], PATTERNS.sets[i]));
    return r;
}
// No sets from one side cost nothing: i = 0 of `all`, i = 5 of `paired`.
static inline Row merge(Row a, Row b) { return merge_onto(_mm_min_epu8(a, b), a, b); }
// The same if `a` must contribute at least one set.
static inline Row merge_needed(Row a, Row b) { return merge_onto(a, a, b); }
// Turned for k sets, so that lane by lane it completes another row: m sets meet k - m sets and a pair, or the reverse.
static inline Row turned(Row a, int k) { return shuffle(a, PATTERNS.turned[k]); }
static inline int least_sum(Row a, Row turned_b) {
    const Row s = _mm_add_epi8(a, turned_b);
    return _mm_extract_epi16(_mm_minpos_epu16(_mm_min_epu8(s, _mm_srli_epi16(s, 8))), 0);
}
static inline bool has_sum(Row a, Row turned_b, int sum) {
    return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_add_epi8(a, turned_b), _mm_set1_epi8(static_cast<char>(sum)))) != 0;
}
#else
// The same without vector instructions.
using Row = Bytes;
static inline Row load(const uint8_t* p) {
    Row r;
    std::memcpy(r.data(), p, 16);
    return r;
}
static inline Row merge(const Row& a, const Row& b) {
    const auto least = [](int x, int y) { return static_cast<uint8_t>(x < y ? x : y); };
    Row r = a;
    for (size_t i = 0; i <= MOST_SETS; ++i)
        for (size_t j = 0; i + j <= MOST_SETS; ++j) {
            r[i + j] = least(r[i + j], a[i] + b[j]);
            r[8 + i + j] = least(r[8 + i + j], least(a[i] + b[8 + j], a[8 + i] + b[j]));
        }
    return r;
}
static inline Row merge_needed(const Row& a, const Row& b) { return merge(a, b); }
static inline Row turned(const Row& a, int k) {
    Row r;
    r.fill(BEYOND);
    for (size_t m = 0, last = static_cast<size_t>(k); m <= last; ++m) r[m] = a[8 + last - m], r[8 + m] = a[last - m];
    return r;
}
static inline int least_sum(const Row& a, const Row& turned_b) {
    int r = BEYOND;
    for (size_t i = 0; i < 16; ++i) r = std::min(r, a[i] + turned_b[i]);
    return r;
}
static inline bool has_sum(const Row& a, const Row& turned_b, int sum) {
    bool r = false;
    for (size_t i = 0; i < 16; ++i) r |= a[i] + turned_b[i] == sum;
    return r;
}
#endif

// --- reading a hand
// Table indices of man, pin, sou, honours.
static inline std::array<uint32_t, 4> indices(const uint8_t* c) {
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
    for (size_t s = 0; s < 3; ++s) r[s] += c[9 * s + 8] * POW5[8];  // the ninth counts, which were left out so far
#else
    for (size_t g = 0; g < 4; ++g)
        for (size_t i = g < 3 ? 9 : 7; i-- > 0;) r[g] = r[g] * 5 + c[9 * g + i];
#endif
    return r;
}

static inline int tiles(const uint8_t* c) {
#if SIKWU_SSE
    const __m128i s = _mm_sad_epu8(_mm_add_epi8(load(c), load(c + 16)), _mm_setzero_si128());
    return _mm_cvtsi128_si32(s) + _mm_extract_epi16(s, 4) + c[32] + c[33];
#else
    int n = 0;
    for (int i = 0; i < 34; ++i) n += c[i];
    return n;
#endif
}

// Bit k: there are at least `copies` tiles of kind k.
static inline uint64_t at_least(const uint8_t* c, int copies) {
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

}  // namespace sikwu::lanes
