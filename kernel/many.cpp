#include "many.hpp"

#include <utility>

namespace sikwu {

void make_wall(Chance::Deal of, std::uint8_t wall[Deal::WALL]) {
    for (int i = 0; i < Deal::WALL; ++i) wall[i] = static_cast<std::uint8_t>(i < 4 * KINDS ? i / 4 : i - 4 * KINDS + KINDS);
    Chance chance(of, Chance::WALL, 0);
    for (int i = Deal::WALL - 1; i > 0; --i) std::swap(wall[i], wall[chance.below(i + 1)]);
}

void step_on(Deal& deal, const TableRules& rules, const Seated& players, Chance::Deal of, Decisions& decisions, std::vector<Event>* events) {
    const int seat = std::countr_zero(static_cast<unsigned>(deal.asked & players.native));
    const Chance chance(of, seat, decisions.of[seat]++);
    apply(deal, rules, seat, choose(*players.at[seat], View(deal, rules, seat), chance), events);
}

int play_on(Deal& deal, const TableRules& rules, const Seated& players, Chance::Deal of, Decisions& decisions) {
    while (deal.asked) {
        if (!(deal.asked & players.native)) return std::countr_zero(static_cast<unsigned>(deal.asked));
        step_on(deal, rules, players, of, decisions, nullptr);
    }
    return -1;
}

}  // namespace sikwu
