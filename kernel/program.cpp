#include "program.hpp"

#include <atomic>

#include "relations.hpp"

namespace sikwu {
namespace {

// Whether a filter on how sets were made distinguishes a drawn set from one that the winning tile completed.
bool tells_place(std::uint8_t made) { return !(made & SELF) != !(made & WON); }

}  // namespace

int level(const Fact& f, const std::vector<Relation>& relations) {
    if (f.op == Op::SUM) return f.tiles.dynamic;
    if (f.op < Op::SETS || f.op > Op::OTHER_WAITS) return 0;
    return f.op >= Op::PLACE || tells_place(f.op == Op::RELATED ? relations[f.relation].made : f.made) ? 2 : 1;
}

void Program::Facts::add(const RelationFact& fact, const Relation& relation) {
    const std::uint64_t self = std::uint64_t{1} << relations.size();
    relations.push_back(fact);
    if (relation.made == ANY_MADE) known[fact.relation] = 0;
    for (const Template& t : relation.any_of) {
        int asking[Bits::SIZE] = {}, key = -1;  // how many slots need each code
        for (int i = 0; i < t.slots; ++i) {
            Bits seen;
            for (int c = 0; c < t.codes[i]; ++c) seen.set(t.code[i][c]);
            seen.each([&](int code) { ++asking[code]; });
        }
        for (int code = 0; code < Bits::SIZE; ++code)
            if (asking[code] && (key < 0 || asking[code] > asking[key])) key = code;
        if (key < 0) {
            without_key |= self;
            continue;
        }
        keys.set(key);
        // Two instances of one template share no set; with several templates each may find its own.
        const int times = relation.twice && relation.any_of.size() == 1 ? 2 : 1;
        for (int groups = times * asking[key]; groups <= MAX_GROUPS; ++groups) by_key[key][groups] |= self;
    }
}

void Program::Facts::index_absence(const std::vector<TermSet>& tables) {
    by_absence.assign((relations.size() + 7) / 8 * 256, {});
    for (std::size_t i = 0; i < relations.size(); ++i)
        for (std::size_t absent = 0; absent < 256; ++absent)
            if (absent >> i % 8 & 1) by_absence[i / 8 * 256 + absent] |= tables[relations[i].table];
}

namespace {

// Removes the matching facts from a list, and computes the terms they rule out together for each of `sets` sets of kinds, and for each seat and round
// wind (`winds` of them: one if no fact depends on them).
template <class Fits, class Of>
std::vector<TermSet> looked_up(std::vector<KindFact>& facts, const std::vector<TermSet>& tables, std::size_t winds, std::size_t sets, Fits&& fits,
                               Of&& set_of) {
    std::vector<TermSet> out;
    std::vector<KindFact> others;
    for (const KindFact& f : facts) {
        if (!fits(f)) {
            others.push_back(f);
            continue;
        }
        out.resize(winds * sets);
        for (std::size_t w = 0; w < winds; ++w) {
            Win win{};
            win.seat = static_cast<std::uint8_t>(w / 4), win.round = static_cast<std::uint8_t>(w % 4);
            const Tiles asked = f.tiles.resolve(win);
            for (std::size_t s = 0; s < sets; ++s) {
                const int value = std::popcount(set_of(s) & asked);
                out[w * sets + s] |= tables[f.table + (value < f.saturate ? static_cast<std::size_t>(value) : f.saturate)];
            }
        }
    }
    facts.swap(others);
    return out;
}

}  // namespace

void Program::Facts::index_tiles(const std::vector<TermSet>& tables) {
    const auto one_tile = [](std::size_t s) { return s == NO_TILE ? Tiles{0} : bit(static_cast<int>(s)); };
    const auto honours = [](std::size_t s) { return static_cast<Tiles>(s) << SUITED; };
    const auto within = [](const KindFact& f, Tiles all) { return !(f.tiles.mask & ~all); };
    by_won = looked_up(kinds_of_hand, tables, WINDS_AT_TABLE, TILES_OR_NONE, [](const KindFact& f) { return f.among == Among::WON; }, one_tile);
    by_pair = looked_up(kinds_of_reading, tables, WINDS_AT_TABLE, TILES_OR_NONE, [](const KindFact& f) { return f.among == Among::PAIR; }, one_tile);
    const auto of_winds = [&](const KindFact& f) { return f.among == Among::PUNGS && within(f, WINDS); };
    by_wind_pungs = looked_up(kinds_of_reading, tables, WINDS_AT_TABLE, WIND_SETS, of_winds, honours);
    const auto of_honours = [&](const KindFact& f) { return f.among == Among::PUNGS && !f.tiles.dynamic && within(f, WINDS | DRAGONS); };
    by_honour_pungs = looked_up(kinds_of_reading, tables, 1, HONOUR_SETS, of_honours, honours);
}

void Program::Facts::index_held(const std::vector<TermSet>& tables) {
    if (held.empty()) return;
    held_in.assign(3 * 512 + 128, 0);
    by_held.assign((held.size() + 7) / 8 * 256, {});
    for (std::size_t i = 0; i < held.size(); ++i) {
        for (std::size_t at = 0; at < held_in.size(); ++at)
            held_in[at] |= static_cast<std::uint64_t>((held[i].tiles.mask >> at / 512 * 9 & 511 & at) != 0) << i;
        for (std::size_t found = 0; found < 256; ++found) by_held[i / 8 * 256 + found] |= tables[held[i].table + (found >> i % 8 & 1)];
    }
}

void Program::Facts::index_without() {
    std::vector<KindFact> others;
    for (const KindFact& f : groups_without_winds) {
        if (f.tiles.dynamic || groups_without.size() == 8) {
            others.push_back(f);
            continue;
        }
        for (std::size_t id = 0; id < GROUP_IDS; ++id) {
            const Tiles tiles = (id < KINDS ? Tiles{7} : Tiles{1}) << id % KINDS;
            without[id] |= static_cast<std::uint64_t>((tiles & f.tiles.mask) == 0) << 8 * groups_without.size();
        }
        groups_without.push_back(f);
    }
    groups_without_winds.swap(others);
}

namespace {

// Whether two instances exclude each other. Used only where a choice exists: in a family, or within one stacked row.
void set_rivals(Row& x, int i, const Row& y, int j) {
    bool always = false, sharing = false;
    if (i == j) {
        always = x.each == Each::RELATION && x.stack == Stack::ONCE;
        sharing = x.each == Each::RELATION && (x.stack == Stack::DISJOINT || (x.family >= 0 && x.used_once));
    } else if (x.family >= 0 && x.family == y.family) {
        always = !x.used_once && (x.absorbs.has(j) || y.absorbs.has(i));
        sharing = x.used_once || x.absorbs_shared.has(j) || y.absorbs_shared.has(i);
    }
    if (always) x.rivals.set(j);
    if (sharing) x.rivals_sharing.set(j);
}

}  // namespace

void Program::index() {
    std::memset(every.known, UNKNOWN_COUNT, sizeof every.known);
    std::memset(standard.known, UNKNOWN_COUNT, sizeof standard.known);
    for (Relation& r : relations) {
        for (Template& t : r.any_of) index_template(t);
        asks_placed_relation |= r.made != ANY_MADE && tells_place(r.made);
    }
    for (const Row& r : rows) asks_placed_relation |= (r.each == Each::SETS || r.each == Each::COUNT) && level(facts[r.each_fact], relations) == 2;
    for (const Fact& f : facts) {
        hand_facts += level(f, relations) == 0, reading_facts += level(f, relations) <= 1;
        asks_places |= f.op == Op::PLACES;
        asks_waits |= f.op == Op::WAITS || f.op == Op::APPEARED_ALL || f.op == Op::OTHER_WAITS;
        if (f.op == Op::SHAPE) shape_table = f.table, shape_most = f.saturate;
        asks_place |= f.op == Op::PLACE || f.op == Op::OTHER_WAITS;
        if (f.op == Op::PLACE) place_table = f.table, place_most = f.saturate;
    }
    for (std::size_t i = 0; i < facts.size(); ++i) sort_in(i);
    if constexpr (!SMALL)
        for (Facts* some : {&every, &standard}) some->index_tiles(tables), some->index_held(tables), some->index_without();
    every.index_absence(tables);
    standard.index_absence(tables);
    static std::atomic<std::uint64_t> programs{0};
    serial = ++programs;
    // Terms that do not exist are ruled out from the start.
    for (int i = static_cast<int>(extra_rows.size()) + EXTRA; i < TermSet::SIZE; ++i) never.set(i);
    for (std::size_t i = 0; i < rows.size(); ++i) index_row(i);
    index_extra();
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < rows.size(); ++j) set_rivals(rows[i], static_cast<int>(i), rows[j], static_cast<int>(j));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].meets = rows[i].drops | rows[i].rivals | rows[i].rivals_sharing;
        rows[i].meets.clear(static_cast<int>(i));
        for (LastRow& l : last)
            if (rows[i].absorbs.has(l.row)) l.absorbers.set(static_cast<int>(i));
    }
}

// Adds a row to the sets it belongs to.
void Program::index_row(std::size_t i) {
    Row& row = rows[i];
    const auto number = static_cast<int>(i);
    row.drops = row.absorbs | row.absorbs_shared;
    row.optional = row.family >= 0 || (row.each == Each::RELATION && row.stack != Stack::EACH);
    row.shares = row.absorbs_shared.any();
    all_rows.set(number);
    if (row.mark) marks.set(number);
    if (row.each == Each::ONCE) once_rows.set(number);
    if (row.worth == 1) rows_of_one.set(number);
    if (!SMALL && (row.each == Each::OWN_FLOWERS || row.each == Each::OTHER_FLOWERS || row.each == Each::FLOWER_SETS)) {
        flower_rows.set(number);
        by_flowers.push_back(
            {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(static_cast<int>(row.each) - static_cast<int>(Each::OWN_FLOWERS)), row.worth});
    }
    if (row.optional || row.drops.any()) tied_rows.set(number);
    if (row.worth || number == raise_row) paid_rows.set(number);
    const bool by_fact = row.each == Each::SETS || row.each == Each::COUNT;
    if (by_fact ? row.each_fact >= reading_facts : row.each == Each::RELATION && relations[row.each_fact].made != ANY_MADE) placed_rows.set(number);
    if (row.family >= 0 || row.each == Each::RELATION || row.absorbs_shared.any()) chosen_rows.set(number);
}

void Program::index_extra() {
    if (!SMALL) by_extra.assign((extra_rows.size() + 7) / 8 * 256, {});
    for (std::size_t i = 0; i < extra_rows.size(); ++i) {
        if (extra_rows[i] < 0) {
            legality.set(static_cast<int>(i));
            continue;
        }
        for (std::size_t standing = 0; !SMALL && standing < 256; ++standing)
            if (standing >> i % 8 & 1) by_extra[i / 8 * 256 + standing].set(extra_rows[i]);
    }
}

// Adds a fact to the lists from which it is computed.
void Program::sort_in(std::size_t i) {
    const Fact& f = facts[i];
    // Whether the fact can rule out anything more, once the shape has ruled out the terms of other shapes.
    bool matters = shape_table < 0;
    for (int v = 0; v <= f.saturate && !matters; ++v)
        for (int w = 0; w < 4; ++w) matters |= (tables[static_cast<std::size_t>(f.table + v)].w[w] & ~tables[static_cast<std::size_t>(shape_table)].w[w]) != 0;
    const auto put = [&](auto Facts::* list, const auto& item) {
        (every.*list).push_back(item);
        if (matters) (standard.*list).push_back(item);
    };
    const auto relate = [&](bool placed) {
        const RelationFact fact{f.relation, f.saturate, placed, f.table};
        every.add(fact, relations[f.relation]);
        if (matters) standard.add(fact, relations[f.relation]);
    };
    const auto kinds = [&](Among among) { return KindFact{f.tiles, among, f.saturate, f.table}; };
    const auto number = static_cast<std::uint16_t>(i);
    const SetFact counting{ways_of(f.kinds, f.made), f.saturate, f.table};
    const bool of_all_tiles = f.op == Op::SETS && !f.tiles.dynamic && f.tiles.mask == bit(KINDS) - 1;
    if (f.op == Op::WAITS || f.op == Op::APPEARED_ALL || f.op == Op::PLACES || f.op == Op::OTHER_WAITS) {
        DearFact dear{number, {}};
        for (int v = 0; v <= f.saturate; ++v) dear.terms |= tables[static_cast<std::size_t>(f.table + v)];
        return put(&Facts::dear, dear);
    }
    if constexpr (SMALL) {  // without the lists that exist only for speed
        if (static_cast<int>(i) < hand_facts && is_told(f.op))
            told_facts.push_back({static_cast<std::uint8_t>(static_cast<int>(f.op) - static_cast<int>(FIRST_TOLD)), f.saturate, f.table});
        else if (f.op == Op::RELATED)
            relate(static_cast<int>(i) >= reading_facts);
        else if (static_cast<int>(i) >= reading_facts && f.op != Op::PLACE)
            of_place.push_back(number);
        else if (f.op != Op::SHAPE && f.op != Op::PLACE)
            put(static_cast<int>(i) < hand_facts ? &Facts::of_hand : &Facts::of_reading, number);
    } else if (static_cast<int>(i) < hand_facts) {
        if (is_told(f.op))
            told_facts.push_back({static_cast<std::uint8_t>(static_cast<int>(f.op) - static_cast<int>(FIRST_TOLD)), f.saturate, f.table});
        else if (f.op == Op::WIN_IN)
            put(&Facts::kinds_of_hand, kinds(Among::WON));
        else if ((f.op == Op::KINDS_OF || f.op == Op::TILES) && f.saturate == 1 && !f.tiles.dynamic && every.held.size() < 64)
            put(&Facts::held, kinds(Among::HELD));
        else if (f.op == Op::KINDS_OF || (f.op == Op::TILES && f.saturate <= 1))
            put(&Facts::kinds_of_hand, kinds(Among::HELD));
        else if (f.op == Op::TILES)
            put(&Facts::tiles_of_hand, kinds(Among::HELD));
        else if (is_plain(f.op))
            put(&Facts::plain_of_hand, PlainFact{f.op, f.saturate, f.table});
        else
            put(&Facts::of_hand, number);
    } else if (static_cast<int>(i) < reading_facts) {
        const bool any_made = f.op == Op::SETS && f.made == ANY_MADE;
        if (f.op == Op::PAIR_IN)
            put(&Facts::kinds_of_reading, kinds(Among::PAIR));
        else if (any_made && f.kinds == PUNG_KINDS)
            put(&Facts::kinds_of_reading, kinds(Among::PUNGS));
        else if (any_made && f.kinds == KONG_KINDS)
            put(&Facts::kinds_of_reading, kinds(Among::KONGS));
        else if (f.op == Op::RELATED)
            relate(false);
        else if (of_all_tiles)
            put(&Facts::sets_of_reading, counting);
        else if (f.op == Op::GROUPS_WITHOUT)
            put(&Facts::groups_without_winds, kinds(Among::HELD));
        else if (f.op != Op::SHAPE)
            put(&Facts::of_reading, number);
    } else if (f.op == Op::RELATED) {
        relate(true);
    } else if (of_all_tiles) {
        sets_of_place.push_back(counting);
    } else if (f.op != Op::PLACE) {
        of_place.push_back(number);
    }
}

}  // namespace sikwu
