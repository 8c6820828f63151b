// The danger of a discard: which opponents may be ready, for which tiles, and what a win of theirs would cost.
#pragma once
#include "chances.hpp"
#include "plans.hpp"
#include "view.hpp"

namespace sikwu {

// What an opponent shows to everybody.
struct Opponent {
    int seat = 0, melds = 0, fan = 0;
    int calm = 0;  // tiles thrown as they were drawn since its hand last changed
    bool declared = false, flush = false;
    bool bound = false;  // a plain hand with its melds would have too little fan
    Tiles suit = 0;      // where all its melds are of one suit, and they are two or more or it is bound: that suit and the honours
    Tiles kept = 0;      // suits of which it threw hardly any,
    Tiles shunned = 0;   // and of which it threw most
    Tiles thrown = 0;    // by it
    Tiles passed = 0;    // by others since its hand last changed: it did not win with them
    static constexpr int MOST_CALM = 4;

    static Opponent of(const Plans& plans, const View& view, int seat);

    // What its melds and its discards say about a kind: places in the counts and the numbers of `waits`.
    enum InSuit { ANY_SUIT, FLUSH_IN, FLUSH_OUT, ONE_IN, ONE_OUT, IN_SUITS };
    InSuit in_suit(int kind) const { return !suit ? ANY_SUIT : static_cast<InSuit>((flush ? FLUSH_IN : ONE_IN) + !(suit >> kind & 1)); }
    enum Wanted { USUAL, KEPT, SHUNNED, WANTED };
    Wanted wanted(int kind) const { return kept >> kind & 1 ? KEPT : shunned >> kind & 1 ? SHUNNED : USUAL; }
};

class Dangers {
  public:
    struct Threat {
        Opponent shown;
        double ready = 0, cost = 0;  // the chance that it is ready; what a discard it wins with would cost
    };
    Dangers(const Plans& plans, const Parameters& parameters, const View& view);

    // The chance that an opponent who is ready wins with a kind.
    double waits(const Opponent& shown, int kind) const;
    // Points that a discard costs on average.
    double of(int kind) const;
    // The chance that anybody wins with it.
    double odds(int kind) const;

    int count = 0;
    Threat threat[3];

  private:
    const Parameters& p_;
    const View& view_;
    Counts seen_;
};

}  // namespace sikwu
