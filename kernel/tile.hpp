// Tile numbers, counts and bit sets: the only layout constants of the kernel.
#pragma once
#include <array>
#include <bit>
#include <cstdint>

namespace sikwu {

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
constexpr int suit_of(int tile) { return tile / 9; }
constexpr int number_of(int tile) { return tile % 9 + 1; }  // of a suited tile

// A fixed set of small numbers (atoms, rows); two words hold every ruleset with room to spare.
struct Bits {
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

    // Calls f(i) for every member, rising; the set may lose members meanwhile.
    template <class F>
    constexpr void each(F&& f) const {
        for (int k = 0; k < 2; ++k)
            for (std::uint64_t m = w[k]; m; m &= m - 1) f(64 * k + std::countr_zero(m));
    }
};

}  // namespace sikwu
