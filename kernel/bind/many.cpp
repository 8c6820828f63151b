// Bindings of whole deals in native loops: walls in or a seed, arrays out; the same for any number of threads.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <array>
#include <atomic>
#include <optional>
#include <tuple>

#include "arrays.hpp"
#include "crew.hpp"
#include "many.hpp"
#include "perft.hpp"
#include "table.hpp"

using namespace nanobind::literals;

namespace sikwu {
namespace {

inline constexpr std::size_t LEAST_DEALS = 8, LEAST_WALLS = 512;
inline constexpr std::size_t MOST_DEALS = std::size_t{1} << 26;

using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// What came of many deals: one entry a deal in each column.
struct Columns {
    std::vector<std::int64_t> change;
    std::vector<std::uint8_t> result, winners, draws;
    std::vector<std::int8_t> winner, feeder;
    std::vector<std::int16_t> fan;
    std::vector<std::uint64_t> patterns;
    std::vector<std::uint16_t> decisions;
    // Only where `most` is told: what nobody is paid more fan than, and what each seat has done.
    std::vector<std::int64_t> calm;
    std::vector<std::uint8_t> called, ready;

    explicit Columns(std::size_t n)
        : change(4 * n), result(n, NOT_PLAYED), winners(n), draws(n), winner(n, -1), feeder(n, -1), fan(n), patterns(2 * n), decisions(n) {}

    void put_more(std::size_t i, const Deal& deal, const TableRules& rules, int most) {
        if (result[i] == NOT_PLAYED) return;
        const Outcome out = outcome(deal, rules, most);
        std::copy(out.change, out.change + 4, &calm[4 * i]);
        called[i] = static_cast<std::uint8_t>(sikwu::called(deal)), ready[i] = static_cast<std::uint8_t>(ready_at_end(deal, rules));
    }

    void put(std::size_t i, const Deal& deal, const Outcome& out, int asked) {
        if (!out.priced) return;
        std::copy(out.change, out.change + 4, &change[4 * i]);
        result[i] = static_cast<std::uint8_t>(deal.result), winners[i] = out.winners, draws[i] = deal.front_draws;
        winner[i] = out.winner, feeder[i] = out.feeder, fan[i] = out.fan;
        patterns[2 * i] = out.patterns.w[0], patterns[2 * i + 1] = out.patterns.w[1];
        decisions[i] = static_cast<std::uint16_t>(asked);
    }
};

nb::dict told(Columns&& c, std::size_t n) {
    nb::dict out;
    out["changes"] = owned(std::move(c.change), {n, 4});
    out["result"] = owned(std::move(c.result), {n});
    out["winner"] = owned(std::move(c.winner), {n});
    out["winners"] = owned(std::move(c.winners), {n});
    out["feeder"] = owned(std::move(c.feeder), {n});
    out["fan"] = owned(std::move(c.fan), {n});
    out["patterns"] = owned(std::move(c.patterns), {n, 2});
    out["draws"] = owned(std::move(c.draws), {n});
    out["decisions"] = owned(std::move(c.decisions), {n});
    if (c.called.size() == n) {
        out["calm"] = owned(std::move(c.calm), {n, 4});
        out["called"] = owned(std::move(c.called), {n});
        out["ready"] = owned(std::move(c.ready), {n});
    }
    return out;
}

void check_count(std::size_t n) {
    if (n > MOST_DEALS) throw nb::value_error("too many deals for one call");
}

// Deal i depends on the seed, the number of its wall (`first` + i), its wall and its round alone.
nb::dict play_many(const RulesHandle& rules, const std::array<int, 4>& players, std::size_t n, const std::optional<Rows>& walls,
                   const std::optional<Bytes>& rounds, std::uint64_t seed, std::uint64_t first, int streak, int threads, int most) {
    check_count(n);
    if (walls) check_width(*walls, Deal::WALL);
    if ((walls && walls->shape(0) != n) || (rounds && rounds->shape(0) != n)) throw nb::value_error("walls and rounds must be as many as the deals");
    if (streak < 0 || streak > 255) throw nb::value_error("the streak is out of its range");
    Policy policies[4];
    for (std::size_t i = 0; i < 4; ++i) {
        if (players[i] < 0 || players[i] >= POLICIES) throw nb::value_error("there is no such policy");
        policies[i] = static_cast<Policy>(players[i]);
    }
    Columns columns(n);
    if (most >= 0) columns.calm.resize(4 * n), columns.called.resize(n), columns.ready.resize(n);
    std::atomic<bool> good{true};
    {
        nb::gil_scoped_release release;
        const TableRules& table = rules.kept->rules;
        in_ranges(n, threads, LEAST_DEALS, [&](std::size_t from, std::size_t to) {
            Deal deal;
            for (std::size_t i = from; i < to; ++i) {
                const Chance::Deal chance(seed, first + i);
                std::uint8_t wall[Deal::WALL];
                // Somebody else's memory may change meanwhile: what is checked and played is a copy.
                if (walls)
                    std::memcpy(wall, walls->data() + i * Deal::WALL, Deal::WALL);
                else
                    make_wall(chance, wall);
                const int round = rounds ? rounds->data()[i] : 0;
                if (round > 3 || (walls && !good_wall(wall))) {
                    good = false;
                    continue;
                }
                try {
                    Decisions decisions;
                    start(deal, table, wall, round, streak, nullptr, nullptr);
                    play_on(deal, table, policies, 15, chance, decisions);
                    columns.put(i, deal, outcome(deal, table), decisions.all());
                    if (most >= 0) columns.put_more(i, deal, table, most);
                } catch (const TooMany&) {}
            }
        });
    }
    if (!good) throw nb::value_error("not walls of 144 tiles, or not rounds");
    return told(std::move(columns), n);
}

Array<std::uint8_t> make_walls(std::uint64_t seed, std::uint64_t first, std::size_t n, int threads) {
    check_count(n);
    std::vector<std::uint8_t> walls(n * Deal::WALL);
    {
        nb::gil_scoped_release release;
        in_ranges(n, threads, LEAST_WALLS, [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) make_wall({seed, first + i}, &walls[i * Deal::WALL]);
        });
    }
    return owned(std::move(walls), {n, Deal::WALL});
}

std::uint64_t count_of(const RulesHandle& rules, const nb::bytes& wall, int depth, int round) {
    const auto* tiles = static_cast<const std::uint8_t*>(wall.data());
    if (wall.size() != Deal::WALL || !good_wall(tiles)) throw nb::value_error("not a wall of 144 tiles");
    if (depth < 0 || depth > 64 || round < 0 || round > 3) throw nb::value_error("depth or round is out of its range");
    std::uint8_t kept[Deal::WALL];
    std::memcpy(kept, tiles, Deal::WALL);
    nb::gil_scoped_release release;
    Deal deal;
    start(deal, rules.kept->rules, kept, round, 0, nullptr, nullptr);
    return perft(deal, rules.kept->rules, depth);
}

// Plays by chance and holds every state to the laws; the first deal that breaks one with its name, or -1.
std::tuple<std::int64_t, int> broken_law(const RulesHandle& rules, std::uint64_t seed, std::uint64_t first, std::size_t n, bool eager, int threads) {
    check_count(n);
    std::vector<std::uint8_t> broken(n);
    {
        nb::gil_scoped_release release;
        in_ranges(n, threads, LEAST_DEALS, [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) broken[i] = static_cast<std::uint8_t>(broken_in(rules.kept->rules, {seed, first + i}, eager));
        });
    }
    for (std::size_t i = 0; i < n; ++i)
        if (broken[i]) return {static_cast<std::int64_t>(i), broken[i]};
    return {-1, 0};
}

}  // namespace

void bind_many(nb::module_& m) {
    m.def("play_many", &play_many, "rules"_a, "players"_a, "n"_a, "walls"_a = nb::none(), "rounds"_a = nb::none(), "seed"_a = 0, "first"_a = 0, "streak"_a = 0,
          "threads"_a = 1, "most"_a = -1,
          nb::sig("def play_many(rules: TableRules, players: tuple[int, int, int, int], n: int, walls: typing.Any = None, rounds: typing.Any = None, seed: int "
                  "= 0, first: int = 0, streak: int = 0, threads: int = 1, most: int = -1) -> dict[str, "
                  "typing.Any]"),
          "Columns of n deals by native players, from an (n, 144) uint8 array of walls or from walls made of the seed and the numbers from `first` on. With "
          "`most` three columns more: the changes if nobody is paid for more fan than that, who has claimed a tile, who was ready at the end.");
    m.def("make_walls", &make_walls, "seed"_a, "first"_a, "n"_a, "threads"_a = 1, "The walls of the numbers from `first` on under a seed: (n, 144) uint8.");
    m.def("perft", &count_of, "rules"_a, "wall"_a, "depth"_a, "round"_a = 0,
          "How many sequences of so many choices there are from a wall; deals that end before count.");
    m.def("broken_law", &broken_law, "rules"_a, "seed"_a, "first"_a, "n"_a, "eager"_a = false, "threads"_a = 1,
          "(the first of n deals by chance in which a law of play is broken, which law); (-1, 0): none is.");
}

}  // namespace sikwu
