// What a seat has laid open: which plans it still allows, and what it brings.
#pragma once
#include <algorithm>

#include "distance.hpp"
#include "plans.hpp"
#include "view.hpp"

namespace sikwu {

struct Side {
    std::uint64_t plans = 0;
    int fan = 0;
    bool claimed = false;

    // With one more meld, if there is one.
    Side(const Plans& all, const View& view, const Laid* more = nullptr) {
        Tiles kinds = 0;
        bool chows = false, pungs = false;
        const int me = view.seat(), round = view.round();
        const auto take = [&](const Laid& meld) {
            const bool chow = meld.kind == MeldKind::CHOW;
            kinds |= (chow ? Tiles{7} : Tiles{1}) << meld.tile, chows |= chow, pungs |= !chow, claimed |= meld.kind != MeldKind::CONCEALED;
            if (!chow && meld.tile >= SUITED) fan += all.honour[me][round][meld.tile - SUITED];
        };
        for (int i = 0; i < view.melds(me); ++i) take(view.meld(me, i));
        if (more) take(*more);
        for (std::size_t i = 0; i < all.all.size(); ++i) {
            const Plan& plan = all.all[i];
            const bool fits = !(kinds & ~plan.kinds) && !(chows && plan.sets == SetsOf::PUNGS) && !(pungs && plan.sets == SetsOf::CHOWS) &&
                              (plan.shape == SHAPE_STANDARD || !(chows || pungs));
            plans |= std::uint64_t{fits} << i;
        }
        fan += all.flowers[me][view.flowers(me)];
    }
};

// A claim of the offered tile as a meld, and the concealed tiles without what it takes from them.
struct Claimed {
    Laid meld;
    Counts hand;
    Claimed(const Counts& before, int claim, int tile) : meld{MeldKind::PUNG, static_cast<std::uint8_t>(tile), 0, 0}, hand(before) {
        const auto take = [&](int kind, int copies) {
            hand[static_cast<std::size_t>(kind)] = static_cast<std::uint8_t>(hand[static_cast<std::size_t>(kind)] - copies);
        };
        if (claim >= action::PUNG) {
            meld.kind = claim == action::PUNG ? MeldKind::PUNG : MeldKind::EXPOSED;
            take(tile, claim == action::PUNG ? 2 : 3);
            return;
        }
        meld.kind = MeldKind::CHOW;
        for (const int step : action::OWN[claim - action::CHOW])
            take(tile + step, 1), meld.tile = static_cast<std::uint8_t>(std::min<int>(meld.tile, tile + step));
    }
};

// The kinds that are in a hand.
inline Tiles kinds_in(const Counts& hand) {
    Tiles kinds = 0;
    for (int k = 0; k < KINDS; ++k) kinds |= hand[static_cast<std::size_t>(k)] ? bit(k) : 0;
    return kinds;
}

}  // namespace sikwu
