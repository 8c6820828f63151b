#include "deal.hpp"

#include <algorithm>

#include "mover.hpp"

namespace sikwu {

void Mover::deal_out() {
    const int packets = play.size / 4;
    for (int i = 0; i < packets; ++i)
        for (int seat = 0; seat < SEATS; ++seat)
            for (int k = 0; k < 4; ++k) receive(seat, from_front(seat));
    if (play.size % 4)
        for (int seat = 0; seat < SEATS; ++seat) receive(seat, from_front(seat));
    receive(EAST, from_front(EAST));
}

void Mover::run() {
    while (!d.asked && d.next != Step::OVER) step();
}

void Mover::resolve() {
    switch (d.at) {
        case At::TURN: return act(d.answer[d.actor]);
        case At::DISCARD: return after_discard();
        case At::KONG: return after_robbing();
        case At::FLOWER: return after_moment();
        case At::OPENING: return after_opening();
        case At::NOTHING: return;
    }
}

void Mover::step() {
    switch (d.next) {
        case Step::LAY_OPENING: return lay_opening();
        case Step::REPLACE_OPENING: return replace_opening();
        case Step::OPEN_WINDOW: return open_window();
        case Step::FIRST_TURN:
            mark_dead(0);
            d.turn = 1, d.next = Step::ACT;
            return;
        case Step::DRAW: return draw();
        case Step::CLAIMED:
            new_turn();
            d.next = Step::ACT;
            return;
        case Step::KONG_DRAW: return kong_draw();
        case Step::TAKEN: return taken();
        case Step::REPLACE: return replace();
        case Step::ACT: return ask_turn();
        case Step::OFFER: return offer();
        case Step::COMPLETE_KONG: return complete_kong();
        case Step::OVER: return;
    }
}

// --- the wall

void Mover::bring_own(int seat, bool back) {
    int left[SEATS] = {};
    for (int i = d.front; i < d.back; ++i) ++left[d.owner[i]];
    const bool own = left[seat] > 0;
    const auto whose = own ? seat : std::max_element(left, left + SEATS) - left;
    const bool last = back || !own;
    int at = last ? d.back - 1 : d.front;
    while (d.owner[at] != whose) at += last ? -1 : 1;
    const auto turn = [&](std::uint8_t* tiles) {
        if (back)
            std::rotate(tiles + at, tiles + at + 1, tiles + d.back);
        else
            std::rotate(tiles + d.front, tiles + at, tiles + at + 1);
    };
    turn(d.wall), turn(d.owner);
}

void Mover::mark_dead(int draw) {
    if (!d.marks) return;
    for (int seat = 0; seat < SEATS; ++seat) {
        if (d.dead_from[seat] != draw) continue;
        d.player[seat].dead = true, d.player[seat].ready = Ready::NONE;
        say(Said::DEAD, seat);
    }
}

// --- flowers

void Mover::lay_opening() {
    if (!(d.player[0].held | d.player[1].held | d.player[2].held | d.player[3].held)) return end_opening();
    Player& p = d.player[d.actor];
    if (!p.held) return void(d.actor = byte(after(d.actor)));
    const unsigned held = p.held;
    const bool dealt = d.dealt >> d.actor & 1;
    d.came = dealt ? Replacement::NONE : Replacement::FLOWER;
    d.dealt = byte(d.dealt & ~(1 << d.actor));
    p.held = 0;
    d.batch = byte(std::popcount(held));
    d.next = Step::REPLACE_OPENING;
    lay_open(d.actor, held);
}

void Mover::replace_opening() {
    for (int i = 0; i < d.batch; ++i) receive(d.actor, from_back(d.actor, Said::BACK_FLOWER));
    const bool again = play.flowers_at_deal == byte(int(FlowersAtDeal::EACH_SEAT)) && d.player[d.actor].held;
    if (!again) d.actor = byte(after(d.actor));
    d.next = Step::LAY_OPENING;
}

void Mover::end_opening() {
    d.actor = EAST, d.came = Replacement::NONE, d.opening = false;
    for (int seat = 0; seat < SEATS; ++seat)
        if (waits_for_draw(seat)) d.player[seat].pending = std::popcount(d.player[seat].flowers) >= 7;
    d.eighth_now = d.player[EAST].flowers == 255;
    d.next = play.declarations == byte(int(Declarations::HEAVENLY_AND_EARTHLY)) ? Step::OPEN_WINDOW : Step::FIRST_TURN;
}

void Mover::lay_open(int seat, unsigned flowers) {
    Player& p = d.player[seat];
    const int before = std::popcount(p.flowers);
    p.flowers = byte(p.flowers | static_cast<int>(flowers));
    for (unsigned m = flowers; m; m &= m - 1) say(Said::FLOWER, seat, KINDS + std::countr_zero(m));
    const auto how = static_cast<FlowerWins>(play.flower_wins);
    if (how == FlowerWins::OFF) return;
    if (std::popcount(p.flowers) >= 7) return own_moment(seat, before);
    const unsigned all = d.player[0].flowers | d.player[1].flowers | d.player[2].flowers | d.player[3].flowers;
    if (all != 255 || !play.seven_rob_one) return;
    for (int other = 0; other < SEATS; ++other)
        if (std::popcount(d.player[other].flowers) == 7) flower_moment(other, true, false);
}

void Mover::own_moment(int seat, int before) {
    const Player& p = d.player[seat];
    const int count = std::popcount(p.flowers);
    switch (static_cast<FlowerWins>(play.flower_wins)) {
        case FlowerWins::EIGHTH_REPLACED:
            d.eighth_now = count == 8;
            if (count == 8 && !d.opening && drawable(d, r) == 0) flower_moment(seat, false, false);
            return;
        case FlowerWins::SEVENTH:
            if (count == 7 || before < 7 || !p.seven_declined || play.may_wait_for_eighth) flower_moment(seat, false, false);
            return;
        case FlowerWins::SEVENTH_OR_EIGHTH: {
            const unsigned all = d.player[0].flowers | d.player[1].flowers | d.player[2].flowers | d.player[3].flowers;
            const auto eighth = static_cast<Eighth>(play.eighth);
            if (count == 7 && (all == 255 || !play.seven_waits_for_eighth))
                flower_moment(seat, false, false);
            else if (count == 8 && eighth != Eighth::OFF)
                flower_moment(seat, false, eighth == Eighth::FORCED);
            return;
        }
        case FlowerWins::OFF: return;
    }
}

void Mover::flower_moment(int seat, bool other, bool forced) {
    const Player& p = d.player[seat];
    if (p.dead || p.pending || (d.opening && waits_for_draw(seat))) return;
    if (!legal_win(r, flower_win(d, r, seat, other ? When::OTHERS_FLOWER : When::OWN_FLOWER))) return;
    Actions& legal = d.legal[seat] = {};
    if (!forced) legal.set(action::PASS);
    legal.set(action::WIN_FLOWERS);
    d.moment_other = other;
    ask(At::FLOWER, 1 << seat);
}

void Mover::after_moment() {
    for (int seat = 0; seat < SEATS; ++seat) {
        if (!(d.among >> seat & 1)) continue;
        if (d.answer[seat] == action::WIN_FLOWERS) {
            win(seat, flower_win(d, r, seat, d.moment_other ? When::OTHERS_FLOWER : When::OWN_FLOWER), -1);
            return end(Result::WON);
        }
        Player& p = d.player[seat];
        if (!d.moment_other && std::popcount(p.flowers) == 7) p.seven_declined = true;
    }
}

// --- the window before the first turn

void Mover::open_window() {
    d.next = Step::FIRST_TURN;
    int seats = 14;
    bool flowers = false;
    for (int seat = 1; seat < SEATS; ++seat) {
        Actions& legal = d.legal[seat] = {};
        legal.set(action::PASS);
        if (d.player[seat].flowers == 255 && legal_win(r, flower_win(d, r, seat, When::IN_TURN))) legal.set(action::WIN_FLOWERS), flowers = true;
        if (near(d, r, seat, 1) && is_ready(d, r, seat, 0, 0, false)) legal.set(action::READY);
    }
    if (flowers && can_win_drawn(EAST)) {
        seats |= 1;
        d.legal[EAST] = {};
        d.legal[EAST].set(action::PASS), d.legal[EAST].set(action::WIN);
    }
    ask(At::OPENING, seats);
}

void Mover::after_opening() {
    for (int seat = 1; seat < SEATS; ++seat) {
        if (d.answer[seat] != action::READY) continue;
        d.player[seat].ready = Ready::HEAVENLY;
        say(Said::READY, seat, Deal::NO_TILE, int(Ready::HEAVENLY));
    }
    if (d.answer[EAST] == action::WIN) win(EAST, drawn_win(d, r, EAST), -1);
    for (int seat = 1; seat < SEATS; ++seat)
        if (d.answer[seat] == action::WIN_FLOWERS) win(seat, flower_win(d, r, seat, When::IN_TURN), -1);
    if (d.winners) end(Result::WON);
}

// --- draws

void Mover::new_turn() {
    ++d.turn;
    d.drawn = Deal::NO_TILE, d.came = Replacement::NONE, d.chained = 0, d.eighth_now = false;
}

void Mover::draw() {
    new_turn();
    mark_dead(++d.front_draws);
    Player& p = d.player[d.actor];
    ++p.draws, unbar(p);
    d.tile = byte(from_front(d.actor));
    say(Said::DRAW, d.actor, d.tile);
    d.next = Step::TAKEN;
}

void Mover::kong_draw() {
    unbar(d.player[d.actor]), d.eighth_now = false;
    d.tile = byte(from_back(d.actor, Said::BACK_KONG));
    d.chain[d.chained - 1].replaced = d.tile;
    d.came = Replacement::KONG, d.next = Step::TAKEN;
}

void Mover::taken() {
    if (d.tile >= KINDS) {
        d.next = Step::REPLACE;
        return lay_open(d.actor, 1U << (d.tile - KINDS));
    }
    d.player[d.actor].gain(d.tile);
    d.drawn = d.tile, d.next = Step::ACT;
}

void Mover::replace() {
    if (drawable(d, r) == 0) return exhausted();
    d.tile = byte(from_back(d.actor, Said::BACK_FLOWER));
    d.came = Replacement::FLOWER, d.chained = 0, d.next = Step::TAKEN;
}

// --- the player's own turn

bool Mover::flowers_in_turn(int seat) const {
    const bool replaced = play.flower_wins == byte(int(FlowerWins::EIGHTH_REPLACED)) && d.eighth_now;
    return !d.player[seat].dead && (d.player[seat].pending || replaced) && legal_win(r, flower_win(d, r, seat, When::IN_TURN));
}

bool Mover::may_declare(const Player& p) const {
    if (p.ready != Ready::NONE) return false;
    switch (static_cast<Declarations>(play.declarations)) {
        case Declarations::NONE: return false;
        case Declarations::DECLARED: return true;
        case Declarations::CONCEALED: return !p.discards && !d.touched;
        case Declarations::HEAVENLY_AND_EARTHLY: return !p.discards && !p.melds;
    }
    return false;
}

Tiles Mover::locked_after_claim(const Player& p) const {
    const auto how = static_cast<AfterClaim>(play.after_claim);
    if (how == AfterClaim::ANY || d.drawn != Deal::NO_TILE || !p.melds) return 0;
    const Laid& meld = p.meld[p.melds - 1];
    Tiles locked = bit(meld.claimed);
    if (how == AfterClaim::NOT_EITHER_END && meld.kind == MeldKind::CHOW) {
        if (meld.claimed == meld.tile && meld.tile % 9 < 6) locked |= bit(meld.tile + 3);
        if (meld.claimed == meld.tile + 2 && meld.tile % 9 > 0) locked |= bit(meld.tile - 1);
    }
    // A player who holds nothing else may discard anything.
    return p.kinds.at_least[0] & ~locked ? locked : 0;
}

void Mover::ask_turn() {
    const int seat = d.actor;
    const Player& p = d.player[seat];
    const bool drew = d.drawn != Deal::NO_TILE;
    const bool wins = drew && !p.dead && can_win_drawn(seat);
    Actions& mine = d.legal[seat] = {};
    if (wins) mine.set(action::WIN);
    if (drew && flowers_in_turn(seat)) mine.set(action::WIN_FLOWERS);
    if (!(wins && must_win(p))) {
        const Tiles kinds = p.ready != Ready::NONE ? bit(d.drawn) : p.kinds.at_least[0] & ~locked_after_claim(p);
        mine.w[0] |= kinds << action::DISCARD;
        if (!p.dead && may_declare(p)) add_declarations(mine, kinds, seat);
        if (!p.dead) add_kongs(mine, seat);
        if (play.allow_false_wins && drew && !wins) mine.set(action::FALSE_WIN);
    }
    ask(At::TURN, 1 << seat);
}

void Mover::add_declarations(Actions& mine, Tiles kinds, int seat) const {
    if (!near(d, r, seat, 1)) return;
    for (; kinds; kinds &= kinds - 1) {
        const int kind = std::countr_zero(kinds);
        if (is_ready(d, r, seat, kind, 1, false)) mine.set(action::READY_DISCARD + kind);
    }
}

void Mover::add_kongs(Actions& mine, int seat) const {
    const Player& p = d.player[seat];
    Tiles four = p.kinds.at_least[3], fourth = p.kinds.at_least[0] & p.pungs;
    if (!(four | fourth)) return;
    if (drawable(d, r) < 1 || (d.drawn == Deal::NO_TILE && !play.kong_after_claim)) return;
    if (p.ready != Ready::NONE && p.ready != Ready::DECLARED) return;
    const bool bound = p.ready == Ready::DECLARED;
    for (; four; four &= four - 1) {
        const int kind = std::countr_zero(four);
        if (!bound || (kind == d.drawn && is_ready(d, r, seat, kind, 4, true))) mine.set(action::CONCEALED + kind);
    }
    for (; fourth; fourth &= fourth - 1) {
        const int kind = std::countr_zero(fourth);
        if (!bound || (kind == d.drawn && is_ready(d, r, seat, kind, 1, true))) mine.set(action::ADDED + kind);
    }
}

void Mover::act(int chosen) {
    const int seat = d.actor;
    Player& p = d.player[seat];
    if (chosen == action::WIN) return win(seat, drawn_win(d, r, seat), -1), end(Result::WON);
    if (chosen == action::WIN_FLOWERS) return win(seat, flower_win(d, r, seat, When::IN_TURN), -1), end(Result::WON);
    if (chosen == action::FALSE_WIN) return false_win(seat);
    lose_pending(p);
    if (chosen < action::READY) return discard(seat, chosen);
    declare_kong(seat, chosen);
}

void Mover::lose_pending(Player& p) {
    if (p.pending) p.pending = false, p.seven_declined = true;
}

void Mover::discard(int seat, int chosen) {
    Player& p = d.player[seat];
    const bool declares = chosen >= action::READY_DISCARD;
    const int tile = chosen - (declares ? action::READY_DISCARD : action::DISCARD);
    p.one_shot = false;
    if (tile != d.drawn) p.knows_waits = false;  // otherwise the hand is as it was before the draw
    if (declares) {
        const auto how = static_cast<Declarations>(play.declarations);
        p.ready = how == Declarations::DECLARED ? Ready::DECLARED : how == Declarations::CONCEALED ? Ready::CONCEALED : Ready::EARTHLY;
        p.one_shot = p.ready == Ready::DECLARED;
        say(Said::READY, seat, Deal::NO_TILE, int(p.ready));
    }
    say(Said::DISCARD, seat, tile, tile == d.drawn);
    p.lose(tile), ++p.discards, p.thrown |= bit(tile);
    if (play.passed_wins == byte(int(PassedWins::SELF_DRAW_TOO))) p.barred = false;
    d.river_by[d.lying] = byte(seat | (tile == d.drawn) << 2), d.river[d.lying++] = byte(tile);
    d.tile = byte(tile), d.next = Step::OFFER;
}

bool good_wall(const std::uint8_t* wall) {
    int seen[KINDS + FLOWER_KINDS] = {};
    for (int i = 0; i < Deal::WALL; ++i)
        if (wall[i] >= KINDS + FLOWER_KINDS || ++seen[wall[i]] > (wall[i] < KINDS ? 4 : 1)) return false;
    return true;
}

void start(Deal& d, const TableRules& r, const std::uint8_t* wall, int round, int streak, const std::uint8_t* dead_from, std::vector<Event>* events, bool holds,
           bool parted) {
    d = Deal{};
    d.holds = holds, d.parted = parted;
    for (int i = 0; parted && i < Deal::WALL; ++i) d.owner[i] = byte(i % SEATS);
    for (int i = 0; i < Deal::WALL; ++i)
        if (wall[i] < KINDS || r.play.flowers) d.wall[d.back++] = wall[i];
    d.round = byte(round), d.streak = byte(streak);
    if (dead_from) std::copy(dead_from, dead_from + SEATS, d.dead_from);
    for (const std::uint8_t draw : d.dead_from) d.marks |= draw != 255;
    Mover mover(d, r, events);
    mover.deal_out();
    mover.run();
}

bool apply(Deal& d, const TableRules& r, int seat, int chosen, std::vector<Event>* events) {
    const int may = d.asked & HELD ? d.window : d.asked;
    if (seat < 0 || seat >= SEATS || !(may >> seat & 1) || !d.legal[seat].has(chosen)) return false;
    d.answer[seat] = byte(chosen), d.asked = byte(d.asked & ~(1 << seat));
    if (d.asked) return true;
    Mover mover(d, r, events);
    mover.resolve();
    mover.run();
    return true;
}

void close(Deal& d, const TableRules& r, std::vector<Event>* events) {
    if (d.over()) return;
    for (int seat = 0; seat < SEATS; ++seat)
        if (d.asked >> seat & 1) d.answer[seat] = byte(usual(d, seat));
    d.asked = 0;
    Mover mover(d, r, events);
    mover.resolve();
    mover.run();
}

void mark_dead(Deal& d, int seat) {
    const std::uint8_t draw = byte(d.turn ? d.front_draws + 1 : 0);
    if (d.player[seat].dead || d.dead_from[seat] <= draw) return;
    d.dead_from[seat] = draw, d.marks = true;
}

int usual(const Deal& d, int seat) {
    const Actions& legal = d.legal[seat];
    if (legal.has(action::PASS)) return action::PASS;
    if (d.drawn != Deal::NO_TILE && legal.has(action::DISCARD + d.drawn)) return action::DISCARD + d.drawn;
    for (int kind = KINDS - 1; kind >= 0; --kind)
        if (legal.has(action::DISCARD + kind)) return action::DISCARD + kind;
    return legal.first();
}

}  // namespace sikwu
