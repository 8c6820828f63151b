// Bindings of native players: handles that loops, vectors and single deals take.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
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

// Which parts a kind decides by: it must have those and no others.
void check_part(std::string_view name, std::string_view part, bool needed, bool given) {
    if (needed != given) throw nb::value_error((std::string(name) + (needed ? " needs " : " decides by no ") + std::string(part)).c_str());
}

void make(NativePlayer* self, std::string_view name, const std::shared_ptr<Plans>& plans, const std::shared_ptr<Parameters>& parameters,
          const nb::object& network) {
    const PlayerKind kind = kind_of(name);
    check_part(name, "plans", kind == PlayerKind::STEADY || kind == PlayerKind::CAREFUL, plans != nullptr);
    check_part(name, "parameters", kind == PlayerKind::CAREFUL, parameters != nullptr);
    check_part(name, "network", false, !network.is_none());
    new (self) NativePlayer{kind, plans, parameters};
}

nb::tuple kinds() {
    nb::list names;
    for (const std::string_view name : PLAYER_KINDS) names.append(name);
    return nb::tuple(names);
}

nb::str shown(const NativePlayer& self) { return nb::str(("NativePlayer('" + std::string(self.name()) + "')").c_str()); }

// There is no such part today.
nb::object nothing(const NativePlayer&) { return nb::none(); }

nb::tuple made_of(const nb::handle& self) {
    return nb::make_tuple(self.type(), nb::make_tuple(self.attr("kind"), self.attr("plans"), self.attr("parameters"), self.attr("network")));
}

}  // namespace

void bind_players(nb::module_& m) {
    nb::class_<NativePlayer>(m, "NativePlayer", "A player that decides in the kernel: its kind, and its plans, parameters and network.")
        .def("__init__", &make, "kind"_a, "plans"_a = nb::none(), "parameters"_a = nb::none(), "network"_a = nb::none(),
             nb::sig("def __init__(self, kind: str, plans: Plans | None = None, parameters: Parameters | None = None, network: None = None) -> None"))
        .def_prop_ro("kind", &NativePlayer::name)
        .def_prop_ro(
            "plans", [](const NativePlayer& self) { return std::const_pointer_cast<Plans>(self.plans); }, nb::sig("def plans(self) -> Plans | None"),
            "The hands that it may aim for.")
        .def_prop_ro(
            "parameters", [](const NativePlayer& self) { return std::const_pointer_cast<Parameters>(self.parameters); },
            nb::sig("def parameters(self) -> Parameters | None"), "The fitted parameters.")
        .def_prop_ro("network", &nothing, nb::sig("def network(self) -> None"), "The trained layers; no present kind needs any.")
        .def(
            "__eq__", [](const NativePlayer& a, const NativePlayer& b) { return a == b; }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const NativePlayer& self) { return nb::hash(nb::cast(self.name())); })
        .def("__repr__", &shown)
        .def("__reduce__", &made_of, nb::sig("def __reduce__(self) -> tuple[type[NativePlayer], tuple[str, Plans | None, Parameters | None, None]]"));
    m.attr("PLAYER_KINDS") = kinds();
}

}  // namespace sikwu
