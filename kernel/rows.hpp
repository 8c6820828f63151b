// Makes the packed row of a seat's win in a deal, with all circumstances, and says whether the win counts.
#pragma once
#include "deal.hpp"

namespace sikwu {

struct RowOf {
    alignas(8) std::uint8_t bytes[ROW_BYTES];
};

// Adds the tiles of a meld.
void add(Counts& to, const Laid& meld);
int drawable(const Deal& deal, const TableRules& rules);
RowOf drawn_win(const Deal& deal, const TableRules& rules, int seat);
// `by` a discard or a robbed kong, paid by `feeder`.
RowOf fed_win(const Deal& deal, const TableRules& rules, int seat, int tile, By by, int feeder);
enum class When : std::uint8_t { OWN_FLOWER, OTHERS_FLOWER, IN_TURN };
RowOf flower_win(const Deal& deal, const TableRules& rules, int seat, When when);

// Whether the hand is at most `most` tiles away. A tile brings it nearer by one, so a distant hand is not computed each time.
bool near(const Deal& deal, const TableRules& rules, int seat, int most);
// Does a tile complete the hand? `held`: it has been drawn and is in the hand.
bool complete_with(const Deal& deal, const TableRules& rules, int seat, int tile, bool held);
bool legal_win(const TableRules& rules, const RowOf& row);
// The kinds that complete a seat's hand without the tile that it has drawn in this turn.
Tiles waited_for(const Deal& deal, const TableRules& rules, int seat);
// Would a tile that may yet come win, drawn or thrown by the seat before? With nothing special about how it comes.
bool would_win(const Deal& deal, const TableRules& rules, int seat, int tile, By by);
// Would some kind complete the hand after `count` tiles of a kind have left it? Not one that the player owns four times; `kong`: the four
// stay his.
bool is_ready(const Deal& deal, const TableRules& rules, int seat, int without, int count, bool kong);

}  // namespace sikwu
