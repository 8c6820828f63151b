// Players that play for fan and money: steady (the nearest hand that may win) and careful (chance × price − danger).
#pragma once
#include <vector>

#include "chances.hpp"
#include "plans.hpp"
#include "view.hpp"

namespace sikwu {

int steady(const Plans& plans, const View& view, const Actions& legal);
int careful(const Plans& plans, const Parameters& parameters, const View& view, const Actions& legal);

// The best way of a hand to a win, and the worth of the hand over all its ways.
struct Outlook {
    double value = 0;                         // chance × price, mixed over the ways
    double chance = 0;                        // of the best way alone
    double price = 0;                         // what it would pay
    int plan = -1;                            // -1: it is ready, and every win was judged
    int level = 0, away = 0;                  // fan from honours, and tiles missing
    int live = 0;                             // tiles left that bring it nearer
    Tiles useful = 0;                         // their kinds
    bool concealed = false, by_draw = false;  // it must claim nothing; it may win only self-drawn
};

// The worth of one action, as careful computes it.
struct Thought {
    int action = -1;
    double value = 0, danger = 0, deal_in = 0;  // in units of the paying table; the chance that somebody wins with the discard
    Outlook outlook;
};

// The actions that careful compares at a decision: first the chosen one, then the others by value.
std::vector<Thought> think(const Plans& plans, const Parameters& parameters, const View& view, const Actions& legal);
// The worth of the hand of a seat that is not about to discard.
Outlook outlook(const Plans& plans, const Parameters& parameters, const View& view, const Counts& hand);

}  // namespace sikwu
