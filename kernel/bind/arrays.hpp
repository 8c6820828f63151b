// Helpers of the bindings: arrays in and out, packed rows, tuples.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <string>
#include <vector>

#include "readings.hpp"

namespace sikwu {

namespace nb = nanobind;
using Rows = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Array = nb::ndarray<nb::numpy, T>;

// Passes owned memory to numpy.
template <class T>
Array<T> owned(std::vector<T>&& values, std::initializer_list<std::size_t> shape) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return Array<T>(kept->data(), shape.size(), shape.begin(), owner);
}

inline void check_width(const Rows& rows, std::size_t width) {
    if (rows.shape(1) != width) throw nb::value_error(("rows must be " + std::to_string(width) + " bytes wide").c_str());
}

inline const std::uint8_t* row_of(const nb::bytes& packed) {
    if (packed.size() != ROW_BYTES) throw nb::value_error("a packed win has 64 bytes");
    return static_cast<const std::uint8_t*>(packed.data());
}

template <class T, class Make>
nb::tuple as_tuple(const T& items, std::size_t n, Make&& make) {
    nb::object out = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(n)));
    for (std::size_t i = 0; i < n; ++i) PyTuple_SetItem(out.ptr(), static_cast<Py_ssize_t>(i), nb::object(make(items[i], i)).release().ptr());
    return nb::borrow<nb::tuple>(out);
}

// A group as one number; `groups` of sikwu.reading decodes it.
inline nb::int_ group_code(const Group& g, int made) { return nb::int_((static_cast<int>(g.kind) * KINDS + g.tile) * 128 + made); }

}  // namespace sikwu
