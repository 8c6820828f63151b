#include "outcome.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "rows.hpp"

namespace sikwu {
namespace {

void fined(const Deal& d, const TableRules& r, Outcome& out) {
    out.priced = r.play.fine >= 0;
    for (int seat = 0; out.priced && seat < 4; ++seat) out.change[seat] = seat == d.offender ? -3 * r.play.fine : r.play.fine;
}

// Two players who win without another player's tile do not pay each other.
void spare_winners(const Deal& d, int number, int seat, std::int64_t part[4]) {
    for (int other = 0; other < d.winners; ++other) {
        const int beside = d.won[other][field::SEAT.at];
        if (other != number) part[seat] += part[beside], part[beside] = 0;
    }
}

// Whether a hand waits for a tile, or has one too many and would wait without it.
bool waits_for_one(const Deal& d, const TableRules& r, int seat) {
    const Player& p = d.player[seat];
    if (std::accumulate(p.hand.begin(), p.hand.end(), 0) % 3 == 1) return is_ready(d, r, seat, 0, 0, false);
    for (Tiles kinds = p.kinds.at_least[0]; kinds; kinds &= kinds - 1)
        if (is_ready(d, r, seat, std::countr_zero(kinds), 1, false)) return true;
    return false;
}

}  // namespace

Outcome outcome(const Deal& d, const TableRules& r, int most) {
    Outcome out;
    if (d.result == Result::FALSE_WIN) fined(d, r, out);
    for (int i = 0; i < d.winners; ++i) {
        Win win;
        std::int64_t part[4];
        read_row(d.won[i], win);
        Verdict verdict = judge(*r.program, win);
        const int fan = verdict.fan, paid_for = std::max(most, r.pay->minimum);
        verdict.fan = std::min(fan, paid_for), verdict.capped = std::min(verdict.capped, paid_for);
        out.priced &= pay(*r.pay, win, verdict, part) == Paid::PAID;
        if (win.by == By::SELF_DRAW || win.by == By::FLOWERS) spare_winners(d, i, win.seat, part);
        for (int seat = 0; seat < 4; ++seat) out.change[seat] += part[seat];
        out.winners = static_cast<std::uint8_t>(out.winners | 1 << win.seat);
        out.patterns |= verdict.counted;
        if (i > 0) continue;
        out.winner = static_cast<std::int8_t>(win.seat), out.feeder = static_cast<std::int8_t>(win.feeder());
        out.fan = static_cast<std::int16_t>(std::min<int>(fan, std::numeric_limits<std::int16_t>::max()));
    }
    return out;
}

int called(const Deal& d) {
    int seats = 0;
    for (int seat = 0; seat < 4; ++seat)
        for (int i = 0; i < d.player[seat].melds; ++i) seats |= (d.player[seat].meld[i].kind != MeldKind::CONCEALED) << seat;
    return seats;
}

int ready_at_end(const Deal& d, const TableRules& r) {
    int seats = 0;
    for (int i = 0; i < d.winners; ++i) seats |= 1 << d.won[i][field::SEAT.at];
    for (int seat = 0; seat < 4; ++seat)
        if (!(seats >> seat & 1) && near(d, r, seat, 1) && waits_for_one(d, r, seat)) seats |= 1 << seat;
    return seats;
}

}  // namespace sikwu
