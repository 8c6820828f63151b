// A set of small numbers as one or a few machine words.
#pragma once
#include <bit>
#include <cstdint>

namespace sikwu {

// A set of those instances that are tried in and out. More than one word is rarely needed.
template <int WORDS>
struct Members {
    static constexpr int MOST = 64 * WORDS;
    std::uint64_t w[WORDS];  // not initialized: arrays of these are rarely filled

    bool has(int i) const { return w[WORDS == 1 ? 0 : i >> 6] >> (i & 63) & 1; }
    void set(int i, bool yes = true) { w[WORDS == 1 ? 0 : i >> 6] |= static_cast<std::uint64_t>(yes) << (i & 63); }
    Members with(int i) const {
        Members out = *this;
        out.set(i);
        return out;
    }
    template <class F>
    Members combined(const Members& o, F&& f) const {
        Members out{};
        for (int k = 0; k < WORDS; ++k) out.w[k] = f(w[k], o.w[k]);
        return out;
    }
    Members operator&(const Members& o) const {
        return combined(o, [](std::uint64_t a, std::uint64_t b) { return a & b; });
    }
    Members without(const Members& o) const {
        return combined(o, [](std::uint64_t a, std::uint64_t b) { return a & ~b; });
    }
    bool operator==(const Members&) const = default;
    bool any() const { return first() < MOST; }
    int first() const {
        for (int k = 0; k < WORDS; ++k)
            if (w[k]) return 64 * k + std::countr_zero(w[k]);
        return MOST;
    }
    int last() const {
        for (int k = WORDS; k-- > 0;)
            if (w[k]) return 64 * k + 63 - std::countl_zero(w[k]);
        return -1;
    }
    int size() const {
        int n = 0;
        for (const std::uint64_t word : w) n += std::popcount(word);
        return n;
    }
};

}  // namespace sikwu
