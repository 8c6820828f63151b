// The Python module: one function binds each part of the kernel. This folder has no rules and no algorithms.
#include <nanobind/nanobind.h>

#include "win.hpp"

namespace nb = nanobind;

namespace sikwu {
void bind_tiles(nb::module_& m);
void bind_rules(nb::module_& m);
void bind_pay(nb::module_& m);
void bind_reader(nb::module_& m);
void bind_plans(nb::module_& m);
void bind_players(nb::module_& m);
void bind_deals(nb::module_& m);
void bind_views(nb::module_& m);
void bind_many(nb::module_& m);
void bind_vector(nb::module_& m);
}  // namespace sikwu

NB_MODULE(_kernel, m) {
    // Objects that a caller still holds when the interpreter ends are no leak of ours, and no warning is printed.
    nb::set_leak_warnings(false);
    m.doc() = "The kernel: readings, facts, rule programs, distances. It knows no rule of any ruleset.";
    sikwu::bind_tiles(m);
    sikwu::bind_rules(m);
    sikwu::bind_pay(m);
    sikwu::bind_reader(m);
    sikwu::bind_plans(m);
    sikwu::bind_players(m);
    sikwu::bind_deals(m);
    sikwu::bind_views(m);
    sikwu::bind_many(m);
    sikwu::bind_vector(m);
#ifdef SIKWU_PLANTED
    m.def("plant_fault", [](bool on) { sikwu::planted_fault = on; });
#endif
}
