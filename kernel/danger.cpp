#include "danger.hpp"

#include <algorithm>
#include <cmath>

namespace sikwu {
namespace {

constexpr int ENOUGH = 5;                        // discards that tell which suits an opponent wants
constexpr double HARDLY = 0.13, MOST_OF = 0.45;  // shares of them

}  // namespace

Opponent Opponent::of(const Plans& plans, const View& view, int seat) {
    Opponent s;
    s.seat = seat, s.melds = view.melds(seat), s.declared = view.ready(seat) != Ready::NONE;
    unsigned suits = 0;
    for (int i = 0; i < s.melds; ++i) {
        const Laid meld = view.meld(seat, i);
        if (meld.tile >= KINDS) continue;  // face down
        if (meld.tile < SUITED)
            suits |= 1U << meld.tile / 9;
        else
            s.fan += plans.honour[seat][view.round()][meld.tile - SUITED];
    }
    s.fan += plans.flowers[seat][view.flowers(seat)];
    const bool one = std::has_single_bit(suits);
    s.flush = s.melds >= 2 && one;
    s.bound = s.melds && (plans.all.empty() || s.fan + plans.all[0].mean[0][0] < view.minimum());
    if (s.flush || (one && s.bound)) s.suit = Tiles{0x1FF} << 9 * std::countr_zero(suits) | Tiles{0x7F} << SUITED;
    int own = 0, of_suit[3] = {};
    for (int i = 0; i < view.lying(); ++i) {
        const View::Thrown tile = view.thrown(i);
        if (tile.seat != seat) {
            s.passed |= bit(tile.tile);
            continue;
        }
        s.thrown |= bit(tile.tile), ++own;
        if (tile.tile < SUITED) ++of_suit[tile.tile / 9];
        if (tile.drawn)
            s.calm = std::min(s.calm + 1, MOST_CALM), s.passed |= bit(tile.tile);
        else
            s.calm = 0, s.passed = bit(tile.tile);
    }
    for (int suit = 0; own >= ENOUGH && suit < 3; ++suit) {
        const Tiles all = Tiles{0x1FF} << 9 * suit;
        if (of_suit[suit] <= HARDLY * own) s.kept |= all;
        if (of_suit[suit] >= MOST_OF * own) s.shunned |= all;
    }
    return s;
}

Dangers::Dangers(const Plans& plans, const Parameters& parameters, const View& view) : p_(parameters), view_(view), seen_(view.seen()) {
    const double late = lateness((view.drawable() + 3) / 4);
    for (int seat = 0; seat < 4; ++seat) {
        if (seat == view.seat() || view.dead(seat)) continue;
        Threat& t = threat[count++];
        t.shown = Opponent::of(plans, view, seat);
        const double odds = p_[Parameters::READY] + p_[Parameters::READY_LATE] * late + p_[Parameters::READY_BEND] * late * late +
                            p_[Parameters::READY_MELD] * t.shown.melds + p_[Parameters::READY_CALM] * t.shown.calm +
                            p_[Parameters::READY_BOUND] * t.shown.bound;
        t.ready = t.shown.declared ? 1.0 : 1.0 / (1.0 + std::exp(-odds));
        const double fan = std::max(view.minimum(), t.shown.fan) + p_[Parameters::DEAR] + (t.shown.flush ? p_[Parameters::DEAR_FLUSH] : 0.0);
        t.cost = view.cost(static_cast<int>(fan + 0.5), seat);
    }
}

double Dangers::waits(const Opponent& shown, int kind) const {
    const int rank = kind % 9;
    double odds = kind >= SUITED + 4       ? p_[Parameters::WAIT_DRAGON]
                  : kind >= SUITED         ? p_[Parameters::WAIT_WIND]
                  : rank == 0 || rank == 8 ? p_[Parameters::WAIT_EDGE]
                                           : p_[Parameters::WAIT_MIDDLE];
    const int open = std::max(0, seen_[static_cast<std::size_t>(kind)] - view_.hand()[static_cast<std::size_t>(kind)]);
    for (int i = 0; i < open; ++i) odds *= p_[Parameters::SEEN];
    if (shown.thrown >> kind & 1) odds *= p_[Parameters::THROWN];
    if (shown.passed >> kind & 1) odds *= p_[Parameters::PASSED];
    constexpr Parameters::Name IN_SUIT[] = {Parameters::COUNT, Parameters::FLUSH_IN, Parameters::FLUSH_OUT, Parameters::ONE_IN, Parameters::ONE_OUT};
    constexpr Parameters::Name WANTED[] = {Parameters::COUNT, Parameters::KEPT, Parameters::SHUNNED};
    if (const auto in = shown.in_suit(kind)) odds *= p_[IN_SUIT[in]];
    if (const auto wanted = shown.wanted(kind)) odds *= p_[WANTED[wanted]];
    return std::min(0.9, odds);
}

double Dangers::of(int kind) const {
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        const Threat& t = threat[i];
        sum += t.ready * waits(t.shown, kind) * t.cost;
        // A claim that would make the discarder liable: what the great hand pays, if there is a copy left to claim with and it is completed then.
        if (view_.feeds_duty(t.shown.seat, kind)) sum += p_[Parameters::LIABLE] * view_.great(t.shown.seat);
    }
    return p_[Parameters::DANGER] * sum;
}

double Dangers::odds(int kind) const {
    double none = 1;
    for (int i = 0; i < count; ++i) none *= 1.0 - threat[i].ready * waits(threat[i].shown, kind);
    return 1.0 - none;
}

}  // namespace sikwu
