// One win as the kernel sees it, and the 64-byte row it arrives in.
#pragma once
#include "tile.hpp"

namespace sikwu {

inline constexpr int ROW_BYTES = 64;
inline constexpr int MAX_MELDS = 5;
inline constexpr std::uint8_t ABSENT = 255;

enum class MeldKind : std::uint8_t { CHOW, PUNG, EXPOSED, ADDED, CONCEALED };
enum class By : std::uint8_t { DISCARD, SELF_DRAW, ROB_KONG, FLOWERS };

enum Flag : std::uint8_t {
    CHAIN_TIGHT = 1, CHAIN_BROKEN = 2, KONG_FED = 4, ROBBED_CONCEALED = 8,
    LAST_TILE = 16, LAST_DISCARD = 32, ONE_SHOT = 64, EIGHTH_ELSEWHERE = 128,
};

struct Meld {
    MeldKind kind;
    std::uint8_t tile;  // the lowest
};

struct Win {
    Counts concealed;  // with the winning tile
    Counts visible;    // lying open on the table, without the winning tile
    int tile;          // the winning tile, -1 for a flower win
    int melds;
    Meld meld[MAX_MELDS];
    std::uint8_t flowers, seat, round, replacement, kong_chain, first_turn, ready, discards, winners, streak, flags;
    By by;
};

// Reads a row; false if a field is out of its range (such a row is no win).
inline bool read_row(const std::uint8_t* row, Win& win) {
    bool good = true;
    for (int t = 0; t < KINDS; ++t) {
        win.concealed[t] = row[t] & 15;
        win.visible[t] = row[t] >> 4;
        good &= win.concealed[t] <= 4;
    }
    win.by = static_cast<By>(row[43]);
    good &= row[43] <= 3 && row[41] <= 3 && row[42] <= 3 && row[44] <= 2 && row[46] <= 4 && row[47] <= 4;
    win.tile = row[34] < KINDS ? row[34] : -1;
    if (win.tile >= 0)
        good &= ++win.concealed[win.tile] <= 4;
    else
        good &= win.by == By::FLOWERS;
    win.melds = 0;
    for (int i = 0; i < MAX_MELDS && row[35 + i] != ABSENT; ++i) {
        const int kind = row[35 + i] / KINDS, tile = row[35 + i] % KINDS;
        good &= kind <= 4 && (kind != 0 || (suited(tile) && tile % 9 <= 6));
        win.meld[win.melds++] = {static_cast<MeldKind>(kind), static_cast<std::uint8_t>(tile)};
    }
    win.flowers = row[40], win.seat = row[41], win.round = row[42], win.replacement = row[44];
    win.kong_chain = row[45], win.first_turn = row[46], win.ready = row[47], win.discards = row[48];
    win.winners = row[49], win.streak = row[50], win.flags = row[51];
    return good;
}

}  // namespace sikwu
