// The numbers that careful players decide by, and the chance to complete a hand in time that follows from them.
#pragma once
#include <string_view>
#include <vector>

namespace sikwu {

// The names are the one list of the numbers. They are fitted for a ruleset (`sikwu fit`).
struct Parameters {
    enum Name {
        HAZARD,         // log-odds that somebody else ends the deal before the next own turn, at the beginning,
        HAZARD_LATE,    // more when the wall is empty,
        HAZARD_BEND,    // more by the square of how late it is,
        HAZARD_MELD,    // more for each meld of whoever has most
        LIVE_LAST,      // live useful tiles of a hand that is ready,
        LIVE_NEXT,      // one tile before,
        LIVE_STEP,      // and for each tile further away
        LIVE_CHOWS,     // times that for hands of chows,
        LIVE_PUNGS,     // of pungs,
        LIVE_NARROW,    // of few kinds
        CHANCES_LAST,   // tiles that may complete the hand in a turn
        CHANCES_ANY,    // tiles that may bring it nearer in a turn, where claims do no harm
        CHANCES_PUNGS,  // the same for pungs
        MEAN,           // where a hand's fan is taken to be between the least of its plan (0) and the mean (1)
        AHEAD,          // above 0: where two tiles are missing, the ready hands that a draw leaves are judged
        MIX,            // what a second way is worth
        CLAIM_MORE,     // a claim must be worth this many times as much as the hand without it
        WIN_MORE,       // and playing on this many times as much as a win
        DECLARE,        // times the value of a hand that is bound by a declaration
        READY,          // log-odds that an opponent is ready, at the beginning …
        READY_LATE,     // … more when the wall is empty
        READY_BEND,     // more by the square of how late it is
        READY_MELD,     // more for each meld
        READY_CALM,     // more for each tile thrown as it was drawn since the hand last changed
        READY_BOUND,    // more if its melds forbid a plain hand, because that would have too little fan
        WAIT_DRAGON,    // chance that one who is ready waits for a dragon,
        WAIT_WIND,      // a wind,
        WAIT_EDGE,      // a terminal,
        WAIT_MIDDLE,    // any other tile
        SEEN,           // times that for each copy that lies open
        THROWN,         // times that for a kind the opponent has thrown
        PASSED,         // times that for a kind thrown by anybody since the opponent's hand last changed
        FLUSH_IN,       // times that for a tile of the one suit of the opponent's melds, or an honour,
        FLUSH_OUT,      // or for any other
        ONE_IN,         // the same where the opponent has one such meld and a plain hand would have too little fan
        ONE_OUT,        //
        KEPT,           // times that for a tile of a suit of which the opponent threw hardly any,
        SHUNNED,        // or of which it threw most
        DEAR,           // fan of an opponent's hand beyond the minimum or what it shows
        DEAR_FLUSH,     // more if all melds are of one suit
        LIABLE,         // chance that one who is fed the last but one condition of a great hand completes it
        DANGER,         // times all of that
        PUSH,           // what the discards of the turns to come cost who plays on, as a share of the danger of an average tile held
        COUNT
    };
    static constexpr std::string_view NAMES[] = {
        "hazard",      "hazard_late",  "hazard_bend", "hazard_meld",   "live_last",  "live_next",  "live_step",   "live_chows",  "live_pungs",
        "live_narrow", "chances_last", "chances_any", "chances_pungs", "mean",       "ahead",      "mix",         "claim_more",  "win_more",
        "declare",     "ready",        "ready_late",  "ready_bend",    "ready_meld", "ready_calm", "ready_bound", "wait_dragon", "wait_wind",
        "wait_edge",   "wait_middle",  "seen",        "thrown",        "passed",     "flush_in",   "flush_out",   "one_in",      "one_out",
        "kept",        "shunned",      "dear",        "dear_flush",    "liable",     "danger",     "push",
    };
    static_assert(std::size(NAMES) == COUNT);

    static constexpr int TURNS = 32, AWAY = 16, MELDS = 5;
    enum Family { MIXED, ALL_CHOWS, ALL_PUNGS, NARROW, FAMILIES };
    std::vector<double> of;
    // Indexed by the melds of the opponent with the most melds, and by own turns left.
    float stay[MELDS][TURNS];
    // How many of these turns a player may expect to have.
    float lasting[MELDS][TURNS];
    // Probability of completing a hand from a number of tiles away in a number of own turns: [melds][family][claims harm][only self-drawn].
    float chance[MELDS][FAMILIES][2][2][AWAY][TURNS];

    explicit Parameters(std::vector<double> numbers);
    double operator[](Name name) const { return of[name]; }
    // Tiles that may help in one turn: the seat's own draw, and others' discards.
    double chances(Family family, int away, bool concealed, bool self_drawn) const;
    // The chance to come nearer in a turn.
    static double advance(double live, double unseen, double chances);
    // The chance to complete a hand if this many tiles help now, and the usual number later.
    double finish(int melds, Family family, bool concealed, bool self_drawn, int away, int turns, double live, double unseen) const;
    friend bool operator==(const Parameters& a, const Parameters& b) { return a.of == b.of; }
};

// How late it is in the deal, from 0 to 1, computed from the turns that a player has left.
inline constexpr double ALL_TURNS = 22;
double lateness(int turns);

}  // namespace sikwu
