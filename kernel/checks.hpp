// Finds what is impossible about a win: exactly the problems of src/sikwu/checks.py and src/sikwu/hand.py, in their order, as numbers and facts.
// Python names them in words for itself; app/src/kernel/wrong.ts names these numbers.
#pragma once
#include <vector>

#include "win.hpp"

namespace sikwu {

// Each with its facts.
enum class Wrong : std::uint8_t {
    FIVE_COPIES,               // tile, count
    CONCEALED_FED,             // tile, seat
    FIRST_SAME_TURN,           //
    TOO_MANY_MELDS,            // count, most, size
    NO_PLUS,                   // tile, right (the same tile), count
    ONLY_FLOWERS,              // count
    COUNT,                     // count, size
    NO_TILE,                   //
    FLOWER_TILE,               // tile
    NO_FEEDER,                 // by
    FEEDER_OWN_SEAT,           // seat
    FEEDER_EXTRA,              // by, seat
    MELD_OWN_SEAT,             // tile, seat
    CHOW_FEEDER,               // tile, feeder, seat, before
    LAST_DISCARD_NOT_DISCARD,  // by
    LAST_TILE_DISCARD,         // by
    ROB_KONG_COPIES,           // tile, count
    NOT_ROBBED,                //
    REPLACEMENT_NOT_DRAWN,     // by
    REPLACEMENT_NO_KONG,       //
    REPLACEMENT_NO_FLOWER,     //
    CHAIN_TOO_LONG,            // count, most
    CHAIN_NO_REPLACEMENT,      //
    CHAIN_TOO_SHORT,           // name (a `Named`), count
    CHAIN_EXPOSED_LATER,       // tile, count
    KONG_FEEDER_OWN_SEAT,      // seat
    KONG_FEEDER_NO_KONG,       // seat
    KONG_FEEDER_NOT_FED,       // seat
    KONG_FEEDER_OWN_KONG,      // seat, tile, kind
    KONG_FEEDER_DISAGREES,     // seat, tile, fed
    HEAVENLY_SEAT,             // seat
    HEAVENLY_BY,               // by
    HEAVENLY_DISCARDS,         // count
    HEAVENLY_READY,            //
    EARTHLY_SEAT,              //
    EARTHLY_BY,                //
    EARTHLY_DISCARDS,          // count
    EARTHLY_DRAW_BY,           // by
    HUMAN_BY,                  // by
    HUMAN_SEAT,                //
    HUMAN_FEEDER,              //
    FIRST_TURN_LAST,           // first
    FIRST_TURN_MELDS,          // first
    READY_HEAVENLY_SEAT,       //
    READY_MELDS,               // ready
    ONE_SHOT_NOT_READY,        //
    TOO_FEW_FLOWERS,           // count
    EIGHTH_FLOWER_OWN_SEAT,    // seat
    EIGHTH_FLOWER_HELD,        //
    NUMBER_TOO_SMALL,          // name, value, least
    NUMBER_TOO_LARGE,          // name, value, most
    NO_DISCARDS,               //
    TOO_MANY_VISIBLE,          // tile, seen, own
    BAD_MELD,                  // not possible in a text, only in a made-up row
};
// The values of the fact `name`.
enum class Named : std::uint8_t { CHAIN_TIGHT, CHAIN_BROKEN, WINNERS, DISCARDS };

struct Problem {
    static constexpr int FACTS = 4;
    Wrong what;
    std::int16_t facts[FACTS] = {};
    bool operator==(const Problem&) const = default;
};

// Everything that is wrong with a row as packed, in a game with hands of 13 or 16 tiles.
std::vector<Problem> problems(const std::uint8_t* row, int size);
// Whether nothing is wrong.
bool possible(const std::uint8_t* row, int size);

}  // namespace sikwu
