#include "judge.hpp"

#include <algorithm>

#include "distance.hpp"
#include "selection.hpp"

namespace sikwu {
namespace {

void finish(const Program& p, Verdict& v) {
    v.capped = v.fan;
    if (p.cap) v.capped = (v.counted & p.unify).any() ? p.cap : std::min(v.fan, p.cap);
}

// Calls `tell` for the rows that count last beside a verdict, each with its fan; they never take more than there is.
template <class Tell>
void each_last(const Program& p, const HandView& hand, const Verdict& v, Tell&& tell) {
    int total = v.fan;
    for (const LastRow& l : p.last) {
        if (!v.marks.has(l.row) || v.fan < l.least || v.fan > l.most || (v.counted & l.absorbers).any()) continue;
        const int times = l.times < 0 ? 1 : hand_fact(p.facts[static_cast<std::size_t>(l.times)], hand, true);
        const int worth = std::max(times * p.rows[l.row].worth, -total);
        total += worth;
        if (worth) tell(l.row, worth);
    }
}
SIKWU_SELDOM int last_of(const Program& p, const HandView& hand, const Verdict& v) {
    int sum = 0;
    each_last(p, hand, v, [&](int, int worth) { sum += worth; });
    return sum;
}

// Compares two verdicts. EVEN: the same rows count, and only how often each of them counts may differ.
enum class Order { WORSE, EVEN, BETTER };
Order compare(const Program& p, const HandView& hand, const Verdict& a, Shape shape_a, const Verdict& b, Shape shape_b) {
    const auto told = [](bool better) { return better ? Order::BETTER : Order::WORSE; };
    if (a.capped != b.capped) return told(a.capped > b.capped);
    if (a.fan != b.fan) return told(a.fan > b.fan);
    if (!p.last.empty())
        if (const int more = last_of(p, hand, a) - last_of(p, hand, b)) return told(more > 0);
    if (a.instances != b.instances) return told(a.instances < b.instances);
    if (shape_a != shape_b) return told(shape_a < shape_b);
    if (a.counted != b.counted) return told(declared_first(p, a.counted, b.counted));
    return Order::EVEN;
}

// Raises the best total if it equals the raised one; rows beside the raise stay. Returns whether it did.
bool raise(const Program& p, const HandView& hand, Verdict& best) {
    if (!p.raise_from || best.fan < 0) return false;
    int beside = 0;
    (best.counted & p.beside_raise).each([&](int i) {
        const Row& row = p.rows[i];
        beside += row.worth * (row.each == Each::COUNT ? hand_fact(p.facts[row.each_fact], hand, true) : 1);
    });
    if (best.fan - beside != p.raise_from) return false;
    best.fan = p.raise_to + beside;
    best.counted = best.counted & p.beside_raise;
    best.counted.set(p.raise_row);
    best.instances = std::popcount(best.counted.w[0]) + std::popcount(best.counted.w[1]);
    finish(p, best);
    return true;
}

// The same, and then adds the rows that count last, by the total before it. `into`: what they count, if it is recorded.
SIKWU_SELDOM bool add_last(const Program& p, const HandView& hand, Verdict& best, std::vector<Counted>* into) {
    const Verdict before = best;
    const bool raised = raise(p, hand, best);
    each_last(p, hand, before, [&](int row, int worth) {
        best.fan += worth, ++best.instances;
        best.counted.set(row);
        if (into) into->push_back({static_cast<std::uint8_t>(row), 0, worth});
    });
    finish(p, best);
    return raised;
}

// Of two stories with the same rows, counted equally often in total: whether in the first the row declared first counts more often.
bool oftener(const Program& p, const Story& a, const Story& b) {
    int more[Bits::SIZE] = {};
    for (const Counted& c : a.counted) ++more[p.rows[c.row].declared];
    for (const Counted& c : b.counted) --more[p.rows[c.row].declared];
    for (const int n : more)
        if (n) return n > 0;
    return false;
}

// The terms ruled out by the facts read directly from the row. Wins of one table differ little there, so the last results are cached.
const TermSet& ruled_out_by_told(const Program& p, const Win& win, Desk& desk) {
    std::uint64_t told[3] = {};
    std::memcpy(told, win.told, TOLD);
    const std::uint64_t mixed = (told[0] * 0x9E3779B97F4A7C15ULL ^ told[1] * 0xC2B2AE3D27D4EB4FULL ^ told[2]) * 0x165667B19E3779F9ULL;
    Desk::Memo& memo = desk.memos[mixed >> 58];
    if (memo.serial == p.serial && !((memo.told[0] ^ told[0]) | (memo.told[1] ^ told[1]) | (memo.told[2] ^ told[2]))) return memo.out;
    memo.serial = p.serial;
    std::copy(told, told + 3, memo.told);
    memo.out = p.never;
    for (const ToldFact& f : p.told_facts) memo.out |= p.tables[f.table + std::min(win.told[f.index], f.saturate)];
    return memo.out;
}

// Rules out terms by facts that count kinds; `among`: the sets of kinds, by Among.
[[maybe_unused]] void put_kinds(const Program& p, const std::vector<KindFact>& facts, const Win& win, const Tiles* among, TermSet& out) {
    if (facts.empty()) return;
    Gathered all(out);
    const TermSet* const tables = p.tables.data();
    for (const KindFact& f : facts) {
        const int value = std::popcount(among[static_cast<int>(f.among)] & f.tiles.resolve(win));
        all |= tables[f.table + std::min<int>(value, f.saturate)];
    }
    all.store(out);
}

// Rules out terms by facts that count tiles.
[[maybe_unused]] void put_tiles(const Program& p, const std::vector<KindFact>& facts, const HandView& hand, TermSet& out) {
    if (facts.empty()) return;
    Gathered all(out);
    const TermSet* const tables = p.tables.data();
    for (const KindFact& f : facts) {
        const Tiles which = f.tiles.resolve(*hand.win);
        int n = 0;
        for (const Tiles plane : hand.planes.at_least) n += std::popcount(plane & which);
        all |= tables[f.table + std::min<int>(n, f.saturate)];
    }
    all.store(out);
}

// Rules out terms by the plain numbers of a hand.
[[maybe_unused]] void put_plain(const Program& p, const std::vector<PlainFact>& facts, const HandView& hand, TermSet& out) {
    for (const PlainFact& f : facts) out |= p.tables[f.table + std::min<int>(plain_fact(f.op, hand), f.saturate)];
}

// Rules out terms by facts that count groups without some kinds; only sets and a pair have such groups.
[[maybe_unused]] void put_without(const Program& p, const Program::Facts& some, const Win& win, const ReadingView& view, TermSet& out) {
    const int groups = view.reading.shape == Shape::STANDARD ? view.reading.groups : 0;
    if (!some.groups_without.empty()) {
        std::uint64_t counts = 0;
        for (int i = 0; i < groups; ++i) counts += some.without[group_id(view.reading.group[i])];
        for (const KindFact& f : some.groups_without) {
            out |= p.tables[f.table + std::min<unsigned>(counts & 255, f.saturate)];
            counts >>= 8;
        }
    }
    for (const KindFact& f : some.groups_without_winds) {
        const Tiles which = f.tiles.resolve(win);
        int n = 0;
        for (int i = 0; i < groups; ++i) n += (view.tiles[i] & which) == 0;
        out |= p.tables[f.table + std::min<int>(n, f.saturate)];
    }
}

// Rules out terms by facts that count sets.
[[maybe_unused]] void put_sets(const Program& p, const std::vector<SetFact>& facts, Ways ways, TermSet& out) {
    const TermSet* const tables = p.tables.data();
    Gathered all(out);
    for (const SetFact& f : facts) all |= tables[f.table + std::min<int>(sets_in(f, ways), f.saturate)];
    all.store(out);
}

// Rules out terms by relations between the sets of a reading, and caches the instances. Returns the relations that must wait for the place.
std::uint64_t put_relations(const Program& p, const Program::Facts& some, ReadingView& view, TermSet& out) {
    const std::size_t n = some.relations.size();
    Gathered all(out);
    std::uint64_t may = some.without_key, found = 0, later = 0;
    (view.table.codes & some.keys).each([&](int code) { may |= some.by_key[code][std::popcount(view.table.with[code])]; });
    for (; may; may &= may - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(may));
        const std::uint64_t self = may & (~may + 1);
        const RelationFact& f = some.relations[i];
        if (f.placed) {
            later |= self;
            continue;
        }
        const Relation& relation = p.relations[f.relation];
        const int value = related(relation, view.table, view.made, view.kept.mask[f.relation]);
        if (!value) continue;
        found |= self;
        if (relation.made == ANY_MADE) view.kept.count[f.relation] = static_cast<std::uint8_t>(value);
        all |= p.tables[f.table + std::min<int>(value, f.saturate)];
    }
    const std::uint64_t absent = ~(found | later);
    for (std::size_t eight = 0; eight < n; eight += 8) all |= some.by_absence[eight * 32 + (absent >> eight & 255)];
    all.store(out);
    return later;
}

// Iterates over all legal readings; `tell` is called with each judged one.
template <bool ALOUD, class Tell>
Verdict run(const Program& p, const Win& win, Desk& desk, bool& raised, std::vector<Counted>* last_rows, Tell&& tell) {
    Readings& readings = desk.readings;
    if (p.asks_waits && win.tile >= 0) fetch_waits(win.concealed.data(), win.tile);
    read(win, p.sets, p.shapes, readings, desk.suits);
    Verdict best;
    if (!readings.size) return best;
    const HandView hand(p, win, readings);
    const Fact* const facts = p.facts.data();
    TermSet by_hand = ruled_out_by_told(p, win, desk);
    // Most hands can only be read as sets and a pair: terms for other shapes are ruled out for all readings at once.
    const bool all_standard = p.shape_table >= 0 && readings.standard == readings.size;
    if (all_standard) by_hand |= p.ruled_out_by(Shape::STANDARD);
    const Program::Facts& of_all = all_standard ? p.standard : p.every;
    Tiles among[] = {hand.planes.at_least[0], win.tile < 0 ? 0 : bit(win.tile), 0, 0, 0};
    if constexpr (!SMALL) {
        of_all.put_held(among[0], by_hand);
        of_all.put_won(win, by_hand);
        put_kinds(p, of_all.kinds_of_hand, win, among, by_hand);
        put_tiles(p, of_all.tiles_of_hand, hand, by_hand);
        put_plain(p, of_all.plain_of_hand, hand, by_hand);
    }
    for (const std::uint16_t i : of_all.of_hand) put(p, facts[i], hand_fact(facts[i], hand), by_hand);
    // On a self-draw every set is drawn, whichever set the tile completes, so only the place itself can matter.
    const bool filters = p.reading_facts < static_cast<int>(p.facts.size()) || p.asks_placed_relation;
    const bool place_matters = ALOUD || p.asks_place || (filters && win.by != By::SELF_DRAW);
    Shape best_shape = Shape::FLOWERS;
    int number = 0;
    for (int i = 0; i < readings.size; ++i) {
        const Reading& r = readings.all[i];
        std::uint8_t groups[MAX_GROUPS] = {ABSENT};
        Place found[MAX_GROUPS] = {Place::NONE};
        TermSet by_reading = by_hand;
        const Program::Facts& some = p.shape_table >= 0 && r.shape == Shape::STANDARD ? p.standard : p.every;
        ReadingView view(p, some, r);
        const int n = place_matters ? places(win, r, view.tiles, groups, found) : 1;
        if (p.asks_places && place_matters && readings.size == 1) hand.saw(found, n);
        const Placed anywhere(view);
        among[2] = view.pungs, among[3] = view.kongs, among[4] = view.pair;
        if (!all_standard) by_reading |= p.ruled_out_by(r.shape);
        if constexpr (!SMALL) {
            some.put_groups(win, view.pair, view.pungs, by_reading);
            put_kinds(p, some.kinds_of_reading, win, among, by_reading);
            put_sets(p, some.sets_of_reading, view.ways, by_reading);
            put_without(p, some, win, view, by_reading);
        }
        for (const std::uint16_t f : some.of_reading) put(p, facts[f], reading_fact(facts[f], hand, anywhere), by_reading);
        const std::uint64_t later = some.relations.empty() ? 0 : put_relations(p, some, view, by_reading);
        TermSet last;  // of the previous place: most places do not differ
        for (int k = 0; k < n; ++k) {
            const Placed at(view, win, groups[k], found[k]);
            ++number;
            TermSet out = by_reading;
            if (p.place_table >= 0) out |= p.ruled_out_by(at.place);
            if (!SMALL && !p.sets_of_place.empty()) {
                Ways ways = view.ways;
                if (at.group < r.sets) {  // then it is not ABSENT
                    const Group& g = r.group[at.group];
                    ways ^= way_at(at.group, one_way_of(g.kind, g.made)) ^ way_at(at.group, one_way_of(g.kind, at.made[at.group]));
                }
                put_sets(p, p.sets_of_place, ways, out);
            }
            for (const std::uint16_t f : p.of_place) put(p, facts[f], reading_fact(facts[f], hand, at), out);
            for (std::uint64_t m = later; m; m &= m - 1) {
                const RelationFact& f = some.relations[static_cast<std::size_t>(std::countr_zero(m))];
                std::uint16_t masks[MAX_INSTANCES];
                const int value = related(p.relations[f.relation], view.table, at.made, masks, std::max<int>(f.saturate, 1));
                out |= p.tables[f.table + std::min<int>(value, f.saturate)];
            }
            for (const DearFact& f : some.dear)
                if (!out.covers(f.terms)) {
                    const Fact& fact = facts[f.fact];
                    put(p, fact, f.fact < p.hand_facts ? hand_fact(fact, hand) : reading_fact(fact, hand, at), out);
                }
            const bool same = !ALOUD && k > 0 && out == last;
            if (same && !p.asks_placed_relation) continue;
            last = out;
            bool legal = true;
            const Bits held = p.standing(out, legal);
            if (!legal || (same && !(held & p.placed_rows).any())) continue;
            Bench bench(p, hand, at, held);
            tell(hand, at, bench, number - 1, best, best_shape);
        }
    }
    if (p.last.empty() || best.fan < 0)
        raised = raise(p, hand, best);
    else
        raised = add_last(p, hand, best, last_rows);
    best.complete = true;
    return best;
}

}  // namespace

SIKWU_APART Desk& desk_of_thread() {  // not inlined: otherwise the compiler would compute the address again for each hand
    thread_local Desk desk;
    return desk;
}

// How often a row counts is known only where every reading is recorded. Few rules have such rows.
SIKWU_APART static int aside_of(const Program& p, const Win& win) {
    std::vector<Story> stories;
    int best = -1;
    return judge_aloud(p, win, stories, best).aside;
}

Verdict judge(const Program& p, const Win& win, Desk& desk) {
    bool raised = false;
    Verdict told = run<false>(p, win, desk, raised, nullptr, [&](const HandView& hand, const Placed& at, Bench& bench, int, Verdict& best, Shape& shape) {
        Verdict v = bench.decide(nullptr);
        finish(p, v);
        if (best.fan < 0 || compare(p, hand, v, at.view->reading.shape, best, shape) == Order::BETTER) best = v, shape = at.view->reading.shape;
    });
    told.counted = told.counted & p.paid_rows;
    if ((told.counted & p.aside).any()) told.aside = aside_of(p, win);
    return told;
}

Verdict judge_aloud(const Program& p, const Win& win, std::vector<Story>& stories, int& chosen) {
    chosen = -1;
    bool raised = false;
    std::vector<Counted> last;
    Verdict told =
        run<true>(p, win, desk_of_thread(), raised, &last, [&](const HandView& hand, const Placed& at, Bench& bench, int number, Verdict& best, Shape& shape) {
            Story story{number, at.view->reading, {}, at.group, at.place, {}, {}, {}};
            std::copy(at.made, at.made + MAX_GROUPS, story.made);
            story.verdict = bench.decide(&story);
            finish(p, story.verdict);
            stories.push_back(std::move(story));
            const Verdict& v = stories.back().verdict;
            const Order order = best.fan < 0 ? Order::BETTER : compare(p, hand, v, at.view->reading.shape, best, shape);
            if (order == Order::BETTER || (order == Order::EVEN && oftener(p, stories.back(), stories[static_cast<std::size_t>(chosen)]))) {
                best = v, shape = at.view->reading.shape;
                chosen = static_cast<int>(stories.size()) - 1;
            }
        });
    if (raised) {  // the counted rows are replaced by the raise
        Story& story = stories[static_cast<std::size_t>(chosen)];
        const auto row = static_cast<std::uint8_t>(p.raise_row);
        std::vector<Counted> kept{{row, 0, p.raise_to}};
        for (const Counted& c : story.counted) {
            if (p.beside_raise.has(c.row))
                kept.push_back(c);
            else
                story.dropped.push_back({c.row, c.mask, row, Why::ABSORBED});
        }
        story.counted = std::move(kept);
        story.verdict = told;
    }
    if (!last.empty()) {
        Story& story = stories[static_cast<std::size_t>(chosen)];
        story.counted.insert(story.counted.end(), last.begin(), last.end());
        story.verdict = told;
    }
    if (chosen >= 0)
        for (const Counted& c : stories[static_cast<std::size_t>(chosen)].counted)
            if (p.aside.has(c.row)) told.aside += c.worth;
    return told;
}

bool fact_values(const Program& p, const Win& win, int number, std::vector<int>& out) {
    Readings readings;
    read(win, p.sets, p.shapes, readings);
    const HandView hand(p, win, readings);
    out.clear();
    for (int i = 0, seen = 0; i < readings.size; ++i) {
        std::uint8_t groups[MAX_GROUPS];
        Place found[MAX_GROUPS];
        const int n = places(win, readings.all[i], groups, found);
        if (number >= seen + n) {
            seen += n;
            continue;
        }
        const ReadingView view(p, p.every, readings.all[i]);
        const Placed at(view, win, groups[number - seen], found[number - seen]);
        for (std::size_t f = 0; f < p.facts.size(); ++f)
            out.push_back(static_cast<int>(f) < p.hand_facts ? hand_fact(p.facts[f], hand, true) : reading_fact(p.facts[f], hand, at, true));
        return true;
    }
    return false;
}

}  // namespace sikwu
