// Bindings of rows, readings, waits and distances.
#include <nanobind/stl/tuple.h>

#include <tuple>

#include <algorithm>
#include <atomic>

#include "arrays.hpp"
#include "batch.hpp"
#include "distance.hpp"
#include "nearest.hpp"

using namespace nanobind::literals;

namespace sikwu {
namespace {

std::uint64_t waits_of(const nb::bytes& packed, unsigned shapes) {
    Win win;
    if (!read_row(row_of(packed), win) || win.tile < 0) return 0;
    Program p;
    p.shapes = shapes;
    return HandView(p, win, Readings{}).waits();
}

nb::tuple readings_of(const nb::bytes& packed, int sets, unsigned shapes) {
    if (sets != 4 && sets != 5) throw nb::value_error("a hand has four sets or five");
    Win win;
    Readings readings;
    if (read_row(row_of(packed), win)) read(win, sets, shapes, readings);
    return as_tuple(readings.all, static_cast<std::size_t>(readings.size), [](const Reading& r, std::size_t) -> nb::object {
        nb::tuple groups = as_tuple(r.group, r.groups, [](const Group& g, std::size_t) { return group_code(g, g.made); });
        return nb::make_tuple(static_cast<int>(r.shape), groups);
    });
}

constexpr const char* FIVE_ALIKE = "a kind has more than four copies";

// Calls work(rows of counts, from, how many) in ranges; each range is copied and checked first, because the caller may write into the rows meanwhile.
template <class Work>
void each_counts(const Rows& rows, int threads, std::size_t least, Work&& work) {
    check_width(rows, KINDS);
    std::atomic<bool> good{true};
    {
        nb::gil_scoped_release release;
        in_ranges(rows.shape(0), threads, least, [&](std::size_t a, std::size_t b) {
            constexpr std::size_t PIECE = 256;
            std::uint8_t at[PIECE * KINDS];
            for (std::size_t from = a; from < b; from += PIECE) {
                const std::size_t n = std::min(PIECE, b - from);
                std::memcpy(at, rows.data() + from * KINDS, n * KINDS);
                std::uint8_t most = 0;
                for (std::size_t i = 0; i < n * KINDS; ++i) most = std::max(most, at[i]);
                if (most > 4) return good.store(false, std::memory_order_relaxed);
                work(at, from, n);
            }
        });
    }
    if (!good) throw nb::value_error(FIVE_ALIKE);
}

const std::uint8_t* counts_of(const nb::bytes& counts) {
    if (counts.size() != KINDS) throw nb::value_error("counts are 34 bytes, one for each kind");
    const auto* c = static_cast<const std::uint8_t*>(counts.data());
    std::uint8_t most = 0;
    for (int i = 0; i < KINDS; ++i) most = std::max(most, c[i]);
    if (most > 4) throw nb::value_error(FIVE_ALIKE);
    return c;
}

Array<std::uint8_t> complete_many(const Rows& rows, unsigned shapes, int threads) {
    const std::size_t n = rows.shape(0);
    std::vector<std::uint8_t> out(n);
    each_counts(rows, threads, LEAST_COMPLETE,
                [&](const std::uint8_t* at, std::size_t from, std::size_t count) { complete_batch(at, count, shapes, out.data() + from); });
    return owned(std::move(out), {n});
}

Array<std::int8_t> away_many(const Rows& rows, unsigned shapes, int threads) {
    const std::size_t n = rows.shape(0);
    std::vector<std::int8_t> out(n);
    each_counts(rows, threads, LEAST_AWAY,
                [&](const std::uint8_t* at, std::size_t from, std::size_t count) { away_batch(at, count, shapes, out.data() + from); });
    return owned(std::move(out), {n});
}

std::tuple<Array<std::int8_t>, Array<std::uint64_t>> useful_many(const Rows& rows, unsigned shapes, int threads) {
    const std::size_t n = rows.shape(0);
    std::vector<std::int8_t> away(n);
    std::vector<std::uint64_t> masks(n);
    each_counts(rows, threads, LEAST_USEFUL,
                [&](const std::uint8_t* at, std::size_t from, std::size_t count) { useful_batch(at, count, shapes, away.data() + from, masks.data() + from); });
    return {owned(std::move(away), {n}), owned(std::move(masks), {n})};
}

std::tuple<int, std::uint64_t> useful_one(const nb::bytes& counts, unsigned shapes) {
    std::uint64_t mask = 0;
    const int away = useful(counts_of(counts), shapes, mask);
    return {away, mask};
}

// The fields of a packed row, as kernel/win.hpp lays them out.
nb::list row_layout() {
    nb::list out;
    for (const Field& f : field::ALL) out.append(nb::make_tuple(f.name, f.at, f.shift, f.bits, f.count, f.step, f.most, f.absent));
    return out;
}

}  // namespace

void bind_tiles(nb::module_& m) {
    m.attr("ROW_BYTES") = ROW_BYTES;
    m.def("row_layout", &row_layout, nb::sig("def row_layout() -> list[tuple[str, int, int, int, int, int, int, bool]]"),
          "The layout of a packed row: (name, byte, shift, bits, count, step, most, may be absent) of each field.");
    m.def("readings", &readings_of, "packed"_a, "sets"_a, "shapes"_a,
          nb::sig("def readings(packed: bytes, sets: int, shapes: int) -> tuple[tuple[int, tuple[int, ...]], ...]"),
          "Every decomposition of a packed win: its shape, and its groups as (kind * 34 + lowest tile) * 128 + how each was made.");
    m.def("waits_of", &waits_of, "packed"_a, "shapes"_a, "Bit set of kinds that would have completed the packed win's hand.");
    m.def("is_complete", [](const nb::bytes& c, unsigned shapes) { return is_complete(counts_of(c), shapes); }, "counts"_a, "shapes"_a);
    m.def("tiles_away", [](const nb::bytes& c, unsigned shapes) { return tiles_away(counts_of(c), shapes); }, "counts"_a, "shapes"_a);
    m.def("waits", [](const nb::bytes& c, unsigned shapes) { return waits(counts_of(c), shapes); }, "counts"_a, "shapes"_a);
    m.def("useful", &useful_one, "counts"_a, "shapes"_a);
    m.def(
        "nearest",
        [](const nb::bytes& c, const nb::bytes& limits, int sets, unsigned shapes) {
            if (sets < 0 || sets > 5) throw nb::value_error("a hand has five sets at most");
            std::uint64_t mask = 0;
            const int away = nearest(counts_of(c), counts_of(limits), sets, shapes, mask);
            return std::make_tuple(away, mask);
        },
        "counts"_a, "limits"_a, "sets"_a, "shapes"_a, "(tiles missing, useful kinds) towards so many sets, within limits on each kind.");
    m.def("complete_many", &complete_many, "rows"_a, "shapes"_a, "threads"_a = 1);
    m.def("away_many", &away_many, "rows"_a, "shapes"_a, "threads"_a = 1);
    m.def("useful_many", &useful_many, "rows"_a, "shapes"_a, "threads"_a = 1);
    m.def("distance_tables", &distance_tables, "Builds the distance tables now instead of on first use.");
}

}  // namespace sikwu
