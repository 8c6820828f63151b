// Bindings of native players: handles that loops, vectors and single deals take.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <string>

#include "policy.hpp"

namespace nb = nanobind;
using namespace nanobind::literals;

namespace sikwu {
namespace {

PlayerKind kind_of(std::string_view name) {
    const auto* found = std::find(std::begin(PLAYER_KINDS), std::end(PLAYER_KINDS), name);
    if (found == std::end(PLAYER_KINDS)) throw nb::value_error("there is no native player of this kind");
    return static_cast<PlayerKind>(found - std::begin(PLAYER_KINDS));
}

void make(NativePlayer* self, std::string_view name, const nb::object& plans, const nb::object& parameters, const nb::object& network) {
    const PlayerKind kind = kind_of(name);
    for (const nb::object* part : {&plans, &parameters, &network})
        if (!part->is_none()) throw nb::value_error((std::string(name) + " decides by no plans, parameters or network").c_str());
    new (self) NativePlayer{kind};
}

nb::tuple kinds() {
    nb::list names;
    for (const std::string_view name : PLAYER_KINDS) names.append(name);
    return nb::tuple(names);
}

nb::str shown(const NativePlayer& self) { return nb::str(("NativePlayer('" + std::string(self.name()) + "')").c_str()); }

// No part is ever there today.
nb::object nothing(const NativePlayer&) { return nb::none(); }

nb::tuple made_of(const nb::handle& self) {
    return nb::make_tuple(self.type(), nb::make_tuple(self.attr("kind"), self.attr("plans"), self.attr("parameters"), self.attr("network")));
}

}  // namespace

void bind_players(nb::module_& m) {
    nb::class_<NativePlayer>(m, "NativePlayer", "A player that decides in the kernel: its kind, and the plans, parameters and network it decides by.")
        .def("__init__", &make, "kind"_a, "plans"_a = nb::none(), "parameters"_a = nb::none(), "network"_a = nb::none(),
             nb::sig("def __init__(self, kind: str, plans: None = None, parameters: None = None, network: None = None) -> None"))
        .def_prop_ro("kind", &NativePlayer::name)
        .def_prop_ro("plans", &nothing, nb::sig("def plans(self) -> None"), "The hands that it may play for; no kind of today needs any.")
        .def_prop_ro("parameters", &nothing, nb::sig("def parameters(self) -> None"), "The numbers that it was fitted with; no kind of today needs any.")
        .def_prop_ro("network", &nothing, nb::sig("def network(self) -> None"), "The layers that it was trained to; no kind of today needs any.")
        .def(
            "__eq__", [](const NativePlayer& a, const NativePlayer& b) { return a == b; }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const NativePlayer& self) { return nb::hash(nb::cast(self.name())); })
        .def("__repr__", &shown)
        .def("__reduce__", &made_of, nb::sig("def __reduce__(self) -> tuple[type[NativePlayer], tuple[str, None, None, None]]"));
    m.attr("PLAYER_KINDS") = kinds();
}

}  // namespace sikwu
