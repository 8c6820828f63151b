#include "checks.hpp"

#include <algorithm>

namespace sikwu {
namespace {

enum : int { EAST = 0 };
enum class Robbed : std::uint8_t { ADDED, CONCEALED, EXPOSED };
enum class FirstTurn : std::uint8_t { NONE, HEAVENLY, EARTHLY, EARTHLY_DRAW, HUMAN };
enum class Ready : std::uint8_t { NONE, DECLARED, CONCEALED, HEAVENLY, EARTHLY };

// A row taken apart, as far as the checks ask. Seats are -1 where nobody is named.
struct Told {
    struct Laid {
        MeldKind kind;
        int tile, feeder;
        bool kong() const { return kind >= MeldKind::EXPOSED; }
    };
    const std::uint8_t* row;
    int size, melds = 0, kongs = 0, concealed = 0;
    Laid meld[MAX_MELDS], kong[MAX_MELDS];
    std::uint8_t owned[KINDS];  // concealed and in melds, without the winning tile
    int tile, flowers, seat, feeder;
    By by;
    bool left_out;  // a win by flowers may leave out the concealed tiles, or the melds

    Told(const std::uint8_t* packed, int tiles) : row(packed), size(tiles) {
        for (int t = 0; t < KINDS; ++t) concealed += owned[t] = row[t] & 15;
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
    bool after_kong() const { return of(field::REPLACEMENT) == static_cast<int>(Replacement::KONG); }
    int chain() const { return std::max(of(field::KONG_CHAIN), 1); }

    // The first kong of the row of kongs that ends in this win; none where the melds do not tell.
    const Laid* first_kong() const {
        bool added = false;
        for (int i = 0; i < kongs; ++i) {
            if (added && kong[i].kind == MeldKind::EXPOSED) return nullptr;
            added |= kong[i].kind == MeldKind::ADDED;
        }
        return chain() > kongs ? nullptr : &kong[kongs - chain()];
    }
};

bool hand_can_be(const Told& w) {
    for (int i = 0; i < w.melds; ++i) {
        const auto& [kind, tile, feeder] = w.meld[i];
        if (kind > MeldKind::CONCEALED || (kind == MeldKind::CHOW && !(suited(tile) && tile % 9 <= 6))) return false;
        if (kind == MeldKind::CONCEALED && feeder >= 0) return false;
        if (feeder == w.seat || (kind == MeldKind::CHOW && feeder >= 0 && feeder != (w.seat + 3) % 4)) return false;
    }
    if (w.melds > w.size / 3 || (w.melds && w.of(field::SAME_TURN, 0))) return false;
    for (int t = 0; t < KINDS; ++t) {
        const int owned = w.owned[t] + (t == w.tile);
        if (owned > 4 || owned + w.of(field::VISIBLE, t) > 4) return false;
    }
    return true;
}

bool tiles_can_be(const Told& w) {
    if (!hand_can_be(w)) return false;
    // A win by flowers may also count the tile drawn after the flower.
    if (w.count() != w.size && !w.left_out && !(w.by == By::FLOWERS && w.tile < 0 && w.count() == w.size + 1)) return false;
    return w.by == By::FLOWERS || (w.tile >= 0 && w.tile < KINDS);
}

bool fed(const Told& w) { return w.by == By::DISCARD || w.by == By::ROB_KONG; }

bool feeder_can_be(const Told& w) {
    if (fed(w) ? w.feeder == w.seat : w.feeder >= 0) return false;
    return !(w.of(field::LAST_DISCARD) && w.by != By::DISCARD) && !(w.of(field::LAST_TILE) && fed(w));
}

bool kong_feeder_can_be(const Told& w) {
    const int feeder = w.of(field::KONG_FEEDER) - 1;
    if (feeder < 0) return true;
    if (feeder == w.seat) return false;
    bool named = false;
    for (int i = 0; i < w.kongs; ++i) named |= w.kong[i].kind == MeldKind::EXPOSED && (w.kong[i].feeder < 0 || w.kong[i].feeder == feeder);
    if (!named && !w.left_out) return false;
    const Told::Laid* first = w.after_kong() ? w.first_kong() : nullptr;
    return !first || (first->kind == MeldKind::EXPOSED && (first->feeder < 0 || first->feeder == feeder));
}

bool kongs_can_be(const Told& w) {
    const int kongs = w.left_out ? w.size / 3 : w.kongs, chain = w.of(field::KONG_CHAIN);
    const auto replacement = static_cast<Replacement>(w.of(field::REPLACEMENT));
    // The maker of the robbed kong has the other three.
    if (w.by == By::ROB_KONG && w.tile >= 0 && w.tile < KINDS && w.owned[w.tile]) return false;
    if (w.of(field::ROBBED) != static_cast<int>(Robbed::ADDED) && w.by != By::ROB_KONG) return false;
    if (replacement != Replacement::NONE && !w.drawn()) return false;
    if (replacement == Replacement::KONG ? !kongs : chain > 0) return false;
    if (replacement == Replacement::FLOWER && !w.flowers) return false;
    if (chain > kongs || (chain < 2 && (w.of(field::CHAIN_TIGHT) || w.of(field::CHAIN_BROKEN)))) return false;
    // A kong of another's discard begins a turn, so that no kong of the same turn stands before it.
    if (replacement == Replacement::KONG && w.first_kong())
        for (int i = w.kongs - w.chain() + 1; i < w.kongs; ++i)
            if (w.kong[i].kind == MeldKind::EXPOSED) return false;
    return kong_feeder_can_be(w);
}

bool first_turn_can_be(const Told& w) {
    const auto first = static_cast<FirstTurn>(w.of(field::FIRST_TURN));
    if (first == FirstTurn::NONE) return true;
    const int discards = w.of(field::DISCARDS) == ABSENT ? 0 : w.of(field::DISCARDS);
    if (w.of(field::LAST_TILE) || w.of(field::LAST_DISCARD)) return false;
    if (w.melds) return false;
    switch (first) {
        case FirstTurn::HEAVENLY: return w.seat == EAST && w.drawn() && !discards && !w.of(field::READY);
        case FirstTurn::EARTHLY: return w.seat != EAST && w.by == By::DISCARD && w.feeder <= EAST && discards <= 1;
        case FirstTurn::EARTHLY_DRAW: return w.seat != EAST && w.drawn();
        default: return w.seat != EAST && w.by == By::DISCARD && w.feeder != EAST;
    }
}

bool declarations_can_be(const Told& w) {
    const auto ready = static_cast<Ready>(w.of(field::READY));
    if (ready == Ready::HEAVENLY && w.seat == EAST) return false;
    if ((ready == Ready::HEAVENLY || ready == Ready::EARTHLY) && w.melds) return false;
    return ready != Ready::NONE || !w.of(field::ONE_SHOT);
}

bool numbers_can_be(const Told& w) {
    const int eighth = w.of(field::EIGHTH_FLOWER) - 1, winners = w.of(field::WINNERS), discards = w.of(field::DISCARDS);
    if (w.by == By::FLOWERS && w.flowers < 7) return false;
    if (eighth >= 0 && (eighth == w.seat || w.flowers >= 8)) return false;
    if (winners < 1 || winners > 3) return false;
    return discards == ABSENT || (discards <= 136 && (discards > 0 || w.by != By::DISCARD));
}

bool told_can_be(const Told& w) { return feeder_can_be(w) && kongs_can_be(w) && first_turn_can_be(w) && declarations_can_be(w) && numbers_can_be(w); }

}  // namespace

bool possible(const std::uint8_t* row, int size) {
    const Told w(row, size);
    return tiles_can_be(w) && told_can_be(w) && !(fed(w) && w.feeder < 0);
}

bool can_grow(const std::uint8_t* row, int size) {
    const Told w(row, size);
    return hand_can_be(w) && w.count() <= size + 1;
}

bool nearly_possible(const std::uint8_t* row, int size) {
    const Told w(row, size);
    return hand_can_be(w) && w.tile >= 0 && w.tile < KINDS && told_can_be(w);
}

bool circumstances_possible(const std::uint8_t* row, int size) { return told_can_be(Told(row, size)); }

}  // namespace sikwu
