#include "readings.hpp"

#include <algorithm>
#include <array>

#include "distance.hpp"
#include "tables.hpp"

namespace sikwu {
namespace {

// Removes the lowest tile of a suit in all possible ways: in chows, as the pair, or as a pung with the rest in chows. Finds no decomposition twice.
class Splitter {
  public:
    // Writes at most `room` ways to `out`, but counts all.
    Splitter(std::uint64_t counts, PartWay* out, int room) : out_(out), room_(room) {
        int n = 0;
        for (std::uint64_t left = counts; left; left >>= 4) n += static_cast<int>(left & 15);
        may_pair_ = n % 3 == 2;  // the pair is in the part whose number of tiles is not divisible by three
        if (n % 3 != 1) take({counts, {}, 0, 0});
    }
    int found() const { return found_; }

  private:
    struct State {
        std::uint64_t left;
        PartWay now;
        std::uint8_t sets, pair;
    };

    void take(State s) {
        while (s.left) {
            const int at = std::countr_zero(s.left) >> 2;
            const auto from = static_cast<unsigned>(s.left >> 4 * at);
            const unsigned copies = from & 15, second = from >> 4 & 15, third = from >> 8 & 15;
            const unsigned room = second < third ? second : third;  // there is no number above nine
            unsigned ways = copies <= room;
            ways |= static_cast<unsigned>(may_pair_ && !s.pair && copies >= 2 && copies - 2 <= room) << 1;
            ways |= static_cast<unsigned>(copies >= 3 && copies - 3 <= room) << 2;  // with the pair it would need five identical tiles
            if (!ways) return;
            for (; ways & (ways - 1); ways &= ways - 1) {
                State other = s;
                if (apply(other, at, copies, std::countr_zero(ways))) take(other);
            }
            if (!apply(s, at, copies, std::countr_zero(ways))) return;
        }
        if (may_pair_ && !s.pair) return;
        s.now.sets_and_pair = static_cast<std::uint8_t>(s.sets | s.pair << 4);
        if (found_ < room_) out_[found_] = s.now;
        ++found_;
    }

    // Way 0: all in chows, 1: the pair taken out, 2: a pung. False for more sets than a hand can have.
    static bool apply(State& s, int at, unsigned copies, int way) {
        const auto tile = static_cast<std::uint8_t>(at);
        constexpr unsigned TAKEN[] = {0, 2, 3};
        const unsigned chows = copies - TAKEN[way];
        if (s.sets + (way == 2) + chows > PartWay::MOST_SETS) return false;
        if (way == 1) s.pair = static_cast<std::uint8_t>(1 + at);
        if (way == 2) s.now.set[s.sets++] = {Kind::PUNG, tile, SELF};
        for (unsigned i = 0; i < chows; ++i) s.now.set[s.sets++] = {Kind::CHOW, tile, SELF};
        s.left -= (std::uint64_t{copies} | chows << 4 | chows << 8) << 4 * at;
        return true;
    }

    PartWay* out_;
    int room_, found_ = 0;
    bool may_pair_;
};

SIKWU_SELDOM int ways_anew(std::uint64_t counts, PartWay* out, int room) { return Splitter(counts, out, room).found(); }

// Honours can be read in one way only: by the kinds of the pungs among them.
SIKWU_TABLE auto HONOUR_PUNGS = table_of([] {
    std::array<PartWay, 128> ways{};
    for (std::size_t kinds = 0; kinds < 128; ++kinds)
        for (int i = 0; i < 7; ++i)
            if (kinds >> i & 1 && ways[kinds].sets_and_pair < PartWay::MOST_SETS)
                ways[kinds].set[ways[kinds].sets_and_pair++] = {Kind::PUNG, static_cast<std::uint8_t>(SUITED + i), SELF};
    return ways;
});

// The group of a meld.
constexpr Group laid_group(const Meld& m) { return {kind_of(m.kind), m.tile, made_by(m.kind)}; }
// The same for the byte of a row, as four bytes.
struct LaidGroup {
    Group group;
    std::uint8_t nothing;
};
constexpr auto LAID_GROUPS = [] {
    std::array<LaidGroup, SMALL ? 1 : 256> groups{};
    for (std::size_t b = 0; b < groups.size(); ++b) groups[b] = {laid_group(written_meld(static_cast<int>(b)).meld), 0};
    return groups;
}();

// Writes groups one part after the other, each part as sixteen bytes at once: the next part overwrites the bytes after its sets.
class Writer {
  public:
    void add(const Group& g) { groups_[size_++] = g; }
    // The melds of a hand. Branch-free: writes as many as possible, and one byte more; the next part overwrites the rest.
    void add_melds(const Win& win) {
        for (int i = 0; i < MAX_MELDS; ++i) {
            if constexpr (SMALL)
                groups_[i] = laid_group(win.meld[i]);
            else
                std::memcpy(static_cast<void*>(groups_ + i), &LAID_GROUPS[win.row[field::MELDS.at + i]], sizeof(LaidGroup));
        }
        size_ = win.melds;
    }
    // The sets of a part that begins with tile `first`, and its pair.
    void add(const PartWay& way, int first, int& pair) {
        std::uint64_t half[2];
        std::memcpy(half, &way, sizeof half);
        constexpr std::uint64_t TILES[2] = {0x0100000100000100ULL, 0x0000010000010000ULL};
        half[0] += TILES[0] * static_cast<unsigned>(first), half[1] += TILES[1] * static_cast<unsigned>(first);
        std::memcpy(static_cast<void*>(groups_ + size_), half, sizeof half);
        size_ += way.sets_and_pair & 15;
        const int number = way.sets_and_pair >> 4;
        pair |= (first + number - 1) & -static_cast<int>(number != 0);  // branch-free: the place of the pair is hard to predict
    }
    void finish(int pair, Reading& out) {
        add({Kind::PAIR, static_cast<std::uint8_t>(pair), SELF});
        out.shape = Shape::STANDARD;
        out.groups = static_cast<std::uint8_t>(size_), out.sets = static_cast<std::uint8_t>(size_ - 1);
        std::memcpy(static_cast<void*>(out.group), groups_, sizeof out.group);
    }

  private:
    Group groups_[MAX_GROUPS + 8];
    int size_ = 0;
};

// Sets and a pair: every way of each suit with every way of the others, the ways of the first suit changing last.
void read_standard(const Win& win, Readings& out, SuitMemo& memo) {
    constexpr Tiles HONOURS = WINDS | DRAGONS;
    const Planes& planes = win.planes;
    // A single honour, or four identical ones, belong to no set.
    const Tiles honours = planes.at_least[0] & HONOURS, pairs = honours & planes.at_least[1] & ~planes.at_least[2];
    const Tiles lost = (honours & ~planes.at_least[1]) | (planes.at_least[3] & HONOURS);
    if (lost) return;
    PartWay anew[3][MAX_READINGS];
    const PartWay* ways[3];
    int size[3], with_pair = std::popcount(pairs);
    for (int suit = 0; suit < 3; ++suit) {
        const std::uint64_t counts = SuitMemo::key(win, suit);
        SuitMemo::Entry& known = memo.of(counts);
        std::uint64_t difference = known.counts ^ counts;
        const auto taken = [&] {
            return (suit > 0 && ways[0] == known.way) || (suit > 1 && ways[1] == known.way);
        };  // already taken by another suit of this hand
        if (difference & SuitMemo::KEY && !taken()) {
            difference = static_cast<std::uint64_t>(ways_anew(counts ^ SuitMemo::USED, known.way, SuitMemo::WAYS)) << SuitMemo::SIZE;
            known.counts = difference | counts;
        }
        ways[suit] = known.way, size[suit] = static_cast<int>(difference >> SuitMemo::SIZE);
        if (difference & SuitMemo::KEY || difference > SuitMemo::KEPT) {
            ways[suit] = anew[suit];
            size[suit] = std::min(ways_anew(counts ^ SuitMemo::USED, anew[suit], MAX_READINGS), MAX_READINGS);
        }
        with_pair += size[suit] && ways[suit][0].sets_and_pair >> 4;
    }
    if (!(size[0] && size[1] && size[2]) || with_pair != 1) return;
    Writer melds;
    melds.add_melds(win);
    const PartWay& pungs = HONOUR_PUNGS[planes.at_least[2] >> SUITED];
    const int honour_pair = pairs ? std::countr_zero(pairs) : 0;  // exactly one part has the pair, the others leave it at 0
    for (int a = 0; a < size[0]; ++a)
        for (int b = 0; b < size[1]; ++b)
            for (int c = 0; c < size[2] && out.size < MAX_READINGS; ++c) {
                Writer w = melds;
                int pair = honour_pair;
                w.add(ways[0][a], 0, pair);
                w.add(ways[1][b], 9, pair);
                w.add(ways[2][c], 18, pair);
                w.add(pungs, 0, pair);
                w.finish(pair, out.all[out.size++]);
            }
}

// Seven pairs (14 tiles), or seven pairs and a triplet (17), where four identical tiles are two pairs.
void read_pairs(const Counts& c, bool eight, bool differ, Readings& out) {
    Reading r{Shape::PAIRS, 0, 0, {}};
    if (eight) {
        for (int t = 0; t < KINDS; ++t)
            if (c[t] == 3) r.group[r.groups++] = {Kind::PUNG, static_cast<std::uint8_t>(t), SELF};
        if (r.groups != 1) return;
        r.sets = 1;
    }
    for (int t = 0; t < KINDS; ++t) {
        if (c[t] == 1 || (c[t] == 4 && differ) || (c[t] == 3 && !eight)) return;
        for (int k = c[t] == 3 ? 3 : 0; k + 2 <= c[t]; k += 2) {
            if (r.groups == MAX_GROUPS) return;
            r.group[r.groups++] = {Kind::PAIR, static_cast<std::uint8_t>(t), SELF};
        }
    }
    if (r.groups == (eight ? 8 : 7)) out.add(r);
}

}  // namespace

SuitMemo& suit_memo_of_thread() {
    thread_local SuitMemo memo;
    return memo;
}

void read(const Win& win, int sets, unsigned shapes, Readings& out, SuitMemo& memo) {
    out.size = out.standard = 0;
    if (win.by == By::FLOWERS) {
        out.add({Shape::FLOWERS, 0, 0, {}});
        return;
    }
    if (win.size() + 3 * win.melds != 3 * sets + 2) return;
    if (shapes & SHAPE_STANDARD) read_standard(win, out, memo);
    out.standard = out.size;
    if (win.melds) return;  // every special shape is concealed
    const bool no_single = !(win.planes.at_least[0] & ~win.planes.at_least[1]);
    if (no_single && sets == 4 && (shapes & (SHAPE_PAIRS | SHAPE_DOUBLED_PAIRS))) read_pairs(win.concealed, false, !(shapes & SHAPE_DOUBLED_PAIRS), out);
    if (no_single && sets == 5 && (shapes & SHAPE_EIGHT_PAIRS)) read_pairs(win.concealed, true, (shapes & SHAPE_PAIRS_DIFFER) != 0, out);
    const unsigned orphans = sets == 4 ? SHAPE_ORPHANS : SHAPE_ORPHANS_SET;
    constexpr Tiles ORPHAN_KINDS = bit(0) | bit(8) | bit(9) | bit(17) | bit(18) | bit(26) | WINDS | DRAGONS;
    const bool has_all = (win.planes.at_least[0] & ORPHAN_KINDS) == ORPHAN_KINDS;
    if ((shapes & orphans) && has_all && is_complete(win.concealed.data(), orphans)) out.add({Shape::ORPHANS, 0, 0, {}});
    if (sets == 5 && (shapes & SHAPE_UNRELATED) && is_complete(win.concealed.data(), SHAPE_UNRELATED)) out.add({Shape::UNRELATED, 0, 0, {}});
}

namespace {

// The place a tile takes in a group: by kind, how far above its lowest tile, and the lowest number.
SIKWU_TABLE auto PLACE_IN = table_of([] {
    std::array<std::array<std::array<Place, 9>, 3>, 4> at{};
    for (std::size_t kind = 0; kind < 4; ++kind)
        for (std::size_t above = 0; above < 3; ++above)
            for (std::size_t low = 0; low < 9; ++low) {
                Place& place = at[kind][above][low];
                if (static_cast<Kind>(kind) == Kind::PAIR)
                    place = Place::PAIR;
                else if (static_cast<Kind>(kind) != Kind::CHOW)
                    place = Place::PUNG;
                else if (above == 1)
                    place = Place::CLOSED;
                else
                    place = (above == 2 && low == 0) || (above == 0 && low == 6) ? Place::EDGE : Place::OPEN;
            }
    return at;
});

}  // namespace

int places(const Win& win, const Reading& r, std::uint8_t* group_of, Place* place_of) {
    Tiles tiles[MAX_GROUPS];
    for (int i = 0; i < r.groups; ++i) tiles[i] = tiles_of(r.group[i]);
    return places(win, r, tiles, group_of, place_of);
}

int places(const Win& win, const Reading& r, const Tiles* tiles, std::uint8_t* group_of, Place* place_of) {
    if (r.shape == Shape::FLOWERS) {
        group_of[0] = ABSENT, place_of[0] = Place::NONE;
        return 1;
    }
    const int t = win.tile;
    unsigned hit = 0;
    for (int i = win.melds; i < r.groups; ++i) hit |= static_cast<unsigned>(tiles[i] >> t & 1) << i;  // the melds come first
    int n = 0;
    for (Group last{}; hit; hit &= hit - 1) {
        const int i = std::countr_zero(hit);
        const Group& g = r.group[i];
        if (n > 0 && g.kind == last.kind && g.tile == last.tile) continue;  // equal groups are adjacent
        last = g;
        group_of[n] = static_cast<std::uint8_t>(i);
        place_of[n++] = PLACE_IN[static_cast<std::size_t>(g.kind)][static_cast<std::size_t>(t - g.tile)][static_cast<std::size_t>(number_of(g.tile) - 1)];
    }
    if (n == 0) group_of[0] = ABSENT, place_of[0] = Place::SINGLE, n = 1;  // thirteen orphans, sixteen unrelated
    if (r.shape == Shape::PAIRS)                                           // a pair among pairs is not the pair of a standard hand
        for (int i = 0; i < n; ++i)
            if (place_of[i] == Place::PAIR) place_of[i] = Place::SINGLE;
    return n;
}

}  // namespace sikwu
