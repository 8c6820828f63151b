// Bindings of whole deals in native loops: walls in or a seed, arrays out; the same for any number of threads.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "arrays.hpp"
#include "census.hpp"
#include "crew.hpp"
#include "luck.hpp"
#include "perft.hpp"
#include "table.hpp"

using namespace nanobind::literals;

namespace sikwu {
namespace {

inline constexpr std::size_t LEAST_DEALS = 8, LEAST_WALLS = 512;
inline constexpr std::size_t MOST_DEALS = std::size_t{1} << 26;

using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// One column: WIDTH numbers per deal. A column that is not requested is not made.
template <class T, std::size_t WIDTH = 1>
struct Column {
    T unplayed = 0;
    bool wanted = false;
    std::vector<T> values{};

    void make(std::size_t n) { wanted = true, values.assign(WIDTH * n, unplayed); }
    template <class U>
    void put(std::size_t i, U value) {
        static_assert(WIDTH == 1);
        if (wanted) values[i] = static_cast<T>(value);
    }
    void copy(std::size_t i, const T* from) {
        if (wanted) std::copy(from, from + WIDTH, &values[WIDTH * i]);
    }
    nb::object told(std::size_t n) { return nb::cast(WIDTH == 1 ? owned(std::move(values), {n}) : owned(std::move(values), {n, WIDTH})); }
};

// The results of many deals: one entry per deal in each column.
struct Columns {
    Column<std::int64_t, 4> changes;
    Column<std::uint8_t> result{NOT_PLAYED};
    Column<std::int8_t> winner{-1};
    Column<std::uint8_t> winners;
    Column<std::int8_t> feeder{-1};
    Column<std::int16_t> fan;
    Column<std::uint64_t, 2> patterns;
    Column<std::uint8_t> draws;
    Column<std::uint16_t> decisions;
    Column<std::int64_t, 4> calm;
    Column<std::uint8_t> called, ready;
    Column<std::int64_t, 4 * Luck::WAYS> luck;

    // The one list of their names.
    template <class Visit>
    void each(Visit&& visit) {
        visit("changes", changes), visit("result", result), visit("winner", winner), visit("winners", winners), visit("feeder", feeder), visit("fan", fan);
        visit("patterns", patterns), visit("draws", draws), visit("decisions", decisions), visit("calm", calm), visit("called", called), visit("ready", ready),
            visit("luck", luck);
    }

    Columns(const std::vector<std::string>& names, std::size_t n) {
        std::size_t known = 0;
        each([&](const char* name, auto& column) {
            if (std::find(names.begin(), names.end(), name) != names.end()) column.make(n), ++known;
        });
        if (known != names.size()) throw nb::value_error("there is no such column, or one is named twice");
    }

    // `most`: the fan limit of `calm`.
    void put(std::size_t i, const Deal& deal, const TableRules& rules, int asked, int most) {
        const Outcome out = outcome(deal, rules);
        if (!out.priced) return;
        changes.copy(i, out.whole().data()), patterns.copy(i, out.patterns.w);
        result.put(i, deal.result), draws.put(i, deal.front_draws), decisions.put(i, asked);
        winner.put(i, out.winner), winners.put(i, out.winners), feeder.put(i, out.feeder), fan.put(i, out.fan);
        if (calm.wanted) calm.copy(i, outcome(deal, rules, most).whole().data());
        if (called.wanted) called.put(i, sikwu::called(deal));
        if (ready.wanted) ready.put(i, ready_at_end(deal, rules));
    }

    nb::dict told(std::size_t n) {
        nb::dict out;
        each([&](const char* name, auto& column) {
            if (column.wanted) out[name] = column.told(n);
        });
        return out;
    }
};

nb::tuple column_names() {
    nb::list names;
    Columns({}, 0).each([&](const char* name, auto&) { names.append(name); });
    return nb::tuple(names);
}

void check_count(std::size_t n) {
    if (n > MOST_DEALS) throw nb::value_error("too many deals for one call");
}

// Deal i depends only on the seed, the number of its wall (`first` + i), its wall and its round.
nb::dict play_many(const RulesHandle& rules, const Players& players, std::size_t n, const std::vector<std::string>& names, const std::optional<Rows>& walls,
                   const std::optional<Bytes>& rounds, std::uint64_t seed, std::uint64_t first, int streak, int threads, int most, bool seat_walls) {
    check_count(n);
    if (walls) check_width(*walls, Deal::WALL);
    if ((walls && walls->shape(0) != n) || (rounds && rounds->shape(0) != n)) throw nb::value_error("walls and rounds must be as many as the deals");
    if (streak < 0 || streak > 255) throw nb::value_error("the streak is out of its range");
    if (most < 0) throw nb::value_error("the most fan is out of its range");
    const Seated seated(players);
    if (seated.native != 15) throw nb::value_error("a seat has no native player");
    Columns columns(names, n);
    std::atomic<bool> good{true};
    {
        nb::gil_scoped_release release;
        const TableRules& table = rules.kept->rules;
        in_ranges(n, threads, LEAST_DEALS, [&](std::size_t from, std::size_t to) {
            Deal deal;
            for (std::size_t i = from; i < to; ++i) {
                const Chance::Deal chance(seed, first + i);
                std::uint8_t wall[Deal::WALL];
                // The caller's memory may change meanwhile: a copy is checked and played.
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
                    start(deal, table, wall, round, streak, nullptr, nullptr, false, seat_walls);
                    if (columns.luck.wanted) {
                        Luck luck;
                        play_credited(deal, table, seated, chance, decisions, luck);
                        columns.luck.copy(i, &luck.of[0][0]);
                    } else {
                        play_on(deal, table, seated, chance, decisions);
                    }
                    columns.put(i, deal, table, decisions.all(), most);
                } catch (const TooMany&) {}
            }
        });
    }
    if (!good) throw nb::value_error("not walls of 144 tiles, or not rounds");
    return columns.told(n);
}

// Sums of whole numbers, but for guesses: those are added in the order of the deals by one thread.
nb::dict take_census(const RulesHandle& rules, const Players& players, std::size_t n, std::uint64_t seed, std::uint64_t first, bool seat_walls) {
    check_count(n);
    const Seated seated(players);
    if (seated.native != 15) throw nb::value_error("a seat has no native player");
    auto census = std::make_unique<Census>();
    {
        nb::gil_scoped_release release;
        const TableRules& table = rules.kept->rules;
        Deal deal;
        for (std::size_t i = 0; i < n; ++i) {
            const Chance::Deal chance(seed, first + i);
            std::uint8_t wall[Deal::WALL];
            make_wall(chance, wall);
            try {
                start(deal, table, wall, static_cast<int>((first + i) & 3), 0, nullptr, nullptr, false, seat_walls);
                play_counted(deal, table, seated, chance, *census);
            } catch (const TooMany&) {}
        }
    }
    nb::dict out;
    census->each([&](std::string_view name, double* of, std::size_t count, std::size_t width) {
        out[nb::str(name.data(), name.size())] = owned(std::vector<double>(of, of + count), {count / width, width});
    });
    return out;
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

// Plays random actions and checks the laws on every state; returns the first deal that breaks one with the law's name, or -1.
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
    m.def("play_many", &play_many, "rules"_a, "players"_a, "n"_a, "columns"_a, "walls"_a = nb::none(), "rounds"_a = nb::none(), "seed"_a = 0, "first"_a = 0,
          "streak"_a = 0, "threads"_a = 1, "most"_a = static_cast<int>(ANY_FAN), "seat_walls"_a = false,
          nb::sig("def play_many(rules: TableRules, players: tuple[NativePlayer, NativePlayer, NativePlayer, NativePlayer], n: int, columns: Sequence[str], "
                  "walls: typing.Any = None, rounds: typing.Any = None, seed: int = 0, first: int = 0, streak: int = 0, threads: int = 1, most: int = "
                  "2147483647, seat_walls: bool = False) -> "
                  "dict[str, typing.Any]"),
          "The named columns (of COLUMNS) of n deals by native players, from an (n, 144) uint8 array of walls or from walls made of the seed and the numbers "
          "from "
          "`first` on. `most`: the fan limit of the column `calm`. `seat_walls`: each seat draws from a part of its own.");
    m.def("take_census", &take_census, "rules"_a, "players"_a, "n"_a, "seed"_a = 0, "first"_a = 0, "seat_walls"_a = false,
          nb::sig("def take_census(rules: TableRules, players: tuple[NativePlayer, NativePlayer, NativePlayer, NativePlayer], n: int, seed: int = 0, "
                  "first: int = 0, seat_walls: bool = False) -> dict[str, typing.Any]"),
          "What became of the guesses of careful players in n deals: arrays of (cells, 2 or 5) numbers, by name (`kernel/census.hpp`).");
    m.attr("COLUMNS") = column_names();
    m.def("make_walls", &make_walls, "seed"_a, "first"_a, "n"_a, "threads"_a = 1, "The walls of the numbers from `first` on under a seed: (n, 144) uint8.");
    m.def("perft", &count_of, "rules"_a, "wall"_a, "depth"_a, "round"_a = 0,
          "The number of sequences of this many choices from a wall; a deal that ends earlier counts as one.");
    m.def("broken_law", &broken_law, "rules"_a, "seed"_a, "first"_a, "n"_a, "eager"_a = false, "threads"_a = 1,
          "(the first of n deals by chance in which a law of play is broken, which law); (-1, 0): none is.");
}

}  // namespace sikwu
