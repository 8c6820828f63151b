// Bindings of the reader: texts, cases and `Win` values become rows, or None; then Python reports what is wrong. Types must match exactly: a value of
// any other type is left to Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>

#include "checks.hpp"
#include "reader.hpp"
#include "stored.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sikwu {
namespace {

enum class Width { PLAIN, AS_WRITTEN };  // PLAIN: full-width signs are made ordinary

// A Python text; `good` is false for anything else and for a text that is too long.
struct Letters {
    char32_t code[LONGEST];
    std::size_t size = 0;
    bool good = false;

    explicit Letters(PyObject* text, Width width = Width::PLAIN) {
        if (!text || !PyUnicode_CheckExact(text)) return;
        const Py_ssize_t n = PyUnicode_GetLength(text);
        if (n < 0 || n > static_cast<Py_ssize_t>(LONGEST)) return;
        static_assert(sizeof(Py_UCS4) == sizeof(char32_t));
        if (!PyUnicode_AsUCS4(text, reinterpret_cast<Py_UCS4*>(code), n, 0)) throw nb::python_error();
        if (width == Width::PLAIN) std::transform(code, code + n, code, Grammar::plain);
        size = static_cast<std::size_t>(n), good = true;
    }
    operator Text() const { return {code, size}; }
};

std::u32string letters_of(nb::handle text) {
    const Letters all(text.ptr(), Width::AS_WRITTEN);
    if (!all.good) throw nb::value_error("a spelling is a short text");
    return std::u32string(Text(all));
}

// A value of the requested type; anything else raises an error.
template <class T>
T as(nb::handle value, const char* refusal) {
    T out;
    if (!nb::try_cast(value, out)) throw nb::type_error(refusal);
    return out;
}

std::uint8_t small(nb::handle value) {
    const int n = as<int>(value, "a spelling's value is a whole number");
    if (n < 0 || n >= KINDS + FLOWER_KINDS) throw nb::value_error("a spelling's value is no tile and no member of anything");
    return static_cast<std::uint8_t>(n);
}

// --- the grammar, from Python's own tables

void add_signs(Grammar& g, const nb::dict& signs, Grammar::Kind kind) {
    for (auto [text, value] : signs) {
        const std::u32string one = letters_of(text);
        if (one.size() != 1) throw nb::value_error("a sign is one character");
        g.signs.push_back({one[0], kind, small(value)});
    }
}

std::vector<Grammar::Spelling> spellings(const nb::dict& words) {
    std::vector<Grammar::Spelling> out;
    for (auto [text, value] : words) out.push_back({letters_of(text), small(value)});
    return out;
}

void make_grammar(Grammar* self, const nb::dict& numerals, const nb::dict& suits, const nb::dict& tiles, const nb::dict& pairs, const nb::str& separators,
                  const nb::dict& words) {
    Grammar g;
    add_signs(g, numerals, Grammar::Kind::NUMERAL);
    for (auto [text, numbers] : suits) {
        nb::dict one;
        one[text] = g.suits.size();
        add_signs(g, one, Grammar::Kind::OF_SUIT);
        g.suits.emplace_back();
        for (nb::handle tile : numbers) g.suits.back().push_back(small(tile));
    }
    add_signs(g, tiles, Grammar::Kind::TILE);
    for (const char32_t c : letters_of(separators)) g.signs.push_back({c, Grammar::Kind::SEPARATOR, 0});
    g.pairs = spellings(pairs);
    for (auto [of, all] : words)
        g.words.push_back({as<std::string>(of, "words are told by the name of what they mean"), spellings(as<nb::dict>(all, "words are a dict of spellings"))});
    g.index();
    new (self) Grammar(std::move(g));
}

nb::object row_or_none(bool good, const Draft& draft, int size) {
    if (!good || (size && !possible(draft.row, size))) return nb::none();
    return nb::bytes(draft.row, ROW_BYTES);
}

nb::object read_text(const Grammar& self, const nb::str& text, int size) {
    Letters letters(text.ptr());
    Draft draft;
    return row_or_none(letters.good && self.win(letters.code, letters.size, draft), draft, size);
}

// --- cases: the objects of JSON

// The value under a name; null if it is absent or None.
PyObject* under(PyObject* object, PyObject* name) {
    PyObject* value = PyDict_GetItemWithError(object, name);
    if (!value) PyErr_Clear();
    return value == Py_None ? nullptr : value;
}

// A whole number below a million, otherwise -1.
int number(PyObject* value) {
    if (!PyLong_CheckExact(value)) return -1;
    int overflow = 0;
    const long n = PyLong_AsLongAndOverflow(value, &overflow);
    return overflow || n < 0 || n > 999'999 ? -1 : static_cast<int>(n);
}

bool is_flag(PyObject* value) { return value == Py_True || value == Py_False; }

PyObject* interned(const char* name) {
    PyObject* text = PyUnicode_InternFromString(name);
    if (!text) throw nb::python_error();
    return text;
}

// Interned names that are used again and again; they live as long as the process.
struct Names {
    PyObject *hand = interned("hand"), *melds = interned("melds"), *win = interned("win"), *by = interned("by"), *from = interned("from"),
             *flowers = interned("flowers"), *at = interned("at"), *visible = interned("visible"), *kind = interned("kind"), *tiles = interned("tiles"),
             *same_turn = interned("same_turn"), *fresh = interned("fresh"), *concealed = interned("concealed"), *tile = interned("tile"),
             *feeder = interned("feeder"), *text = interned("text"), *said[std::size(NAMES)];
    Names() {
        for (std::size_t i = 0; i < std::size(NAMES); ++i) said[i] = interned(NAMES[i].field.name);
    }
};
const Names& names() {
    static const Names all;
    return all;
}

bool read_tiles(const Grammar& g, PyObject* value, TileList& out) {
    if (!value) return true;
    const Letters text(value);
    return text.good && g.tiles(text, out);
}

int read_wind(const Grammar& g, PyObject* value) {
    const Letters text(value, Width::AS_WRITTEN);
    return text.good ? g.wind(text) : -1;
}

// An optional wind: `seat` is -1 if it is absent.
bool read_seat(const Grammar& g, PyObject* value, int& seat) { return !value || (seat = read_wind(g, value)) >= 0; }

int read_word(const Grammar& g, const char* of, PyObject* value) {
    const Letters text(value, Width::AS_WRITTEN);
    return text.good ? g.word(of, text) : -1;
}

bool read_flag(PyObject* value, bool& flag) {
    flag = value == Py_True;
    return !value || is_flag(value);
}

bool read_said(const Grammar& g, const Name& name, PyObject* value, Draft& out) {
    switch (name.says) {
        case Says::FLAG: return is_flag(value) && out.put(name.field, value == Py_True);
        case Says::NUMBER: return out.put(name.field, number(value));
        case Says::WORD: return out.put(name.field, read_word(g, name.field.name, value));
        case Says::WIND: return out.put(name.field, read_wind(g, value));
        case Says::SEAT: {
            int seat = -1;
            return read_seat(g, value, seat) && out.put(name.field, seat + 1);
        }
    }
    return false;
}

bool read_visible(const Grammar& g, PyObject* value, Draft& out) {
    if (!PyDict_CheckExact(value)) return false;
    PyObject *name, *copies;
    for (Py_ssize_t place = 0; PyDict_Next(value, &place, &name, &copies);) {
        const Letters text(name);
        if (!text.good || !out.visible(g.tile(text), number(copies))) return false;
    }
    return true;
}

// The object `at`; an unknown name is left to Python.
bool read_circumstances(const Grammar& g, PyObject* object, Draft& out) {
    if (!PyDict_CheckExact(object)) return false;
    const Names& n = names();
    Py_ssize_t known = 0;
    for (std::size_t i = OF_TABLE; i < std::size(NAMES); ++i)
        if (PyObject* value = under(object, n.said[i])) {
            ++known;
            if (!read_said(g, NAMES[i], value, out)) return false;
        }
    if (PyObject* value = under(object, n.visible)) {
        ++known;
        if (!read_visible(g, value, out)) return false;
    }
    return known == PyDict_Size(object);
}

bool read_meld(const Grammar& g, PyObject* object, Draft& out) {
    if (!PyDict_CheckExact(object)) return false;
    const Names& n = names();
    PyObject* const values[] = {under(object, n.kind), under(object, n.tiles), under(object, n.from), under(object, n.same_turn), under(object, n.fresh)};
    if (std::count_if(std::begin(values), std::end(values), [](PyObject* v) { return v != nullptr; }) != PyDict_Size(object)) return false;
    const int kind = read_word(g, "kind", values[0]);
    TileList tiles;
    int feeder = -1;
    bool same_turn = false, fresh = false;
    if (kind < 0 || !values[1] || !read_tiles(g, values[1], tiles) || !read_seat(g, values[2], feeder) || !read_flag(values[3], same_turn) ||
        !read_flag(values[4], fresh))
        return false;
    return out.meld(static_cast<MeldKind>(kind), lowest_of(static_cast<MeldKind>(kind), tiles), feeder, same_turn, fresh);
}

// A case may hold the text of the win in place of everything else.
bool read_whole(const Grammar& g, PyObject* object, PyObject* text, Draft& out) {
    const Names& n = names();
    for (PyObject* other : {n.said[0], n.said[1], n.said[2], n.hand, n.melds, n.win, n.by, n.from, n.flowers, n.at})
        if (under(object, other)) return false;
    Letters letters(text);
    return letters.good && g.win(letters.code, letters.size, out);
}

bool read_object(const Grammar& g, PyObject* object, Draft& out) {
    const Names& n = names();
    if (PyObject* text = under(object, n.text)) return read_whole(g, object, text, out);
    for (int i = 0; i < OF_TABLE; ++i) {
        PyObject* value = under(object, n.said[i]);
        if (value ? !read_said(g, NAMES[i], value, out) : NAMES[i].says == Says::WIND) return false;
    }
    TileList hand, flowers, won;
    int feeder = -1;
    if (!out.put(field::BY, read_word(g, "by", under(object, n.by))) || !read_seat(g, under(object, n.from), feeder) || !out.put(field::FEEDER, feeder + 1))
        return false;
    if (!read_tiles(g, under(object, n.hand), hand) || !read_tiles(g, under(object, n.flowers), flowers) || !read_tiles(g, under(object, n.win), won))
        return false;
    for (int i = 0; i < hand.size; ++i)
        if (!out.concealed(hand.tile[i])) return false;
    for (int i = 0; i < flowers.size; ++i)
        if (!out.flower(flowers.tile[i])) return false;
    if (won.size > 1 || (won.size && !out.put(field::TILE, won.tile[0]))) return false;
    if (PyObject* melds = under(object, n.melds)) {
        if (!PyList_CheckExact(melds)) return false;
        for (Py_ssize_t i = 0; i < PyList_Size(melds); ++i)
            if (!read_meld(g, PyList_GetItem(melds, i), out)) return false;
    }
    PyObject* at = under(object, n.at);
    return !at || read_circumstances(g, at, out);
}

nb::object read_case(const Grammar& self, const nb::dict& object, int size) {
    Draft draft;
    return row_or_none(PyDict_CheckExact(object.ptr()) && read_object(self, object.ptr(), draft), draft, size);
}

// --- `Win` values

// The types of a win, and the default circumstances, in the order of `MADE_OF` in src/sikwu/packed.py.
struct Types {
    enum { WIN, HAND, MELD, CIRCUMSTANCES, TILE, WIND, MELD_KIND, BY, REPLACEMENT, ROBBED, FIRST_TURN, READY, USUAL, COUNT };
    PyObject* type[COUNT];
    explicit Types(const nb::tuple& given) {
        if (given.size() != COUNT) throw nb::value_error("a win is made of twelve types, and of the usual circumstances");
        for (int i = 0; i < COUNT; ++i) type[i] = PyTuple_GetItem(given.ptr(), i);
    }
    bool is(PyObject* value, int kind) const { return reinterpret_cast<PyObject*>(Py_TYPE(value)) == type[kind]; }
};

class Packer {
  public:
    Packer(const Types& t, Draft& d) : types(t), draft(d) {}

    bool win(PyObject* win) {
        if (!types.is(win, Types::WIN)) return false;
        const Names& n = names();
        const nb::object hand = value(win, n.hand), at = value(win, n.at), tile = value(win, n.tile);
        if (!types.is(hand.ptr(), Types::HAND) || !types.is(at.ptr(), Types::CIRCUMSTANCES)) return false;
        if (!tile.is_none() && !draft.put(field::TILE, member(tile.ptr(), Types::TILE))) return false;
        return draft.put(field::BY, member(value(win, n.by).ptr(), Types::BY)) && seat(value(win, n.feeder).ptr(), field::FEEDER) &&
               names_of(win, 0, OF_TABLE) && tiles(value(hand, n.concealed).ptr(), &Draft::concealed) && tiles(value(hand, n.flowers).ptr(), &Draft::flower) &&
               melds(value(hand, n.melds).ptr()) && (at.is(types.type[Types::USUAL]) || circumstances(at.ptr()));
    }

  private:
    const Types& types;
    Draft& draft;

    static nb::object value(nb::handle object, PyObject* name) {
        PyObject* found = PyObject_GetAttr(object.ptr(), name);
        if (!found) throw nb::python_error();
        return nb::steal(found);
    }

    // The number of a member of an enumeration, otherwise -1.
    int member(PyObject* value, int kind) const { return types.is(value, kind) ? static_cast<int>(PyLong_AsLong(value)) : -1; }

    bool seat(PyObject* value, const Field& to, int i = 0) {
        const int wind = value == Py_None ? -1 : member(value, Types::WIND);
        return (wind >= 0 || value == Py_None) && draft.put(to, wind + 1, i);
    }

    bool tiles(PyObject* all, bool (Draft::*add)(int)) {
        if (!PyTuple_CheckExact(all)) return false;
        for (Py_ssize_t i = 0; i < PyTuple_Size(all); ++i) {
            const int tile = member(PyTuple_GetItem(all, i), Types::TILE);
            if (tile < 0 || !(draft.*add)(tile)) return false;
        }
        return true;
    }

    bool melds(PyObject* all) {
        if (!PyTuple_CheckExact(all)) return false;
        const Names& n = names();
        for (Py_ssize_t i = 0; i < PyTuple_Size(all); ++i) {
            PyObject* meld = PyTuple_GetItem(all, i);
            if (!types.is(meld, Types::MELD)) return false;
            const nb::object same_turn = value(meld, n.same_turn), fresh = value(meld, n.fresh), fed = value(meld, n.feeder);
            const int kind = member(value(meld, n.kind).ptr(), Types::MELD_KIND), tile = member(value(meld, n.tile).ptr(), Types::TILE);
            if (kind < 0 || !is_flag(same_turn.ptr()) || !is_flag(fresh.ptr()) || i >= MAX_MELDS) return false;
            if (!draft.meld(static_cast<MeldKind>(kind), tile, -1, same_turn.ptr() == Py_True, fresh.ptr() == Py_True)) return false;
            if (!seat(fed.ptr(), field::MELD_FEEDERS, static_cast<int>(i))) return false;
        }
        return true;
    }

    bool circumstances(PyObject* at) { return names_of(at, OF_TABLE, std::size(NAMES)) && visible(value(at, names().visible).ptr()); }

    bool names_of(PyObject* object, std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) {
            const nb::object said = value(object, names().said[i]);
            if (!put(NAMES[i], said.ptr())) return false;
        }
        return true;
    }

    bool put(const Name& name, PyObject* said) {
        const Field& f = name.field;
        switch (name.says) {
            case Says::FLAG: return is_flag(said) && draft.put(f, said == Py_True);
            case Says::NUMBER: return (said == Py_None && f.absent) || draft.put(f, number(said));
            case Says::WIND: return draft.put(f, member(said, Types::WIND));
            case Says::SEAT: return seat(said, f);
            case Says::WORD: {
                const int kind = f.at == field::REPLACEMENT.at  ? Types::REPLACEMENT
                                 : f.at == field::FIRST_TURN.at ? Types::FIRST_TURN
                                 : f.at == field::READY.at      ? Types::READY
                                                                : Types::ROBBED;
                return draft.put(f, member(said, kind));
            }
        }
        return false;
    }

    bool visible(PyObject* all) {
        if (!PyTuple_CheckExact(all)) return false;
        for (Py_ssize_t i = 0; i < PyTuple_Size(all); ++i) {
            PyObject* pair = PyTuple_GetItem(all, i);
            if (!PyTuple_CheckExact(pair) || PyTuple_Size(pair) != 2) return false;
            if (!draft.visible(member(PyTuple_GetItem(pair, 0), Types::TILE), number(PyTuple_GetItem(pair, 1)))) return false;
        }
        return true;
    }
};

nb::object pack_win(nb::handle win, const nb::tuple& types, int size) {
    Draft draft;
    const Types kinds(types);
    return row_or_none(Packer(kinds, draft).win(win.ptr()), draft, size);
}

bool well_formed(const std::uint8_t* row);

bool row_possible(const nb::bytes& packed, int size) {
    if (packed.size() != ROW_BYTES) throw nb::value_error("a packed win has 64 bytes");
    if (size != 13 && size != 16) throw nb::value_error("a hand has 13 tiles or 16");
    const auto* row = static_cast<const std::uint8_t*>(packed.data());
    return well_formed(row) && possible(row, size);
}

// --- and back

// Whether all fields of a row are in range, and its melds have no gap.
bool well_formed(const std::uint8_t* row) {
    std::uint8_t kept[ROW_BYTES] = {};
    const auto* fields = std::begin(field::ALL);
    for (; fields != std::end(field::ALL); ++fields)
        for (int i = 0; i < fields->count; ++i) {
            const int value = field::value(row, *fields, i), bit = fields->shift + i * fields->step;
            if (value > fields->most && !(fields->absent && value == ABSENT)) return false;
            const int word = value << bit % 8;
            kept[fields->at + bit / 8] |= static_cast<std::uint8_t>(word);
            if (word > 255) kept[fields->at + bit / 8 + 1] |= static_cast<std::uint8_t>(word >> 8);
        }
    bool gap = false;
    for (int i = 0; i < MAX_MELDS; ++i) {
        const bool absent = row[field::MELDS.at + i] == ABSENT;
        if (absent ? field::value(row, field::MELD_FEEDERS, i) || field::value(row, field::SAME_TURN, i) || field::value(row, field::FRESH, i) : gap)
            return false;
        gap |= absent;
    }
    return std::equal(kept, kept + ROW_BYTES, row);
}

// A tuple of n values made by `next`.
template <class Next>
nb::tuple tuple_of(int n, Next&& next) {
    PyObject* out = PyTuple_New(n);
    if (!out) throw nb::python_error();
    for (int i = 0; i < n; ++i) PyTuple_SetItem(out, i, next(i).release().ptr());
    return nb::steal<nb::tuple>(out);
}

nb::object unpack_row(const nb::bytes& packed, const nb::tuple& tiles) {
    if (packed.size() != ROW_BYTES || tiles.size() != KINDS + FLOWER_KINDS) return nb::none();
    const auto* row = static_cast<const std::uint8_t*>(packed.data());
    if (!well_formed(row)) return nb::none();
    int size = 0, seen = 0, melds = 0;
    std::uint8_t held[16 * KINDS], open[KINDS], flowers[FLOWER_KINDS];
    for (std::uint8_t t = 0; t < KINDS; ++t) {
        for (int n = row[t] & 15; n > 0; --n) held[size++] = t;
        if (row[t] >> 4) open[seen++] = t;
    }
    int blooms = 0;
    for (std::uint8_t f = 0; f < FLOWER_KINDS; ++f)
        if (row[field::FLOWERS.at] >> f & 1) flowers[blooms++] = static_cast<std::uint8_t>(KINDS + f);
    while (melds < MAX_MELDS && row[field::MELDS.at + melds] != ABSENT) ++melds;
    const auto tile = [&tiles](int t) { return nb::borrow(PyTuple_GetItem(tiles.ptr(), t)); };
    const auto of = [row](const Field& f, int i = 0) { return field::value(row, f, i); };
    // Default circumstances share one object.
    bool usual = !seen;
    const Draft plain;
    for (std::size_t i = OF_TABLE; i < std::size(NAMES); ++i) usual &= of(NAMES[i].field) == field::value(plain.row, NAMES[i].field);
    nb::object at = nb::none();
    if (!usual) at = tuple_of(std::size(NAMES) - OF_TABLE, [&](int i) -> nb::object { return nb::int_(of(NAMES[OF_TABLE + i].field)); });
    return nb::make_tuple(tuple_of(size, [&](int i) { return tile(held[i]); }),
                          tuple_of(melds,
                                   [&](int i) -> nb::object {
                                       const int code = row[field::MELDS.at + i];
                                       return nb::make_tuple(code / KINDS, tile(code % KINDS), of(field::MELD_FEEDERS, i), of(field::SAME_TURN, i) != 0,
                                                             of(field::FRESH, i) != 0);
                                   }),
                          tuple_of(blooms, [&](int i) { return tile(flowers[i]); }), row[field::TILE.at] == ABSENT ? nb::none() : tile(row[field::TILE.at]),
                          of(field::BY), of(field::SEAT), of(field::ROUND), of(field::FEEDER), of(field::STREAK), at,
                          tuple_of(seen, [&](int i) -> nb::object { return nb::make_tuple(tile(open[i]), row[open[i]] >> 4); }));
}

}  // namespace

void bind_reader(nb::module_& m) {
    nb::class_<Grammar>(m, "Grammar", "Parses correct texts by the given spellings; Python reports errors in any other.")
        .def("__init__", &make_grammar, nb::kw_only(), "numerals"_a, "suits"_a, "tiles"_a, "pairs"_a, "separators"_a, "words"_a,
             nb::sig("def __init__(self, *, numerals: collections.abc.Mapping[str, int], suits: collections.abc.Mapping[str, tuple[int, ...]], "
                     "tiles: collections.abc.Mapping[str, int], pairs: collections.abc.Mapping[str, int], separators: str, "
                     "words: collections.abc.Mapping[str, collections.abc.Mapping[str, int]]) -> None"))
        .def("read_text", &read_text, "text"_a, "size"_a, nb::sig("def read_text(self, text: str, size: int) -> bytes | None"),
             "The row of a win's text if nothing is wrong with it in a game of this size (0: only its syntax is checked), otherwise None.")
        .def("read_case", &read_case, "object"_a, "size"_a, nb::sig("def read_case(self, object: dict[str, object], size: int) -> bytes | None"),
             "The same for the keys of a case that describe a win; other keys are ignored.")
        .def(
            "to_bytes",
            [](const Grammar& self) {
                const std::string out = written(self);
                return nb::bytes(out.data(), out.size());
            },
            "The spellings as bytes, for a kernel that runs elsewhere.");
    m.def("pack_win", &pack_win, "win"_a, "types"_a, "size"_a, nb::sig("def pack_win(win: object, types: tuple[object, ...], size: int) -> bytes | None"),
          "The same for a `Win` made of these types.");
    m.def("unpack_row", &unpack_row, "packed"_a, "tiles"_a,
          nb::sig("def unpack_row(packed: bytes, tiles: tuple[object, ...]) -> tuple[typing.Any, ...] | None"),
          "Concealed tiles, melds, flowers, the winning tile, how it came, seat, round, feeder, streak, circumstances (None: as usual) and what lies open;\n"
          "seats that may be nobody's are 0 or 1 + seat. None if the row is no row.");
    m.def("possible", &row_possible, "packed"_a, "size"_a, "Whether nothing is wrong with a packed win in a game of this size.");
}

}  // namespace sikwu
