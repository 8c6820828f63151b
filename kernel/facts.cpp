#include "facts.hpp"

#include <algorithm>
#include <array>

#include "distance.hpp"

namespace sikwu {

HandView::HandView(const Program& p, const Win& w, const Readings& all)
    : win(&w), program(&p), planes(w.planes), kong_kinds(0), readings(&all), waits_(0), waits_known(false) {
    if (w.by == By::FLOWERS) {  // the hand is not examined
        planes = {};
    } else if (w.melds) {
        std::uint8_t c[KINDS + 2];  // padding: there are no tiles above an honour
        std::copy(w.concealed.begin(), w.concealed.end(), c);
        for (int i = 0; i < w.melds; ++i) {
            const auto kind = static_cast<int>(w.meld[i].kind), t = static_cast<int>(w.meld[i].tile);
            constexpr std::uint8_t LOWEST[] = {1, 3, 4, 4, 4};
            const auto add = [&](int at, int n) { c[at] = static_cast<std::uint8_t>(c[at] + n); };
            add(t, LOWEST[kind]), add(t + 1, kind == 0), add(t + 2, kind == 0);
            kong_kinds |= static_cast<Tiles>(kind >= static_cast<int>(MeldKind::EXPOSED)) << t;
        }
        planes = planes_of(c);
    }
}

int HandView::places_seen() const {
    if (win->by == By::FLOWERS) return 0;
    if (seen_ >= 0) return seen_;
    int seen = 0;
    for (int i = 0; i < readings->size; ++i) {
        std::uint8_t groups[MAX_GROUPS];
        Place found[MAX_GROUPS];
        const int n = places(*win, readings->all[i], groups, found);
        for (int k = 0; k < n; ++k) seen |= 1 << static_cast<int>(found[k]);
    }
    return seen_ = seen;
}

Tiles HandView::waits() const {
    if (!waits_known) {
        waits_known = true;
        if (win->tile >= 0) {
            Counts c = win->concealed;
            --c[win->tile];
            Tiles owned_four = planes.at_least[3];
            // The winning tile itself may be the fourth: before the win the player had three.
            owned_four &= ~bit(win->tile);
            const bool standard = readings->standard > 0;
            waits_ = waits_by(c.data(), program->shapes, standard ? win->tile : -1) & ~owned_four;
        }
    }
    return waits_;
}

ReadingView::ReadingView(const Program& program, const Program::Facts& facts, const Reading& r) : reading(r) {
    if (!program.relations.empty()) {
        std::memcpy(kept.count, facts.known, sizeof kept.count);
        table.fill(r);
    }
    // By kind; a lookup table, because the kind is hard to predict. A pair is not a set.
    constexpr std::uint8_t KIND[] = {1, 2, 4, 0};
    constexpr Tiles ALL = ~Tiles{0}, PUNG[] = {0, ALL, ALL, 0}, KONG[] = {0, 0, ALL, 0};
    for (int i = 0; i < r.groups; ++i) {
        const Group& g = r.group[i];
        const auto kind = static_cast<std::size_t>(g.kind);
        made[i] = g.made, kinds[i] = KIND[kind];
        ways |= way_at(i, one_way_of(g.kind, g.made));
        tiles[i] = tiles_of(g);
        pungs |= tiles[i] & PUNG[kind], kongs |= tiles[i] & KONG[kind];
    }
    if (r.shape == Shape::STANDARD) pair = tiles[r.groups - 1];
}

namespace {

// The two facts of a sum, and their sum, within a byte.
const Fact& first_of(const Fact& f, const HandView& h) { return h.program->facts[f.relation]; }
const Fact& second_of(const Fact& f, const HandView& h) { return h.program->facts[static_cast<std::size_t>(f.tiles.mask)]; }
int sum_of(const Fact& f, int a, int b) { return std::clamp(a + (f.kinds ? -b : b) + f.made, 0, ABSENT - 1); }

}  // namespace

int plain_fact(Op op, const HandView& h) {
    const Win& w = *h.win;
    const Tiles all = h.planes.at_least[0];
    switch (op) {
        case Op::SUITS: return !!(all & SUIT[0]) + !!(all & SUIT[1]) + !!(all & SUIT[2]);
        case Op::NUMBERS: return std::popcount((all | all >> 9 | all >> 18) & 0x1FF) + !!(all & WINDS) + !!(all & DRAGONS);
        case Op::FOURS: return std::popcount(h.planes.at_least[3] & ~h.kong_kinds);
        case Op::HELD: return w.tile < 0 ? 0 : w.concealed[static_cast<std::size_t>(w.tile)] - 1;
        default: return w.tile < 0 ? 0 : h.appeared(w.tile) - 1;  // before the win
    }
}

int hand_fact(const Fact& f, const HandView& h, bool whole) {
    const Win& w = *h.win;
    if (is_plain(f.op)) return plain_fact(f.op, h);
    if (is_told(f.op)) return w.told[static_cast<int>(f.op) - static_cast<int>(FIRST_TOLD)];
    switch (f.op) {
        case Op::TILES: {
            const Tiles s = f.tiles.resolve(w);
            if (f.saturate == 1 && !whole) return (h.planes.at_least[0] & s) != 0;
            int n = 0;
            for (const Tiles plane : h.planes.at_least) n += std::popcount(plane & s);
            return n;
        }
        case Op::KINDS_OF: return std::popcount(h.planes.at_least[0] & f.tiles.resolve(w));
        case Op::FACE_SUM: {
            int n = 0;
            for (const Tiles plane : h.planes.at_least)
                for (Tiles m = plane & (bit(SUITED) - 1); m; m &= m - 1) n += number_of(std::countr_zero(m));
            return n;
        }
        case Op::WAITS: return std::popcount(h.waits());
        case Op::WIN_IN: return w.tile >= 0 && (f.tiles.resolve(w) & bit(w.tile)) != 0;
        case Op::APPEARED_ALL: {
            int n = 0;  // over all waits, with the win
            for (Tiles m = h.waits(); m; m &= m - 1) n += h.appeared(std::countr_zero(m));
            return n;
        }
        case Op::PLACES: return h.places_seen();
        case Op::FLOWERS_OF: return std::popcount(w.flowers & f.tiles.mask);
        case Op::SEAT: return w.seat;
        case Op::ROUND: return w.round;
        case Op::DISCARDER: {  // how many seats after the winner; 4 more for the dealer
            const int seat = w.feeder();
            return seat < 0 ? 0 : ((seat - w.seat) & 3) + (seat == 0 ? 4 : 0);
        }
        case Op::LEFT: return w.row[field::LEFT.at] ? w.row[field::LEFT.at] - 1 : ABSENT;
        case Op::SUM: return sum_of(f, hand_fact(first_of(f, h), h, true), hand_fact(second_of(f, h), h, true));
        default: return 0;
    }
}

namespace {

constexpr std::uint64_t in_each_byte(std::uint8_t value) { return value * 0x0101010101010101ULL; }
// 0x80 in every byte that shares a bit with the filter; all bytes are below 128.
std::uint64_t having(const std::uint8_t* bytes, std::uint8_t filter) {
    std::uint64_t all;
    std::memcpy(&all, bytes, sizeof all);
    return ((all & in_each_byte(filter)) + in_each_byte(0x7F)) & in_each_byte(0x80);
}
static_assert(MAX_GROUPS == sizeof(std::uint64_t) && std::endian::native == std::endian::little);

// The digits of each group, one bit per number from one on.
constexpr auto DIGITS_OF = [] {
    std::array<std::uint16_t, GROUP_IDS> digits{};
    for (std::size_t id = 0; id < GROUP_IDS; ++id)
        if (suited(static_cast<int>(id % KINDS))) digits[id] = static_cast<std::uint16_t>((id < KINDS ? 7U : 1U) << id % KINDS % 9 & 0x1FF);
    return digits;
}();

}  // namespace

std::uint8_t matching_sets(const Fact& f, const Win& win, const Placed& at) {
    const std::uint64_t both = having(at.view->kinds, f.kinds) & having(at.made, f.made);
    auto m = static_cast<unsigned>((both >> 7) * 0x0102040810204080ULL >> 56);  // packs one bit of each byte side by side
    if (f.tiles.dynamic || f.tiles.mask != bit(KINDS) - 1) {
        const Tiles outside = ~f.tiles.resolve(win);
        for (unsigned left = m; left; left &= left - 1) {
            const int i = std::countr_zero(left);
            if (at.view->tiles[i] & outside) m &= ~(1U << i);
        }
    }
    return static_cast<std::uint8_t>(m);
}

int reading_fact(const Fact& f, const HandView& h, const Placed& at, bool whole) {
    const Win& w = *h.win;
    const Reading& r = at.view->reading;
    switch (f.op) {
        case Op::SETS: return std::popcount(static_cast<unsigned>(matching_sets(f, w, at)));
        case Op::PAIR_IN: return (f.tiles.resolve(w) & at.view->pair) != 0;
        case Op::GROUPS_WITHOUT: {
            if (r.shape != Shape::STANDARD) return 0;
            const Tiles s = f.tiles.resolve(w);
            int n = 0;
            for (int i = 0; i < r.groups; ++i) n += (at.view->tiles[i] & s) == 0;
            return n;
        }
        case Op::CARRIED: {
            if (r.shape != Shape::STANDARD) return 0;
            unsigned common = 0x1FF;
            for (int i = 0; i < r.groups; ++i) common &= DIGITS_OF[group_id(r.group[i])];  // honours: no digit
            return std::popcount(common);
        }
        case Op::SHAPE: return static_cast<int>(r.shape);
        case Op::RELATED: {
            std::uint16_t masks[MAX_INSTANCES];
            return related(h.program->relations[f.relation], at.view->table, at.made, masks, whole ? ALL_INSTANCES : std::max<int>(f.saturate, 1));
        }
        case Op::PLACE: return static_cast<int>(at.place);
        case Op::OTHER_WAITS: {
            // The kinds waited for besides the winning tile and, for a chow open at both ends, the tile at the other end.
            Tiles ends = w.tile < 0 ? 0 : bit(w.tile);
            if (at.place == Place::OPEN) {
                const int low = r.group[at.group].tile;
                ends |= bit(w.tile == low ? low + 3 : low - 1);
            }
            return std::popcount(h.waits() & ~ends);
        }
        case Op::SUM: {
            const auto value = [&](const Fact& part) { return level(part, h.program->relations) ? reading_fact(part, h, at, true) : hand_fact(part, h, true); };
            return sum_of(f, value(first_of(f, h)), value(second_of(f, h)));
        }
        default: return 0;
    }
}

}  // namespace sikwu
