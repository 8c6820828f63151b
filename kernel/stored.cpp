#include "stored.hpp"

#include <concepts>
#include <type_traits>

namespace sikwu {
namespace {

constexpr std::string_view PROGRAM = "sikwu program\n", PAYING = "sikwu paying\n", SPELLINGS = "sikwu spellings\n";
constexpr std::uint16_t VERSION = 4;  // older forms are without the members after `since(…)`
constexpr std::size_t MOST_FACTS = 1024, MOST_TABLES = 1 << 16, MOST_TEMPLATES = 64, MOST_TEMPLATES_IN_ALL = 512, MOST_NAME = 200;

void need(bool good, const char* why, const char* what = "program") {
    if (!good) refuse_bytes(what, why);
}
void fits(std::int64_t value, std::int64_t least, std::int64_t most) {
    need(value >= least && value <= most, "a number of the paying table is out of its range", "paying table");
}

// --- the members that are stored, in their order; one list serves writing and reading

template <class A, class T>
    requires(std::same_as<std::remove_const_t<T>, Fact>)
void each_member(A& a, T& f) {
    a(f.op), a(f.saturate), a(f.table), a(f.tiles.mask), a(f.tiles.dynamic), a(f.kinds), a(f.made), a(f.relation);
}
template <class A, class T>
    requires(std::same_as<std::remove_const_t<T>, Template>)
void each_member(A& a, T& t) {
    a(t.slots);
    need(t.slots <= MOST_SLOTS, "a relation has more than five sets");
    for (int i = 0; i < t.slots; ++i) a(t.slot[i].slot), a(t.slot[i].suit), a(t.slot[i].var), a(t.slot[i].number);
}
template <class A, class T>
    requires(std::same_as<std::remove_const_t<T>, Relation>)
void each_member(A& a, T& r) {
    a(r.any_of), a(r.made), a(r.twice), a(r.different);
}
template <class A, class T>
    requires(std::same_as<std::remove_const_t<T>, Row>)
void each_member(A& a, T& r) {
    a(r.worth), a(r.mark), a(r.each), a(r.each_fact), a(r.stack), a(r.family), a(r.used_once), a(r.declared), a(r.absorbs), a(r.absorbs_shared);
}
template <class A, class T>
    requires(std::same_as<std::remove_const_t<T>, LastRow>)
void each_member(A& a, T& l) {
    a(l.row), a(l.least), a(l.most), a(l.times);
}
template <class A, class T>
    requires(std::same_as<std::remove_const_t<T>, Program>)
void each_member(A& a, T& p) {
    a(p.sets), a(p.shapes), a(p.facts), a(p.tables), a(p.never), a(p.extra_rows), a(p.asks_legality), a(p.relations), a(p.rows);
    a(p.cap), a(p.unify), a(p.raise_from), a(p.raise_to), a(p.beside_raise), a(p.raise_row), a(p.names), a(p.patterns);
    if (a.since(3)) a(p.aside);
    if (a.since(4)) a(p.last);
}

template <class A, class T>
    requires(std::same_as<std::remove_const_t<T>, PriceLine>)
void each_member(A& a, T& line) {
    a(line.first), a(line.amounts), a(line.step), a(line.ends);
}
template <class A, class T>
    requires(std::same_as<std::remove_const_t<T>, Charge>)
void each_member(A& a, T& c) {
    a(c.sets), a(c.of), a(c.kongs), a(c.last), a(c.asks_chain), a(c.unbroken), a(c.tight), a(c.least), a(c.most), a(c.robbed), a(c.made_of);
    a(c.asks_counted), a(c.counts), a(c.unless), a(c.bearer), a(c.share);
}
template <class A, class T>
    requires(std::same_as<std::remove_const_t<T>, PayTable>)
void each_member(A& a, T& t) {
    a(t.minimum), a(t.payer_in_minimum), a(t.by_capped), a(t.heated), a(t.hot), a(t.hottest);
    for (int i = 0; i < 3; ++i) a(t.discard[i]), a(t.drawn[i]);
    a(t.discarder), a(t.bystander), a(t.dealer_pays_more), a(t.dealer_at_zero);
    for (int i = 0; i < 4; ++i) a(t.occasion[i]), a(t.charges[i]);
    a(t.later_replaces), a(t.hidden_kongs);
    if (a.since(2)) a(t.dealer_first), a(t.dealer_each);
    if (a.since(3)) {
        a(t.parts), a(t.dealer_times), a(t.dealer_over), a(t.dealer_wins_more);
    } else if constexpr (!std::is_const_v<T>) {  // quarters were written
        t.parts = t.discarder == 4 ? 1 : 4;
        if (t.parts == 1) t.discarder = 1;
    }
}
template <class A, class T>
    requires(std::same_as<std::remove_const_t<T>, Grammar::Sign>)
void each_member(A& a, T& s) {
    a(s.code), a(s.kind), a(s.value);
}
template <class A, class T>
    requires(std::same_as<std::remove_const_t<T>, Grammar::Spelling>)
void each_member(A& a, T& s) {
    a(s.text), a(s.value);
}
template <class A, class T>
    requires(std::same_as<std::remove_const_t<T>, Grammar::Words>)
void each_member(A& a, T& w) {
    a(w.of), a(w.all);
}
template <class A, class T>
    requires(std::same_as<std::remove_const_t<T>, Grammar>)
void each_member(A& a, T& g) {
    a(g.signs), a(g.suits), a(g.pairs), a(g.words);
}

template <class T>
concept Plain = std::integral<T> || std::is_enum_v<T>;

struct Writer {
    std::string out;

    static constexpr bool since(int) { return true; }  // the newest version is written

    template <Plain T>
    void operator()(T value) {
        const auto bits = static_cast<std::uint64_t>(value);
        for (std::size_t i = 0; i < sizeof(T); ++i) out += static_cast<char>(bits >> 8 * i & 255);
    }
    void operator()(const Bits& bits) { (*this)(bits.w[0]), (*this)(bits.w[1]); }
    void operator()(const TermSet& terms) {
        for (const std::uint64_t word : terms.w) (*this)(word);
    }
    void operator()(const std::string& text) { (*this)(static_cast<std::uint16_t>(text.size())), out += text; }
    void operator()(const std::u32string& text) {
        (*this)(static_cast<std::uint16_t>(text.size()));
        for (const char32_t c : text) (*this)(c);
    }
    template <class T>
    void operator()(const std::vector<T>& items) {
        (*this)(static_cast<std::uint32_t>(items.size()));
        for (const T& item : items) (*this)(item);
    }
    template <class T>
        requires(!Plain<T>)
    void operator()(const T& members) {
        each_member(*this, members);
    }
};

struct Reader {
    std::string_view rest;
    const char* what;
    std::uint16_t version = 0;

    bool since(int form) const { return version >= form; }

    void must(bool good, const char* why) const { need(good, why, what); }

    std::string_view take(std::size_t n) {
        must(n <= rest.size(), "it ends too early");
        const std::string_view taken = rest.substr(0, n);
        rest.remove_prefix(n);
        return taken;
    }
    template <Plain T>
    void operator()(T& value) {
        std::uint64_t bits = 0;
        const std::string_view bytes = take(sizeof(T));
        for (std::size_t i = 0; i < sizeof(T); ++i) bits |= static_cast<std::uint64_t>(static_cast<std::uint8_t>(bytes[i])) << 8 * i;
        if constexpr (std::same_as<T, bool>) must(bits <= 1, "what is true or false is neither");
        value = static_cast<T>(bits);
    }
    void operator()(Bits& bits) { (*this)(bits.w[0]), (*this)(bits.w[1]); }
    void operator()(TermSet& terms) {
        for (std::uint64_t& word : terms.w) (*this)(word);
    }
    void operator()(std::string& text) {
        std::uint16_t size;
        (*this)(size);
        text = take(size);
    }
    void operator()(std::u32string& text) {
        std::uint16_t size;
        (*this)(size);
        must(size <= rest.size(), "it ends too early");
        text.assign(size, U' ');
        for (char32_t& c : text) (*this)(c);
    }
    template <class T>
    void operator()(std::vector<T>& items) {
        std::uint32_t size;
        (*this)(size);
        must(size <= rest.size(), "it ends too early");  // no item is smaller than a byte
        must(size <= MOST_TABLES, "a list is too long");
        items = std::vector<T>(size);
        for (T& item : items) (*this)(item);
    }
    template <class T>
        requires(!Plain<T>)
    void operator()(T& members) {
        each_member(*this, members);
    }
};

// --- conditions for running a program safely

bool below(const Bits& bits, std::size_t n) {
    bool good = true;
    bits.each([&](int i) { good &= static_cast<std::size_t>(i) < n; });
    return good;
}

void check_relation(const Relation& r) {
    need(!r.any_of.empty() && r.any_of.size() <= MOST_TEMPLATES, "a relation has no way to stand, or too many");
    need(r.made <= ANY_MADE, "a relation filters by no known way a set came");
    for (const Template& t : r.any_of) {
        need(t.slots >= 1 && t.slots <= MOST_SLOTS, "a relation has no set, or more than five");
        for (int i = 0; i < t.slots; ++i) {
            need(t.slot[i].slot <= Slot::TWO, "a slot is of no known kind");
            need(t.slot[i].suit <= 2, "a slot's suit is none of three variables");
            need(t.slot[i].var <= 2, "a slot's number is no variable and no number");
        }
    }
}

void check_facts(const Program& p) {
    need(p.facts.size() <= MOST_FACTS, "it has too many facts");
    need(p.tables.size() <= MOST_TABLES, "it has too many tables");
    int last = 0, shapes = 0, places = 0;
    std::uint64_t related = 0;
    for (const Fact& f : p.facts) {
        need(f.op <= Op::SUM, "a fact measures nothing known");
        need(static_cast<std::size_t>(f.table) + f.saturate < p.tables.size(), "a fact's table runs out of the program");
        need(f.tiles.mask < bit(KINDS) && f.tiles.dynamic <= 15, "a fact speaks of tiles that do not exist");
        need(f.kinds <= 15 && f.made <= ANY_MADE, "a fact filters by no known kind of set");
        if (f.op == Op::RELATED) {
            need(f.relation < p.relations.size(), "a fact's relation is not in the program");
            need(!(related >> f.relation & 1), "two facts count one relation");
            related |= std::uint64_t{1} << f.relation;
        }
        if (f.op == Op::SUM) {
            const auto at = static_cast<std::size_t>(&f - p.facts.data());
            need(f.relation < at && f.tiles.mask < at, "a sum is of facts that do not come before it");
            need(p.facts[static_cast<std::size_t>(f.tiles.mask)].op != Op::SUM, "a sum adds a sum");
            need(f.tiles.dynamic <= 2 && f.kinds <= 1, "a sum is not known in time");
            for (const std::size_t part : {static_cast<std::size_t>(f.relation), static_cast<std::size_t>(f.tiles.mask)})
                need(level(p.facts[part], p.relations) <= f.tiles.dynamic, "a sum is not known in time");
        }
        shapes += f.op == Op::SHAPE, places += f.op == Op::PLACE;
        const int now = level(f, p.relations);
        need(now >= last, "the facts do not stand in the order in which they are known");
        last = now;
    }
    need(shapes <= 1 && places <= 1, "two facts are the shape, or the place");
}

void check_row(const Program& p, const Row& r) {
    need(r.each <= Each::COUNT && r.stack <= Stack::ONCE, "a row counts in no known way");
    const bool of_fact = r.each == Each::SETS || r.each == Each::COUNT;
    need(!of_fact || r.each_fact < p.facts.size(), "a row counts a fact that is not in the program");
    need(r.each != Each::SETS || p.facts[r.each_fact].op == Op::SETS, "a row counts sets by a fact that counts none");
    need(r.each != Each::RELATION || r.each_fact < p.relations.size(), "a row counts a relation that is not in the program");
    need(of_fact || r.each == Each::RELATION || r.each_fact == 0, "a row that counts no fact names one");
    need(r.family >= -1 && r.family < static_cast<int>(p.rows.size()), "a row's family is out of range");
    need(r.declared < p.rows.size(), "a row is declared out of range");
    need(below(r.absorbs | r.absorbs_shared, p.rows.size()), "a row absorbs what is no row");
}

}  // namespace

void check(const Program& p) {
    constexpr int MOST_FAN = 32767;
    need(p.sets == 4 || p.sets == 5, "a hand has four sets or five");
    need(p.shapes < 256, "it opens shapes that do not exist");
    need(p.relations.size() <= MOST_RELATIONS, "it has more than 64 relations");
    std::size_t templates = 0;
    for (const Relation& r : p.relations) check_relation(r), templates += r.any_of.size();
    need(templates <= MOST_TEMPLATES_IN_ALL, "its relations have too many ways to stand in all");
    check_facts(p);
    need(p.rows.size() <= static_cast<std::size_t>(Bits::SIZE), "it has more than 128 rows");
    for (const Row& r : p.rows) check_row(p, r);
    need(p.extra_rows.size() <= static_cast<std::size_t>(TermSet::SIZE - Program::EXTRA), "it has more than 128 further terms");
    for (const int row : p.extra_rows) need(row >= -1 && row < static_cast<int>(p.rows.size()), "a term belongs to no row");
    need(p.cap >= 0 && p.cap <= MOST_FAN, "its ceiling is out of range");
    need(p.raise_from >= 0 && p.raise_from <= MOST_FAN && p.raise_to >= 0 && p.raise_to <= MOST_FAN, "its raise is out of range");
    need(p.raise_row >= -1 && p.raise_row < static_cast<int>(p.rows.size()), "a raise is reported as no row");
    need(!p.raise_from || p.raise_row >= 0, "a raise needs a row to be reported as");
    need(below(p.unify, p.rows.size()), "what is no row is worth the ceiling");
    need(below(p.beside_raise | p.aside, p.rows.size()), "what is no row stands beside the raise or the minimum");
    for (const LastRow& l : p.last) {
        need(l.row < p.rows.size() && p.rows[l.row].mark, "a row that counts last is not marked");
        need(l.times < 0 || (static_cast<std::size_t>(l.times) < p.facts.size() && !level(p.facts[static_cast<std::size_t>(l.times)], p.relations)),
             "a row that counts last is not counted by the hand");
    }
    p.beside_raise.each([&](int i) {
        const Row& r = p.rows[static_cast<std::size_t>(i)];
        need(r.each == Each::ONCE || (r.each == Each::COUNT && p.facts[r.each_fact].op < Op::SETS), "a row beside the raise is not counted by the hand");
    });
    need(p.names.size() == p.rows.size() && p.patterns.size() == p.rows.size(), "a row has no name, or a name no row");
    for (const auto* list : {&p.names, &p.patterns})
        for (const std::string& name : *list) need(name.size() <= MOST_NAME, "a name is longer than 200 bytes");
}

void check(const PriceLine& line) {
    need(!line.amounts.empty(), "a line of prices has one amount at least", "paying table");
    fits(line.first, 0, MOST_PRICED), fits(line.step, 0, PriceLine::MOST);
    for (const std::int64_t amount : line.amounts) fits(amount, 0, PriceLine::MOST);
}

void check(const Charge& c) {
    fits(static_cast<int>(c.last), 0, static_cast<int>(Last::FRESH_KONG)), fits(static_cast<int>(c.bearer), 0, static_cast<int>(Bearer::EIGHTH));
    fits(static_cast<int>(c.share), 0, static_cast<int>(Share::WHOLE));
    fits(c.sets, 0, MAX_MELDS), fits(c.least, 0, 255), fits(c.most, 0, 255), fits(c.robbed, -1, 3), fits(c.shown, 0, MOST_PRICED), fits(c.left, -1, 144);
    need(c.bearer > Bearer::TURN || c.sets >= 1, "who fed a meld is asked, but no meld is needed", "paying table");
}

void check(const PayTable& t) {
    fits(t.minimum, 0, MOST_PRICED), fits(t.dealer_at_zero, 0, MOST_PRICED), fits(t.dealer_first, 0, MOST_PRICED), fits(t.dealer_each, 0, MOST_PRICED),
        fits(t.parts, 1, PayTable::MOST_PARTS), fits(t.discarder, 0, PayTable::MOST_PARTS), fits(t.bystander, 0, PayTable::MOST_PARTS),
        fits(t.dealer_times, 1, PayTable::MOST_PARTS), fits(t.dealer_over, 1, PayTable::MOST_PARTS);
    for (const int fan : t.shows) fits(fan, 0, MOST_PRICED);
    for (int i = 0; i < 3; ++i) check(t.discard[i]), check(t.drawn[i]);
    for (int i = 0; i < 4; ++i) {
        fits(t.occasion[i], 0, 3);
        for (const Charge& c : t.charges[i]) check(c);
    }
}

namespace {

// Every value is used as an index or written into a row, so each must be valid.
void check(const Grammar& g) {
    const auto sound = [](bool good) { need(good, "a spelling's value is no tile and no member of anything", "table of spellings"); };
    constexpr int TILES = KINDS + FLOWER_KINDS;
    for (const Grammar::Sign& s : g.signs) {
        sound(s.kind <= Grammar::Kind::TILE && s.value < TILES);
        sound(s.kind != Grammar::Kind::OF_SUIT || s.value < g.suits.size());
    }
    for (const auto& suit : g.suits)
        for (const std::uint8_t tile : suit) sound(tile < TILES);
    for (const Grammar::Spelling& s : g.pairs) sound(s.value < TILES);
    for (const Grammar::Words& w : g.words)
        for (const Grammar::Spelling& s : w.all) sound(s.value < TILES);
}

template <class T>
std::string marked(std::string_view mark, const T& value) {
    Writer writer;
    writer.out = mark;
    writer(VERSION), writer(value);
    return std::move(writer.out);
}

template <class T>
T unmarked(std::string_view mark, std::string_view bytes, const char* what) {
    Reader reader{bytes, what};
    need(bytes.starts_with(mark), "it does not begin as one", what);
    reader.take(mark.size());
    reader(reader.version);
    need(reader.version >= 1 && reader.version <= VERSION, "its form is of another version", what);
    T value;
    reader(value);
    need(reader.rest.empty(), "it does not end where it should", what);
    check(value);
    return value;
}

}  // namespace

std::string written(const Program& program) { return marked(PROGRAM, program); }
std::string written(const PayTable& table) { return marked(PAYING, table); }
std::string written(const Grammar& grammar) { return marked(SPELLINGS, grammar); }

Program read_program(std::string_view bytes) {
    Program program = unmarked<Program>(PROGRAM, bytes, "program");
    program.index();
    return program;
}

PayTable read_table(std::string_view bytes) { return unmarked<PayTable>(PAYING, bytes, "paying table"); }

Grammar read_grammar(std::string_view bytes) {
    Grammar grammar = unmarked<Grammar>(SPELLINGS, bytes, "table of spellings");
    grammar.index();
    return grammar;
}

}  // namespace sikwu
