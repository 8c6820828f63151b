// Judges and pays many hands at once: ranges are distributed over threads, and no Python object is touched.
#pragma once
#include <cstddef>

#include "crew.hpp"
#include "judge.hpp"

namespace sikwu {

// The least number of rows per thread: fewer take less time than waking a thread.
inline constexpr std::size_t LEAST_JUDGED = 512, LEAST_COMPLETE = 8192, LEAST_AWAY = 4096, LEAST_USEFUL = 1024;

// A copy of a row in the caller's memory, which may change meanwhile: the copy is checked and judged.
struct RowCopy {
    alignas(ROW_BYTES) std::uint8_t bytes[ROW_BYTES];
    RowCopy() = default;
    explicit RowCopy(const std::uint8_t* row) { std::memcpy(bytes, row, ROW_BYTES); }
};

inline constexpr int TOO_MANY = -2;  // written in place of the fan if a hand can be counted in more ways than are tried

// rows: n × ROW_BYTES; fan, capped: -1 if the row is not a win, or TOO_MANY; counted: two words per row, bit i = program row i.
inline void judge_batch(const Program& program, const std::uint8_t* rows, std::size_t n, int threads, std::int32_t* fan, std::int32_t* capped,
                        std::uint64_t* counted) {
    in_ranges(n, threads, LEAST_JUDGED, [&](std::size_t from, std::size_t to) {
        // The next row is read while this one is judged, so that the cached data of its suits are prefetched.
        Win wins[2];
        RowCopy copies[2];
        bool good[2];
        Desk& desk = desk_of_thread();
        const auto read_next = [&](std::size_t i) {
            std::memcpy(copies[i & 1].bytes, rows + i * ROW_BYTES, ROW_BYTES);
            good[i & 1] = read_row(copies[i & 1].bytes, wins[i & 1]);
            if (good[i & 1]) desk.suits.fetch(wins[i & 1]);
        };
        if (from < to) read_next(from);
        for (std::size_t i = from; i < to; ++i) {
            if (i + 1 < to) read_next(i + 1);
            Verdict v;
            try {
                if (good[i & 1]) v = judge(program, wins[i & 1], desk);
            } catch (const TooMany&) {
                v.fan = v.capped = TOO_MANY;
            }
            fan[i] = v.fan, capped[i] = v.capped;
            counted[2 * i] = v.counted.w[0], counted[2 * i + 1] = v.counted.w[1];
        }
    });
}

}  // namespace sikwu
