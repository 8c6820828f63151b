// A lowered ruleset as Python holds it.
#pragma once
#include <nanobind/nanobind.h>

#include <vector>

#include "program.hpp"

namespace sikwu {

// With the pattern id each row is reported under.
struct RuleProgram {
    Program program;
    std::vector<nanobind::str> ids;
};

}  // namespace sikwu
