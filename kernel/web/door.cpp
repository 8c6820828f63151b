// The kernel's door in a browser: plain functions over plain memory. What goes in is written to `room` or `row` first; what comes out stands
// in `told`, as 32-bit words in the order told here (app/src/kernel/door.ts reads it). A refusal leaves by the import `sikwu.refuse`
// and never comes back: the memory is then given up.
#include <algorithm>
#include <memory>

#include "checks.hpp"
#include "distance.hpp"
#include "judge.hpp"
#include "nearest.hpp"
#include "stored.hpp"

// What the C++ library says before it gives up, it says to nobody here: without this, all of printf comes along.
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

// shape, group of the winning tile, its place, fan, capped; then how many, and each: groups ((kind * 34 + lowest) * 128 + made), counted
// (row, mask, worth), dropped (row, mask, by, why).
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

// Who fed the kong, which line of prices; who answers, by which charge, since which meld, for what; then what each seat gains (two words).
void tell_money(const PayTable& table, const Win& win, const Verdict& v) {
    const Answer found = v.fan < 0 ? Answer{} : answer(table, win, v);
    tell(win.kong_feeder()), tell(heat(table, v));
    tell(found.seat), tell(found.charge), tell(found.place), tell(static_cast<int>(found.share));
    std::int64_t change[4];
    tell(static_cast<int>(pay(table, win, v, change)));
    for (const std::int64_t each : change) tell_wide(static_cast<std::uint64_t>(each));
}

void put(std::uint8_t* row, const Field& f, int value) {
    const int bit = f.shift, mask = ((1 << f.bits) - 1) << bit;
    row[f.at] = static_cast<std::uint8_t>((row[f.at] & ~mask) | value << bit);
}

// A way of winning with every circumstance that fits it; `left_out` gets a bit for each that does not.
void fit_way(const std::uint8_t* said, std::uint8_t* way, int size, std::uint32_t& left_out) {
    const Draft usual;
    left_out = 0;
    for (std::size_t i = OF_TABLE; i < std::size(NAMES); ++i) {
        const Field& f = NAMES[i].field;
        const int value = field::value(said, f), before = field::value(usual.row, f);
        if (value == before) continue;
        put(way, f, value);
        if (circumstances_possible(way, size)) continue;
        put(way, f, before);
        left_out |= 1u << i;
    }
}

}  // namespace

// --- memory

DOOR(room)(std::size_t bytes)->std::uint8_t* {
    room_bytes.resize(std::max(bytes, std::size_t{64}));
    return room_bytes.data();
}
DOOR(row)(int which)->std::uint8_t* { return row_bytes[which & 1]; }
DOOR(told)()->const std::int32_t* { return words.data(); }

// --- what is loaded

DOOR(load_spellings)(std::size_t bytes)->void { grammar = read_grammar({reinterpret_cast<const char*>(room_bytes.data()), bytes}); }

// A program and, behind it, a paying table; gives the number they are kept under.
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

// Can the win of row 0 be? 1: but for how many tiles it has, or for who discarded; 2: yes.
DOOR(can_be)(int size)->int { return possible(row_bytes[0], size) ? 2 : nearly_possible(row_bytes[0], size); }

// --- a win

// Row 0 judged: complete, fan, capped (-1: no win), the story that counts (-1: none), its marks (four words), waits before the win (two words),
// can it be read as pairs; money (`tell_money`); how many stories, and each.
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
    if (row && !v.complete) read(win, rules.program.sets, SHAPE_PAIRS | SHAPE_EIGHT_PAIRS, pairs);
    tell(pairs.size > 0);
    if (!row) win.row = row_bytes[0], win.melds = 0;
    Verdict paid = best < 0 ? Verdict{} : v;
    if (best >= 0) paid.marks = marks;
    tell_money(rules.table, win, paid);
    tell(static_cast<int>(stories.size()));
    for (const Story& s : stories) tell_story(s);
}

// The price of a number of fan in the table's units: of a discard, or of one payer's part of a self-draw; -1 if there is none.
DOOR(price)(int handle, int drawn, int hot, int fan)->std::int64_t {
    const PayTable& table = rules_of(handle).table;
    std::int64_t amount = 0;
    return (drawn ? table.drawn : table.discard)[hot % 3].of(fan, amount) ? amount : -1;
}

// --- a hand that is not finished

// Row 0 without its winning tile: 0 it cannot be, else 1, with row 0 the hand won by a draw and row 1 by a discard, the tile left out, each
// with the circumstances that fit it. Those that fit neither make it impossible, but for the ones of other ways of winning.
DOOR(fit)(int size)->int {
    std::uint8_t said[ROW_BYTES], bare[ROW_BYTES], way[ROW_BYTES];
    std::copy(row_bytes[0], row_bytes[0] + ROW_BYTES, said);
    std::copy(said, said + ROW_BYTES, bare);
    const Draft usual;
    for (std::size_t i = OF_TABLE; i < std::size(NAMES); ++i) put(bare, NAMES[i].field, field::value(usual.row, NAMES[i].field));
    put(bare, field::TILE, ABSENT), put(bare, field::FEEDER, 0), put(bare, field::BY, static_cast<int>(By::SELF_DRAW));
    if (!can_grow(bare, size)) return 0;
    std::uint32_t undrawn, undiscarded = ~0u;
    std::copy(bare, bare + ROW_BYTES, row_bytes[0]);
    fit_way(said, row_bytes[0], size, undrawn);
    const int seat = field::value(bare, field::SEAT);
    for (int step = 1; step < 4; ++step) {
        std::uint32_t left_out;
        std::copy(bare, bare + ROW_BYTES, way);
        put(way, field::BY, static_cast<int>(By::DISCARD)), put(way, field::FEEDER, 1 + (seat + step) % 4);
        fit_way(said, way, size, left_out);
        if (std::popcount(left_out) >= std::popcount(undiscarded)) continue;
        undiscarded = left_out;
        std::copy(way, way + ROW_BYTES, row_bytes[1]);
    }
    std::uint32_t others = 0;
    for (std::size_t i = OF_TABLE; i < std::size(NAMES); ++i)
        if (NAMES[i].field.at == field::ROBBED.at && NAMES[i].field.shift == field::ROBBED.shift)
            others |= 1u << i;
        else if (NAMES[i].field.at == field::EIGHTH_FLOWER.at && NAMES[i].field.shift == field::EIGHTH_FLOWER.shift)
            others |= 1u << i;
    return !(undrawn & undiscarded & ~others);
}

// Of 34 counts in `room`, and 34 limits behind them: tiles away, and the kinds that bring them nearer to a number of sets (three words).
DOOR(away)(int handle, int sets)->void {
    std::uint64_t mask = 0;
    words.clear();
    tell(nearest(room_bytes.data(), room_bytes.data() + KINDS, sets, rules_of(handle).program.shapes, mask));
    tell_wide(mask);
}

// Of 34 counts in `room`: the kinds that complete them (two words).
DOOR(waiting)(int handle)->void {
    words.clear();
    tell_wide(waits(room_bytes.data(), rules_of(handle).program.shapes));
}

// Of 34 counts in `room`: are they complete, in whatever pairs?
DOOR(complete)(int handle)->int { return is_complete(room_bytes.data(), rules_of(handle).program.shapes & ~unsigned{SHAPE_PAIRS_DIFFER}); }

}  // namespace sikwu
