// Bindings of plans: made once per ruleset from data that Python has computed; then they compute distances.
#include "plans.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <memory>

#include "arrays.hpp"
#include "careful.hpp"
#include "distance.hpp"

using namespace nanobind::literals;

namespace sikwu {
namespace {

// Kinds, sets, shape, least and mean fan by (claimed nothing, self-drawn).
using Told = std::tuple<std::uint64_t, int, unsigned, std::array<int, 4>, std::array<int, 4>>;

bool good(const Told& told) {
    const auto& [kinds, sets, shape, least, mean] = told;
    bool fits =
        kinds && kinds < bit(KINDS) && sets >= 0 && sets <= 2 && std::has_single_bit(shape) && shape <= SHAPE_DOUBLED_PAIRS && shape != SHAPE_PAIRS_DIFFER;
    for (const auto& fan : {least, mean})
        for (const int each : fan) fits &= each >= -1 && each <= 1000;
    return fits;
}

void make(Plans* self, const std::vector<Told>& all, const nb::bytes& honour, const nb::bytes& flowers) {
    if (all.empty() || all.size() > Plans::MOST || honour.size() != sizeof Plans::honour || flowers.size() != sizeof Plans::flowers)
        throw nb::value_error("too many plans, or tables of another size");
    Plans plans;
    for (const Told& told : all) {
        if (!good(told)) throw nb::value_error("a number of a plan is out of its range");
        const auto& [kinds, sets, shape, least, mean] = told;
        Plan plan{kinds, static_cast<SetsOf>(sets), shape};
        for (std::size_t i = 0; i < 4; ++i)
            plan.least[i / 2][i % 2] = static_cast<std::int16_t>(least[i]), plan.mean[i / 2][i % 2] = static_cast<std::int16_t>(mean[i]);
        plans.all.push_back(plan);
    }
    const auto* of = static_cast<const std::int8_t*>(honour.data());
    for (std::size_t i = 0; i < sizeof Plans::honour; ++i)
        if (of[i] < 0 || of[i] > 7) throw nb::value_error("the fan of an honour is out of its range");
    std::memcpy(plans.honour, honour.data(), sizeof plans.honour);
    std::memcpy(plans.flowers, flowers.data(), sizeof plans.flowers);
    new (self) Plans(std::move(plans));
}

const std::uint8_t* hand_of(const nb::bytes& counts, int seat, int round) {
    const auto* c = static_cast<const std::uint8_t*>(counts.data());
    if (counts.size() != KINDS || seat < 0 || seat > 3 || round < 0 || round > 3) throw nb::value_error("not 34 counts, a seat and a round");
    for (int i = 0; i < KINDS; ++i)
        if (c[i] > 4) throw nb::value_error("a kind has more than four copies");
    return c;
}

std::vector<std::vector<int>> distances(const Plans& self, const nb::bytes& counts, int seat, int round) {
    PlanRow away[Plans::MOST];
    plan_distances(self, hand_of(counts, seat, round), seat, round, away);
    std::vector<std::vector<int>> out;
    for (std::size_t i = 0; i < self.all.size(); ++i) out.emplace_back(away[i], away[i] + HONOUR_LEVELS);
    return out;
}

std::tuple<int, std::uint64_t> useful_for(const Plans& self, int plan, int honour_fan, const nb::bytes& counts, int seat, int round) {
    if (plan < 0 || plan >= static_cast<int>(self.all.size()) || honour_fan < 0 || honour_fan >= HONOUR_LEVELS) throw nb::value_error("there is no such plan");
    Tiles useful;
    const int away = plan_useful(self, plan, honour_fan, hand_of(counts, seat, round), seat, round, useful);
    return {away, useful};
}

void make_parameters(Parameters* self, const std::vector<double>& numbers) {
    if (numbers.size() != Parameters::COUNT) throw nb::value_error("not as many numbers as there are parameters");
    for (const double each : numbers)
        if (!std::isfinite(each) || std::abs(each) > 1e6) throw nb::value_error("a parameter is out of its range");
    new (self) Parameters(numbers);
}

using Rows = nb::ndarray<const double, nb::shape<-1, 7>, nb::c_contig, nb::device::cpu>;

// The chance to complete a hand for each row: melds, family, claims harm, tiles away, turns, live and unseen tiles.
std::vector<double> finishing(const Parameters& self, const Rows& rows) {
    std::vector<double> out;
    out.reserve(rows.shape(0));
    for (std::size_t i = 0; i < rows.shape(0); ++i) {
        const double* at = rows.data() + 7 * i;
        const auto whole = [&](int place, int most) {
            if (!(at[place] >= 0 && at[place] < most)) throw nb::value_error("a row is out of its range");
            return static_cast<int>(at[place]);
        };
        const int melds = whole(0, Parameters::MELDS), family = whole(1, Parameters::FAMILIES), harm = whole(2, 2), away = whole(3, Parameters::AWAY);
        const int turns = whole(4, Parameters::TURNS);
        if (!away || !(at[5] >= 0) || !(at[6] >= 1)) throw nb::value_error("a row is out of its range");
        out.push_back(self.finish(melds, static_cast<Parameters::Family>(family), harm, false, away, turns, at[5], at[6]));
    }
    return out;
}

// What it was made of.
nb::tuple made_of(const Plans& self) {
    std::vector<Told> all;
    for (const Plan& plan : self.all) {
        std::array<int, 4> least, mean;
        for (std::size_t i = 0; i < 4; ++i) least[i] = plan.least[i / 2][i % 2], mean[i] = plan.mean[i / 2][i % 2];
        all.emplace_back(plan.kinds, static_cast<int>(plan.sets), plan.shape, least, mean);
    }
    return nb::make_tuple(nb::type<Plans>(), nb::make_tuple(all, nb::bytes(reinterpret_cast<const char*>(self.honour), sizeof self.honour),
                                                            nb::bytes(reinterpret_cast<const char*>(self.flowers), sizeof self.flowers)));
}

}  // namespace

void bind_plans(nb::module_& m) {
    nb::class_<Parameters>(m, "Parameters", "The numbers that a player decides by, in the order of PARAMETERS.")
        .def("__init__", &make_parameters, "numbers"_a)
        .def_prop_ro("numbers", [](const Parameters& self) { return self.of; })
        .def("finish", &finishing, "rows"_a,
             "The chance to complete a hand for each row: melds, family, claims harm, tiles away, turns, live and unseen tiles.",
             nb::sig("def finish(self, rows: object) -> list[float]"))
        .def(
            "__reduce__", [](const Parameters& self) { return nb::make_tuple(nb::type<Parameters>(), nb::make_tuple(self.of)); },
            nb::sig("def __reduce__(self) -> tuple[type[Parameters], tuple[list[float]]]"));
    nb::list names;
    for (const std::string_view name : Parameters::NAMES) names.append(name);
    m.attr("PARAMETERS") = nb::tuple(names);
    nb::class_<Plans>(m, "Plans", "The hands that one may play for under some rules, and what honours and flowers bring.")
        .def("__init__", &make, "plans"_a, "honour"_a, "flowers"_a,
             nb::sig("def __init__(self, plans: Sequence[tuple[int, int, int, Sequence[int], Sequence[int]]], honour: bytes, flowers: bytes) -> None"))
        .def("__reduce__", &made_of, nb::sig("def __reduce__(self) -> tuple[type[Plans], tuple[object, bytes, bytes]]"))
        .def("__len__", [](const Plans& self) { return self.all.size(); })
        .def("distances", &distances, "counts"_a, "seat"_a, "round"_a,
             "Tiles missing of each plan, with at least 0, 1, 2, 3 fan from concealed honours; 99: there is no such hand.")
        .def("useful", &useful_for, "plan"_a, "honour_fan"_a, "counts"_a, "seat"_a, "round"_a, "(tiles missing, kinds whose draw lowers that) of one plan.");
    m.attr("HONOUR_LEVELS") = HONOUR_LEVELS;
}

}  // namespace sikwu
