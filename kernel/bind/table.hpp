// The Python object that owns the rules of a table.
#pragma once
#include <memory>

#include "deal.hpp"
#include "kept.hpp"

namespace sikwu {

// The rules of a table, with copies of everything they use: a deal outlives the object that made it.
struct KeptRules {
    Program program;
    PayTable pay;
    TableRules rules;
    KeptRules(const PlayNumbers& play, const Kept& kept, const PayTable& table, std::vector<SidePay>&& beside, bool kong_is_discard)
        : program(kept.program), pay(table), rules{play, &program, &pay, std::move(beside), kong_is_discard} {}
};
using Shared = std::shared_ptr<const KeptRules>;

struct RulesHandle {
    Shared kept;
};

}  // namespace sikwu
