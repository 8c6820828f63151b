// What the others may be about to win with: who is ready, for what, and what it would cost.
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
    Tiles suit = 0;    // where all melds, two or more, are of one suit: that suit and the honours
    Tiles thrown = 0;  // by it
    Tiles passed = 0;  // by others since its hand last changed: it did not win with them
    static constexpr int MOST_CALM = 4;

    static Opponent of(const Plans& plans, const View& view, int seat);
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
