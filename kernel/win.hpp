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

inline constexpr int TOLD = 20;

struct Meld {
    MeldKind kind;
    std::uint8_t tile;  // the lowest
};

struct Win {
    Counts concealed;  // with the winning tile
    Planes planes;     // of the concealed tiles
    const std::uint8_t* row;
    int tile;          // the winning tile, -1 for a flower win
    int melds;
    Meld meld[MAX_MELDS];
    std::uint8_t flowers, seat, round;
    By by;
    std::uint8_t told[TOLD];  // flowers, and what only the table knows, in the order of Op::FLOWERS_HELD … Op::STREAK
    std::uint8_t streak() const { return told[TOLD - 1]; }
    int visible(int t) const { return row[t] >> 4; }  // copies lying open, without the winning tile
    int size() const {
        int n = 0;
        for (const Tiles plane : planes.at_least) n += std::popcount(plane);
        return n;
    }
};

// Reads a row; false if a field is out of its range (such a row is no win).
inline bool read_row(const std::uint8_t* row, Win& win) {
    std::uint8_t most = 0;
    for (std::size_t t = 0; t < KINDS; ++t) {
        win.concealed[t] = row[t] & 15;
        most = most > win.concealed[t] ? most : win.concealed[t];
    }
    bool good = most <= 4;
    win.row = row;
    win.by = static_cast<By>(row[43]);
    good &= row[43] <= 3 && row[41] <= 3 && row[42] <= 3 && row[44] <= 2 && row[46] <= 4 && row[47] <= 4;
    win.tile = row[34] < KINDS ? row[34] : -1;
    if (win.tile >= 0)
        good &= ++win.concealed[win.tile] <= 4;
    else
        good &= win.by == By::FLOWERS;
    win.planes = planes_of(win.concealed);
    win.melds = 0;
    for (int i = 0; i < MAX_MELDS && row[35 + i] != ABSENT; ++i) {
        const int kind = row[35 + i] / KINDS, tile = row[35 + i] % KINDS;
        good &= kind <= 4 && (kind != 0 || (suited(tile) && tile % 9 <= 6));
        win.meld[win.melds++] = {static_cast<MeldKind>(kind), static_cast<std::uint8_t>(tile)};
    }
    win.flowers = row[40], win.seat = row[41], win.round = row[42];
    const int flags = row[51];
    const auto flag = [flags](int f) { return static_cast<std::uint8_t>((flags & f) != 0); };
    std::uint8_t* told = win.told;
    told[0] = static_cast<std::uint8_t>(std::popcount(row[40]));
    told[1] = static_cast<std::uint8_t>(std::popcount(static_cast<unsigned>(row[40] & (0x11 << (row[41] & 3)))));
    told[2] = ((row[40] & 15) == 15) + ((row[40] >> 4) == 15);
    told[3] = row[43], told[4] = row[44];
    told[5] = row[45] ? row[45] : row[44] == 1;  // a kong replacement is a chain of one
    told[6] = flag(CHAIN_TIGHT), told[7] = flag(CHAIN_BROKEN), told[8] = flag(KONG_FED), told[9] = flag(ROBBED_CONCEALED);
    told[10] = flag(LAST_TILE), told[11] = flag(LAST_DISCARD), told[12] = flag(ONE_SHOT), told[13] = flag(EIGHTH_ELSEWHERE);
    told[14] = row[41] == 0;
    for (int i = 15; i < TOLD; ++i) told[i] = row[31 + i];  // first turn, ready, discards, winners, streak
    return good;
}

}  // namespace sikwu
