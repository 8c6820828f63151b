// Counts how often the guesses of careful players come true: who ended the deal, which hands came nearer, who was ready and for what. The numbers
// of careful are fitted to these counts, and its guesses are checked against them.
#pragma once
#include <array>
#include <string_view>

#include "careful.hpp"
#include "danger.hpp"
#include "many.hpp"

namespace sikwu {

struct Census {
    // One cell for each state of knowledge: how often it occurred, and how often the guess came true.
    static constexpr int STAGES = 8, LIVE = 64, LATE = 12, CALM = 5, OPEN = 4, BINS = 20, NEAR = 4, HALF = 32;
    struct Cell {
        double n = 0, came = 0;
    };
    // Guesses: their sum and the sum of their squares, and of those that came true.
    struct Guessed {
        double n = 0, came = 0, sum = 0, squares = 0, right = 0;
        void add(double guess, bool true_) { ++n, came += true_, sum += guess, squares += guess * guess, right += true_ ? guess : 0; }
    };
    // The deal was ended by another before the next own turn: by turns left, and the melds of whoever of the others has most.
    Cell ended[Parameters::TURNS][Parameters::MELDS];
    // The way that was followed came nearer until the next own turn, if the deal went on: by family, claims harm, only self-drawn, tiles away, live tiles.
    Cell nearer[Parameters::FAMILIES][2][2][STAGES][LIVE];
    // An opponent could win with some discard: by lateness, melds, tiles thrown as drawn, whether its melds forbid a plain hand.
    Cell ready[LATE][MAX_MELDS + 1][CALM][2];
    // One who was ready could win with a kind: dragon, wind, terminal, other; copies open; thrown by it; passed; the suit of its melds; of its discards.
    Cell waited[4][OPEN][2][2][Opponent::IN_SUITS][Opponent::WANTED];
    // A seat won in the end: by family, claims harm, tiles away, melds of the others, turns left, useful tiles (pairs of them from two away on); with the
    // sum of tiles not seen.
    struct Ended {
        double n = 0, came = 0, unseen = 0;
    };
    Ended finished[Parameters::FAMILIES][2][NEAR][Parameters::MELDS][Parameters::TURNS][HALF];
    // Wins by a discard of an opponent with melds of several suits, of one: how often, and fan beyond the minimum or what it showed.
    Cell dear[2];
    // A seat's win, by tiles away and guess; the deal-in of a discard by guess; an opponent that is ready.
    Guessed won[STAGES][BINS], dealt_in[BINS], was_ready[BINS];

    void add(const Census& other);
    template <class Visit>
    void each(Visit&& visit) {
        const auto cells = [&](std::string_view name, auto& of, std::size_t width) {
            constexpr std::size_t BYTES = sizeof of;
            visit(name, reinterpret_cast<double*>(&of), BYTES / sizeof(double), width);
        };
        cells("ended", ended, 2), cells("nearer", nearer, 2), cells("ready", ready, 2), cells("waited", waited, 2), cells("dear", dear, 2);
        cells("finished", finished, 3);
        cells("won", won, 5), cells("dealt_in", dealt_in, 5), cells("was_ready", was_ready, 5);
    }
};

// Plays a deal; counts the decisions of seats with careful players.
void play_counted(Deal& deal, const TableRules& rules, const Seated& players, Chance::Deal chance, Census& census);

// What kind of tile: dragon, wind, terminal, any other.
int tile_class(int kind);

}  // namespace sikwu
