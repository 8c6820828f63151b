#include "readings.hpp"

#include <array>

#include "distance.hpp"

namespace sikwu {
namespace {

// The counts of a suit, four bits a number, the first lowest.
std::uint64_t packed_suit(const std::uint8_t* c) {
    std::uint64_t low;
#if defined(__SSE4_1__)
    const __m128i eight = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(c));
    const __m128i pairs = _mm_maddubs_epi16(eight, _mm_set1_epi16(0x1001));
    low = static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_packus_epi16(pairs, pairs)));
#else
    low = 0;
    for (int i = 7; i >= 0; --i) low = low << 4 | c[i];
#endif
    return low | std::uint64_t{c[8]} << 32;
}

// Takes the lowest suited tile away in all its ways: in chows, as the pair, or as a pung, the rest in chows. Nothing is
// found twice. Honours can be read in one way only, so they wait for the end.
class Splitter {
  public:
    Splitter(const Win& win, Readings& out) : planes_(win.planes), out_(out) {
        State start{{}, {Shape::STANDARD, 0, 0, {}}, NO_PAIR};
        for (int i = 0; i < win.melds; ++i) {
            const Meld& m = win.meld[i];
            start.now.group[start.now.groups++] = {kind_of(m.kind), m.tile, made_by(m.kind)};
        }
        // The pair is where the tiles do not come out in threes; one honour alone, or four alike, are in no set.
        const Tiles honours = planes_.at_least[0] & HONOURS, pairs = honours & planes_.at_least[1] & ~planes_.at_least[2];
        const Tiles lost = (honours & ~planes_.at_least[1]) | (planes_.at_least[3] & HONOURS);
        int with_pair = std::popcount(pairs), over = 0;
        start.pair = pairs ? static_cast<std::uint8_t>(std::countr_zero(pairs)) : NO_PAIR;
        for (int suit = 0; suit < 3; ++suit) {
            int n = 0;
            for (const Tiles plane : planes_.at_least) n += std::popcount(plane & SUIT[suit]);
            may_pair_[suit] = n % 3 == 2;
            with_pair += n % 3 == 2, over += n % 3 == 1;
            start.left[suit] = packed_suit(win.concealed.data() + 9 * suit);
        }
        if (!lost && !over && with_pair == 1) take(start, 0);
    }

  private:
    static constexpr std::uint8_t NO_PAIR = 255;
    static constexpr Tiles HONOURS = WINDS | DRAGONS;
    struct State {
        std::uint64_t left[3];
        Reading now;
        std::uint8_t pair;
    };

    void take(State& s, int suit) {
        for (; suit < 3; ++suit)
            while (const std::uint64_t left = s.left[suit]) {
                const int at = std::countr_zero(left) >> 2;
                const auto from = static_cast<unsigned>(left >> 4 * at);
                const unsigned copies = from & 15, second = from >> 4 & 15, third = from >> 8 & 15;
                const unsigned room = second < third ? second : third;  // none above nine
                unsigned ways = copies <= room;
                ways |= static_cast<unsigned>(may_pair_[suit] && s.pair == NO_PAIR && copies >= 2 && copies - 2 <= room) << 1;
                ways |= static_cast<unsigned>(copies >= 3 && copies - 3 <= room) << 2;  // with the pair it would be five alike
                if (!ways) return;
                for (; ways & (ways - 1); ways &= ways - 1) {
                    State other = s;
                    apply(other, suit, at, copies, std::countr_zero(ways));
                    take(other, suit);
                }
                apply(s, suit, at, copies, std::countr_zero(ways));
            }
        if (s.pair == NO_PAIR || out_.size == MAX_READINGS) return;
        Reading& done = out_.all[out_.size++] = s.now;
        for (Tiles m = planes_.at_least[2] & HONOURS; m; m &= m - 1)
            done.group[done.groups++] = {Kind::PUNG, static_cast<std::uint8_t>(std::countr_zero(m)), SELF};
        done.sets = done.groups;
        done.group[done.groups++] = {Kind::PAIR, s.pair, SELF};
    }

    // Way 0: all in chows, 1: the pair taken out, 2: a pung.
    static void apply(State& s, int suit, int at, unsigned copies, int way) {
        const auto tile = static_cast<std::uint8_t>(9 * suit + at);
        constexpr unsigned TAKEN[] = {0, 2, 3};
        const unsigned chows = copies - TAKEN[way];
        s.pair = way == 1 ? tile : s.pair;
        Reading& now = s.now;
        now.group[now.groups] = {Kind::PUNG, tile, SELF};
        now.groups = static_cast<std::uint8_t>(now.groups + (way == 2));
        for (unsigned i = 0; i < chows; ++i) now.group[now.groups++] = {Kind::CHOW, tile, SELF};
        s.left[suit] -= (std::uint64_t{copies} | chows << 4 | chows << 8) << 4 * at;
    }

    const Planes& planes_;
    Readings& out_;
    bool may_pair_[3];
};

// Seven pairs (14 tiles), or seven pairs and a triplet (17), four alike standing for two pairs there.
void read_pairs(const Counts& c, bool eight, bool differ, Readings& out) {
    Reading r{Shape::PAIRS, 0, 0, {}};
    if (eight) {
        for (int t = 0; t < KINDS; ++t)
            if (c[t] == 3) r.group[r.groups++] = {Kind::PUNG, static_cast<std::uint8_t>(t), SELF};
        if (r.groups != 1) return;
        r.sets = 1;
    }
    for (int t = 0; t < KINDS; ++t) {
        if (c[t] == 1 || (c[t] == 4 && (!eight || differ)) || (c[t] == 3 && !eight)) return;
        for (int k = c[t] == 3 ? 3 : 0; k + 2 <= c[t]; k += 2) {
            if (r.groups == MAX_GROUPS) return;
            r.group[r.groups++] = {Kind::PAIR, static_cast<std::uint8_t>(t), SELF};
        }
    }
    if (r.groups == (eight ? 8 : 7)) out.add(r);
}

}  // namespace

void read(const Win& win, int sets, unsigned shapes, Readings& out) {
    out.size = 0;
    if (win.by == By::FLOWERS) {
        out.add({Shape::FLOWERS, 0, 0, {}});
        return;
    }
    if (win.size() + 3 * win.melds != 3 * sets + 2) return;
    if (shapes & SHAPE_STANDARD) Splitter(win, out);
    if (win.melds) return;  // every special shape is concealed
    const bool no_single = !(win.planes.at_least[0] & ~win.planes.at_least[1]);
    if (no_single && sets == 4 && (shapes & SHAPE_PAIRS)) read_pairs(win.concealed, false, true, out);
    if (no_single && sets == 5 && (shapes & SHAPE_EIGHT_PAIRS)) read_pairs(win.concealed, true, (shapes & SHAPE_PAIRS_DIFFER) != 0, out);
    const unsigned orphans = sets == 4 ? SHAPE_ORPHANS : SHAPE_ORPHANS_SET;
    constexpr Tiles ORPHAN_KINDS = bit(0) | bit(8) | bit(9) | bit(17) | bit(18) | bit(26) | WINDS | DRAGONS;
    const bool has_all = (win.planes.at_least[0] & ORPHAN_KINDS) == ORPHAN_KINDS;
    if ((shapes & orphans) && has_all && is_complete(win.concealed.data(), orphans)) out.add({Shape::ORPHANS, 0, 0, {}});
    if (sets == 5 && (shapes & SHAPE_UNRELATED) && is_complete(win.concealed.data(), SHAPE_UNRELATED))
        out.add({Shape::UNRELATED, 0, 0, {}});
}

namespace {

// The place a tile takes in a group: by kind, how far above its lowest tile, and the lowest number.
constexpr auto PLACE_IN = [] {
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
}();

}  // namespace

int places(const Win& win, const Reading& r, std::uint8_t* group_of, Place* place_of) {
    if (r.shape == Shape::FLOWERS) {
        group_of[0] = ABSENT, place_of[0] = Place::NONE;
        return 1;
    }
    const int t = win.tile;
    unsigned hit = 0;
    for (int i = win.melds; i < r.groups; ++i) hit |= static_cast<unsigned>(tiles_of(r.group[i]) >> t & 1) << i;  // the melds come first
    int n = 0;
    for (Group last{}; hit; hit &= hit - 1) {
        const int i = std::countr_zero(hit);
        const Group& g = r.group[i];
        if (n > 0 && g.kind == last.kind && g.tile == last.tile) continue;  // groups alike stand side by side
        last = g;
        group_of[n] = static_cast<std::uint8_t>(i);
        place_of[n++] = PLACE_IN[static_cast<std::size_t>(g.kind)][static_cast<std::size_t>(t - g.tile)][static_cast<std::size_t>(number_of(g.tile) - 1)];
    }
    if (n == 0) group_of[0] = ABSENT, place_of[0] = Place::SINGLE, n = 1;  // thirteen orphans, sixteen unrelated
    if (r.shape == Shape::PAIRS)  // a pair among pairs is no pair of eyes
        for (int i = 0; i < n; ++i)
            if (place_of[i] == Place::PAIR) place_of[i] = Place::SINGLE;
    return n;
}

}  // namespace sikwu
