#include "distance.hpp"
#include "mover.hpp"

namespace sikwu {

// --- kongs

void Mover::declare_kong(int seat, int chosen) {
    const bool added = chosen >= action::ADDED;
    const int tile = chosen - (added ? action::ADDED : action::CONCEALED);
    say(added ? Said::ADDED : Said::CONCEALED, seat, tile);
    Player& p = d.player[seat];
    p.knows_waits = false;
    p.lose(tile, added ? 1 : 4);
    open_robbing(seat, tile, added ? Robbed::ADDED : Robbed::CONCEALED);
}

void Mover::open_robbing(int maker, int tile, Robbed robbed) {
    d.maker = byte(maker), d.tile = byte(tile), d.robbed = robbed, d.next = Step::COMPLETE_KONG;
    if (robbed == Robbed::EXPOSED && !play.rob_exposed) return;
    const int left_out = robbed == Robbed::EXPOSED ? 1 << maker | 1 << d.discarder : 1 << maker;
    d.able = 0;
    for (int seat = 0; seat < SEATS; ++seat)
        if (!(left_out >> seat & 1)) add_win(d.legal[seat] = {}, seat, By::ROB_KONG);
    ask(At::KONG, 15 & ~left_out);
}

int Mover::payer() const {
    if (d.at == At::DISCARD) return d.discarder;
    return d.robbed == Robbed::EXPOSED && play.rob_exposed_from_discarder ? d.discarder : d.maker;
}

void Mover::complete_kong() {
    const int seat = d.maker;
    Player& p = d.player[seat];
    if (d.robbed == Robbed::ADDED) {
        for (int i = 0; i < p.melds; ++i)
            if (p.meld[i].kind == MeldKind::PUNG && p.meld[i].tile == d.tile) p.meld[i].kind = MeldKind::ADDED;
        p.pungs &= ~bit(d.tile);
    } else if (d.robbed == Robbed::CONCEALED) {
        p.meld[p.melds++] = {MeldKind::CONCEALED, d.tile, 0, d.turn, Deal::NO_TILE};
    } else {
        lose_pending(p);
        new_turn();
        p.meld[p.melds++] = {MeldKind::EXPOSED, d.tile, byte(1 + d.discarder), d.turn, d.tile};
        d.actor = byte(seat);
    }
    touch();
    d.chain[d.chained++] = {d.tile, byte(d.robbed == Robbed::EXPOSED ? 1 + d.discarder : 0), 0};
    d.next = Step::KONG_DRAW;
}

void Mover::touch() {
    d.touched = true;
    for (Player& p : d.player) p.one_shot = false;
}

// --- windows

bool Mover::add_win(Actions& legal, int seat, By by) {
    const Player& p = d.player[seat];
    const int feeder = by == By::DISCARD ? d.discarder : d.robbed == Robbed::EXPOSED && play.rob_exposed_from_discarder ? d.discarder : d.maker;
    const bool thrown_last = by == By::DISCARD && drawable(d, r) == 0 && !play.win_last_discard;
    const bool locked = by == By::DISCARD && play.own_discards_locked && (p.thrown >> d.tile & 1);
    const bool barred = p.barred || locked || (p.passed >> d.tile & 1);
    const bool able = !p.dead && !barred && !thrown_last && complete_with(d, r, seat, d.tile, false) && legal_win(r, fed_win(d, r, seat, d.tile, by, feeder));
    if (able) d.able = byte(d.able | 1 << seat);
    if (able && must_win(p)) return legal.set(action::WIN), false;
    legal.set(action::PASS);
    if (able)
        legal.set(action::WIN);
    else if (play.allow_false_wins)
        legal.set(action::FALSE_WIN);
    return true;
}

void Mover::offer() {
    d.discarder = d.actor, d.able = 0;
    int seats = 0;  // the seats that may do more than pass
    for (int k = 1; k < SEATS; ++k) {
        const int seat = after(d.actor, k);
        Actions legal;
        if (add_win(legal, seat, By::DISCARD)) add_claims(legal, seat, k == 1);
        if (legal.w[0] == 1 && !(legal.w[1] | legal.w[2])) continue;
        d.legal[seat] = legal, seats |= 1 << seat;
    }
    if (seats || d.holds) return ask(At::DISCARD, seats);
    d.at = At::DISCARD, d.window = d.among = 0;
    go_on(after(d.actor));
}

void Mover::add_claims(Actions& legal, int seat, bool next) const {
    const Player& p = d.player[seat];
    const bool last = drawable(d, r) == 0;
    if (p.dead || p.ready != Ready::NONE || (last && !play.claim_last_discard)) return;
    const int tile = d.tile;
    const auto held = [&](int copies) { return p.kinds.at_least[copies - 1] >> tile & 1; };
    if (next && suited(tile) && play.chows) {
        // The two kinds below and above the tile, as far as they are in its suit.
        const Tiles near = (p.kinds.at_least[0] & SUIT[suit_of(tile)]) << 2 >> tile;
        legal.w[1] |= ((near >> 3 & near >> 4 & 1) | (near >> 1 & near >> 3 & 1) << 1 | (near & near >> 1 & 1) << 2) << (action::CHOW - 64);
    }
    if (held(2) && !(p.unpunged >> tile & 1)) legal.set(action::PUNG);
    if (held(3) && !last) legal.set(action::KONG);
}

bool Mover::settle_window(int from) {
    int calling[3], n = 0;
    for (int k = 1; k < SEATS; ++k)
        if (const int seat = after(from, k); (d.able >> seat & 1) && d.answer[seat] == action::WIN) calling[n++] = seat;
    if (n) return take_wins(calling, n, from), true;
    for (int k = 1; k < SEATS; ++k)
        if (const int seat = after(from, k); d.answer[seat] == action::FALSE_WIN) return false_win(seat), true;
    bar_passed_wins();
    return false;
}

void Mover::bar_passed_wins() {
    const auto how = static_cast<PassedWins>(play.passed_wins);
    if (how == PassedWins::OFF) return;
    for (int seat = 0; seat < SEATS; ++seat) {
        if (!(d.able >> seat & 1)) continue;
        Player& p = d.player[seat];
        if (how == PassedWins::SAME_TILE)
            p.passed |= bit(d.tile);
        else
            p.barred = true;
    }
}

void Mover::bar_passed_pungs() {
    if (!play.passed_pungs) return;
    for (int seat = 0; seat < SEATS; ++seat)
        if ((d.among >> seat & 1) && d.legal[seat].has(action::PUNG) && d.answer[seat] != action::PUNG && d.answer[seat] != action::KONG)
            d.player[seat].unpunged |= bit(d.tile);
}

bool Mover::orphans(int seat) const {
    Counts hand = d.player[seat].hand;
    ++hand[d.tile];
    return !d.player[seat].melds && is_complete(hand.data(), SHAPE_ORPHANS | SHAPE_ORPHANS_SET);
}

void Mover::take_wins(const int* calling, int n, int from) {
    int winners[3] = {calling[0]}, count = 1;
    bool uncut = play.orphans_uncut && !orphans(calling[0]);
    for (int i = 1; i < n; ++i) {
        const bool beside = uncut && orphans(calling[i]);
        if (play.all_win || beside) winners[count++] = calling[i];
        if (beside) uncut = false;
    }
    if (count == 3 && play.three_winners_void) {
        say(Said::THREE_WINNERS, calling[0]);
        return end(Result::DRAWN);
    }
    const By by = d.at == At::DISCARD ? By::DISCARD : By::ROB_KONG;
    for (int i = 0; i < count; ++i) {
        RowOf row = fed_win(d, r, winners[i], d.tile, by, payer());
        row.bytes[field::WINNERS.at] = byte(count);
        win(winners[i], row, from);
    }
    end(Result::WON);
}

void Mover::after_discard() {
    if (settle_window(d.discarder)) return;
    bar_passed_pungs();
    for (int k = 1; k < SEATS; ++k) {
        const int seat = after(d.discarder, k);
        if (d.answer[seat] == action::PUNG || d.answer[seat] == action::KONG) return claim(seat, d.answer[seat]);
    }
    const int next = after(d.discarder), chow = d.answer[next];
    if (chow >= action::CHOW && chow < action::PUNG) return claim(next, chow);
    go_on(next);
}

void Mover::go_on(int next) {
    if (drawable(d, r) == 0) return exhausted();
    d.actor = byte(next), d.next = Step::DRAW;
}

void Mover::claim(int seat, int chosen) {
    Player& p = d.player[seat];
    const int tile = d.tile;
    --d.lying;
    p.barred = p.knows_waits = false, p.passed = p.unpunged = 0;
    p.far = static_cast<std::int8_t>(p.far - (p.far > 0));  // the claimed tile may bring it nearer by one
    if (chosen == action::KONG) {
        p.lose(tile, 3);
        say(Said::KONG, seat, tile, 1 + d.discarder);
        return open_robbing(seat, tile, Robbed::EXPOSED);
    }
    int lowest = tile;
    if (chosen == action::PUNG) {
        p.lose(tile, 2), p.pungs |= bit(tile);
        say(Said::PUNG, seat, tile, 1 + d.discarder);
    } else {
        const int form = chosen - action::CHOW;
        for (const int own : action::OWN[form]) p.lose(tile + own), lowest = std::min(lowest, tile + own);
        say(Said::CHOW, seat, tile, (1 + d.discarder) | form << 3);
    }
    lose_pending(p);
    touch();
    p.meld[p.melds++] = {chosen == action::PUNG ? MeldKind::PUNG : MeldKind::CHOW, byte(lowest), byte(1 + d.discarder), byte(d.turn + 1), byte(tile)};
    d.actor = byte(seat), d.next = Step::CLAIMED;
}

// --- ends

void Mover::win(int seat, const RowOf& row, int target) {
    std::memcpy(d.won[d.winners++], row.bytes, ROW_BYTES);
    const int tile = row.bytes[field::TILE.at];
    say(Said::WIN, seat, tile, 1 + target);
}

void Mover::false_win(int seat) {
    d.offender = byte(seat);
    say(Said::FALSE_WIN, seat), say(Said::VOID, seat);
    end(Result::FALSE_WIN);
}

void Mover::exhausted() {
    say(Said::EXHAUSTED, 0);
    end(Result::DRAWN);
}

}  // namespace sikwu
