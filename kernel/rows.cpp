#include "rows.hpp"

#include "distance.hpp"

namespace sikwu {

void add(Counts& to, const Laid& meld) {
    if (meld.kind == MeldKind::CHOW)
        for (std::size_t t = meld.tile; t < meld.tile + 3U; ++t) ++to[t];
    else
        to[meld.tile] = static_cast<std::uint8_t>(to[meld.tile] + (meld.kind == MeldKind::PUNG ? 3 : 4));
}

namespace {

void put(RowOf& row, const Field& f, int value, int i = 0) {
    const int bit = f.shift + i * f.step, at = f.at + bit / 8, shift = bit % 8;
    const unsigned word = static_cast<unsigned>(value) << shift;
    row.bytes[at] = static_cast<std::uint8_t>(row.bytes[at] | (word & 255));
    if (shift + f.bits > 8) row.bytes[at + 1] = static_cast<std::uint8_t>(row.bytes[at + 1] | word >> 8);
}

template <class E>
int number(E value) {
    return static_cast<int>(value);
}

RowOf begun(const Deal& d, const TableRules& r, int seat, By by) {
    RowOf row{};
    for (int i = 0; i < MAX_MELDS; ++i) row.bytes[field::MELDS.at + i] = ABSENT;
    put(row, field::FLOWERS, d.player[seat].flowers), put(row, field::SEAT, seat), put(row, field::ROUND, d.round);
    put(row, field::BY, number(by)), put(row, field::WINNERS, 1);
    if (r.play.tells_streak) put(row, field::STREAK, d.streak);
    if (r.play.tells_left) put(row, field::LEFT, 1 + std::max(0, drawable(d, r)));
    put(row, field::READY, number(d.player[seat].ready)), put(row, field::ONE_SHOT, d.player[seat].one_shot);
    return row;
}

// The kind of tile that the current tile replaces, and the row of kongs before it.
void put_kongs(RowOf& row, const Deal& d) {
    put(row, field::REPLACEMENT, number(d.came));
    if (d.came != Replacement::KONG) return;
    bool tight = d.chained > 1;
    for (int i = 1; i < d.chained; ++i) tight &= d.chain[i].tile == d.chain[i - 1].replaced;
    put(row, field::KONG_CHAIN, d.chained), put(row, field::CHAIN_TIGHT, tight), put(row, field::KONG_FEEDER, d.chain[0].feeder);
}

void put_melds(RowOf& row, const Player& p) {
    for (int i = 0; i < p.melds; ++i) {
        const Laid& m = p.meld[i];
        row.bytes[field::MELDS.at + i] = static_cast<std::uint8_t>(number(m.kind) * KINDS + m.tile);
        put(row, field::MELD_FEEDERS, m.feeder, i), put(row, field::FRESH, m.kind == MeldKind::EXPOSED, i);
        put(row, field::SAME_TURN, m.kind == MeldKind::CONCEALED && i > 0 && p.meld[i - 1].turn == m.turn, i);
    }
}

// The visible copies for a winner: unclaimed discards, and the melds of the others.
Counts lying_open(const Deal& d, const TableRules& r, int seat) {
    Counts seen{};
    for (int i = 0; i < d.lying; ++i) ++seen[d.river[i]];
    for (int other = 0; other < 4; ++other) {
        if (other == seat) continue;
        const Player& p = d.player[other];
        for (int i = 0; i < p.melds; ++i)
            if (p.meld[i].kind != MeldKind::CONCEALED || !r.play.kongs_hidden) add(seen, p.meld[i]);
    }
    return seen;
}

void put_tiles(RowOf& row, const Deal& d, const TableRules& r, int seat, int tile, bool in_hand, bool in_river) {
    Counts hand = d.player[seat].hand, seen = lying_open(d, r, seat);
    if (in_hand) --hand[static_cast<std::size_t>(tile)];
    if (in_river) --seen[static_cast<std::size_t>(tile)];
    for (std::size_t t = 0; t < KINDS; ++t) row.bytes[t] = static_cast<std::uint8_t>(hand[t] | seen[t] << 4);
    put(row, field::TILE, tile), put(row, field::DISCARDS, d.lying);
    put_melds(row, d.player[seat]);
}

FirstTurn first_draw(const Deal& d, const TableRules& r, int seat) {
    const Player& p = d.player[seat];
    if (p.discards || p.melds) return FirstTurn::NONE;
    if (seat == 0) return FirstTurn::HEAVENLY;
    if (p.draws != 1) return FirstTurn::NONE;
    const auto asks = static_cast<FirstDraws>(r.play.first_draws);
    const bool yes = asks == FirstDraws::NOT_CLAIMED_ONESELF || (asks == FirstDraws::NOBODY_CLAIMED && !d.touched);
    return yes ? FirstTurn::EARTHLY_DRAW : FirstTurn::NONE;
}

FirstTurn first_discard(const Deal& d, const TableRules& r, int seat) {
    if (seat == 0) return FirstTurn::NONE;
    int discards = 0;
    for (const Player& p : d.player) discards += p.discards;
    if (discards == 1) return d.player[0].melds ? FirstTurn::NONE : FirstTurn::EARTHLY;
    return r.play.human_wins && !d.touched && !d.player[seat].draws ? FirstTurn::HUMAN : FirstTurn::NONE;
}

}  // namespace

int drawable(const Deal& d, const TableRules& r) { return d.back - d.front - r.play.reserved; }

RowOf drawn_win(const Deal& d, const TableRules& r, int seat) {
    RowOf row = begun(d, r, seat, By::SELF_DRAW);
    put_tiles(row, d, r, seat, d.drawn, true, false);
    const FirstTurn first = first_draw(d, r, seat);
    put(row, field::FIRST_TURN, number(first));
    if (first == FirstTurn::HEAVENLY) return row;  // no tile of it came last
    put_kongs(row, d);
    put(row, field::LAST_TILE, drawable(d, r) == 0);
    return row;
}

RowOf fed_win(const Deal& d, const TableRules& r, int seat, int tile, By by, int feeder) {
    RowOf row = begun(d, r, seat, by);
    const bool thrown = by == By::DISCARD;
    put_tiles(row, d, r, seat, tile, false, thrown);
    put(row, field::FEEDER, 1 + feeder);
    if (!thrown) return put(row, field::ROBBED, number(d.robbed)), row;
    put(row, field::LAST_DISCARD, drawable(d, r) == 0);
    put(row, field::FIRST_TURN, number(first_discard(d, r, seat)));
    return row;
}

RowOf flower_win(const Deal& d, const TableRules& r, int seat, When when) {
    RowOf row = begun(d, r, seat, By::FLOWERS);
    row.bytes[field::TILE.at] = row.bytes[field::DISCARDS.at] = ABSENT;
    const auto how = static_cast<FlowerWins>(r.play.flower_wins);
    if (std::popcount(d.player[seat].flowers) == 7)
        for (int other = 0; other < 4; ++other)
            if (other != seat && d.player[other].flowers) put(row, field::EIGHTH_FLOWER, 1 + other);
    if (when != When::OWN_FLOWER) return row;
    if (how != FlowerWins::EIGHTH_REPLACED) put_kongs(row, d);
    put(row, field::LAST_TILE, drawable(d, r) == 0 && !d.opening);
    if (d.opening && seat == 0 && how == FlowerWins::SEVENTH) put(row, field::FIRST_TURN, number(FirstTurn::HEAVENLY));
    return row;
}

bool near(const Deal& d, const TableRules& r, int seat, int most) {
    const Player& p = d.player[seat];
    if (p.far <= most) p.far = static_cast<std::int8_t>(tiles_away(p.hand.data(), r.program->shapes));
    return p.far <= most;
}

bool complete_with(const Deal& d, const TableRules& r, int seat, int tile, bool held) {
    const Player& p = d.player[seat];
    if (p.knows_waits) return p.waiting >> tile & 1;
    if (!near(d, r, seat, held ? 0 : 1)) return false;
    Counts hand = p.hand;
    if (held) --hand[static_cast<std::size_t>(tile)];
    p.waiting = waits_by(hand.data(), r.program->shapes), p.knows_waits = true;
    return p.waiting >> tile & 1;
}

Tiles waited_for(const Deal& d, const TableRules& r, int seat) {
    const Player& p = d.player[seat];
    if (p.knows_waits) return p.waiting;
    const bool drew = d.at == At::TURN && d.actor == seat;
    if (drew && d.drawn == Deal::NO_TILE) return 0;
    if (!near(d, r, seat, 1)) return 0;
    Counts hand = p.hand;
    if (drew) --hand[d.drawn];
    p.waiting = waits_by(hand.data(), r.program->shapes), p.knows_waits = true;
    return p.waiting;
}

RowOf possible_win(const Deal& d, const TableRules& r, int seat, const Counts& hand, int tile, By by, const Laid* more, Ready ready) {
    RowOf row = begun(d, r, seat, by);
    if (d.player[seat].ready == Ready::NONE) put(row, field::READY, number(ready));
    const Counts seen = lying_open(d, r, seat);
    // The offered tile already lies on the table, so its own copy is not counted as visible.
    const bool lies = d.at == At::DISCARD && d.tile == tile && by == By::DISCARD;
    for (std::size_t t = 0; t < KINDS; ++t) row.bytes[t] = static_cast<std::uint8_t>(hand[t] | (seen[t] - (lies && t == d.tile)) << 4);
    put(row, field::TILE, tile), put(row, field::DISCARDS, d.lying), put_melds(row, d.player[seat]);
    if (const int i = d.player[seat].melds; more && i < MAX_MELDS) {
        row.bytes[field::MELDS.at + i] = static_cast<std::uint8_t>(number(more->kind) * KINDS + more->tile);
        if (more->kind != MeldKind::CONCEALED) put(row, field::MELD_FEEDERS, 1 + (seat + 3) % 4, i);
    }
    if (by == By::DISCARD) put(row, field::FEEDER, 1 + (seat + 3) % 4);
    return row;
}

bool would_win(const Deal& d, const TableRules& r, int seat, int tile, By by) {
    Counts hand = d.player[seat].hand;
    if (d.at == At::TURN && d.actor == seat && d.drawn != Deal::NO_TILE) --hand[d.drawn];
    return legal_win(r, possible_win(d, r, seat, hand, tile, by));
}

bool legal_win(const TableRules& r, const RowOf& row) {
    Win win;
    if (!read_row(row.bytes, win)) return false;
    std::int64_t change[4];
    const Paid paid = pay(*r.pay, win, judge(*r.program, win), change);
    return paid != Paid::NO_WIN && paid != Paid::BELOW_MINIMUM;
}

bool is_ready(const Deal& d, const TableRules& r, int seat, int without, int count, bool kong) {
    const Player& p = d.player[seat];
    Counts hand = p.hand;
    if (count) hand[static_cast<std::size_t>(without)] = static_cast<std::uint8_t>(hand[static_cast<std::size_t>(without)] - count);
    Tiles found = waits_by(hand.data(), r.program->shapes);
    if (!found) return false;
    for (int i = 0; i < p.melds; ++i) add(hand, p.meld[i]);
    if (kong) hand[static_cast<std::size_t>(without)] = 4;
    for (; found; found &= found - 1)
        if (hand[static_cast<std::size_t>(std::countr_zero(found))] < 4) return true;
    return false;
}

}  // namespace sikwu
