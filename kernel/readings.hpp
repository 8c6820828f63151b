// Every way to read complete tiles: as sets and a pair, or as one of the special shapes.
#pragma once
#include "win.hpp"

namespace sikwu {

enum class Shape : std::uint8_t { STANDARD, PAIRS, ORPHANS, UNRELATED, FLOWERS };
enum class Kind : std::uint8_t { CHOW, PUNG, KONG, PAIR };
enum class Place : std::uint8_t { NONE, PAIR, PUNG, EDGE, CLOSED, OPEN, SINGLE };

// How a set was made; one bit each, so that a filter is one AND.
enum Made : std::uint8_t {
    SELF = 1,  // all tiles drawn
    WON = 2,   // completed by another player's tile, as the win
    CHOWED = 4,
    PUNGED = 8,
    EXPOSED = 16,
    ADDED = 32,
    CONCEALED = 64,
};

inline constexpr std::uint8_t ANY_MADE = 127;
// Filters by kind of set, one bit per Kind.
inline constexpr std::uint8_t PUNG_KINDS = 6, KONG_KINDS = 4;

constexpr std::uint8_t made_by(MeldKind kind) {
    constexpr std::uint8_t MADE[] = {CHOWED, PUNGED, EXPOSED, ADDED, CONCEALED};
    return MADE[static_cast<int>(kind)];
}
constexpr Kind kind_of(MeldKind kind) {
    constexpr Kind OF[] = {Kind::CHOW, Kind::PUNG, Kind::KONG, Kind::KONG, Kind::KONG};
    return OF[static_cast<int>(kind)];
}

// The ways in which a set can be made, one bit each: nine at most, because a chow is claimed differently from a pung.
constexpr std::uint16_t way_of(Kind kind, std::uint8_t made) {
    if (kind == Kind::PAIR) return 0;
    const unsigned drawn = made & (SELF | WON), laid = made >> 2;  // chowed, punged, three kongs
    return static_cast<std::uint16_t>(kind == Kind::CHOW ? drawn | (laid & 1) << 2 : kind == Kind::PUNG ? drawn << 3 | (laid >> 1 & 1) << 5 : laid >> 2 << 6);
}
// The ways of the sets of a hand, at most five, side by side.
using Ways = std::uint64_t;
inline constexpr int WAY_BITS = 12;
constexpr Ways way_at(int set, std::uint16_t way) { return Ways{way} << (WAY_BITS * set & 63); }  // groups from the sixth on are not sets
// The ways that two filters leave, for each set.
constexpr Ways ways_of(std::uint8_t kinds, std::uint8_t made) {
    std::uint64_t ways = 0;
    for (int kind = 0; kind < 3; ++kind)
        if (kinds >> kind & 1) ways |= way_of(static_cast<Kind>(kind), made);
    return ways * 0x0001001001001001ULL;
}

struct Group {
    Kind kind;
    std::uint8_t tile;  // the lowest
    std::uint8_t made;
};

inline constexpr int MAX_GROUPS = 8;

// A number for the tiles of a group: chows by their lowest tile, then groups of identical tiles by their tile.
inline constexpr std::size_t GROUP_IDS = 2 * KINDS;
constexpr std::size_t group_id(const Group& g) {
    constexpr std::uint8_t FIRST[] = {0, KINDS, KINDS, KINDS};  // by Kind; a lookup table, because the kind is hard to predict
    return static_cast<std::size_t>(g.tile + FIRST[static_cast<int>(g.kind)]);
}
inline constexpr int MAX_READINGS = 96;  // far above the maximum for a hand of 17 tiles

// A decomposition. Groups: melds in order, then concealed sets, then the pair (eight pairs: the triplet, then the pairs).
struct Reading {
    Shape shape;
    std::uint8_t groups;
    std::uint8_t sets;  // how many of the groups are sets
    Group group[MAX_GROUPS];
};

struct Readings {
    int size = 0;
    int standard = 0;  // how many of them are sets and a pair; these come first
    Reading all[MAX_READINGS];
    void add(const Reading& r) {
        if (size < MAX_READINGS) all[size++] = r;
    }
};

// One way to read the concealed tiles of a suit, or the sets of honours: the sets as if it were the first suit, and the pair.
struct PartWay {
    static constexpr int MOST_SETS = 5;
    Group set[MOST_SETS];
    std::uint8_t sets_and_pair;  // how many sets; from bit 4 on: 1 + the pair's number from 0, or 0
};
static_assert(sizeof(Group) == 3 && sizeof(PartWay) == 16);

// A cache of the ways to read a suit, because the same few suits occur again and again; a suit with more ways is read each time.
struct SuitMemo {
    static constexpr int WAYS = 3, BITS = 13;
    struct alignas(64) Entry {
        std::uint64_t counts = 0;  // four bits per number, the number of ways from SIZE on, and USED
        PartWay way[WAYS];
    };
    static constexpr std::uint64_t USED = std::uint64_t{1} << 36;
    static constexpr int SIZE = 40;
    static constexpr std::uint64_t KEY = (std::uint64_t{1} << SIZE) - 1, KEPT = std::uint64_t{WAYS} << SIZE;
    Entry entries[1 << BITS];

    // The cache entry for the ways of a suit.
    Entry& of(std::uint64_t counts) { return entries[counts * 0x9E3779B97F4A7C15ULL >> (64 - BITS)]; }
    static std::uint64_t key(const Win& win, int suit) { return win.suit[suit] | USED; }
    // Prefetches the cache entries of the suits of a hand.
    void fetch(const Win& win) {
        for (int suit = 0; suit < 3; ++suit) fetch_line(&of(key(win, suit)));
    }
};
SuitMemo& suit_memo_of_thread();

// `sets` = sets of a whole hand (4 or 5); `shapes` = the Shapes of distance.hpp the ruleset opens.
void read(const Win& win, int sets, unsigned shapes, Readings& out, SuitMemo& memo);
inline void read(const Win& win, int sets, unsigned shapes, Readings& out) { read(win, sets, shapes, out, suit_memo_of_thread()); }

// The possible groups of the winning tile: different groups only. Returns the number of places written to group_of/place_of.
int places(const Win& win, const Reading& reading, std::uint8_t* group_of, Place* place_of);
// The same if the tiles of each group are known.
int places(const Win& win, const Reading& reading, const Tiles* tiles, std::uint8_t* group_of, Place* place_of);

constexpr Tiles tiles_of(const Group& g) {
    constexpr Tiles FROM_LOWEST[] = {7, 1, 1, 1};  // by Kind; a lookup table, because the kind is hard to predict
    return FROM_LOWEST[static_cast<int>(g.kind)] << g.tile;
}

}  // namespace sikwu
