// Bindings of deals: rules of play, one deal as a value, events, melds and windows, with named fields. All numbers are range-checked.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <optional>
#include <tuple>

#include "arrays.hpp"
#include "deal.hpp"
#include "held.hpp"
#include "many.hpp"
#include "names.hpp"

using namespace nanobind::literals;

namespace sikwu {
namespace {

using Number = std::optional<int>;

// A seat that has a choice in a window.
struct Choice {
    int seat;
    bool waiting;
    std::vector<int> legal;
};

struct Window {
    At at;
    Number tile;
    std::vector<Choice> seats;
};

void check(const PlayNumbers& p) {
    const bool good = (p.size == 13 || p.size == 16) && p.reserved <= 16 && p.flowers_at_deal <= 1 && p.flower_wins <= 3 && p.eighth <= 2 &&
                      p.declarations <= 3 && p.first_draws <= 2 && p.fine >= -1 && p.fine <= PriceLine::MOST;
    if (!good) throw nb::value_error("a number of the rules of play is out of its range");
}

// Event, payer, payee, units, once, results, rows.
using SideNumbers = std::tuple<int, int, int, std::int64_t, bool, int, std::uint64_t, std::uint64_t>;

SidePay side_of(const SideNumbers& told) {
    const auto [on, payer, payee, units, once, results, low, high] = told;
    const auto role = [](int number) { return number >= 0 && number < static_cast<int>(Role::COUNT); };
    const bool known = on >= 0 && on < static_cast<int>(SideOn::COUNT) && role(payer) && role(payee) && results >= 0 && results < 8;
    if (!known || units < SidePay::UNKNOWN || units > SidePay::MOST) throw nb::value_error("not a side payment");
    SidePay out;
    out.on = static_cast<SideOn>(on), out.payer = static_cast<Role>(payer), out.payee = static_cast<Role>(payee);
    out.units = units, out.once = once, out.results = static_cast<std::uint8_t>(results), out.rows.w[0] = low, out.rows.w[1] = high;
    if ((units == SidePay::ALL && out.payer != Role::POT) || (out.payer == Role::POT && (out.payee == Role::POT || units == SidePay::HAND)))
        throw nb::value_error("not a side payment");
    return out;
}

void make_rules(RulesHandle* self, const PlayNumbers& play, const Kept& program, const PayTable& pay, const std::vector<SideNumbers>& beside,
                bool kong_is_discard) {
    check(play);
    if ((program.program.sets == 4) != (play.size == 13)) throw nb::value_error("the rules of play are for hands of another size");
    std::vector<SidePay> side;
    for (const SideNumbers& each : beside) side.push_back(side_of(each));
    new (self) RulesHandle{std::make_shared<const KeptRules>(play, program, pay, std::move(side), kong_is_discard)};
}

void make_deal(Held* self, const RulesHandle& rules, const nb::bytes& wall, int round, int streak, const std::array<int, 4>& dead_from, bool holds,
               bool seat_walls) {
    if (wall.size() != Deal::WALL || !good_wall(static_cast<const std::uint8_t*>(wall.data()))) throw nb::value_error("not a wall of 144 tiles");
    if (round < 0 || round > 3 || streak < 0 || streak > 255) throw nb::value_error("round or streak is out of its range");
    std::uint8_t dead[4];
    for (std::size_t i = 0; i < 4; ++i) dead[i] = static_cast<std::uint8_t>(dead_from[i] < 0 || dead_from[i] > 254 ? 255 : dead_from[i]);
    auto held = std::make_unique<Held>();
    held->kept = rules.kept;
    start(held->deal, rules.kept->rules, static_cast<const std::uint8_t*>(wall.data()), round, streak, dead, &held->events, holds, seat_walls);
    new (self) Held(std::move(*held));
}

// The deal after an answer; the original does not change.
Held after_answer(const Held& self, int seat, int chosen) {
    Held out{self.kept, self.deal, {}};
    if (!apply(out.deal, self.kept->rules, seat, chosen, &out.events)) throw nb::value_error("not a legal action of this seat");
    return out;
}

// If the move fails, the deal does not change.
void move(Held& self, int seat, int chosen) { self = after_answer(self, seat, chosen); }

Held closed(const Held& self) {
    Held out{self.kept, self.deal, {}};
    close(out.deal, self.kept->rules, &out.events);
    return out;
}

int checked_seat(int seat) {
    if (seat < 0 || seat > 3) throw nb::index_error("there are four seats");
    return seat;
}

std::vector<int> legal_of(const Held& self, int seat) {
    std::vector<int> out;
    if (self.deal.window >> checked_seat(seat) & 1) self.deal.legal[seat].each([&](int i) { out.push_back(i); });
    return out;
}

nb::bytes bytes_of(const std::uint8_t* data, std::size_t n) { return nb::bytes(reinterpret_cast<const char*>(data), n); }

std::vector<nb::bytes> wins_of(const Held& self) {
    std::vector<nb::bytes> out;
    for (int i = 0; i < self.deal.winners; ++i) out.push_back(bytes_of(self.deal.won[i], ROW_BYTES));
    return out;
}

Held marked_dead(const Held& self, int seat) {
    Held out{self.kept, self.deal, {}};
    mark_dead(out.deal, checked_seat(seat));
    return out;
}

std::vector<Laid> melds_of(const Held& self, int seat) {
    const Player& p = self.deal.player[checked_seat(seat)];
    return {p.meld, p.meld + p.melds};
}

// Seats that have a choice, in turn order after the seat that opened the window.
Window window_of(const Held& self) {
    const Deal& d = self.deal;
    Window out{d.at, {}, {}};
    if (d.at == At::DISCARD || d.at == At::KONG) out.tile = d.tile;
    const int first = d.at == At::DISCARD ? d.actor + 1 : d.at == At::KONG ? d.maker + 1 : 0;
    for (int step = 0; step < 4; ++step)
        if (const int seat = (first + step) % 4; d.window >> seat & 1) out.seats.push_back({seat, (d.asked >> seat & 1) != 0, legal_of(self, seat)});
    return out;
}

Number number_of(int tile) { return tile == Deal::NO_TILE ? Number() : Number(tile); }

// The feeder of a claim or a win: in the lowest three bits.
Number feeder_of(const Event& e) {
    const bool fed = e.said == Said::CHOW || e.said == Said::PUNG || e.said == Said::KONG || e.said == Said::WIN;
    return fed && (e.more & 7) ? Number((e.more & 7) - 1) : Number();
}

std::vector<View::Thrown> river_of(const Held& self) {
    std::vector<View::Thrown> out;
    const View view(self.deal, self.kept->rules, View::WATCHER);
    for (int i = 0; i < view.lying(); ++i) out.push_back(view.thrown(i));
    return out;
}

std::tuple<std::array<std::int64_t, 4>, bool> settled(const Held& self, int most) {
    const Outcome out = outcome(self.deal, self.kept->rules, most);
    return {{out.change[0], out.change[1], out.change[2], out.change[3]}, out.priced};
}

std::tuple<std::array<std::int64_t, 4>, bool> beside(const Held& self, int most) {
    const Outcome out = outcome(self.deal, self.kept->rules, most);
    return {{out.side[0], out.side[1], out.side[2], out.side[3]}, out.priced};
}

int chosen_by(const Held& self, const NativePlayer& player, int seat, std::uint64_t seed, std::uint64_t wall, std::uint64_t decision) {
    const View view(self.deal, self.kept->rules, checked_seat(seat));
    if (!view.asked()) throw nb::value_error("this seat is not asked");
    return choose(player, view, Chance({seed, wall}, seat, decision));
}

// What a seat is asked, for native players alone: they receive its view, and Python can read nothing of the deal behind it.
struct NativeQuestion {
    Held held;
    int seat;
};

NativeQuestion native_question(const Held& self, int seat) {
    if (!View(self.deal, self.kept->rules, checked_seat(seat)).asked()) throw nb::value_error("this seat is not asked");
    return {{self.kept, self.deal, {}}, seat};
}

int answered_by(const NativeQuestion& self, const NativePlayer& player, std::uint64_t seed, std::uint64_t wall, std::uint64_t decision) {
    nb::gil_scoped_release release;
    return chosen_by(self.held, player, self.seat, seed, wall, decision);
}

// What a careful player thinks of each action, the best first.
nb::list thoughts_of(const NativeQuestion& self, const NativePlayer& player) {
    if (player.kind != PlayerKind::CAREFUL) throw nb::value_error("only careful players tell what they think");
    std::vector<Thought> found;
    {
        nb::gil_scoped_release release;
        const View view(self.held.deal, self.held.kept->rules, self.seat);
        found = think(*player.plans, *player.parameters, view, view.legal());
    }
    nb::list out;
    for (const Thought& t : found) {
        const Outlook& o = t.outlook;
        out.append(
            nb::make_tuple(t.action, t.value, t.danger, t.deal_in, o.value, o.chance, o.price, o.plan, o.away, o.live, o.useful, o.concealed, o.by_draw));
    }
    return out;
}

const Player& player_of(const Held& self, int seat) { return self.deal.player[checked_seat(seat)]; }

void bind_parts(nb::module_& m) {
    nb::class_<Event>(m, "KernelEvent", "An event of a deal.")
        .def_prop_ro(
            "said", [](const Event& e) { return name_of(e.said); }, "The kind: draw, discard, chow, win …")
        .def_ro("seat", &Event::actor, "The seat; without meaning if nobody wins.")
        .def_prop_ro("tile", [](const Event& e) { return number_of(e.tile); })
        .def_prop_ro("feeder", &feeder_of, "For a claim or a win: the seat that fed it.")
        .def_prop_ro(
            "drawn", [](const Event& e) { return e.said == Said::DISCARD && e.more; }, "For a discard: whether it had just been drawn.")
        .def_prop_ro(
            "form", [](const Event& e) { return e.said == Said::CHOW ? e.more >> 3 : 0; },
            "For a chow: whether the claimed tile is its lowest (0), middle or highest.")
        .def_prop_ro("ready", [](const Event& e) { return e.said == Said::READY ? e.more : 0; }, "For a declaration: its kind.");
    nb::class_<Laid>(m, "KernelMeld", "A meld: its kind, lowest tile, feeder, and the turn in which it was made.")
        .def_prop_ro("kind", [](const Laid& l) { return static_cast<int>(l.kind); })
        .def_ro("tile", &Laid::tile)
        .def_prop_ro("feeder", [](const Laid& l) { return l.feeder ? Number(l.feeder - 1) : Number(); })
        .def_ro("turn", &Laid::turn);
    nb::class_<View::Thrown>(m, "KernelRiverTile", "A discard that nobody claimed, and whether it had just been drawn.")
        .def_ro("tile", &View::Thrown::tile)
        .def_ro("seat", &View::Thrown::seat)
        .def_ro("drawn", &View::Thrown::drawn);
    nb::class_<Choice>(m, "KernelChoice", "A seat that has a choice in a window, and whether its answer is missing.")
        .def_ro("seat", &Choice::seat)
        .def_ro("waiting", &Choice::waiting)
        .def_ro("legal", &Choice::legal, "Its legal actions, ascending.");
    nb::class_<Window>(m, "KernelWindow", "The seats that are asked, in the order of their decisions.")
        .def_prop_ro("at", [](const Window& w) { return name_of(w.at); })
        .def_ro("tile", &Window::tile, "The tile on offer.")
        .def_ro("seats", &Window::seats);
    nb::class_<NativeQuestion>(m, "NativeQuestion", "The question to a seat, for native players only; it gives no access to the deal.")
        .def("choose", &answered_by, "player"_a, "seed"_a, "wall"_a, "decision"_a, "The action of a native player; releases the interpreter lock.")
        .def("think", &thoughts_of, "player"_a,
             nb::sig("def think(self, player: NativePlayer) -> list[tuple[int, float, float, float, float, float, float, int, int, int, int, bool, bool]]"),
             "What a careful player thinks of each action that it compares, the best first: action, value, danger, chance to deal in; of what is left: value, "
             "chance to win, price, plan (-1: ready), tiles away, live useful tiles, their kinds, whether it must claim nothing, whether it must draw the last "
             "tile.");
}

void bind_rules_of_play(nb::module_& m) {
    nb::class_<PlayNumbers>(m, "PlayNumbers", "The rules of play that a deal needs.")
        .def(nb::init<>())
        .def_rw("size", &PlayNumbers::size)
        .def_rw("flowers", &PlayNumbers::flowers)
        .def_rw("reserved", &PlayNumbers::reserved)
        .def_rw("flowers_at_deal", &PlayNumbers::flowers_at_deal)
        .def_rw("all_win", &PlayNumbers::all_win)
        .def_rw("orphans_uncut", &PlayNumbers::orphans_uncut)
        .def_rw("passed_wins", &PlayNumbers::passed_wins)
        .def_rw("passed_pungs", &PlayNumbers::passed_pungs)
        .def_rw("three_winners_void", &PlayNumbers::three_winners_void)
        .def_rw("own_discards_locked", &PlayNumbers::own_discards_locked)
        .def_rw("chows", &PlayNumbers::chows)
        .def_rw("after_claim", &PlayNumbers::after_claim)
        .def_rw("kong_after_claim", &PlayNumbers::kong_after_claim)
        .def_rw("claim_last_discard", &PlayNumbers::claim_last_discard)
        .def_rw("win_last_discard", &PlayNumbers::win_last_discard)
        .def_rw("rob_exposed", &PlayNumbers::rob_exposed)
        .def_rw("rob_exposed_from_discarder", &PlayNumbers::rob_exposed_from_discarder)
        .def_rw("kongs_hidden", &PlayNumbers::kongs_hidden)
        .def_rw("flower_wins", &PlayNumbers::flower_wins)
        .def_rw("pending_flowers", &PlayNumbers::pending_flowers)
        .def_rw("may_wait_for_eighth", &PlayNumbers::may_wait_for_eighth)
        .def_rw("seven_rob_one", &PlayNumbers::seven_rob_one)
        .def_rw("eighth", &PlayNumbers::eighth)
        .def_rw("seven_waits_for_eighth", &PlayNumbers::seven_waits_for_eighth)
        .def_rw("declarations", &PlayNumbers::declarations)
        .def_rw("ready_may_pass", &PlayNumbers::ready_may_pass)
        .def_rw("first_draws", &PlayNumbers::first_draws)
        .def_rw("human_wins", &PlayNumbers::human_wins)
        .def_rw("tells_streak", &PlayNumbers::tells_streak)
        .def_rw("tells_left", &PlayNumbers::tells_left)
        .def_rw("allow_false_wins", &PlayNumbers::allow_false_wins)
        .def_rw("fine", &PlayNumbers::fine);
    nb::class_<RulesHandle>(m, "TableRules", "The rules by which a deal is played, judged and paid.")
        .def("__init__", &make_rules, "play"_a, "program"_a, "pay"_a, "beside"_a = std::vector<SideNumbers>(), "kong_is_discard"_a = false,
             nb::sig("def __init__(self, play: PlayNumbers, program: Program, pay: PayTable, beside: Sequence[tuple[int, int, int, int, bool, int, int, int]] "
                     "= (), kong_is_discard: bool = False) -> None"));
}

}  // namespace

void bind_deals(nb::module_& m) {
    bind_rules_of_play(m);
    bind_parts(m);
    nb::class_<Held>(m, "KernelDeal", "One deal; answers advance it. Seats are 0-3 from the dealer; tiles and actions are numbers.")
        .def("__init__", &make_deal, "rules"_a, "wall"_a, "round"_a = 0, "streak"_a = 0, "dead_from"_a = std::array<int, 4>{255, 255, 255, 255},
             "holds"_a = false, "seat_walls"_a = false)
        .def(
            "copy", [](const Held& self) { return Held(self); }, "A copy that is played on independently.")
        .def("apply", &move, "seat"_a, "action"_a, "Takes an answer of a seat that is asked; anything else raises ValueError and changes nothing.")
        .def("after", &after_answer, "seat"_a, "action"_a, "The deal after such an answer; this deal does not change.")
        .def("closed", &closed, "The deal after all seats that have not answered took their default action.")
        .def("marked_dead", &marked_dead, "seat"_a, "The deal in which a seat is marked dead before the next draw from the front, or before the first turn.")
        .def("legal", &legal_of, "seat"_a, "The legal actions of a seat that has a choice in this window, ascending.")
        .def(
            "usual", [](const Held& self, int seat) { return usual(self.deal, checked_seat(seat)); }, "seat"_a, "The default action of a seat.")
        .def(
            "hand", [](const Held& self, int seat) { return bytes_of(player_of(self, seat).hand.data(), KINDS); }, "seat"_a, "Copies of each kind.")
        .def(
            "flowers", [](const Held& self, int seat) { return player_of(self, seat).flowers; }, "seat"_a, "The flowers laid open, one bit each.")
        .def(
            "held_flowers", [](const Held& self, int seat) { return player_of(self, seat).held; }, "seat"_a, "The flowers not yet laid open.")
        .def("melds", &melds_of, "seat"_a, "The melds of a seat, in order.")
        .def(
            "ready", [](const Held& self, int seat) { return static_cast<int>(player_of(self, seat).ready); }, "seat"_a, "How the seat has declared.")
        .def(
            "dead", [](const Held& self, int seat) { return player_of(self, seat).dead; }, "seat"_a, "Whether the seat is marked dead.")
        .def(
            "settle", &settled, "most"_a = ANY_FAN,
            "(the change of each seat by wins or a false win, in units of the paying table; has everything a price). No hand is paid for more fan than `most`.")
        .def("beside", &beside, "most"_a = ANY_FAN,
             "(the change of each seat by what the house pays beside the hands, in the same units, from an empty pot; has everything a price).")
        .def("choose", &chosen_by, "player"_a, "seat"_a, "seed"_a, "wall"_a, "decision"_a,
             "The action of a native player for a seat that is asked; random numbers are keyed by the seed, the wall and the number of the seat's decision.")
        .def("native_question", &native_question, "seat"_a, "The question to a seat, for native players only; it can be answered in any thread.")
        .def_prop_ro(
            "events", [](const Held& self) { return self.events; }, "The events of the last move.")
        .def_prop_ro("question", &window_of, "The open window.")
        .def_prop_ro("wins", &wins_of, "The wins as packed rows, in the order listed.")
        .def_prop_ro("river", &river_of, "The discards that nobody claimed, in order.")
        .def_prop_ro("wall",
                     [](const Held& self) { return bytes_of(self.deal.wall + self.deal.front, static_cast<std::size_t>(self.deal.back - self.deal.front)); })
        .def_prop_ro("drawable", [](const Held& self) { return drawable(self.deal, self.kept->rules); })
        .def_prop_ro("at", [](const Held& self) { return name_of(self.deal.at); })
        .def_prop_ro(
            "asked", [](const Held& self) { return self.deal.asked & ~HELD; }, "The seats that have not answered, one bit each.")
        .def_prop_ro(
            "held", [](const Held& self) { return (self.deal.asked & HELD) != 0; }, "Whether it pauses until it is closed.")
        .def_prop_ro(
            "window", [](const Held& self) { return self.deal.window; }, "The seats that have a choice in this window, one bit each.")
        .def_prop_ro("actor", [](const Held& self) { return self.deal.actor; })
        .def_prop_ro("maker", [](const Held& self) { return self.deal.maker; })
        .def_prop_ro(
            "robbed", [](const Held& self) { return static_cast<int>(self.deal.robbed); }, "The kind of kong that may be robbed: added, concealed, exposed.")
        .def_prop_ro("tile", [](const Held& self) { return self.deal.tile; })
        .def_prop_ro("drawn", [](const Held& self) { return self.deal.drawn; })
        .def_prop_ro(
            "front_draws", [](const Held& self) { return self.deal.front_draws; }, "The number of turns that began with a draw.")
        .def_prop_ro(
            "called", [](const Held& self) { return called(self.deal); }, "The seats that have claimed a tile, one bit each.")
        .def_prop_ro(
            "ready_at_end", [](const Held& self) { return ready_at_end(self.deal, self.kept->rules); },
            "The seats that have won or are ready, or would be after one discard, one bit each.")
        .def_prop_ro("offender", [](const Held& self) { return self.deal.offender; })
        .def_prop_ro("result", [](const Held& self) { return name_of(self.deal.result); })
        .def_prop_ro("over", [](const Held& self) { return self.deal.over(); });
}

}  // namespace sikwu
