// Sorts at most some hundred items with Shell sort: fast for a few items, and little code for the WebAssembly build.
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
