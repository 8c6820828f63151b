#include "outcome.hpp"

namespace sikwu {
namespace {

void fined(const Deal& d, const TableRules& r, Outcome& out) {
    out.priced = r.play.fine >= 0;
    for (int seat = 0; out.priced && seat < 4; ++seat) out.change[seat] = seat == d.offender ? -3 * r.play.fine : r.play.fine;
}

// Two who win without another's tile do not pay each other.
void spare_winners(const Deal& d, int number, int seat, std::int64_t part[4]) {
    for (int other = 0; other < d.winners; ++other) {
        const int beside = d.won[other][field::SEAT.at];
        if (other != number) part[seat] += part[beside], part[beside] = 0;
    }
}

}  // namespace

Outcome outcome(const Deal& d, const TableRules& r) {
    Outcome out;
    if (d.result == Result::FALSE_WIN) fined(d, r, out);
    for (int i = 0; i < d.winners; ++i) {
        Win win;
        std::int64_t part[4];
        read_row(d.won[i], win);
        const Verdict verdict = judge(*r.program, win);
        out.priced &= pay(*r.pay, win, verdict, part) == Paid::PAID;
        if (win.by == By::SELF_DRAW || win.by == By::FLOWERS) spare_winners(d, i, win.seat, part);
        for (int seat = 0; seat < 4; ++seat) out.change[seat] += part[seat];
        out.winners = static_cast<std::uint8_t>(out.winners | 1 << win.seat);
        out.patterns |= verdict.counted;
        if (i > 0) continue;
        out.winner = static_cast<std::int8_t>(win.seat), out.feeder = static_cast<std::int8_t>(win.feeder());
        out.fan = static_cast<std::int16_t>(verdict.fan);
    }
    return out;
}

}  // namespace sikwu
