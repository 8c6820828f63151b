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

// One win, as side money asks for it.
struct Won {
    int seat, feeder;
    By by;
    Bits counted;
};

constexpr int POT = 4;

// Side money of one deal: who paid whom for the hand, and what happened.
struct Beside {
    const Deal& d;
    const TableRules& r;
    Outcome& out;
    std::int64_t owed[4][4] = {};  // payer, payee
    Won won[4]{};
    int wins = 0, source = -1;
    bool self_drawn = false;
    std::int64_t pot = 0;
    int paid = 0;  // the makers for whom a payment has been made

    int seats(Role role, int maker, int feeder) const {
        const auto one = [](int seat) { return seat < 0 ? 0 : 1 << seat; };
        int payers = 0;
        switch (role) {
            case Role::MAKER: return one(maker);
            case Role::FEEDER: return one(feeder);
            case Role::WINNER: return out.winners;
            case Role::LOSERS: return out.winners ? 15 & ~out.winners : 0;
            case Role::PAYERS:
                for (int seat = 0; seat < 4; ++seat)
                    for (int other = 0; other < 4; ++other) payers |= (owed[seat][other] > 0) << seat;
                return payers;
            case Role::DEALER: return 1;
            case Role::EVERYBODY: return 15;
            case Role::POT: return 1 << POT;
            default: return 0;
        }
    }

    void move(int payer, int payee, std::int64_t amount) { (payer == POT ? pot : out.side[payer]) -= amount, (payee == POT ? pot : out.side[payee]) += amount; }

    void from_pot(const SidePay& p, int payees, int times) {
        const int count = std::popcount(static_cast<unsigned>(payees));
        if (!count || pot <= 0) return;
        if (pot % count) out.priced = false;
        const std::int64_t share = pot / count, asked = p.units == SidePay::ALL ? pot : p.units * times;
        const std::int64_t each = asked == pot ? share : std::min(asked, share);
        for (int seat = 0; seat < 4; ++seat)
            if (payees >> seat & 1) move(POT, seat, each);
    }

    void happened(const SidePay& p, int maker, int times = 1, int feeder = -1) {
        if (p.once && maker >= 0) {
            if (paid >> maker & 1) return;
            paid |= 1 << maker, times = 1;
        }
        int payers = seats(p.payer, maker, feeder), payees = seats(p.payee, maker, feeder);
        if (p.payer == Role::OTHERS) payers = 15 & ~payees;
        if (p.payee == Role::OTHERS) payees = 15 & ~payers;
        if (p.units == SidePay::UNKNOWN) out.priced &= !(payers && payees);
        if (p.units == SidePay::UNKNOWN) return;
        if (p.payer == Role::POT) return from_pot(p, payees, times);
        for (int payer = 0; payer < 4; ++payer)
            for (int payee = 0; payee <= POT; ++payee) {
                if (payer == payee || !(payers >> payer & 1) || !(payees >> payee & 1)) continue;
                move(payer, payee, (p.units == SidePay::HAND ? (payee == POT ? 0 : owed[payer][payee]) : p.units) * times);
            }
    }

    void of_melds(const SidePay& p, MeldKind kind) {
        for (int seat = 0; seat < 4; ++seat) {
            const Player& player = d.player[seat];
            int count = 0;
            for (int i = 0; i < player.melds; ++i) {
                const Laid& meld = player.meld[i];
                if (meld.kind != kind) continue;
                if (kind == MeldKind::CONCEALED)
                    ++count;
                else
                    happened(p, seat, 1, meld.feeder ? meld.feeder - 1 : source);
            }
            if (count) happened(p, seat, count);
        }
    }

    void of_flowers(const SidePay& p) {
        for (int seat = 0; seat < 4; ++seat) {
            const unsigned flowers = d.player[seat].flowers;
            int count = std::popcount(flowers);
            if (p.on == SideOn::OWN_FLOWER) count = static_cast<int>((flowers >> seat & 1) + (flowers >> (4 + seat) & 1));
            if (p.on == SideOn::FLOWER_SET) count = ((flowers & 15) == 15) + (flowers >> 4 == 15);
            if (p.on == SideOn::EIGHT_FLOWERS) count = flowers == 255;
            if (count) happened(p, seat, count, source);
        }
    }

    void of_win(const SidePay& p, const Won& win) {
        const bool fed = win.by == By::DISCARD || win.by == By::ROB_KONG;
        if (p.on == SideOn::WIN) happened(p, win.seat, 1, source);
        if (p.on == SideOn::DISCARD && fed && win.by == By::DISCARD) happened(p, win.seat, 1, source);
        if (p.on == SideOn::ROBBED && fed && win.by == By::ROB_KONG) happened(p, win.seat, 1, source);
        if (p.on == SideOn::SELF_DRAW && self_drawn) happened(p, win.seat);
        const bool counts = (p.rows.w[0] & win.counted.w[0]) || (p.rows.w[1] & win.counted.w[1]);
        if (p.on == SideOn::PATTERN && counts) happened(p, win.seat, 1, source);
    }

    void pay() {
        const int result = static_cast<int>(d.result);
        for (const SidePay& p : r.beside) {
            paid = 0;
            if (result < 1 || !(p.results >> (result - 1) & 1)) continue;
            if (p.on == SideOn::DEAL) happened(p, 0);
            if (p.on == SideOn::KONG_EXPOSED) of_melds(p, MeldKind::EXPOSED);
            if (p.on == SideOn::KONG_ADDED) of_melds(p, MeldKind::ADDED);
            if (p.on == SideOn::KONG_CONCEALED) of_melds(p, MeldKind::CONCEALED);
            if (p.on >= SideOn::FLOWER && p.on <= SideOn::EIGHT_FLOWERS) of_flowers(p);
            if (p.on == SideOn::DRAW && d.result == Result::DRAWN) happened(p, 0);
            if (p.on == SideOn::FALSE_WIN && d.result == Result::FALSE_WIN) happened(p, d.offender);
            for (int i = 0; i < wins; ++i) of_win(p, won[i]);
        }
    }
};

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
    Beside beside{d, r, out};
    if (d.result == Result::FALSE_WIN) {
        fined(d, r, out);
        for (int seat = 0; seat < 4; ++seat)
            if (seat != d.offender) beside.owed[d.offender][seat] = out.change[seat];
    }
    for (int i = 0; i < d.winners; ++i) {
        Win win;
        std::int64_t part[4];
        read_row(d.won[i], win);
        Verdict verdict = judge(*r.program, win);
        const int fan = verdict.fan, paid_for = std::max(most, r.pay->minimum);
        verdict.fan = std::min(fan, paid_for), verdict.capped = std::min(verdict.capped, paid_for);
        out.priced &= pay(*r.pay, win, verdict, part) == Paid::PAID;
        if (win.by == By::SELF_DRAW || win.by == By::FLOWERS) spare_winners(d, i, win.seat, part);
        for (int seat = 0; seat < 4; ++seat) {
            out.change[seat] += part[seat];
            if (part[seat] < 0) beside.owed[seat][win.seat] -= part[seat];
        }
        out.winners = static_cast<std::uint8_t>(out.winners | 1 << win.seat);
        out.patterns |= verdict.counted;
        const bool two = d.winners > 1 && (win.by == By::FLOWERS || win.by == By::SELF_DRAW);  // a heavenly hand beside eight flowers
        beside.won[beside.wins++] = {win.seat, win.feeder(), win.by, two ? Bits{} : verdict.counted};
        if (i > 0) continue;
        const bool fed = win.by == By::DISCARD || win.by == By::ROB_KONG;
        const bool by_kong =
            !fed && !two && r.kong_is_discard && win.row[field::REPLACEMENT.at] == static_cast<std::uint8_t>(Replacement::KONG) && win.kong_feeder() >= 0;
        beside.source = fed ? win.feeder() : by_kong ? win.kong_feeder() : -1;
        beside.self_drawn = !fed && !two && !by_kong;
        out.winner = static_cast<std::int8_t>(win.seat), out.feeder = static_cast<std::int8_t>(win.feeder());
        out.fan = static_cast<std::int16_t>(std::min<int>(fan, std::numeric_limits<std::int16_t>::max()));
    }
    if (!r.beside.empty()) beside.pay();
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
