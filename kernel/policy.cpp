#include "policy.hpp"

#include <algorithm>
#include <utility>

#include "distance.hpp"

namespace sikwu {
namespace {

// Honours are discarded first, then terminals, then the tiles nearest to the edge of their suit.
constexpr auto KEEP = [] {
    std::array<std::uint8_t, KINDS> of{};
    for (std::size_t t = 0; t < SUITED; ++t) of[t] = static_cast<std::uint8_t>(1 + (t % 9 < 8 - t % 9 ? t % 9 : 8 - t % 9));
    return of;
}();

int away_without(const View& view, int tile, int copies) {
    Counts hand = view.hand();
    hand[static_cast<std::size_t>(tile)] = static_cast<std::uint8_t>(hand[static_cast<std::size_t>(tile)] - copies);
    return tiles_away(hand.data(), view.shapes());
}

int live_tiles(Tiles useful, const Counts& seen) {
    int n = 0;
    for (; useful; useful &= useful - 1) n += 4 - seen[static_cast<std::size_t>(std::countr_zero(useful))];
    return n;
}

// The discard that leaves the hand `least` tiles away with the most live useful tiles.
int best_discard(const View& view, Tiles nearest) {
    if (!(nearest & (nearest - 1))) return std::countr_zero(nearest);
    const Counts seen = view.seen();
    Counts hand = view.hand();
    int best = -1, most = -1;
    for (; nearest; nearest &= nearest - 1) {
        const int kind = std::countr_zero(nearest);
        const auto at = static_cast<std::size_t>(kind);
        std::uint64_t mask;
        --hand[at];
        useful(hand.data(), view.shapes(), mask);
        ++hand[at];
        const int live = live_tiles(mask, seen);
        if (live > most || (live == most && KEEP[at] < KEEP[static_cast<std::size_t>(best)])) best = kind, most = live;
    }
    return best;
}

int quick_turn(const View& view, const Actions& legal) {
    const Tiles discards = legal.from(action::DISCARD);
    std::int8_t away[KINDS];
    away_after(view.hand().data(), view.shapes(), discards, away);
    int least = AWAY_NEVER;
    Tiles nearest = 0;
    for (Tiles left = discards; left; left &= left - 1) {
        const int kind = std::countr_zero(left);
        if (away[kind] < least) least = away[kind], nearest = 0;
        if (away[kind] == least) nearest |= bit(kind);
    }
    for (const auto& [first, copies] : {std::pair{action::CONCEALED, 4}, std::pair{action::ADDED, 1}})
        for (Tiles left = legal.from(first) & view.kinds().at_least[0]; left; left &= left - 1) {
            const int kind = std::countr_zero(left);
            if (away_without(view, kind, copies) <= least) return first + kind;
        }
    return action::DISCARD + best_discard(view, nearest);
}

int quick_claim(const View& view, const Actions& legal) {
    const int before = tiles_away(view.hand().data(), view.shapes()), tile = view.offered();
    int best = action::PASS, least = before;
    for (int claim = action::CHOW; claim <= action::PUNG; ++claim) {
        if (!legal.has(claim)) continue;
        Counts hand = view.hand();
        for (int i = 0; i < 2; ++i) --hand[static_cast<std::size_t>(tile + (claim == action::PUNG ? 0 : action::OWN[claim - action::CHOW][i]))];
        // The best discard keeps the distance of the hand, unless it is complete.
        const int after = std::max(1, tiles_away(hand.data(), view.shapes()));
        if (after < least) best = claim, least = after;
    }
    if (best == action::PASS && legal.has(action::KONG) && away_without(view, tile, 3) <= before) return action::KONG;
    return best;
}

int quick(const View& view, const Actions& legal) {
    if (view.at() == At::TURN) return quick_turn(view, legal);
    return view.at() == At::DISCARD ? quick_claim(view, legal) : action::PASS;
}

}  // namespace

int choose(const NativePlayer& player, const View& view, Chance chance) {
    const Actions legal = view.legal();
    if (player.kind == PlayerKind::CAREFUL && legal.has(action::WIN)) return careful(*player.plans, *player.parameters, view, legal);  // it may play on
    if (legal.has(action::WIN)) return action::WIN;
    if (legal.has(action::WIN_FLOWERS)) return action::WIN_FLOWERS;
    switch (player.kind) {
        case PlayerKind::QUICK: return quick(view, legal);
        case PlayerKind::STEADY: return steady(*player.plans, view, legal);
        case PlayerKind::CAREFUL: return careful(*player.plans, *player.parameters, view, legal);
        case PlayerKind::RANDOM: break;
    }
    return legal.nth(chance.below(legal.size()));
}

}  // namespace sikwu
