// Tile numbers, counts and bit sets: the only layout constants of the kernel.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__SSE4_1__)
#include <smmintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

// Keeps rarely executed code apart from the code that runs for every hand, so that the latter stays in the instruction cache.
#if defined(__GNUC__)
#define SIKWU_SELDOM [[gnu::cold, gnu::noinline]]
#define SIKWU_APART [[gnu::noinline]]  // not rare, but large: not inlined, so that its callers stay small enough to be inlined themselves
#else
#define SIKWU_SELDOM
#define SIKWU_APART
#endif

namespace sikwu {

// For the build that is sent over a network, code that exists only for speed is left out.
#ifdef SIKWU_SMALL
inline constexpr bool SMALL = true;
#else
inline constexpr bool SMALL = false;
#endif

// 0-8 man, 9-17 pin, 18-26 sou, 27-30 E S W N, 31 red, 32 green, 33 white; flowers 34-41.
inline constexpr int KINDS = 34;
inline constexpr int SUITED = 27;
inline constexpr int FLOWER_KINDS = 8;

using Tiles = std::uint64_t;                  // bit set of tile kinds
using Counts = std::array<std::uint8_t, 34>;  // copies of each kind

constexpr Tiles bit(int tile) { return Tiles{1} << tile; }
inline constexpr Tiles SUIT[3] = {0x1FFULL, 0x1FFULL << 9, 0x1FFULL << 18};
inline constexpr Tiles WINDS = 0xFULL << 27;
inline constexpr Tiles DRAGONS = 0x7ULL << 31;

constexpr bool suited(int tile) { return tile < SUITED; }
// For suited tiles; a lookup table, because division by nine is needed millions of times.
inline constexpr auto SUIT_OF = [] {
    std::array<std::int8_t, 34> of{};
    for (std::size_t t = 0; t < 34; ++t) of[t] = static_cast<std::int8_t>(t / 9);
    return of;
}();
inline constexpr auto NUMBER_OF = [] {
    std::array<std::int8_t, 34> of{};
    for (std::size_t t = 0; t < 34; ++t) of[t] = static_cast<std::int8_t>(t % 9 + 1);
    return of;
}();
constexpr int suit_of(int tile) { return SUIT_OF[static_cast<std::size_t>(tile)]; }
constexpr int number_of(int tile) { return NUMBER_OF[static_cast<std::size_t>(tile)]; }

// The kinds with at least 1, 2, 3, 4 copies.
struct Planes {
    Tiles at_least[4];
};

inline Planes planes_of(const std::uint8_t* c) {
    Planes p;
#if defined(__SSE2__)
    const __m128i a = _mm_loadu_si128(reinterpret_cast<const __m128i*>(c));
    const __m128i b = _mm_loadu_si128(reinterpret_cast<const __m128i*>(c + 16));
    const __m128i tail = _mm_insert_epi16(_mm_setzero_si128(), c[32] | c[33] << 8, 0);
    for (int k = 0; k < 4; ++k) {
        const __m128i floor = _mm_set1_epi8(static_cast<char>(k));
        const auto bits = [&](__m128i v) { return static_cast<Tiles>(static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpgt_epi8(v, floor)))); };
        p.at_least[k] = bits(a) | bits(b) << 16 | bits(tail) << 32;
    }
#else
    for (int k = 0; k < 4; ++k) {
        p.at_least[k] = 0;
        for (int t = 0; t < KINDS; ++t) p.at_least[k] |= c[t] > k ? bit(t) : 0;
    }
#endif
    return p;
}

inline Planes planes_of(const Counts& c) { return planes_of(c.data()); }

// Prefetches a cache line; does nothing if the machine has no such instruction.
inline void fetch_line([[maybe_unused]] const void* at) {
#if defined(__SSE2__)
    _mm_prefetch(static_cast<const char*>(at), _MM_HINT_T0);
#endif
}

// The counts of a suit, four bits per number, the first one lowest.
inline std::uint64_t packed_suit(const std::uint8_t* c) {
    std::uint64_t low;
#if defined(__SSE4_1__)
    const __m128i eight = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(c));
    const __m128i pairs = _mm_maddubs_epi16(eight, _mm_set1_epi16(0x1001));
    low = static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_packus_epi16(pairs, pairs)));
#else
    low = 0;
    for (int i = 7; i >= 0; --i) low = low << 4 | c[i];
#endif
    return low | std::uint64_t{c[8]} << 32;
}

// A fixed-size set of small numbers (rows, codes); two words hold every ruleset with room to spare.
struct alignas(16) Bits {
    static constexpr int SIZE = 128;
    std::uint64_t w[2] = {0, 0};

    constexpr bool has(int i) const { return (w[i >> 6] >> (i & 63)) & 1; }
    constexpr void set(int i) { w[i >> 6] |= std::uint64_t{1} << (i & 63); }
    constexpr void clear(int i) { w[i >> 6] &= ~(std::uint64_t{1} << (i & 63)); }
    constexpr bool any() const { return (w[0] | w[1]) != 0; }
    constexpr Bits operator|(Bits o) const { return {{w[0] | o.w[0], w[1] | o.w[1]}}; }
    constexpr Bits operator&(Bits o) const { return {{w[0] & o.w[0], w[1] & o.w[1]}}; }
    constexpr Bits operator^(Bits o) const { return {{w[0] ^ o.w[0], w[1] ^ o.w[1]}}; }
    constexpr Bits without(Bits o) const { return {{w[0] & ~o.w[0], w[1] & ~o.w[1]}}; }
    constexpr void operator|=(Bits o) { w[0] |= o.w[0], w[1] |= o.w[1]; }
    constexpr bool operator==(const Bits&) const = default;

    // Calls f(i) for every member in ascending order; members may be removed meanwhile.
    template <class F>
    constexpr void each(F&& f) const {
        for (int k = 0; k < 2; ++k)
            for (std::uint64_t m = w[k]; m; m &= m - 1) f(64 * k + std::countr_zero(m));
    }
};

// A larger set that only grows: the terms that are ruled out.
struct alignas(16) TermSet {
    static constexpr int SIZE = 256;
    std::uint64_t w[4] = {0, 0, 0, 0};

    constexpr void set(int i) { w[i >> 6] |= std::uint64_t{1} << (i & 63); }
    void operator|=(const TermSet& o);
    // Whether this set contains the other.
    bool covers(const TermSet& o) const { return !((o.w[0] & ~w[0]) | (o.w[1] & ~w[1]) | (o.w[2] & ~w[2]) | (o.w[3] & ~w[3])); }
    constexpr bool operator==(const TermSet& o) const { return !((w[0] ^ o.w[0]) | (w[1] ^ o.w[1]) | (w[2] ^ o.w[2]) | (w[3] ^ o.w[3])); }
};

// Whether none of sixteen bytes is larger than its bound.
inline bool all_within(const std::uint8_t* bytes, const std::uint8_t* most) {
#if defined(__SSE2__)
    const __m128i all = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes)), bound = _mm_loadu_si128(reinterpret_cast<const __m128i*>(most));
    return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_subs_epu8(all, bound), _mm_setzero_si128())) == 0xFFFF;
#else
    bool within = true;
    for (int i = 0; i < 16; ++i) within &= bytes[i] <= most[i];
    return within;
#endif
}

// A set that is accumulated from many, kept in registers meanwhile.
#if defined(__SSE2__)
class Gathered {
  public:
    explicit Gathered(const TermSet& start) : low_(load(start, 0)), high_(load(start, 1)) {}
    void operator|=(const TermSet& o) { low_ = _mm_or_si128(low_, load(o, 0)), high_ = _mm_or_si128(high_, load(o, 1)); }
    void store(TermSet& to) const {
        _mm_store_si128(reinterpret_cast<__m128i*>(to.w), low_);
        _mm_store_si128(reinterpret_cast<__m128i*>(to.w) + 1, high_);
    }

  private:
    static __m128i load(const TermSet& from, int half) { return _mm_load_si128(reinterpret_cast<const __m128i*>(from.w) + half); }
    __m128i low_, high_;
};
inline void TermSet::operator|=(const TermSet& o) {
    Gathered both(*this);
    both |= o;
    both.store(*this);
}
#else
inline void TermSet::operator|=(const TermSet& o) { w[0] |= o.w[0], w[1] |= o.w[1], w[2] |= o.w[2], w[3] |= o.w[3]; }
class Gathered {
  public:
    explicit Gathered(const TermSet& start) : all_(start) {}
    void operator|=(const TermSet& o) { all_ |= o; }
    void store(TermSet& to) const { to = all_; }

  private:
    TermSet all_;
};
#endif

}  // namespace sikwu
