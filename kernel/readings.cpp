#include "readings.hpp"

#include "distance.hpp"

namespace sikwu {
namespace {

// Takes the lowest tile away in all its ways: a pung or not, the pair or not, the rest in chows. Nothing is found twice.
struct Splitter {
    Counts left;
    Reading now;
    Readings& out;
    bool pair_taken = false;
    std::uint8_t pair = 0;

    void take(int tile, Tiles present) {
        present &= ~(bit(tile) - 1);  // everything below is taken
        for (; present; present &= present - 1) {
            tile = std::countr_zero(present);
            if (left[tile]) break;
        }
        if (!present) {
            if (!pair_taken) return;
            if (out.size == MAX_READINGS) return;
            Reading& done = out.all[out.size++] = now;
            done.sets = done.groups;
            done.group[done.groups++] = {Kind::PAIR, pair, SELF};
            return;
        }
        const int copies = left[tile];
        const bool runs = suited(tile) && tile % 9 <= 6;
        for (int pung = 0; pung <= (copies >= 3); ++pung)
            for (int eyes = 0; eyes <= (copies - 3 * pung >= 2 && !pair_taken); ++eyes) {
                const int chows = copies - 3 * pung - 2 * eyes;
                if (chows && !(runs && left[tile + 1] >= chows && left[tile + 2] >= chows)) continue;
                if (now.groups + pung + chows > MAX_GROUPS - 2) continue;
                const std::uint8_t before = now.groups;
                if (pung) now.group[now.groups++] = {Kind::PUNG, static_cast<std::uint8_t>(tile), SELF};
                for (int i = 0; i < chows; ++i) now.group[now.groups++] = {Kind::CHOW, static_cast<std::uint8_t>(tile), SELF};
                if (eyes) pair_taken = true, pair = static_cast<std::uint8_t>(tile);
                if (chows) left[tile + 1] = static_cast<std::uint8_t>(left[tile + 1] - chows), left[tile + 2] = static_cast<std::uint8_t>(left[tile + 2] - chows);
                take(tile + 1, present);
                if (chows) left[tile + 1] = static_cast<std::uint8_t>(left[tile + 1] + chows), left[tile + 2] = static_cast<std::uint8_t>(left[tile + 2] + chows);
                if (eyes) pair_taken = false;
                now.groups = before;
            }
    }
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
    if (shapes & SHAPE_STANDARD) {
        Splitter split{win.concealed, {Shape::STANDARD, 0, 0, {}}, out};
        for (int i = 0; i < win.melds; ++i) {
            const Meld& m = win.meld[i];
            split.now.group[split.now.groups++] = {kind_of(m.kind), m.tile, made_by(m.kind)};
        }
        split.take(0, win.planes.at_least[0]);
    }
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

int places(const Win& win, const Reading& r, std::uint8_t* group_of, Place* place_of) {
    int n = 0;
    if (r.shape == Shape::FLOWERS) {
        group_of[0] = ABSENT, place_of[0] = Place::NONE;
        return 1;
    }
    const int t = win.tile;
    for (int i = 0; i < r.groups; ++i) {
        const Group& g = r.group[i];
        if (g.made != SELF || !(tiles_of(g) & bit(t))) continue;
        bool seen = false;
        for (int j = 0; j < n; ++j) seen |= r.group[group_of[j]].kind == g.kind && r.group[group_of[j]].tile == g.tile;
        if (seen) continue;
        Place place = Place::OPEN;
        if (g.kind == Kind::PAIR)
            place = r.shape == Shape::STANDARD ? Place::PAIR : Place::SINGLE;
        else if (g.kind == Kind::PUNG)
            place = Place::PUNG;
        else if (t == g.tile + 1)
            place = Place::CLOSED;
        else if ((t == g.tile + 2 && g.tile % 9 == 0) || (t == g.tile && g.tile % 9 == 6))
            place = Place::EDGE;
        group_of[n] = static_cast<std::uint8_t>(i), place_of[n] = place, ++n;
    }
    if (n == 0) group_of[0] = ABSENT, place_of[0] = Place::SINGLE, n = 1;  // thirteen orphans, sixteen unrelated
    return n;
}

}  // namespace sikwu
