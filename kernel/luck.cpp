#include "luck.hpp"

#include <algorithm>
#include <cmath>

#include "distance.hpp"

namespace sikwu {
namespace {

// What a draw of each kind would be worth; `way`: the kind of help that is measured.
struct Worth {
    int way = Luck::NEARER;
    std::int64_t of[KINDS] = {};
};

std::int64_t price_of(const Deal& d, const TableRules& r, int seat, const Counts& hand, int tile) {
    Win win;
    std::int64_t change[4];
    if (!read_row(possible_win(d, r, seat, hand, tile, By::SELF_DRAW).bytes, win)) return 0;
    Verdict verdict = judge(*r.program, win);
    // Limited, because otherwise a rare great hand alone would decide the coefficients.
    const int most = r.pay->minimum + Luck::MOST_BEYOND;
    verdict.fan = std::min(verdict.fan, most), verdict.capped = std::min(verdict.capped, most);
    return pay(*r.pay, win, verdict, change) == Paid::PAID ? change[seat] : 0;
}

Worth worth_of(const Deal& d, const TableRules& r, int seat, const Counts& hand) {
    Worth out;
    Tiles helping;
    const int away = useful(hand.data(), r.program->shapes, helping);
    if (away == 1) helping = waits_by(hand.data(), r.program->shapes);
    out.way = away == 1 ? Luck::PRICE : away == 2 ? Luck::READY : Luck::NEARER;
    for (; helping; helping &= helping - 1) {
        const int kind = std::countr_zero(helping);
        out.of[kind] = away == 1 ? price_of(d, r, seat, hand, kind) : 1;
    }
    return out;
}

// The concealed tiles before a draw. If the tile is no longer in the hand, the seat had to discard it at once.
Counts hand_before(const Deal& d, int seat, int tile, bool held) {
    Counts hand = d.player[seat].hand;
    if (held) --hand[static_cast<std::size_t>(tile)];
    return hand;
}

// Compares a drawn tile (no flower) with the mean of all such tiles left at that time: those from `front` to `back`, which are still there.
void credit(const Deal& d, const TableRules& r, const Event& draw, bool held, int front, int back, Luck& luck) {
    const Worth worth = worth_of(d, r, draw.actor, hand_before(d, draw.actor, draw.tile, held));
    std::int64_t sum = 0, n = 0;
    for (int i = front; i < back; ++i)
        if (d.wall[i] < KINDS) sum += worth.of[d.wall[i]], ++n;
    const double beyond = static_cast<double>(worth.of[draw.tile]) - static_cast<double>(sum) / static_cast<double>(n);
    luck.of[draw.actor][worth.way] += std::llround(beyond * Luck::SCALE);
}

bool is_draw(Said said) { return said == Said::DRAW || said == Said::BACK_FLOWER || said == Said::BACK_KONG; }

// Whether the tile drawn last is still in the hand of the player who drew it.
bool still_held(const Deal& d, const Event& draw) {
    if (d.over()) return d.result == Result::WON && d.drawn == draw.tile && d.actor == draw.actor && d.won[0][field::SEAT.at] == draw.actor;
    return d.at == At::TURN && d.actor == draw.actor && d.drawn == draw.tile;
}

void credit_all(const Deal& d, const TableRules& r, const std::vector<Event>& events, int front, int back, Luck& luck) {
    std::size_t last = events.size();
    for (std::size_t i = 0; i < events.size(); ++i)
        if (is_draw(events[i].said)) last = i;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const Event& each = events[i];
        if (!is_draw(each.said)) continue;
        if (each.tile < KINDS) credit(d, r, each, i == last && still_held(d, each), front, back, luck);
        each.said == Said::DRAW ? ++front : --back;
    }
}

}  // namespace

void play_credited(Deal& deal, const TableRules& rules, const Seated& players, Chance::Deal chance, Decisions& decisions, Luck& luck) {
    std::vector<Event> events;
    while (deal.asked) {
        const int front = deal.front, back = deal.back;
        events.clear();
        step_on(deal, rules, players, chance, decisions, &events);
        credit_all(deal, rules, events, front, back, luck);
    }
}

}  // namespace sikwu
