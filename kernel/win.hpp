// One win as the kernel represents it, and the 64-byte row it arrives in.
#pragma once
#include "tile.hpp"

namespace sikwu {

inline constexpr int ROW_BYTES = 64;
inline constexpr int MAX_MELDS = 5;
inline constexpr std::uint8_t ABSENT = 255;

enum class MeldKind : std::uint8_t { CHOW, PUNG, EXPOSED, ADDED, CONCEALED };
enum class By : std::uint8_t { DISCARD, SELF_DRAW, ROB_KONG, FLOWERS };
enum class Replacement : std::uint8_t { NONE, KONG, FLOWER };

// The place of a field in a row: `bits` bits from bit `shift` of byte `at`, `count` values each `step` bits after the one before. Python packs and
// unpacks by this table (`_kernel.row_layout`), so a row means the same on both sides. Bytes 58-63 are 0.
struct Field {
    const char* name;
    std::uint8_t at, shift, bits, count, step, most;  // `most`: the largest value; also ABSENT if `absent`
    bool absent;
};
namespace field {
inline constexpr Field CONCEALED{"concealed", 0, 0, 4, KINDS, 8, 15, false};          // copies of each kind, without the winning tile
inline constexpr Field VISIBLE{"visible", 0, 4, 4, KINDS, 8, 15, false};              // visible copies, without the winning tile
inline constexpr Field TILE{"tile", 34, 0, 8, 1, 0, KINDS + FLOWER_KINDS - 1, true};  // the winning tile
inline constexpr Field MELDS{"melds", 35, 0, 8, MAX_MELDS, 8, 5 * KINDS - 1, true};   // kind * 34 + lowest tile, in the order laid down
inline constexpr Field FLOWERS{"flowers", 40, 0, 8, 1, 0, 255, false};                // one bit per flower
inline constexpr Field SEAT{"seat", 41, 0, 8, 1, 0, 3, false};
inline constexpr Field ROUND{"round", 42, 0, 8, 1, 0, 3, false};
inline constexpr Field BY{"by", 43, 0, 8, 1, 0, 3, false};
inline constexpr Field REPLACEMENT{"replacement", 44, 0, 8, 1, 0, 2, false};
inline constexpr Field KONG_CHAIN{"kong_chain", 45, 0, 8, 1, 0, 255, false};
inline constexpr Field FIRST_TURN{"first_turn", 46, 0, 8, 1, 0, 4, false};
inline constexpr Field READY{"ready", 47, 0, 8, 1, 0, 4, false};
inline constexpr Field DISCARDS{"discards", 48, 0, 8, 1, 0, 254, true};
inline constexpr Field WINNERS{"winners", 49, 0, 8, 1, 0, 255, false};
inline constexpr Field STREAK{"streak", 50, 0, 8, 1, 0, 255, false};
inline constexpr Field CHAIN_TIGHT{"second_kong_uses_replacement", 51, 0, 1, 1, 0, 1, false};
inline constexpr Field CHAIN_BROKEN{"flower_between_kongs", 51, 1, 1, 1, 0, 1, false};
inline constexpr Field ROBBED{"robbed", 51, 2, 2, 1, 0, 2, false};  // added, concealed, exposed
inline constexpr Field LAST_TILE{"last_tile", 51, 4, 1, 1, 0, 1, false};
inline constexpr Field LAST_DISCARD{"last_discard", 51, 5, 1, 1, 0, 1, false};
inline constexpr Field ONE_SHOT{"one_shot", 51, 6, 1, 1, 0, 1, false};
// Seats: 0 nobody, otherwise 1 + seat.
inline constexpr Field FEEDER{"feeder", 52, 0, 3, 1, 0, 4, false};
inline constexpr Field KONG_FEEDER{"kong_feeder", 52, 3, 3, 1, 0, 4, false};  // as written; the melds may determine it too
inline constexpr Field EIGHTH_FLOWER{"eighth_flower", 53, 0, 3, 1, 0, 4, false};
inline constexpr Field SAME_TURN{"same_turn", 53, 3, 1, MAX_MELDS, 1, 1, false};        // laid down in the same turn as the meld before
inline constexpr Field MELD_FEEDERS{"meld_feeders", 54, 0, 3, MAX_MELDS, 3, 4, false};  // 15 bits over two bytes
inline constexpr Field FRESH{"fresh", 56, 0, 1, MAX_MELDS, 1, 1, false};                // the fourth tile had not been discarded before
inline constexpr Field LEFT{"left", 57, 0, 8, 1, 0, 145, false};                        // 1 + the tiles left in the wall; 0: not told

inline constexpr Field ALL[] = {
    CONCEALED,  VISIBLE, TILE,        MELDS,         FLOWERS,   SEAT,         ROUND,        BY,     REPLACEMENT, KONG_CHAIN,
    FIRST_TURN, READY,   DISCARDS,    WINNERS,       STREAK,    CHAIN_TIGHT,  CHAIN_BROKEN, ROBBED, LAST_TILE,   LAST_DISCARD,
    ONE_SHOT,   FEEDER,  KONG_FEEDER, EIGHTH_FLOWER, SAME_TURN, MELD_FEEDERS, FRESH,        LEFT,
};

// The i-th value of a field; a value may extend into the next byte.
constexpr int value(const std::uint8_t* row, const Field& f, int i = 0) {
    const int bit = f.shift + i * f.step, at = f.at + bit / 8, shift = bit % 8;
    const int word = row[at] | (shift + f.bits > 8 ? row[at + 1] << 8 : 0);
    return word >> shift & ((1 << f.bits) - 1);
}
}  // namespace field

inline constexpr int TOLD = 20;

struct Meld {
    MeldKind kind;
    std::uint8_t tile;  // the lowest
    constexpr bool kong() const { return kind >= MeldKind::EXPOSED; }
};

struct Win {
    Counts concealed;       // with the winning tile
    Planes planes;          // of the concealed tiles
    std::uint64_t suit[3];  // their counts in each suit, four bits per number
    const std::uint8_t* row;
    int tile;  // the winning tile, -1 for a flower win
    int melds;
    Meld meld[MAX_MELDS];
    std::uint8_t flowers, seat, round;
    By by;
    std::uint8_t told[TOLD];  // flowers and circumstances, in the order of Op::FLOWERS_HELD … Op::STREAK
    std::uint8_t streak() const { return told[TOLD - 1]; }
    int visible(int t) const { return row[t] >> 4; }  // visible copies, without the winning tile
    // Seats are -1 if not given. Only payments need these, so they are read only then.
    int feeder() const { return field::value(row, field::FEEDER) - 1; }
    int eighth_flower() const { return field::value(row, field::EIGHTH_FLOWER) - 1; }
    int meld_feeder(int i) const { return field::value(row, field::MELD_FEEDERS, i) - 1; }
    bool same_turn(int i) const { return field::value(row, field::SAME_TURN, i) != 0; }
    bool fresh(int i) const { return field::value(row, field::FRESH, i) != 0; }
    int first_kong() const;
    int kong_feeder() const;
    int size() const {
        int n = 0;
        for (const Tiles plane : planes.at_least) n += std::popcount(plane);
        return n;
    }
};

// The place of the only kong, or of the first of the last `kong_chain` kongs; -1: the melds do not tell. An added kong keeps the place of its pung, so
// if one comes before an exposed kong, their order is unknown.
SIKWU_SELDOM inline int Win::first_kong() const {
    int kongs = 0, at[MAX_MELDS];
    bool added = false, hidden = false;
    for (int i = 0; i < melds; ++i) {
        if (!meld[i].kong()) continue;
        hidden |= added && meld[i].kind == MeldKind::EXPOSED;
        added |= meld[i].kind == MeldKind::ADDED;
        at[kongs++] = i;
    }
    const int chain = row[field::KONG_CHAIN.at] ? row[field::KONG_CHAIN.at] : 1;
    return hidden || chain > kongs ? -1 : at[kongs - chain];
}

// The seat that fed that kong, for a win on its replacement tile. Where the melds do not tell, only the written value counts.
SIKWU_SELDOM inline int Win::kong_feeder() const {
    if (row[field::REPLACEMENT.at] != static_cast<std::uint8_t>(Replacement::KONG)) return -1;
    const int written = field::value(row, field::KONG_FEEDER) - 1, first = first_kong();
    if (first < 0) return written;
    if (meld[first].kind != MeldKind::EXPOSED) return -1;
    const int fed = meld_feeder(first);
    return fed < 0 ? written : fed;
}

#ifdef SIKWU_PLANTED
inline bool planted_fault = false;  // only in a sanitized build: rows are not checked, so that a test can see that the sanitizer notices
#endif

// The meaning of a byte for a meld. `told`: 1 if there is none, BAD if such a meld is impossible.
struct WrittenMeld {
    static constexpr std::uint16_t BAD = 256;
    Meld meld;
    std::uint16_t told;
};
constexpr WrittenMeld written_meld(int byte) {
    constexpr Tiles LOWEST_OF_CHOWS = 0x7FULL | 0x7FULL << 9 | 0x7FULL << 18;
    const int kind = byte / KINDS, tile = byte % KINDS;
    const bool good = kind <= 4 && (kind != 0 || (LOWEST_OF_CHOWS >> tile & 1));
    const auto told = static_cast<std::uint16_t>((byte == ABSENT) | (good ? 0 : WrittenMeld::BAD));
    return {{static_cast<MeldKind>(kind <= 4 ? kind : 0), static_cast<std::uint8_t>(tile)}, told};
}
inline constexpr auto WRITTEN_MELDS = [] {
    std::array<WrittenMeld, SMALL ? 1 : 256> melds{};
    for (std::size_t b = 0; b < melds.size(); ++b) melds[b] = written_meld(static_cast<int>(b));
    return melds;
}();

// The largest values of the bytes from the winning tile on; 255 if they have another check, or none.
inline constexpr auto MOST = [] {
    std::array<std::uint8_t, 16> most{};
    for (std::uint8_t& each : most) each = 255;
    for (const Field& f : {field::SEAT, field::ROUND, field::BY, field::REPLACEMENT, field::FIRST_TURN, field::READY})
        most[static_cast<std::size_t>(f.at - field::TILE.at)] = f.most;
    return most;
}();

// Reads a row; false if a field is out of range (such a row is not a win).
inline bool read_row(const std::uint8_t* row, Win& win) {
    std::uint8_t most = 0;
    for (std::size_t t = 0; t < KINDS; ++t) {
        win.concealed[t] = row[t] & 15;
        most = most > win.concealed[t] ? most : win.concealed[t];
    }
    bool good = most <= 4;
    win.row = row;
    win.by = static_cast<By>(row[43]);
    good &= all_within(row + field::TILE.at, MOST.data()) && (row[51] & 12) != 12;
    win.tile = row[34] < KINDS ? row[34] : -1;
    if (win.tile >= 0)
        good &= ++win.concealed[win.tile] <= 4;
    else
        good &= win.by == By::FLOWERS;
    win.planes = planes_of(win.concealed);
    for (int i = 0; i < 3; ++i) win.suit[i] = packed_suit(win.concealed.data() + 9 * i);
    // Branch-free: the number of melds is hard to predict.
    unsigned told_of_melds = 1U << MAX_MELDS;  // from bit 0 on: there is no meld; from bit 8 on: it is impossible
    for (int i = 0; i < MAX_MELDS; ++i) {
        const WrittenMeld m = SMALL ? written_meld(row[35 + i]) : WRITTEN_MELDS[SMALL ? 0 : row[35 + i]];
        win.meld[i] = m.meld;
        told_of_melds |= static_cast<unsigned>(m.told) << i;
    }
    win.melds = std::countr_zero(told_of_melds);
    good &= !(told_of_melds >> 8 & ((1U << win.melds) - 1));
    win.flowers = row[40], win.seat = row[41], win.round = row[42];
    const int flags = row[51];
    const auto flag = [flags](const Field& f) { return static_cast<std::uint8_t>(flags >> f.shift & 1); };
    std::uint8_t* told = win.told;
    told[0] = static_cast<std::uint8_t>(std::popcount(row[40]));
    told[1] = static_cast<std::uint8_t>(std::popcount(static_cast<unsigned>(row[40] & (0x11 << (row[41] & 3)))));
    told[2] = ((row[40] & 15) == 15) + ((row[40] >> 4) == 15);
    told[3] = row[43], told[4] = row[44];
    told[5] = row[45] ? row[45] : row[44] == 1;  // a kong replacement is a chain of one
    told[6] = flag(field::CHAIN_TIGHT), told[7] = flag(field::CHAIN_BROKEN);
    told[8] = row[44] == static_cast<std::uint8_t>(Replacement::KONG) && win.kong_feeder() >= 0;
    told[9] = static_cast<std::uint8_t>(flags >> field::ROBBED.shift & 3);
    told[10] = flag(field::LAST_TILE), told[11] = flag(field::LAST_DISCARD), told[12] = flag(field::ONE_SHOT);
    told[13] = (row[53] & 7) != 0;
    told[14] = row[41] == 0;
    for (int i = 15; i < TOLD; ++i) told[i] = row[31 + i];  // first turn, ready, discards, winners, streak
#ifdef SIKWU_PLANTED
    good |= planted_fault;
#endif
    return good;
}

}  // namespace sikwu
