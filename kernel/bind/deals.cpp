// Bindings of deals: rules of play by name, one deal as a value, events as small tuples. Every number is checked as it crosses.
#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <tuple>

#include "arrays.hpp"
#include "deal.hpp"
#include "held.hpp"
#include "many.hpp"

using namespace nanobind::literals;

namespace sikwu {
namespace {

using Told = std::tuple<int, int, int, int>;

void check(const PlayNumbers& p) {
    const bool good = (p.size == 13 || p.size == 16) && p.reserved <= 16 && p.flowers_at_deal <= 1 && p.flower_wins <= 3 && p.eighth <= 2 &&
                      p.declarations <= 3 && p.first_draws <= 2 && p.fine >= -1 && p.fine <= PriceLine::MOST;
    if (!good) throw nb::value_error("a number of the rules of play is out of its range");
}

void make_rules(RulesHandle* self, const PlayNumbers& play, const Kept& program, const PayTable& pay) {
    check(play);
    if ((program.program.sets == 4) != (play.size == 13)) throw nb::value_error("the rules of play are for hands of another size");
    new (self) RulesHandle{std::make_shared<const KeptRules>(play, program, pay)};
}

void make_deal(Held* self, const RulesHandle& rules, const nb::bytes& wall, int round, int streak, const std::array<int, 4>& dead_from) {
    if (wall.size() != Deal::WALL || !good_wall(static_cast<const std::uint8_t*>(wall.data()))) throw nb::value_error("not a wall of 144 tiles");
    if (round < 0 || round > 3 || streak < 0 || streak > 255) throw nb::value_error("round or streak is out of its range");
    std::uint8_t dead[4];
    for (std::size_t i = 0; i < 4; ++i) dead[i] = static_cast<std::uint8_t>(dead_from[i] < 0 || dead_from[i] > 254 ? 255 : dead_from[i]);
    auto held = std::make_unique<Held>();
    held->kept = rules.kept;
    start(held->deal, rules.kept->rules, static_cast<const std::uint8_t*>(wall.data()), round, streak, dead, &held->events);
    new (self) Held(std::move(*held));
}

// What a deal that could not be moved looks like: as before.
void move(Held& self, int seat, int chosen) {
    Deal deal = self.deal;
    std::vector<Event> events;
    if (!apply(deal, self.kept->rules, seat, chosen, &events)) throw nb::value_error("not a legal action of this seat");
    self.deal = deal, self.events = std::move(events);
}

std::vector<Told> events_of(const Held& self) {
    std::vector<Told> out;
    out.reserve(self.events.size());
    for (const Event& e : self.events) out.emplace_back(static_cast<int>(e.said), e.actor, e.tile, e.more);
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

std::vector<Told> melds_of(const Held& self, int seat) {
    std::vector<Told> out;
    const Player& p = self.deal.player[checked_seat(seat)];
    for (int i = 0; i < p.melds; ++i) out.emplace_back(static_cast<int>(p.meld[i].kind), p.meld[i].tile, p.meld[i].feeder - 1, p.meld[i].turn);
    return out;
}

std::vector<std::tuple<int, int, bool>> river_of(const Held& self) {
    std::vector<std::tuple<int, int, bool>> out;
    for (int i = 0; i < self.deal.lying; ++i) out.emplace_back(self.deal.river[i], self.deal.river_by[i] & 3, self.deal.river_by[i] >> 2 & 1);
    return out;
}

std::tuple<std::array<std::int64_t, 4>, bool> settled(const Held& self, int most) {
    const Outcome out = outcome(self.deal, self.kept->rules, most);
    return {{out.change[0], out.change[1], out.change[2], out.change[3]}, out.priced};
}

int chosen_by(const Held& self, const NativePlayer& player, int seat, std::uint64_t seed, std::uint64_t wall, std::uint64_t decision) {
    const View view(self.deal, self.kept->rules, checked_seat(seat));
    if (!view.asked()) throw nb::value_error("this seat is not asked");
    return choose(player, view, Chance({seed, wall}, seat, decision));
}

const Player& player_of(const Held& self, int seat) { return self.deal.player[checked_seat(seat)]; }

void bind_rules_of_play(nb::module_& m) {
    nb::class_<PlayNumbers>(m, "PlayNumbers", "What a deal asks of the rules of play.")
        .def(nb::init<>())
        .def_rw("size", &PlayNumbers::size)
        .def_rw("flowers", &PlayNumbers::flowers)
        .def_rw("reserved", &PlayNumbers::reserved)
        .def_rw("flowers_at_deal", &PlayNumbers::flowers_at_deal)
        .def_rw("all_win", &PlayNumbers::all_win)
        .def_rw("orphans_uncut", &PlayNumbers::orphans_uncut)
        .def_rw("bars_passed_wins", &PlayNumbers::bars_passed_wins)
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
        .def_rw("allow_false_wins", &PlayNumbers::allow_false_wins)
        .def_rw("fine", &PlayNumbers::fine);
    nb::class_<RulesHandle>(m, "TableRules", "Everything that a deal is played, judged and paid by.")
        .def("__init__", &make_rules, "play"_a, "program"_a, "pay"_a,
             nb::sig("def __init__(self, play: PlayNumbers, program: Program, pay: PayTable) -> None"));
}

}  // namespace

void bind_deals(nb::module_& m) {
    bind_rules_of_play(m);
    nb::class_<Held>(m, "Deal", "One deal: a value that answers move on. Seats are 0-3 from the dealer, tiles and actions numbers.")
        .def("__init__", &make_deal, "rules"_a, "wall"_a, "round"_a = 0, "streak"_a = 0, "dead_from"_a = std::array<int, 4>{255, 255, 255, 255})
        .def(
            "copy", [](const Held& self) { return Held(self); }, "The same deal, to be played on in another way.")
        .def("apply", &move, "seat"_a, "action"_a, "An answer of a seat that is asked; any other is a ValueError and changes nothing.")
        .def("legal", &legal_of, "seat"_a, "The actions of a seat that has a choice in this window, in rising order.")
        .def(
            "usual", [](const Held& self, int seat) { return usual(self.deal, checked_seat(seat)); }, "seat"_a, "What is done for a seat that does not answer.")
        .def(
            "hand", [](const Held& self, int seat) { return bytes_of(player_of(self, seat).hand.data(), KINDS); }, "seat"_a, "Copies of each kind.")
        .def(
            "flowers", [](const Held& self, int seat) { return player_of(self, seat).flowers; }, "seat"_a, "Open flowers, a bit each.")
        .def(
            "held_flowers", [](const Held& self, int seat) { return player_of(self, seat).held; }, "seat"_a, "Those not laid open yet.")
        .def("melds", &melds_of, "seat"_a, "(kind, lowest tile, feeder or -1, turn) of each.")
        .def(
            "ready", [](const Held& self, int seat) { return static_cast<int>(player_of(self, seat).ready); }, "seat"_a, "How the seat has declared.")
        .def(
            "dead", [](const Held& self, int seat) { return player_of(self, seat).dead; }, "seat"_a, "Is the seat marked dead?")
        .def(
            "settle", &settled, "most"_a = ANY_FAN,
            "(the change of each seat by wins or a false win, in units of the paying table; has everything a price). No hand is paid for more fan than `most`.")
        .def("choose", &chosen_by, "player"_a, "seat"_a, "seed"_a, "wall"_a, "decision"_a,
             "What a native player would do in a seat that is asked; chance is that of the seat's decision of this number in a deal from this wall.")
        .def_prop_ro("events", &events_of, "What the last move brought: (what, seat, tile, more).")
        .def_prop_ro("wins", &wins_of, "The wins as packed rows, in the order told.")
        .def_prop_ro("river", &river_of, "(tile, seat, drawn) of each unclaimed discard, in order.")
        .def_prop_ro("wall",
                     [](const Held& self) { return bytes_of(self.deal.wall + self.deal.front, static_cast<std::size_t>(self.deal.back - self.deal.front)); })
        .def_prop_ro("drawable", [](const Held& self) { return drawable(self.deal, self.kept->rules); })
        .def_prop_ro("at", [](const Held& self) { return static_cast<int>(self.deal.at); })
        .def_prop_ro(
            "asked", [](const Held& self) { return self.deal.asked; }, "Seats whose answer is missing, a bit each.")
        .def_prop_ro(
            "window", [](const Held& self) { return self.deal.window; }, "Seats that have a choice in this window, a bit each.")
        .def_prop_ro("actor", [](const Held& self) { return self.deal.actor; })
        .def_prop_ro("maker", [](const Held& self) { return self.deal.maker; })
        .def_prop_ro(
            "robbed", [](const Held& self) { return static_cast<int>(self.deal.robbed); }, "The kind of kong that may be robbed: added, concealed, exposed.")
        .def_prop_ro("tile", [](const Held& self) { return self.deal.tile; })
        .def_prop_ro("drawn", [](const Held& self) { return self.deal.drawn; })
        .def_prop_ro(
            "front_draws", [](const Held& self) { return self.deal.front_draws; }, "Turns that began with a draw.")
        .def_prop_ro(
            "called", [](const Held& self) { return called(self.deal); }, "Seats that have claimed a tile, a bit each.")
        .def_prop_ro(
            "ready_at_end", [](const Held& self) { return ready_at_end(self.deal, self.kept->rules); },
            "Seats that have won or are ready, or would be after one discard, a bit each.")
        .def_prop_ro("offender", [](const Held& self) { return self.deal.offender; })
        .def_prop_ro("result", [](const Held& self) { return static_cast<int>(self.deal.result); })
        .def_prop_ro("over", [](const Held& self) { return self.deal.over(); });
}

}  // namespace sikwu
