// Players in native loops: a whole deal without leaving the kernel.
#pragma once
#include "deal.hpp"

namespace sikwu {

// Chance of its own for every deal: the same numbers on every machine, whatever thread plays it.
struct Chance {
    std::uint64_t state;
    Chance(std::uint64_t seed, std::uint64_t number) : state(seed * 0x9E3779B97F4A7C15ULL ^ (number + 1) * 0xD1B54A32D192ED03ULL) {}
    std::uint64_t next() {
        std::uint64_t z = state += 0x9E3779B97F4A7C15ULL;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
        return z ^ z >> 31;
    }
    int below(int k) { return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(k) >> 32); }
};

// Plays a deal to its end, every legal action as likely as any other; how many choices were made.
int play_randomly(Deal& deal, const TableRules& rules, Chance& chance);

}  // namespace sikwu
