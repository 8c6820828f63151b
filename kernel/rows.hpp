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
// Whether a tile completes the hand. `held`: it has been drawn and is in the hand.
bool complete_with(const Deal& deal, const TableRules& rules, int seat, int tile, bool held);
bool legal_win(const TableRules& rules, const RowOf& row);
// The kinds that complete a seat's hand without the tile drawn in this turn.
Tiles waited_for(const Deal& deal, const TableRules& rules, int seat);
// A possible win of these concealed tiles by a tile that may still come, without special circumstances. `more`: a meld that may still be laid open;
// `ready`: a declaration that may still be made.
RowOf possible_win(const Deal& deal, const TableRules& rules, int seat, const Counts& hand, int tile, By by, const Laid* more = nullptr,
                   Ready ready = Ready::NONE);
// Whether a tile that may still come would win, drawn or discarded by the seat before, without special circumstances.
bool would_win(const Deal& deal, const TableRules& rules, int seat, int tile, By by);
// Whether some kind would complete the hand after `count` tiles of a kind have left it, not counting a kind of which the player has four; `kong`: the
// four tiles remain the player's.
bool is_ready(const Deal& deal, const TableRules& rules, int seat, int without, int count, bool kong);

}  // namespace sikwu
