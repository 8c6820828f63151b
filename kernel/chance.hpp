// Random numbers for one decision of one seat in one deal: the same on every machine and in any order of work.
#pragma once
#include <cstdint>

namespace sikwu {

class Chance {
  public:
    // The random streams of a deal, keyed by a seed and the number of its wall.
    struct Deal {
        std::uint64_t key;
        Deal(std::uint64_t seed, std::uint64_t wall) : key(mixed(mixed(seed + STEP) ^ (wall + 1) * 0xD1B54A32D192ED03ULL)) {}
    };
    static constexpr int WALL = 4;  // in place of a seat: the stream of the wall

    Chance(Deal of, int seat, std::uint64_t decision) : next_(mixed(of.key + (decision * 8 + static_cast<std::uint64_t>(seat) + 1) * STEP)) {}

    std::uint64_t next() {
        const std::uint64_t told = next_;
        next_ = mixed(next_ + STEP);
        return told;
    }
    int below(int k) { return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(k) >> 32); }

  private:
    static constexpr std::uint64_t STEP = 0x9E3779B97F4A7C15ULL;
    static constexpr std::uint64_t mixed(std::uint64_t z) {
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
        return z ^ z >> 31;
    }
    std::uint64_t next_;
};

}  // namespace sikwu
