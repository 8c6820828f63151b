// Bindings of rule programs: their parts by name, and the results for a win. All numbers are range-checked.
#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>

#include "arrays.hpp"
#include "batch.hpp"
#include "kept.hpp"
#include "stored.hpp"

using namespace nanobind::literals;

namespace sikwu {
namespace {

// A whole number in the type of a member.
template <class T>
T number(const nb::int_& value, const char* member) {
    int overflow = 0;
    const long long n = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    using Limits = std::numeric_limits<T>;
    const bool fits = !overflow && std::in_range<T>(n);
    if (!fits)
        throw nb::value_error(
            (std::string(member) + " does not fit: it is from " + std::to_string(Limits::min()) + " to " + std::to_string(Limits::max())).c_str());
    return static_cast<T>(n);
}

// A bit set that Python stores as one integer.
template <class Set>
Set bit_set(const nb::int_& value, const char* member) {
    Set out;
    nb::object rest = value;
    for (std::uint64_t& word : out.w) {
        word = PyLong_AsUnsignedLongLongMask(rest.ptr());
        int overflow = 0;
        const long long small = PyLong_AsLongLongAndOverflow(rest.ptr(), &overflow);
        rest = !overflow && small >= 0 ? nb::int_(0) : nb::object(rest >> nb::int_(64));
    }
    if (!rest.equal(nb::int_(0))) throw nb::value_error((std::string(member) + " is no bit set of " + std::to_string(Set::SIZE)).c_str());
    return out;
}

template <class Set>
nb::object whole(const Set& bits) {
    nb::object out = nb::int_(0);
    for (std::size_t i = std::size(bits.w); i-- > 0;) out = (out << nb::int_(64)) | nb::int_(bits.w[i]);
    return out;
}

// --- the parts of a program

void make_fact(Fact* self, const nb::int_& op, const nb::int_& saturate, const nb::int_& table, const nb::int_& tiles, const nb::int_& dynamic,
               const nb::int_& kinds, const nb::int_& made, const nb::int_& relation) {
    new (self) Fact{static_cast<Op>(number<std::uint8_t>(op, "op")),
                    number<std::uint8_t>(saturate, "saturate"),
                    number<std::uint16_t>(table, "table"),
                    {static_cast<Tiles>(number<std::int64_t>(tiles, "tiles")), number<std::uint8_t>(dynamic, "dynamic")},
                    number<std::uint8_t>(kinds, "kinds"),
                    number<std::uint8_t>(made, "made"),
                    number<std::uint16_t>(relation, "relation")};
}

void make_slot(SlotSpec* self, const nb::int_& slot, const nb::int_& suit, const nb::int_& variable, const nb::int_& at) {
    new (self) SlotSpec{static_cast<Slot>(number<std::uint8_t>(slot, "slot")), number<std::uint8_t>(suit, "suit"), number<std::uint8_t>(variable, "variable"),
                        number<std::int8_t>(at, "number")};
}

void make_template(Template* self, const std::vector<SlotSpec>& slots) {
    if (slots.size() > MOST_SLOTS) throw nb::value_error("a relation has more than five sets");
    new (self) Template{};
    self->slots = static_cast<std::uint8_t>(slots.size());
    std::copy(slots.begin(), slots.end(), self->slot);
}

void make_relation(Relation* self, const std::vector<Template>& any_of, const nb::int_& made, bool twice, bool different) {
    new (self) Relation{any_of, number<std::uint8_t>(made, "made"), twice, different};
}

void make_row(Row* self, const nb::int_& worth, bool mark, const nb::int_& each, const nb::int_& each_fact, const nb::int_& stack, const nb::int_& family,
              bool used_once, const nb::int_& declared, const nb::int_& absorbs, const nb::int_& absorbs_shared) {
    new (self) Row{number<std::int16_t>(worth, "worth"),
                   mark,
                   static_cast<Each>(number<std::uint8_t>(each, "each")),
                   number<std::uint16_t>(each_fact, "each_fact"),
                   static_cast<Stack>(number<std::uint8_t>(stack, "stack")),
                   number<std::int8_t>(family, "family"),
                   used_once,
                   number<std::uint8_t>(declared, "declared"),
                   bit_set<Bits>(absorbs, "absorbs"),
                   bit_set<Bits>(absorbs_shared, "absorbs_shared")};
}

// --- programs

void make_program(Kept* self, const nb::int_& sets, const nb::int_& shapes, std::vector<Fact> facts, const std::vector<nb::int_>& tables, const nb::int_& never,
                  std::vector<Relation> relations, const std::vector<nb::int_>& extra_rows, bool asks_legality, std::vector<Row> rows, const nb::int_& cap,
                  const nb::int_& unify, const nb::int_& raise_from, const nb::int_& raise_to, const nb::int_& beside_raise, const nb::int_& aside,
                  const nb::int_& raise_row, const std::vector<std::tuple<nb::int_, nb::int_, nb::int_, nb::int_>>& last, std::vector<std::string> names,
                  std::vector<std::string> patterns) {
    Program p;
    p.sets = number<int>(sets, "sets"), p.shapes = number<unsigned>(shapes, "shapes");
    p.facts = std::move(facts), p.relations = std::move(relations), p.rows = std::move(rows);
    p.tables.reserve(tables.size());
    for (const nb::int_& table : tables) p.tables.push_back(bit_set<TermSet>(table, "tables"));
    p.never = bit_set<TermSet>(never, "never");
    for (const nb::int_& row : extra_rows) p.extra_rows.push_back(number<std::int16_t>(row, "extra_rows"));
    p.asks_legality = asks_legality;
    p.cap = number<int>(cap, "cap"), p.unify = bit_set<Bits>(unify, "unify");
    p.raise_from = number<int>(raise_from, "raise_from"), p.raise_to = number<int>(raise_to, "raise_to");
    p.beside_raise = bit_set<Bits>(beside_raise, "beside_raise"), p.aside = bit_set<Bits>(aside, "aside"), p.raise_row = number<int>(raise_row, "raise_row");
    for (const auto& [row, least, most, times] : last)
        p.last.push_back(
            {number<std::uint8_t>(row, "last"), number<std::int16_t>(least, "last"), number<std::int16_t>(most, "last"), number<std::int16_t>(times, "last")});
    p.names = std::move(names), p.patterns = std::move(patterns);
    check(p);
    p.index();
    new (self) Kept(std::move(p));
}

nb::bytes bytes_of(const Kept& self) {
    const std::string out = written(self.program);
    return nb::bytes(out.data(), out.size());
}

Kept from_bytes(const nb::bytes& data) { return Kept(read_program({static_cast<const char*>(data.data()), data.size()})); }

// --- judging

// What a win counts: its fan, the fan under the ceiling, and the ids of its patterns.
nb::tuple judge_one(const Kept& self, const nb::bytes& packed) {
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

// A win judged with a record: every legal reading with its story.
struct Judged {
    Verdict verdict;
    std::vector<Story> stories;
    int best = -1;
};

Judged judge_fully(const Kept& self, const nb::bytes& packed) {
    Win win;
    Judged out;
    if (read_row(row_of(packed), win)) out.verdict = judge_aloud(self.program, win, out.stories, out.best);
    return out;
}

// Pattern → total fan of everything that counted, the dearest first, then by name.
nb::dict patterns_of(const Kept& self, const Judged& told) {
    struct Sum {
        std::size_t row;  // the first of the pattern
        int fan;
    };
    std::vector<Sum> sums;
    nb::dict out;
    if (told.best < 0) return out;
    const std::vector<std::string>& names = self.program.patterns;
    for (const Counted& c : told.stories[static_cast<std::size_t>(told.best)].counted) {
        if (c.row >= names.size()) throw nb::value_error("judged by another program");
        if (!c.worth) continue;  // a row without a price counts nothing
        const auto same = std::find_if(sums.begin(), sums.end(), [&](const Sum& s) { return s.row == c.row || names[s.row] == names[c.row]; });
        if (same == sums.end())
            sums.push_back({c.row, c.worth});
        else
            same->fan += c.worth;
    }
    std::sort(sums.begin(), sums.end(), [&](const Sum& a, const Sum& b) { return a.fan != b.fan ? a.fan > b.fan : names[a.row] < names[b.row]; });
    for (const Sum& s : sums) out[self.ids[s.row]] = s.fan;
    return out;
}

nb::tuple groups_of(const Story& s) {
    return as_tuple(s.reading.group, s.reading.groups, [&](const Group& g, std::size_t i) { return group_code(g, s.made[i]); });
}

// A tuple with named fields: every story has several, and tuples are the fastest to make and read.
template <std::size_t N>
PyObject* record_type(nb::module_& m, const char* name, const char* says, PyStructSequence_Field (&fields)[N]) {
    const std::string full = nb::cast<std::string>(m.attr("__name__")) + "." + name;
    PyStructSequence_Desc description{full.c_str(), says, fields, static_cast<int>(N) - 1};
    PyObject* type = reinterpret_cast<PyObject*>(PyStructSequence_NewType(&description));
    if (!type) nb::raise_python_error();
    m.attr(name) = nb::handle(type);
    return type;
}

// Set when the module is created, and never released.
PyObject *counted_type = nullptr, *dropped_type = nullptr;

template <class... Numbers>
nb::object record(PyObject* type, Numbers... numbers) {
    nb::object out = nb::steal(PyStructSequence_New(reinterpret_cast<PyTypeObject*>(type)));
    Py_ssize_t at = 0;
    (PyStructSequence_SetItem(out.ptr(), at++, PyLong_FromLong(static_cast<long>(numbers))), ...);
    return out;
}

nb::tuple counted_of(const Story& s) {
    return as_tuple(s.counted, s.counted.size(), [](const Counted& c, std::size_t) { return record(counted_type, c.row, c.mask, c.worth); });
}

nb::tuple dropped_of(const Story& s) {
    return as_tuple(s.dropped, s.dropped.size(), [](const Dropped& d, std::size_t) { return record(dropped_type, d.row, d.mask, d.by, d.why); });
}

std::tuple<Array<std::int32_t>, Array<std::int32_t>, Array<std::uint64_t>> judge_many(const Kept& self, const Rows& rows, int threads) {
    check_width(rows, ROW_BYTES);
    const std::size_t n = rows.shape(0);
    std::vector<std::int32_t> fan(n), capped(n);
    std::vector<std::uint64_t> counted(2 * n);
    {
        nb::gil_scoped_release release;
        judge_batch(self.program, rows.data(), n, threads, fan.data(), capped.data(), counted.data());
    }
    return {owned(std::move(fan), {n}), owned(std::move(capped), {n}), owned(std::move(counted), {n, 2})};
}

std::vector<int> values_of_facts(const Kept& self, const nb::bytes& packed, int index) {
    Win win;
    if (!read_row(row_of(packed), win)) throw nb::value_error("not a win");
    std::vector<int> out;
    if (!fact_values(self.program, win, index, out)) throw nb::index_error("no such reading");
    return out;
}

void bind_parts(nb::module_& m) {
    nb::class_<Fact>(m, "KernelFact", "A number measured on a hand, and the place of its values in the program's tables.")
        .def("__init__", &make_fact, nb::kw_only(), "op"_a, "saturate"_a, "table"_a, "tiles"_a, "dynamic"_a, "kinds"_a, "made"_a, "relation"_a)
        .def_prop_ro("op", [](const Fact& f) { return static_cast<int>(f.op); })
        .def_ro("saturate", &Fact::saturate)
        .def_ro("table", &Fact::table)
        .def_prop_ro("tiles", [](const Fact& f) { return f.tiles.mask; })
        .def_prop_ro("dynamic", [](const Fact& f) { return f.tiles.dynamic; })
        .def_ro("kinds", &Fact::kinds)
        .def_ro("made", &Fact::made)
        .def_ro("relation", &Fact::relation);
    nb::class_<SlotSpec>(m, "KernelSlot", "One set of a template: its kind, its suit, its number or the variable it is counted from.")
        .def("__init__", &make_slot, nb::kw_only(), "slot"_a, "suit"_a, "variable"_a, "number"_a)
        .def_prop_ro("slot", [](const SlotSpec& s) { return static_cast<int>(s.slot); })
        .def_ro("suit", &SlotSpec::suit)
        .def_ro("variable", &SlotSpec::var)
        .def_ro("number", &SlotSpec::number);
    nb::class_<Template>(m, "Template", "One way in which sets are related: one to five slots.")
        .def("__init__", &make_template, "slots"_a)
        .def_prop_ro("slots", [](const Template& t) { return std::vector<SlotSpec>(t.slot, t.slot + t.slots); });
    nb::class_<Relation>(m, "KernelRelation", "Sets related to each other in one of several ways.")
        .def("__init__", &make_relation, nb::kw_only(), "any_of"_a, "made"_a, "twice"_a, "different"_a)
        .def_ro("any_of", &Relation::any_of)
        .def_ro("made", &Relation::made)
        .def_ro("twice", &Relation::twice)
        .def_ro("different", &Relation::different);
    nb::class_<Row>(m, "KernelRow", "A row: its worth, how often it counts, the rows it absorbs (bit sets of rows).")
        .def("__init__", &make_row, nb::kw_only(), "worth"_a, "mark"_a, "each"_a, "each_fact"_a, "stack"_a, "family"_a, "used_once"_a, "declared"_a,
             "absorbs"_a, "absorbs_shared"_a)
        .def_ro("worth", &Row::worth)
        .def_ro("mark", &Row::mark)
        .def_prop_ro("each", [](const Row& r) { return static_cast<int>(r.each); })
        .def_ro("each_fact", &Row::each_fact)
        .def_prop_ro("stack", [](const Row& r) { return static_cast<int>(r.stack); })
        .def_ro("family", &Row::family)
        .def_ro("used_once", &Row::used_once)
        .def_ro("declared", &Row::declared)
        .def_prop_ro(
            "absorbs", [](const Row& r) { return whole(r.absorbs); }, nb::sig("def absorbs(self) -> int"))
        .def_prop_ro("absorbs_shared", [](const Row& r) { return whole(r.absorbs_shared); }, nb::sig("def absorbs_shared(self) -> int"));
}

void bind_stories(nb::module_& m) {
    static PyStructSequence_Field counted[] = {{"row", nullptr}, {"mask", nullptr}, {"worth", nullptr}, {nullptr, nullptr}};
    static PyStructSequence_Field dropped[] = {{"row", nullptr}, {"mask", nullptr}, {"by", nullptr}, {"why", nullptr}, {nullptr, nullptr}};
    counted_type = record_type(m, "KernelCount", "One time a row counted; mask: groups 0-7, flowers 8-15, 0 the whole hand.", counted);
    dropped_type =
        record_type(m, "KernelDrop", "A row that held but did not count, the row that counted instead, and why (0 absorbed, 1 shared, 2 lost).", dropped);
    nb::class_<Story>(m, "Story", "One judged reading with the winning tile in one place.")
        .def_ro("number", &Story::number, "Its number among all placed readings, legal or not.")
        .def_prop_ro("shape", [](const Story& s) { return static_cast<int>(s.reading.shape); })
        .def_prop_ro("groups", &groups_of, nb::sig("def groups(self) -> tuple[int, ...]"), "(kind * 34 + lowest tile) * 128 + how it came, of each.")
        .def_prop_ro(
            "at", [](const Story& s) { return s.group == ABSENT ? -1 : static_cast<int>(s.group); }, "The group that the winning tile completes; -1: none.")
        .def_prop_ro("place", [](const Story& s) { return static_cast<int>(s.place); })
        .def_prop_ro("fan", [](const Story& s) { return s.verdict.fan; })
        .def_prop_ro("capped", [](const Story& s) { return s.verdict.capped; })
        .def_prop_ro("counted", &counted_of, nb::sig("def counted(self) -> tuple[KernelCount, ...]"))
        .def_prop_ro("dropped", &dropped_of, nb::sig("def dropped(self) -> tuple[KernelDrop, ...]"))
        .def_prop_ro("marks", [](const Story& s) { return whole(s.verdict.marks); }, nb::sig("def marks(self) -> int"), "Bit set of rows.");
    nb::class_<Judged>(m, "KernelJudgement", "A win judged with a record of every reading; fan is -1 if it is not a win.")
        .def_prop_ro("fan", [](const Judged& j) { return j.verdict.fan; })
        .def_prop_ro("capped", [](const Judged& j) { return j.verdict.capped; })
        .def_prop_ro(
            "complete", [](const Judged& j) { return j.verdict.complete; }, "Whether there is a reading, legal or not.")
        .def_prop_ro(
            "wins", [](const Judged& j) { return j.best >= 0; }, "Whether some reading is legal.")
        .def_prop_ro(
            "best", [](const Judged& j) { return j.best < 0 ? throw nb::value_error("not a win") : j.stories[static_cast<std::size_t>(j.best)]; },
            "The reading that counts.")
        .def_prop_ro("others", [](const Judged& j) {
            std::vector<Story> rest;
            for (std::size_t i = 0; i < j.stories.size(); ++i)
                if (static_cast<int>(i) != j.best) rest.push_back(j.stories[i]);
            return rest;
        });
}

void bind_program(nb::module_& m) {
    const auto member = [](auto pointer) { return [pointer](const Kept& k) { return k.program.*pointer; }; };
    const auto bits = [](auto pointer) { return [pointer](const Kept& k) { return whole(k.program.*pointer); }; };
    nb::class_<Kept>(m, "Program", "A ruleset compiled for the kernel. Bit sets of rows and terms are integers.")
        .def("__init__", &make_program, nb::kw_only(), "sets"_a, "shapes"_a, "facts"_a, "tables"_a, "never"_a, "relations"_a, "extra_rows"_a, "asks_legality"_a,
             "rows"_a, "cap"_a, "unify"_a, "raise_from"_a, "raise_to"_a, "beside_raise"_a, "aside"_a, "raise_row"_a, "last"_a, "names"_a, "patterns"_a)
        .def_prop_ro("sets", member(&Program::sets))
        .def_prop_ro("shapes", member(&Program::shapes))
        .def_prop_ro("facts", member(&Program::facts))
        .def_prop_ro(
            "tables", [](const Kept& k) { return as_tuple(k.program.tables, k.program.tables.size(), [](const TermSet& t, std::size_t) { return whole(t); }); },
            nb::sig("def tables(self) -> tuple[int, ...]"), "The terms that each value of each fact rules out.")
        .def_prop_ro("never", bits(&Program::never), nb::sig("def never(self) -> int"))
        .def_prop_ro("relations", member(&Program::relations))
        .def_prop_ro("extra_rows", member(&Program::extra_rows))
        .def_prop_ro("asks_legality", member(&Program::asks_legality))
        .def_prop_ro("rows", member(&Program::rows))
        .def_prop_ro("cap", member(&Program::cap))
        .def_prop_ro("unify", bits(&Program::unify), nb::sig("def unify(self) -> int"))
        .def_prop_ro("raise_from", member(&Program::raise_from))
        .def_prop_ro("raise_to", member(&Program::raise_to))
        .def_prop_ro("beside_raise", bits(&Program::beside_raise), nb::sig("def beside_raise(self) -> int"))
        .def_prop_ro("aside", bits(&Program::aside), nb::sig("def aside(self) -> int"))
        .def_prop_ro("raise_row", member(&Program::raise_row))
        .def_prop_ro(
            "last",
            [](const Kept& k) {
                std::vector<std::tuple<int, int, int, int>> out;
                for (const LastRow& l : k.program.last) out.emplace_back(l.row, l.least, l.most, l.times);
                return out;
            },
            "Rows counted last: row, least and most of the total, the fact for each of which they count (-1: once).")
        .def_prop_ro("names", member(&Program::names), "Full names of the rows.")
        .def_prop_ro("patterns", member(&Program::patterns), "The pattern of each row.")
        .def("to_bytes", &bytes_of, "The program as bytes, for storing or sending.")
        .def_static("from_bytes", &from_bytes, "data"_a, "The program from the bytes of `to_bytes`; other bytes raise ValueError.")
        .def(
            "__eq__", [](const Kept& a, const Kept& b) { return written(a.program) == written(b.program); }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const Kept& self) { return nb::hash(bytes_of(self)); })
        .def("__getstate__", &bytes_of)
        .def("__setstate__", [](Kept& self, const nb::bytes& data) { new (&self) Kept(from_bytes(data)); })
        .def("judge", &judge_one, "packed"_a, nb::sig("def judge(self, packed: bytes) -> tuple[int, int, tuple[str, ...]]"),
             "(fan, capped, pattern ids) of one packed win; fan is -1 if it is none.")
        .def("judge_fully", &judge_fully, "packed"_a, "Every reading with what counted and what did not.")
        .def("patterns_of", &patterns_of, "told"_a, nb::sig("def patterns_of(self, told: KernelJudgement) -> dict[str, int]"),
             "Pattern → its total fan in a win judged by this program, the dearest first.")
        .def("judge_many", &judge_many, "rows"_a, "threads"_a = 1,
             "(fan, capped, counted rows) of an (n, 64) uint8 array; fan is -1 where a row is no win, TOO_MANY where its ways are not all tried.")
        .def("fact_values", &values_of_facts, "packed"_a, "index"_a, "Values of the program's facts for one placed reading.");
}

}  // namespace

void bind_rules(nb::module_& m) {
    nb::exception<TooMany>(m, "TooMany", PyExc_ValueError);
    m.attr("TOO_MANY") = TOO_MANY;
    bind_parts(m);
    bind_stories(m);
    bind_program(m);
}

}  // namespace sikwu
