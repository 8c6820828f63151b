// Many hands at once: ranges are split over threads, nothing of Python is touched.
#pragma once
#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

#include "judge.hpp"

namespace sikwu {

// Calls work(from, to) on up to `threads` ranges of [0, n); a range is never smaller than worth a thread.
template <class Work>
void in_ranges(std::size_t n, int threads, Work&& work) {
    constexpr std::size_t LEAST = 2048;
    const std::size_t most = threads > 1 ? static_cast<std::size_t>(threads) : 1;
    const std::size_t parts = std::clamp<std::size_t>(n / LEAST, 1, most);
    if (parts == 1) return work(std::size_t{0}, n);
    std::vector<std::thread> crew;
    for (std::size_t i = 1; i < parts; ++i) crew.emplace_back([&, i] { work(n * i / parts, n * (i + 1) / parts); });
    work(std::size_t{0}, n / parts);
    for (std::thread& t : crew) t.join();
}

// rows: n × ROW_BYTES; fan, capped: -1 where the row is no win; counted: two words a row, bit i = program row i.
inline void judge_batch(const Program& program, const std::uint8_t* rows, std::size_t n, int threads, std::int16_t* fan,
                        std::int16_t* capped, std::uint64_t* counted) {
    in_ranges(n, threads, [&](std::size_t from, std::size_t to) {
        Win win;
        for (std::size_t i = from; i < to; ++i) {
            const Verdict v = read_row(rows + i * ROW_BYTES, win) ? judge(program, win) : Verdict{};
            fan[i] = static_cast<std::int16_t>(v.fan), capped[i] = static_cast<std::int16_t>(v.capped);
            counted[2 * i] = v.counted.w[0], counted[2 * i + 1] = v.counted.w[1];
        }
    });
}

}  // namespace sikwu
