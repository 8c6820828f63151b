// Sorting some hundred things at most: by Shell's steps, which is as fast as anything for a few, and small where the kernel is sent over a network.
#pragma once
#include <cstddef>
#include <functional>
#include <utility>

namespace sikwu {

template <class T, class Before = std::less<>>
constexpr void sort_few(T* first, T* last, Before before = {}) {
    const std::ptrdiff_t n = last - first;
    for (const std::ptrdiff_t step : {132, 57, 23, 10, 4, 1})
        for (std::ptrdiff_t at = step; at < n; ++at)
            for (std::ptrdiff_t to = at; to >= step && before(first[to], first[to - step]); to -= step) std::swap(first[to], first[to - step]);
}

}  // namespace sikwu
