// The kernel's interface in a browser: plain functions over plain memory. Input is written to `room` or `row` first; output is in `told`, as 32-bit
// words in the documented order (app/src/kernel/door.ts reads it). An error calls the import `sikwu.refuse` and never returns: the memory is then
// discarded.
#include <algorithm>
#include <memory>

#include "checks.hpp"
#include "distance.hpp"
#include "judge.hpp"
#include "nearest.hpp"
#include "stored.hpp"

// Keeps the C++ library from printing a message before it aborts: otherwise all of printf would be linked.
namespace std {
inline namespace __1 {
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) noexcept { __builtin_trap(); }
}  // namespace __1
}  // namespace std

#define DOOR(name) extern "C" __attribute__((export_name(#name))) auto name

namespace sikwu {
namespace {

struct Rules {
    Program program;
    PayTable table;
};

// One instance serves one page, in one thread.
std::vector<std::uint8_t> room_bytes;
std::vector<std::int32_t> words;
std::vector<std::unique_ptr<Rules>> kept;
Grammar grammar;
std::uint8_t row_bytes[2][ROW_BYTES];  // the row asked about; and a second one that `fit` writes

void tell(std::int64_t number) { words.push_back(static_cast<std::int32_t>(number)); }
void tell_wide(std::uint64_t bits) { tell(static_cast<std::int32_t>(bits)), tell(static_cast<std::int32_t>(bits >> 32)); }

const Rules& rules_of(int handle) {
    const auto at = static_cast<std::size_t>(handle);
    if (at >= kept.size() || !kept[at]) refuse_bytes("ruleset", "nothing is kept under this number");
    return *kept[at];
}

// shape, group of the winning tile, its place, fan, capped; then each list with its length: groups ((kind * 34 + lowest) * 128 + made), counted (row,
// mask, worth), dropped (row, mask, by, why).
void tell_story(const Story& s) {
    tell(static_cast<int>(s.reading.shape)), tell(s.group == ABSENT ? -1 : s.group), tell(static_cast<int>(s.place));
    tell(s.verdict.fan), tell(s.verdict.capped), tell(s.reading.groups);
    for (int i = 0; i < s.reading.groups; ++i) {
        const Group& g = s.reading.group[i];
        tell((static_cast<int>(g.kind) * KINDS + g.tile) * 128 + s.made[i]);
    }
    tell(static_cast<int>(s.counted.size()));
    for (const Counted& c : s.counted) tell(c.row), tell(c.mask), tell(c.worth);
    tell(static_cast<int>(s.dropped.size()));
    for (const Dropped& d : s.dropped) tell(d.row), tell(d.mask), tell(d.by), tell(static_cast<int>(d.why));
}

// The seat that fed the kong, the line of prices; the liable seat, its charge, the meld that caused it, its share; then the number of parts that the
// winner is paid, and each: payer, reason, units (two words).
void tell_money(const PayTable& table, const Win& win, const Verdict& v) {
    const Answer found = v.fan < 0 ? Answer{} : answer(table, win, v);
    tell(win.kong_feeder()), tell(heat(table, v));
    tell(found.seat), tell(found.charge), tell(found.place), tell(static_cast<int>(found.share));
    const std::vector<Part> parts = paid_parts(table, win, v);
    tell(static_cast<int>(parts.size()));
    for (const Part& p : parts) tell(p.payer), tell(static_cast<int>(p.reason)), tell_wide(static_cast<std::uint64_t>(p.units));
}

// The number of problems, then each: its number in `Wrong` and its facts.
void tell_problems(const std::vector<Problem>& all) {
    words.clear();
    tell(static_cast<int>(all.size()));
    for (const Problem& p : all) {
        tell(static_cast<int>(p.what));
        for (const int fact : p.facts) tell(fact);
    }
}

// Adds a problem that is not there yet.
void add_new(std::vector<Problem>& all, const Problem& problem) {
    if (std::find(all.begin(), all.end(), problem) == all.end()) all.push_back(problem);
}

void put(std::uint8_t* row, const Field& f, int value) {
    const int bit = f.shift, mask = ((1 << f.bits) - 1) << bit;
    row[f.at] = static_cast<std::uint8_t>((row[f.at] & ~mask) | value << bit);
}

// A way of winning with every circumstance that fits it, and the problems of each circumstance that does not.
struct Way {
    std::uint8_t row[ROW_BYTES];
    int left_out = 0;
    std::vector<Problem> why[std::size(NAMES)];

    void fit(const std::uint8_t* said, int size) {
        const Draft usual;
        const std::vector<Problem> before = problems(row, size);
        for (std::size_t i = OF_TABLE; i < std::size(NAMES); ++i) {
            const Field& f = NAMES[i].field;
            const int value = field::value(said, f);
            if (value == field::value(usual.row, f)) continue;
            std::uint8_t tried[ROW_BYTES];
            std::copy(row, row + ROW_BYTES, tried);
            put(tried, f, value);
            for (const Problem& p : problems(tried, size))
                if (std::find(before.begin(), before.end(), p) == before.end()) why[i].push_back(p);
            left_out += !why[i].empty();
            if (why[i].empty()) std::copy(tried, tried + ROW_BYTES, row);
        }
    }
};

// Not problems in an unfinished hand.
bool is_unfinished(Wrong what) {
    return what == Wrong::NO_TILE || what == Wrong::NO_PLUS || what == Wrong::ONLY_FLOWERS || what == Wrong::COUNT || what == Wrong::NO_FEEDER;
}

// Circumstances of wins by a robbed kong or by flowers, which do not concern a discard or a draw.
bool is_of_other_ways(const Field& f) {
    const auto same = [&f](const Field& other) { return f.at == other.at && f.shift == other.shift; };
    return same(field::ROBBED) || same(field::EIGHTH_FLOWER);
}

}  // namespace

// --- memory

DOOR(room)(std::size_t bytes)->std::uint8_t* {
    room_bytes.resize(std::max(bytes, std::size_t{64}));
    return room_bytes.data();
}
DOOR(row)(int which)->std::uint8_t* { return row_bytes[which & 1]; }
DOOR(told)()->const std::int32_t* { return words.data(); }

// --- loading

DOOR(load_spellings)(std::size_t bytes)->void { grammar = read_grammar({reinterpret_cast<const char*>(room_bytes.data()), bytes}); }

// Loads a program and, behind it, a paying table; returns their handle.
DOOR(load_rules)(std::size_t program, std::size_t table)->int {
    const char* bytes = reinterpret_cast<const char*>(room_bytes.data());
    std::unique_ptr<Rules> rules(new Rules{read_program({bytes, program}), read_table({bytes + program, table})});
    const auto free = std::find(kept.begin(), kept.end(), nullptr);
    const auto at = free - kept.begin();
    if (free == kept.end()) kept.emplace_back();
    kept[static_cast<std::size_t>(at)] = std::move(rules);
    return static_cast<int>(at);
}
DOOR(drop_rules)(int handle)->void {
    rules_of(handle);
    kept[static_cast<std::size_t>(handle)].reset();
}

// --- reading

// Reads the text in `room`, given as 32-bit characters, into row 0; returns 0 if it is malformed.
DOOR(read_text)(std::size_t characters)->int {
    if (characters > LONGEST || characters * 4 > room_bytes.size()) return 0;
    char32_t text[LONGEST];
    std::memcpy(text, room_bytes.data(), characters * 4);
    std::transform(text, text + characters, text, Grammar::plain);
    Draft draft;
    if (!grammar.win(text, characters, draft)) return 0;
    std::copy(draft.row, draft.row + ROW_BYTES, row_bytes[0]);
    return 1;
}

// The problems of the win of row 0 (`tell_problems`).
DOOR(wrong)(int size)->void { tell_problems(problems(row_bytes[0], size)); }

// --- a win

// Judges row 0: complete, fan, capped (-1: no win), the story that counts (-1: none), its marks (four words), waits before the win (two words),
// whether it can be read as pairs; money (`tell_money`); the number of stories, and each.
DOOR(judge_row)(int handle)->void {
    const Rules& rules = rules_of(handle);
    words.clear();
    Win win;
    std::vector<Story> stories;
    int best = -1;
    const bool row = read_row(row_bytes[0], win);
    const Verdict v = row ? judge_aloud(rules.program, win, stories, best) : Verdict{};
    tell(v.complete), tell(best < 0 ? -1 : v.fan), tell(best < 0 ? -1 : v.capped), tell(best);
    const Bits marks = best < 0 ? Bits{} : stories[static_cast<std::size_t>(best)].verdict.marks;
    tell_wide(marks.w[0]), tell_wide(marks.w[1]);
    tell_wide(row && win.tile >= 0 ? HandView(rules.program, win, Readings{}).waits() : 0);
    Readings pairs;
    if (row && !v.complete) read(win, rules.program.sets, SHAPE_DOUBLED_PAIRS | SHAPE_EIGHT_PAIRS, pairs);
    tell(pairs.size > 0);
    if (!row) win.row = row_bytes[0], win.melds = 0;
    Verdict paid = best < 0 ? Verdict{} : v;
    if (best >= 0) paid.marks = marks;
    tell_money(rules.table, win, paid);
    tell(static_cast<int>(stories.size()));
    for (const Story& s : stories) tell_story(s);
}

// Of row 0 and one of its placed readings the values of all facts, as many as the program has; 0: there is no such reading.
DOOR(facts)(int handle, int number)->int {
    words.clear();
    Win win;
    std::vector<int> values;
    if (!read_row(row_bytes[0], win) || !fact_values(rules_of(handle).program, win, number, values)) return 0;
    for (const int value : values) tell(value);
    return static_cast<int>(values.size());
}

// The price of a number of fan in the table's units: of a discard, or of one payer's share of a self-draw; -1 if there is none.
DOOR(price)(int handle, int drawn, int hot, int fan)->std::int64_t {
    const PayTable& table = rules_of(handle).table;
    std::int64_t amount = 0;
    return (drawn ? table.drawn : table.discard)[hot % 3].of(fan, amount) ? amount : -1;
}

// --- an unfinished hand

// Analyses row 0 without its winning tile. Returns 1 if the hand is possible: row 0 is then the hand won by a draw and row 1 by a discard, without the
// winning tile, each with the circumstances that fit it. Returns 0 and the problems if a circumstance fits neither (those of other ways of winning do
// not count). Without flowers (`played` is 0) only the tiles are checked; the caller adds the problem of the flowers.
DOOR(fit)(int size, int played)->int {
    std::uint8_t said[ROW_BYTES];
    Way draw, discard;
    std::copy(row_bytes[0], row_bytes[0] + ROW_BYTES, said);
    std::copy(said, said + ROW_BYTES, draw.row);
    const Draft usual;
    for (std::size_t i = OF_TABLE; i < std::size(NAMES); ++i) put(draw.row, NAMES[i].field, field::value(usual.row, NAMES[i].field));
    put(draw.row, field::TILE, ABSENT), put(draw.row, field::FEEDER, 0), put(draw.row, field::BY, static_cast<int>(By::SELF_DRAW));
    std::vector<Problem> found;
    Problem too_many{};
    for (const Problem& p : problems(draw.row, size)) {
        if (!is_unfinished(p.what)) found.push_back(p);
        if (p.what == Wrong::COUNT && p.facts[0] > size) too_many = p;  // more than the one tile that is still to go
    }
    if (too_many.what == Wrong::COUNT) found.push_back(too_many);
    if (!found.empty() || !played) return tell_problems(found), 0;
    const int seat = field::value(draw.row, field::SEAT);
    for (int step = 1; step < 4; ++step) {
        Way way;
        std::copy(draw.row, draw.row + ROW_BYTES, way.row);
        put(way.row, field::BY, static_cast<int>(By::DISCARD)), put(way.row, field::FEEDER, 1 + (seat + step) % 4);
        way.fit(said, size);
        if (step == 1 || way.left_out < discard.left_out) discard = std::move(way);
    }
    draw.fit(said, size);
    for (std::size_t i = OF_TABLE; i < std::size(NAMES); ++i) {
        const std::vector<Problem>&one = draw.why[i], &other = discard.why[i];
        if (one.empty() || other.empty() || is_of_other_ways(NAMES[i].field)) continue;
        for (const Problem& p : one.size() <= other.size() ? one : other) add_new(found, p);
    }
    std::copy(draw.row, draw.row + ROW_BYTES, row_bytes[0]);
    std::copy(discard.row, discard.row + ROW_BYTES, row_bytes[1]);
    return tell_problems(found), found.empty();
}

// For 34 counts in `room` followed by 34 limits: tiles away, and the kinds that bring them nearer to a number of sets (three words).
DOOR(away)(int handle, int sets)->void {
    std::uint64_t mask = 0;
    words.clear();
    tell(nearest(room_bytes.data(), room_bytes.data() + KINDS, sets, rules_of(handle).program.shapes, mask));
    tell_wide(mask);
}

// For 34 counts in `room`: the kinds that complete them (two words).
DOOR(waiting)(int handle)->void {
    words.clear();
    tell_wide(waits(room_bytes.data(), rules_of(handle).program.shapes));
}

// For 34 counts in `room`: whether they are complete, counting any pairs.
DOOR(complete)(int handle)->int { return is_complete(room_bytes.data(), rules_of(handle).program.shapes & ~unsigned{SHAPE_PAIRS_DIFFER}); }

}  // namespace sikwu
