#include "perft.hpp"

#include <cstring>

#include "distance.hpp"

namespace sikwu {
namespace {

constexpr int MOST_CHOICES = 2000;  // per deal; far more than possible
constexpr int WRONG = 5;            // the stream of illegal actions

bool tiles_conserved(const Deal& d, const TableRules& r) {
    Counts n{};
    unsigned flowers = 0;
    bool once = true;
    const auto take = [&](int tile) {
        if (tile < KINDS) return void(++n[static_cast<std::size_t>(tile)]);
        once &= !(flowers >> (tile - KINDS) & 1), flowers |= 1U << (tile - KINDS);
    };
    for (int i = d.front; i < d.back; ++i) take(d.wall[i]);
    for (int i = 0; i < d.lying; ++i) take(d.river[i]);
    for (const Player& p : d.player) {
        for (std::size_t t = 0; t < KINDS; ++t) n[t] = static_cast<std::uint8_t>(n[t] + p.hand[t]);
        for (int i = 0; i < p.melds; ++i) add(n, p.meld[i]);
        for (int i = 0; i < FLOWER_KINDS; ++i)
            if ((p.flowers | p.held) >> i & 1) take(KINDS + i);
    }
    for (const std::uint8_t copies : n) once &= copies == 4;
    return once && flowers == (r.play.flowers ? 255U : 0U);
}

bool kept_truly(const Deal& d, const TableRules& r, int seat) {
    const Player& p = d.player[seat];
    const Planes planes = planes_of(p.hand);
    Tiles pungs = 0;
    for (int i = 0; i < p.melds; ++i)
        if (p.meld[i].kind == MeldKind::PUNG) pungs |= bit(p.meld[i].tile);
    if (std::memcmp(planes.at_least, p.kinds.at_least, sizeof planes.at_least) != 0 || pungs != p.pungs) return false;
    if (p.far > tiles_away(p.hand.data(), r.program->shapes)) return false;
    if (!p.knows_waits) return true;
    Counts hand = p.hand;
    if (d.at == At::TURN && d.actor == seat && d.drawn != Deal::NO_TILE) --hand[d.drawn];
    return p.waiting == waits_by(hand.data(), r.program->shapes);
}

// Checks that a seat that is asked has a choice, and that an illegal action, or one of another seat, is refused and changes nothing.
bool asked_rightly(const Deal& d, const TableRules& r, Chance chance) {
    if (!d.asked || (d.asked & ~d.window)) return false;
    for (int seat = 0; seat < 4; ++seat)
        if ((d.asked >> seat & 1) && d.legal[seat].size() < 2) return false;
    const int seat = chance.below(6) - 1, chosen = chance.below(action::COUNT + 4) - 2;
    if (seat >= 0 && seat < 4 && (d.asked >> seat & 1) && d.legal[seat].has(chosen)) return true;
    Deal other = d;
    return !apply(other, r, seat, chosen, nullptr) && std::memcmp(&other, &d, sizeof d) == 0;
}

int eagerly(const View& view, Chance& chance) {
    const Actions legal = view.legal();
    Actions rare;
    legal.each([&](int i) {
        if ((i > action::PASS && i < action::DISCARD) || (i >= action::READY_DISCARD && i <= action::READY) || (i >= action::KONG && i < action::FALSE_WIN))
            rare.set(i);
    });
    if (rare.size() && chance.below(3)) return rare.nth(chance.below(rare.size()));
    if (view.at() == At::TURN && chance.below(8)) return choose({PlayerKind::QUICK}, view, chance);
    const int chosen = legal.nth(chance.below(legal.size()));
    return chosen == action::FALSE_WIN && chance.below(50) ? legal.first() : chosen;
}

// Whether two deals are equal, without their caches.
bool alike(const Deal& a, const Deal& b) {
    Deal x = a, y = b;
    for (Deal* each : {&x, &y})
        for (Player& p : each->player) p.far = 0, p.knows_waits = false, p.waiting = 0;
    return std::memcmp(&x, &y, sizeof x) == 0;
}

}  // namespace

std::uint64_t perft(const Deal& deal, const TableRules& rules, int depth) {
    if (!depth || deal.over()) return 1;
    const int seat = std::countr_zero(static_cast<unsigned>(deal.asked));
    if (depth == 1) return static_cast<std::uint64_t>(deal.legal[seat].size());
    std::uint64_t n = 0;
    deal.legal[seat].each([&](int chosen) {
        Deal next = deal;
        apply(next, rules, seat, chosen, nullptr);
        n += perft(next, rules, depth - 1);
    });
    return n;
}

Law broken_in(const TableRules& rules, Chance::Deal of, bool eager) {
    std::uint8_t wall[Deal::WALL];
    make_wall(of, wall);
    Deal deal;
    std::memset(static_cast<void*>(&deal), 0, sizeof deal);
    start(deal, rules, wall, static_cast<int>(of.key & 3), static_cast<int>(of.key >> 2 & 3), nullptr, nullptr);
    int n = 0;
    for (; !deal.over(); ++n) {
        if (n > MOST_CHOICES) return Law::ENDS;
        if (!asked_rightly(deal, rules, Chance(of, WRONG, static_cast<std::uint64_t>(n)))) return Law::CHOICE;
        if (deal.at != At::KONG && !tiles_conserved(deal, rules)) return Law::TILES;  // otherwise the tiles of the kong are in between
        for (int seat = 0; seat < 4; ++seat)
            if (!kept_truly(deal, rules, seat)) return Law::KEPT;
        const int seat = std::countr_zero(static_cast<unsigned>(deal.asked));
        Chance chance(of, seat, static_cast<std::uint64_t>(n));
        const View view(deal, rules, seat);
        const int chosen = eager ? eagerly(view, chance) : choose({PlayerKind::RANDOM}, view, chance);
        Deal other = deal;
        for (Player& p : other.player) p.far = 0, p.knows_waits = false;  // a copy that must compute everything again
        if (!apply(deal, rules, seat, chosen, nullptr)) return Law::CHOICE;
        apply(other, rules, seat, chosen, nullptr);
        if (!alike(deal, other)) return Law::COPY;
    }
    const Outcome out = outcome(deal, rules);
    return out.change[0] + out.change[1] + out.change[2] + out.change[3] ? Law::SUM : Law::NONE;
}

}  // namespace sikwu
