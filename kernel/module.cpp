// Bindings only: Python values in, Python values out, no rules and no algorithms.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>
#include <tuple>

#include "batch.hpp"
#include "distance.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sikwu;

namespace {

using Numbers = std::vector<std::int64_t>;
using Words = std::vector<std::uint64_t>;
using Rows = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// A lowered ruleset with the pattern id each row is reported under.
struct RuleProgram {
    Program program;
    std::vector<nb::str> ids;
};

template <class T>
T narrow(std::int64_t value) {
    const T small = static_cast<T>(value);
    if (static_cast<std::int64_t>(small) != value) throw nb::value_error("a number of the program does not fit its field");
    return small;
}

Bits bits(const Words& w, std::size_t at) { return {{w.at(at), w.at(at + 1)}}; }

// The flat form of a program; src/sikwu/rules/lowering.py writes it in the same order.
void build(RuleProgram* self, const Numbers& head, const std::vector<Numbers>& facts, const Words& tables,
           const std::vector<std::vector<Numbers>>& relations, const Numbers& extra_rows, const Words& never, const std::vector<Numbers>& rows, const Words& row_bits,
           const Words& unify, const std::vector<std::string>& ids) {
    new (self) RuleProgram();
    Program& p = self->program;
    p.sets = narrow<int>(head.at(0)), p.shapes = narrow<unsigned>(head.at(1));
    p.hand_facts = narrow<int>(head.at(2)), p.reading_facts = narrow<int>(head.at(3));
    p.cap = narrow<int>(head.at(4)), p.raise_from = narrow<int>(head.at(5)), p.raise_to = narrow<int>(head.at(6));
    p.raise_with_dealer = head.at(7) != 0, p.asks_places = head.at(8) != 0, p.asks_placed_relation = head.at(9) != 0;
    p.raise_row = narrow<int>(head.at(10)), p.asks_legality = head.at(11) != 0;
    if (p.raise_from && p.raise_row < 0) throw nb::value_error("a raise needs a row to be reported as");
    p.unify = bits(unify, 0);
    for (const Numbers& f : facts)
        p.facts.push_back({static_cast<Op>(narrow<std::uint8_t>(f.at(0))), narrow<std::uint8_t>(f.at(1)), narrow<std::uint16_t>(f.at(2)),
                           {static_cast<Tiles>(f.at(3)), narrow<std::uint8_t>(f.at(4))}, narrow<std::uint8_t>(f.at(5)),
                           narrow<std::uint8_t>(f.at(6)), narrow<std::uint16_t>(f.at(7))});
    const auto term_set = [](const Words& w, std::size_t at) { return TermSet{{w.at(at), w.at(at + 1), w.at(at + 2), w.at(at + 3)}}; };
    if (relations.size() > MOST_RELATIONS) throw nb::value_error("a program has at most 64 relations");
    for (std::size_t i = 0; i + 3 < tables.size(); i += 4) p.tables.push_back(term_set(tables, i));
    p.never = term_set(never, 0);
    for (const std::int64_t row : extra_rows) p.extra_rows.push_back(narrow<int>(row));
    if (extra_rows.size() > TermSet::SIZE - Program::EXTRA) throw nb::value_error("a program has at most 128 further terms");
    for (const int row : p.extra_rows)
        if (row >= static_cast<int>(rows.size())) throw nb::value_error("a term belongs to no row");
    for (const Fact& f : p.facts)
        if (f.table + f.saturate >= static_cast<int>(p.tables.size())) throw nb::value_error("a fact's table runs out of the program");
    for (const std::vector<Numbers>& r : relations) {
        Relation relation{{}, narrow<std::uint8_t>(r.at(0).at(0)), r.at(0).at(1) != 0, r.at(0).at(2) != 0};
        for (std::size_t i = 1; i < r.size(); ++i) {
            Template t{narrow<std::uint8_t>(static_cast<std::int64_t>(r[i].size() / 4)), {}, {}, {}, {}, {}, false, {}};
            if (t.slots > 5) throw nb::value_error("a relation has more than five sets");
            for (int k = 0; k < t.slots; ++k) {
                const std::size_t at = static_cast<std::size_t>(4 * k);
                t.slot[k] = {static_cast<Slot>(r[i][at]), narrow<std::uint8_t>(r[i][at + 1]), narrow<std::uint8_t>(r[i][at + 2]), narrow<std::int8_t>(r[i][at + 3])};
            }
            index_template(t);
            relation.any_of.push_back(t);
        }
        p.relations.push_back(relation);
    }
    if (rows.size() > Bits::SIZE || ids.size() != rows.size()) throw nb::value_error("a program has at most 128 rows, each with an id");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Numbers& r = rows[i];
        p.rows.push_back({narrow<std::int16_t>(r.at(0)), r.at(1) != 0,
                          static_cast<Each>(r.at(2)), narrow<std::uint16_t>(r.at(3)), static_cast<Stack>(r.at(4)), narrow<std::int8_t>(r.at(5)),
                          r.at(6) != 0, narrow<std::uint8_t>(r.at(7)), bits(row_bits, 4 * i), bits(row_bits, 4 * i + 2)});
        self->ids.emplace_back(nb::str(ids[i].c_str()));
    }
    p.index();
}

const std::uint8_t* row_of(const nb::bytes& packed) {
    if (packed.size() != ROW_BYTES) throw nb::value_error("a packed win has 64 bytes");
    return static_cast<const std::uint8_t*>(packed.data());
}

nb::tuple judge_one(const RuleProgram& self, const nb::bytes& packed) {
    Win win;
    const Verdict v = read_row(row_of(packed), win) ? judge(self.program, win) : Verdict{};
    const int n = std::popcount(v.counted.w[0]) + std::popcount(v.counted.w[1]);
    PyObject* ids = PyTuple_New(n);
    Py_ssize_t at = 0;
    v.counted.each([&](int i) {
        PyObject* id = self.ids[static_cast<std::size_t>(i)].ptr();
        Py_INCREF(id);
        PyTuple_SetItem(ids, at++, id);
    });
    return nb::make_tuple(v.fan, v.capped, nb::steal(ids));
}

template <class T, class Make>
nb::tuple as_tuple(const T& items, std::size_t n, Make&& make) {
    PyObject* out = PyTuple_New(static_cast<Py_ssize_t>(n));
    for (std::size_t i = 0; i < n; ++i) PyTuple_SetItem(out, static_cast<Py_ssize_t>(i), make(items[i], i).release().ptr());
    return nb::steal<nb::tuple>(out);
}

nb::tuple judge_fully(const RuleProgram& self, const nb::bytes& packed) {
    Win win;
    std::vector<Story> stories;
    int best = -1;
    Verdict v;
    if (read_row(row_of(packed), win)) v = judge_aloud(self.program, win, stories, best);
    nb::tuple told = as_tuple(stories, stories.size(), [](const Story& s, std::size_t) -> nb::object {
        nb::tuple groups = as_tuple(s.reading.group, s.reading.groups, [&](const Group& g, std::size_t i) -> nb::object {
            return nb::make_tuple(static_cast<int>(g.kind), static_cast<int>(g.tile), static_cast<int>(s.made[i]));
        });
        nb::tuple counted = as_tuple(s.counted, s.counted.size(), [](const Counted& c, std::size_t) -> nb::object {
            return nb::make_tuple(static_cast<int>(c.row), static_cast<int>(c.mask), static_cast<int>(c.worth));
        });
        nb::tuple dropped = as_tuple(s.dropped, s.dropped.size(), [](const Dropped& d, std::size_t) -> nb::object {
            return nb::make_tuple(static_cast<int>(d.row), static_cast<int>(d.mask), static_cast<int>(d.by), static_cast<int>(d.why));
        });
        return nb::make_tuple(static_cast<int>(s.reading.shape), groups, s.group == ABSENT ? -1 : static_cast<int>(s.group), static_cast<int>(s.place),
                              s.verdict.fan, s.verdict.capped, counted, dropped, s.verdict.marks.w[0], s.verdict.marks.w[1], s.number);
    });
    return nb::make_tuple(v.fan, v.capped, v.complete, best, told);
}

// Values of all facts for one reading, in the program's order: for part-by-part explanations and for the tests' twin.
std::vector<int> fact_values(const RuleProgram& self, const nb::bytes& packed, int index) {
    Win win;
    std::vector<int> out;
    if (!read_row(row_of(packed), win)) throw nb::value_error("not a win");
    Readings readings;
    read(win, self.program.sets, self.program.shapes, readings);
    const HandView hand(self.program, win, readings);
    for (int i = 0, seen = 0; i < readings.size; ++i) {
        std::uint8_t groups[MAX_GROUPS];
        Place found[MAX_GROUPS];
        const int n = places(win, readings.all[i], groups, found);
        for (int k = 0; k < n; ++k, ++seen) {
            if (seen != index) continue;
            const ReadingView view(self.program, self.program.every, readings.all[i]);
            const Placed at(view, win, groups[k], found[k]);
            for (std::size_t f = 0; f < self.program.facts.size(); ++f) {
                const Fact& fact = self.program.facts[f];
                out.push_back(static_cast<int>(f) < self.program.hand_facts ? hand_fact(fact, hand, true)
                                                                           : reading_fact(fact, hand, at, true));
            }
            return out;
        }
    }
    throw nb::index_error("no such reading");
}

std::uint64_t waits_of(const nb::bytes& packed, unsigned shapes) {
    Win win;
    if (!read_row(row_of(packed), win) || win.tile < 0) return 0;
    Program p;
    p.shapes = shapes;
    return HandView(p, win, Readings{}).waits();
}

nb::tuple readings_of(const nb::bytes& packed, int sets, unsigned shapes) {
    Win win;
    Readings readings;
    if (read_row(row_of(packed), win)) read(win, sets, shapes, readings);
    return as_tuple(readings.all, static_cast<std::size_t>(readings.size), [](const Reading& r, std::size_t) -> nb::object {
        nb::tuple groups = as_tuple(r.group, r.groups, [](const Group& g, std::size_t) -> nb::object {
            return nb::make_tuple(static_cast<int>(g.kind), static_cast<int>(g.tile), static_cast<int>(g.made));
        });
        return nb::make_tuple(static_cast<int>(r.shape), groups);
    });
}

// Owned memory handed to numpy.
template <class T>
nb::ndarray<nb::numpy, T> owned(std::vector<T>&& values, std::initializer_list<std::size_t> shape) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T>(kept->data(), shape.size(), shape.begin(), owner);
}

void check_width(const Rows& rows, std::size_t width) {
    if (rows.shape(1) != width) throw nb::value_error(("rows must be " + std::to_string(width) + " bytes wide").c_str());
}

nb::tuple judge_many(const RuleProgram& self, const Rows& rows, int threads) {
    check_width(rows, ROW_BYTES);
    const std::size_t n = rows.shape(0);
    std::vector<std::int16_t> fan(n), capped(n);
    std::vector<std::uint64_t> counted(2 * n);
    {
        nb::gil_scoped_release release;
        judge_batch(self.program, rows.data(), n, threads, fan.data(), capped.data(), counted.data());
    }
    return nb::make_tuple(owned(std::move(fan), {n}), owned(std::move(capped), {n}), owned(std::move(counted), {n, 2}));
}

constexpr const char* FIVE_ALIKE = "a kind has more than four copies";

// Calls work(rows of counts, from, how many) in ranges; each range is checked first, while it is at hand anyway.
template <class Work>
void each_counts(const Rows& rows, int threads, std::size_t least, Work&& work) {
    check_width(rows, KINDS);
    std::atomic<bool> good{true};
    {
        nb::gil_scoped_release release;
        in_ranges(rows.shape(0), threads, least, [&](std::size_t a, std::size_t b) {
            constexpr std::size_t PIECE = 256;
            for (std::size_t from = a; from < b; from += PIECE) {
                const std::size_t n = std::min(PIECE, b - from);
                const std::uint8_t* at = rows.data() + from * KINDS;
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

auto complete_many(const Rows& rows, unsigned shapes, int threads) {
    const std::size_t n = rows.shape(0);
    std::vector<std::uint8_t> out(n);
    each_counts(rows, threads, LEAST_COMPLETE, [&](const std::uint8_t* at, std::size_t from, std::size_t count) {
        complete_batch(at, count, shapes, out.data() + from);
    });
    return owned(std::move(out), {n});
}

auto away_many(const Rows& rows, unsigned shapes, int threads) {
    const std::size_t n = rows.shape(0);
    std::vector<std::int8_t> out(n);
    each_counts(rows, threads, LEAST_AWAY, [&](const std::uint8_t* at, std::size_t from, std::size_t count) {
        away_batch(at, count, shapes, out.data() + from);
    });
    return owned(std::move(out), {n});
}

auto useful_many(const Rows& rows, unsigned shapes, int threads) {
    const std::size_t n = rows.shape(0);
    std::vector<std::int8_t> away(n);
    std::vector<std::uint64_t> masks(n);
    each_counts(rows, threads, LEAST_USEFUL, [&](const std::uint8_t* at, std::size_t from, std::size_t count) {
        useful_batch(at, count, shapes, away.data() + from, masks.data() + from);
    });
    return nb::make_tuple(owned(std::move(away), {n}), owned(std::move(masks), {n}));
}

}  // namespace

NB_MODULE(_kernel, m) {
    m.doc() = "The kernel: readings, facts, rule programs, distances. It knows no rule of any ruleset.";
    m.attr("ROW_BYTES") = ROW_BYTES;
    nb::class_<RuleProgram>(m, "RuleProgram", "A ruleset lowered for the kernel.")
        .def("__init__", &build, "head"_a, "facts"_a, "tables"_a, "relations"_a, "extra_rows"_a, "never"_a, "rows"_a, "row_bits"_a, "unify"_a, "ids"_a)
        .def("judge", &judge_one, "packed"_a, nb::sig("def judge(self, packed: bytes) -> tuple[int, int, tuple[str, ...]]"),
             "(fan, capped, pattern ids) of one packed win; fan is -1 if it is none.")
        .def("judge_fully", &judge_fully, "packed"_a, nb::sig("def judge_fully(self, packed: bytes) -> tuple[int, int, bool, int, tuple[tuple[object, ...], ...]]"),
             "(fan, capped, complete, best, stories): every reading with what counted and what did not.")
        .def("judge_many", &judge_many, "rows"_a, "threads"_a = 1, nb::sig("def judge_many(self, rows: object, threads: int = 1) -> tuple[object, object, object]"),
             "(fan, capped, counted rows) of an (n, 64) uint8 array.")
        .def("fact_values", &fact_values, "packed"_a, "index"_a, "Values of the program's facts for one placed reading.");
    m.def("readings", &readings_of, "packed"_a, "sets"_a, "shapes"_a, nb::sig("def readings(packed: bytes, sets: int, shapes: int) -> tuple[tuple[int, tuple[tuple[int, int, int], ...]], ...]"),
          "Every decomposition of a packed win.");
    m.def("waits_of", &waits_of, "packed"_a, "shapes"_a, "Bit set of kinds that would have completed the packed win's hand.");
    m.def("is_complete", [](const nb::bytes& c, unsigned shapes) { return is_complete(counts_of(c), shapes); }, "counts"_a, "shapes"_a);
    m.def("tiles_away", [](const nb::bytes& c, unsigned shapes) { return tiles_away(counts_of(c), shapes); }, "counts"_a, "shapes"_a);
    m.def("waits", [](const nb::bytes& c, unsigned shapes) { return waits(counts_of(c), shapes); }, "counts"_a, "shapes"_a);
    m.def("useful", [](const nb::bytes& c, unsigned shapes) {
        std::uint64_t mask = 0;
        const int away = useful(counts_of(c), shapes, mask);
        return std::make_tuple(away, mask);
    }, "counts"_a, "shapes"_a);
    m.def("complete_many", &complete_many, "rows"_a, "shapes"_a, "threads"_a = 1, nb::sig("def complete_many(rows: object, shapes: int, threads: int = 1) -> object"));
    m.def("away_many", &away_many, "rows"_a, "shapes"_a, "threads"_a = 1, nb::sig("def away_many(rows: object, shapes: int, threads: int = 1) -> object"));
    m.def("useful_many", &useful_many, "rows"_a, "shapes"_a, "threads"_a = 1, nb::sig("def useful_many(rows: object, shapes: int, threads: int = 1) -> tuple[object, object]"));
    m.def("distance_tables", &distance_tables, "Builds the distance tables now instead of at first use.");
}
