// Players that play for fan and money: steady (the nearest hand that may win) and careful (chance × price − danger).
#pragma once
#include <string_view>
#include <vector>

#include "plans.hpp"
#include "view.hpp"

namespace sikwu {

// The numbers that careful decides by, and what follows from them; the names are the one list of them.
struct Parameters {
    enum Name {
        HAZARD,         // chance that the deal ends before the next own turn, at the beginning …
        HAZARD_RISE,    // … and so much more when the wall is empty
        HAZARD_MELD,    // times more for each open meld of whoever has most
        LIVE_LAST,      // live useful tiles of a hand that is ready,
        LIVE_NEXT,      // one tile before,
        LIVE_STEP,      // and for each tile further away
        LIVE_CHOWS,     // times that for hands of chows,
        LIVE_PUNGS,     // of pungs,
        LIVE_NARROW,    // of few kinds
        CHANCES_LAST,   // tiles that may complete the hand in a turn
        CHANCES_ANY,    // tiles that may bring it nearer in a turn, where claims do no harm
        CHANCES_PUNGS,  // the same for pungs
        MIX,            // what a second way is worth
        CLAIM_MORE,     // a claim must be worth this many times as much as the hand without it
        READY,          // log-odds that an opponent is ready, at the beginning …
        READY_LATE,     // … more when the wall is empty
        READY_MELD,     // more for each meld
        WAIT_DRAGON,    // chance that one who is ready waits for a dragon,
        WAIT_WIND,      // a wind,
        WAIT_EDGE,      // a terminal,
        WAIT_MIDDLE,    // any other tile
        SEEN,           // times that for each copy that lies open
        THROWN,         // times that for a kind the opponent has thrown
        FLUSH_IN,       // times that for a tile of the one suit of the opponent's melds, or an honour,
        FLUSH_OUT,      // or for any other
        DEAR,           // fan of an opponent's hand beyond the minimum
        DEAR_FLUSH,     // more if all melds are of one suit
        LIABLE,         // share of a great hand's price that feeding its last but one condition costs
        DANGER,         // times all of that
        COUNT
    };
    static constexpr std::string_view NAMES[] = {
        "hazard",      "hazard_rise",   "hazard_meld", "live_last",  "live_next", "live_step",  "live_chows", "live_pungs",  "live_narrow", "chances_last",
        "chances_any", "chances_pungs", "mix",         "claim_more", "ready",     "ready_late", "ready_meld", "wait_dragon", "wait_wind",   "wait_edge",
        "wait_middle", "seen",          "thrown",      "flush_in",   "flush_out", "dear",       "dear_flush", "liable",      "danger",
    };
    static_assert(std::size(NAMES) == COUNT);

    static constexpr int TURNS = 32, AWAY = 16, FAMILIES = 4, MELDS = 5;
    std::vector<double> of;
    // Probability of completing a hand from a number of tiles away in a number of own turns: [open melds of others][family][claims harm][only
    // self-drawn].
    float chance[MELDS][FAMILIES][2][2][AWAY][TURNS];

    explicit Parameters(std::vector<double> numbers);
    double operator[](Name name) const { return of[name]; }
    double hazard(int melds, int turns) const;
    friend bool operator==(const Parameters& a, const Parameters& b) { return a.of == b.of; }
};

int steady(const Plans& plans, const View& view, const Actions& legal);
int careful(const Plans& plans, const Parameters& parameters, const View& view, const Actions& legal);

}  // namespace sikwu
