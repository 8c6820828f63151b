// The Python object that owns a compiled ruleset.
#pragma once
#include <nanobind/nanobind.h>

#include <string>
#include <vector>

#include "program.hpp"

namespace sikwu {

namespace nb = nanobind;

// With the pattern id under which each row is reported.
struct Kept {
    Program program;
    std::vector<nb::str> ids;

    explicit Kept(Program&& p) : program(std::move(p)) {
        for (const auto* names : {&program.names, &program.patterns})
            for (const std::string& name : *names) {
                PyObject* text = PyUnicode_DecodeUTF8(name.data(), static_cast<Py_ssize_t>(name.size()), nullptr);
                if (!text) PyErr_Clear(), throw nb::value_error("not a program: a name is no text");
                nb::str kept = nb::steal<nb::str>(text);
                if (names == &program.patterns) ids.push_back(std::move(kept));
            }
    }
};

}  // namespace sikwu
