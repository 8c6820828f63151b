#include "checks.hpp"

#include <algorithm>

namespace sikwu {
namespace {

enum : int { EAST = 0, MOST_DISCARDS = 136, MOST_WINNERS = 3, COPIES = 4 };
enum class Robbed : std::uint8_t { ADDED, CONCEALED, EXPOSED };
enum class FirstTurn : std::uint8_t { NONE, HEAVENLY, EARTHLY, EARTHLY_DRAW, HUMAN };
enum class Ready : std::uint8_t { NONE, DECLARED, CONCEALED, HEAVENLY, EARTHLY };

// The fields of a row that the checks need. Seats are -1 if nobody is named.
struct Told {
    struct Laid {
        MeldKind kind;
        int tile, feeder;
        bool kong() const { return kind >= MeldKind::EXPOSED; }
        bool good() const { return kind <= MeldKind::CONCEALED && (kind != MeldKind::CHOW || (suited(tile) && tile % 9 <= 6)); }
    };
    const std::uint8_t* row;
    int size, melds = 0, kongs = 0, concealed = 0;
    int open = 0;  // not 0: some tiles are said to lie open
    Laid meld[MAX_MELDS], kong[MAX_MELDS];
    std::uint8_t owned[KINDS];  // concealed and in melds, without the winning tile
    int tile, flowers, seat, feeder;
    By by;
    bool left_out;  // a win by flowers may leave out the concealed tiles, or the melds

    Told(const std::uint8_t* packed, int tiles) : row(packed), size(tiles) {
        for (int t = 0; t < KINDS; ++t) {
            concealed += owned[t] = row[t] & 15;
            open |= row[t] >> 4;
        }
        for (; melds < MAX_MELDS && row[field::MELDS.at + melds] != ABSENT; ++melds) {
            const int code = row[field::MELDS.at + melds];
            const Laid laid{static_cast<MeldKind>(code / KINDS), code % KINDS, of(field::MELD_FEEDERS, melds) - 1};
            meld[melds] = laid;
            if (laid.kong()) kong[kongs++] = laid;
            if (laid.kind != MeldKind::CHOW)
                owned[laid.tile] = static_cast<std::uint8_t>(owned[laid.tile] + (laid.kong() ? 4 : 3));
            else
                for (int t = laid.tile; t < std::min(laid.tile + 3, KINDS); ++t) ++owned[t];
        }
        tile = row[field::TILE.at] == ABSENT ? -1 : row[field::TILE.at];
        flowers = std::popcount(row[field::FLOWERS.at]);
        seat = of(field::SEAT), feeder = of(field::FEEDER) - 1;
        by = static_cast<By>(of(field::BY));
        left_out = by == By::FLOWERS && (!concealed || (!melds && count() < size && (size - count()) % 3 == 0));
    }

    int of(const Field& f, int i = 0) const { return field::value(row, f, i); }
    int count() const { return concealed + 3 * melds; }
    bool drawn() const { return by == By::SELF_DRAW || by == By::FLOWERS; }
    bool fed() const { return by == By::DISCARD || by == By::ROB_KONG; }
    bool after_kong() const { return of(field::REPLACEMENT) == static_cast<int>(Replacement::KONG); }
    int chain() const { return std::max(of(field::KONG_CHAIN), 1); }
    int last() const {
        int t = KINDS - 1;
        while (t > 0 && !(row[t] & 15)) --t;
        return t;
    }

    // The first kong of the row of kongs that ends in this win; null if the melds do not determine it.
    const Laid* first_kong() const {
        bool added = false;
        for (int i = 0; i < kongs; ++i) {
            if (added && kong[i].kind == MeldKind::EXPOSED) return nullptr;
            added |= kong[i].kind == MeldKind::ADDED;
        }
        return chain() > kongs ? nullptr : &kong[kongs - chain()];
    }
};

// Two receivers of problems: this one only asks whether there are any, so the checks stop at the first …
struct Whether {
    bool any = false;
    template <class... Facts>
    void operator()(Wrong, Facts...) {
        any = true;
    }
    bool enough() const { return any; }
};
// … and this one collects all of them.
struct Everything {
    std::vector<Problem> all;
    template <class... Facts>
    void operator()(Wrong what, Facts... facts) {
        add({what, {static_cast<std::int16_t>(facts)...}});
    }
    SIKWU_SELDOM void add(const Problem& problem) { all.push_back(problem); }
    static constexpr bool enough() { return false; }
};

template <class Hears>
void check_hand(const Told& w, Hears& wrong) {
    for (int t = 0; t < KINDS; ++t)
        if (const int owned = w.owned[t] + (t == w.tile); owned > COPIES) wrong(Wrong::FIVE_COPIES, t, owned);
    for (int i = 0; i < w.melds; ++i) {
        if (!w.meld[i].good()) wrong(Wrong::BAD_MELD);
        if (w.meld[i].kind == MeldKind::CONCEALED && w.meld[i].feeder >= 0) wrong(Wrong::CONCEALED_FED, w.meld[i].tile, w.meld[i].feeder);
    }
    if (w.melds && w.of(field::SAME_TURN, 0)) wrong(Wrong::FIRST_SAME_TURN);
}

// The most common slips come first: the winning tile among the others, and a win by flowers without the word for it.
template <class Hears>
void check_counts(const Told& w, Hears& wrong) {
    const int count = w.count(), size = w.size;
    const bool flowers = w.by == By::FLOWERS, none = w.tile < 0;
    if (w.melds > size / 3) wrong(Wrong::TOO_MANY_MELDS, w.melds, size / 3, size);
    if (none && !flowers && count == size + 1 && w.concealed) return wrong(Wrong::NO_PLUS, w.last(), w.last(), count);
    if (none && !flowers && !count && w.flowers >= FLOWER_KINDS - 1) return wrong(Wrong::ONLY_FLOWERS, w.flowers);
    // A win by flowers may also count the tile drawn after the flower.
    if (count != size && !w.left_out && !(flowers && none && count == size + 1)) wrong(Wrong::COUNT, count, size);
    if (none && !flowers) wrong(Wrong::NO_TILE);
    if (w.tile >= KINDS && !flowers) wrong(Wrong::FLOWER_TILE, w.tile);
}

template <class Hears>
void check_feeders(const Told& w, Hears& wrong) {
    const int before = (w.seat + 3) % 4;
    if (w.fed() && w.feeder < 0) wrong(Wrong::NO_FEEDER, w.by);
    if (w.fed() && w.feeder == w.seat) wrong(Wrong::FEEDER_OWN_SEAT, w.seat);
    if (!w.fed() && w.feeder >= 0) wrong(Wrong::FEEDER_EXTRA, w.by, w.feeder);
    for (int i = 0; i < w.melds; ++i) {
        const auto& [kind, tile, feeder] = w.meld[i];
        if (feeder == w.seat)
            wrong(Wrong::MELD_OWN_SEAT, tile, w.seat);
        else if (kind == MeldKind::CHOW && feeder >= 0 && feeder != before)
            wrong(Wrong::CHOW_FEEDER, tile, feeder, w.seat, before);
    }
    if (w.of(field::LAST_DISCARD) && w.by != By::DISCARD) wrong(Wrong::LAST_DISCARD_NOT_DISCARD, w.by);
    if (w.of(field::LAST_TILE) && w.fed()) wrong(Wrong::LAST_TILE_DISCARD, w.by);
}

template <class Hears>
void check_kong_feeder(const Told& w, Hears& wrong) {
    const int feeder = w.of(field::KONG_FEEDER) - 1;
    if (feeder < 0) return;
    bool claimed = false, named = false;
    for (int i = 0; i < w.kongs; ++i) {
        if (w.kong[i].kind != MeldKind::EXPOSED) continue;
        claimed = true;
        named |= w.kong[i].feeder < 0 || w.kong[i].feeder == feeder;
    }
    const Told::Laid* first = w.after_kong() ? w.first_kong() : nullptr;
    if (feeder == w.seat)
        wrong(Wrong::KONG_FEEDER_OWN_SEAT, feeder);
    else if (!claimed && !w.left_out)
        wrong(Wrong::KONG_FEEDER_NO_KONG, feeder);
    else if (!named && !w.left_out)
        wrong(Wrong::KONG_FEEDER_NOT_FED, feeder);
    else if (first && first->kind != MeldKind::EXPOSED)
        wrong(Wrong::KONG_FEEDER_OWN_KONG, feeder, first->tile, first->kind);
    else if (first && first->feeder >= 0 && first->feeder != feeder)
        wrong(Wrong::KONG_FEEDER_DISAGREES, feeder, first->tile, first->feeder);
}

template <class Hears>
void check_kongs(const Told& w, Hears& wrong) {
    const int kongs = w.left_out ? w.size / 3 : w.kongs, chain = w.of(field::KONG_CHAIN);
    const auto replacement = static_cast<Replacement>(w.of(field::REPLACEMENT));
    // The maker of the robbed kong holds the other three copies.
    if (w.by == By::ROB_KONG && w.tile >= 0 && w.tile < KINDS && w.owned[w.tile]) wrong(Wrong::ROB_KONG_COPIES, w.tile, w.owned[w.tile]);
    if (w.of(field::ROBBED) != static_cast<int>(Robbed::ADDED) && w.by != By::ROB_KONG) wrong(Wrong::NOT_ROBBED);
    if (replacement != Replacement::NONE && !w.drawn()) wrong(Wrong::REPLACEMENT_NOT_DRAWN, w.by);
    if (replacement == Replacement::KONG && !kongs) wrong(Wrong::REPLACEMENT_NO_KONG);
    if (replacement == Replacement::FLOWER && !w.flowers) wrong(Wrong::REPLACEMENT_NO_FLOWER);
    if (chain > kongs) wrong(Wrong::CHAIN_TOO_LONG, chain, kongs);
    if (chain > 0 && replacement != Replacement::KONG) wrong(Wrong::CHAIN_NO_REPLACEMENT);
    if (chain < 2 && w.of(field::CHAIN_TIGHT)) wrong(Wrong::CHAIN_TOO_SHORT, Named::CHAIN_TIGHT, chain);
    if (chain < 2 && w.of(field::CHAIN_BROKEN)) wrong(Wrong::CHAIN_TOO_SHORT, Named::CHAIN_BROKEN, chain);
    // A kong of another player's discard begins a turn, so no kong of the same turn comes before it.
    if (replacement == Replacement::KONG && w.first_kong())
        for (int i = w.kongs - w.chain() + 1; i < w.kongs; ++i)
            if (w.kong[i].kind == MeldKind::EXPOSED) wrong(Wrong::CHAIN_EXPOSED_LATER, w.kong[i].tile, chain);
    check_kong_feeder(w, wrong);
}

template <class Hears>
void check_first_turn(const Told& w, Hears& wrong) {
    const auto first = static_cast<FirstTurn>(w.of(field::FIRST_TURN));
    if (first == FirstTurn::NONE) return;
    const int discards = w.of(field::DISCARDS) == ABSENT ? 0 : w.of(field::DISCARDS);
    const bool east = w.seat == EAST, discard = w.by == By::DISCARD;
    if (first == FirstTurn::HEAVENLY) {
        if (!east) wrong(Wrong::HEAVENLY_SEAT, w.seat);
        if (!w.drawn()) wrong(Wrong::HEAVENLY_BY, w.by);
        if (discards) wrong(Wrong::HEAVENLY_DISCARDS, discards);
        if (w.of(field::READY)) wrong(Wrong::HEAVENLY_READY);
    } else if (first == FirstTurn::HUMAN) {
        if (!discard) wrong(Wrong::HUMAN_BY, w.by);
        if (east) wrong(Wrong::HUMAN_SEAT);
        if (discard && w.feeder == EAST) wrong(Wrong::HUMAN_FEEDER);
    } else {
        if (east) wrong(Wrong::EARTHLY_SEAT);
        if (first == FirstTurn::EARTHLY && !(discard && w.feeder <= EAST)) wrong(Wrong::EARTHLY_BY);
        if (first == FirstTurn::EARTHLY && discards > 1) wrong(Wrong::EARTHLY_DISCARDS, discards);
        if (first == FirstTurn::EARTHLY_DRAW && !w.drawn()) wrong(Wrong::EARTHLY_DRAW_BY, w.by);
    }
    if (w.of(field::LAST_TILE) || w.of(field::LAST_DISCARD)) wrong(Wrong::FIRST_TURN_LAST, first);
    if (w.melds) wrong(Wrong::FIRST_TURN_MELDS, first);
}

template <class Hears>
void check_rest(const Told& w, Hears& wrong) {
    const auto ready = static_cast<Ready>(w.of(field::READY));
    if (ready == Ready::HEAVENLY && w.seat == EAST) wrong(Wrong::READY_HEAVENLY_SEAT);
    if ((ready == Ready::HEAVENLY || ready == Ready::EARTHLY) && w.melds) wrong(Wrong::READY_MELDS, ready);
    if (ready == Ready::NONE && w.of(field::ONE_SHOT)) wrong(Wrong::ONE_SHOT_NOT_READY);
    const int eighth = w.of(field::EIGHTH_FLOWER) - 1, winners = w.of(field::WINNERS), discards = w.of(field::DISCARDS);
    if (w.by == By::FLOWERS && w.flowers < 7) wrong(Wrong::TOO_FEW_FLOWERS, w.flowers);
    if (eighth == w.seat) wrong(Wrong::EIGHTH_FLOWER_OWN_SEAT, eighth);
    if (eighth >= 0 && w.flowers >= FLOWER_KINDS) wrong(Wrong::EIGHTH_FLOWER_HELD);
    if (winners < 1) wrong(Wrong::NUMBER_TOO_SMALL, Named::WINNERS, winners, 1);
    if (winners > MOST_WINNERS) wrong(Wrong::NUMBER_TOO_LARGE, Named::WINNERS, winners, MOST_WINNERS);
    if (discards != ABSENT && discards > MOST_DISCARDS) wrong(Wrong::NUMBER_TOO_LARGE, Named::DISCARDS, discards, MOST_DISCARDS);
    if (!discards && w.by == By::DISCARD) wrong(Wrong::NO_DISCARDS);
    for (int t = 0; w.open && t < KINDS; ++t) {
        const int seen = w.row[t] >> 4, own = w.owned[t] + (t == w.tile);  // the upper half of a byte of counts
        if (seen && seen + own > COPIES && own <= COPIES) wrong(Wrong::TOO_MANY_VISIBLE, t, seen, own);
    }
}

template <class Hears>
void check(const Told& w, Hears& wrong) {
    check_hand(w, wrong);
    if (!wrong.enough()) check_counts(w, wrong);
    if (!wrong.enough()) check_feeders(w, wrong);
    if (!wrong.enough()) check_kongs(w, wrong);
    if (!wrong.enough()) check_first_turn(w, wrong);
    if (!wrong.enough()) check_rest(w, wrong);
}

}  // namespace

std::vector<Problem> problems(const std::uint8_t* row, int size) {
    Everything found;
    check(Told(row, size), found);
    return std::move(found.all);
}

bool possible(const std::uint8_t* row, int size) {
    Whether found;
    check(Told(row, size), found);
    return !found.any;
}

}  // namespace sikwu
