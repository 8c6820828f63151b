#include "policy.hpp"

namespace sikwu {

int play_randomly(Deal& deal, const TableRules& rules, Chance& chance) {
    int choices = 0;
    while (!deal.over()) {
        const int seat = std::countr_zero(static_cast<unsigned>(deal.asked));
        const Actions& legal = deal.legal[seat];
        apply(deal, rules, seat, legal.nth(chance.below(legal.size())), nullptr);
        ++choices;
    }
    return choices;
}

}  // namespace sikwu
