#include "deal.hpp"

#include <algorithm>

#include "distance.hpp"
#include "rows.hpp"

namespace sikwu {
namespace {

constexpr int EAST = 0, SEATS = 4;
constexpr int after(int seat, int steps = 1) { return (seat + steps) % SEATS; }
constexpr std::uint8_t byte(int n) { return static_cast<std::uint8_t>(n); }

// Moves one deal on until somebody has a choice, or it is over.
class Mover {
  public:
    Mover(Deal& deal, const TableRules& rules, std::vector<Event>* events) : d(deal), r(rules), play(rules.play), out(events) {}

    void deal_out() {
        const int packets = play.size / 4;
        for (int i = 0; i < packets; ++i)
            for (int seat = 0; seat < SEATS; ++seat)
                for (int k = 0; k < 4; ++k) receive(seat, d.wall[d.front++]);
        if (play.size == 13)
            for (int seat = 0; seat < SEATS; ++seat) receive(seat, d.wall[d.front++]);
        receive(EAST, d.wall[d.front++]);
    }

    void run() {
        while (!d.asked && d.next != Step::OVER) step();
    }

    void resolve() {
        switch (d.at) {
            case At::TURN: return act(d.answer[d.actor]);
            case At::DISCARD: return after_discard();
            case At::KONG: return after_robbing();
            case At::FLOWER: return after_moment();
            case At::OPENING: return after_opening();
            case At::NOTHING: return;
        }
    }

  private:
    Deal& d;
    const TableRules& r;
    const PlayRules& play;
    std::vector<Event>* out;

    void say(Said said, int actor, int tile = Deal::NO_TILE, int more = 0) {
        if (out) out->push_back({said, byte(actor), byte(tile), byte(more)});
    }

    void step() {
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

    // --- asking

    // Asks every seat of a window that has a choice; the others do the one thing they may.
    void ask(At at, int seats) {
        d.at = at, d.asked = 0, d.among = byte(seats);
        std::memset(d.answer, action::PASS, sizeof d.answer);
        for (int left = seats; left; left &= left - 1) {
            const int seat = std::countr_zero(static_cast<unsigned>(left));
            d.answer[seat] = byte(d.legal[seat].first());
            if (d.legal[seat].several()) d.asked = byte(d.asked | 1 << seat);
        }
        d.window = d.asked;
        if (!d.asked) resolve();
    }

    // --- the wall

    void receive(int seat, int tile) {
        Player& p = d.player[seat];
        if (tile >= KINDS) {
            p.held = byte(p.held | 1 << (tile - KINDS));
            return;
        }
        p.put(tile);
        if (seat == EAST) d.drawn = byte(tile);
    }

    int from_back(int seat, Said why) {
        const int tile = d.wall[--d.back];
        say(why, seat, tile);
        return tile;
    }

    void mark_dead(int draw) {
        if (!d.marks) return;
        for (int seat = 0; seat < SEATS; ++seat) {
            if (d.dead_from[seat] != draw) continue;
            d.player[seat].dead = true, d.player[seat].ready = Ready::NONE;
            say(Said::DEAD, seat);
        }
    }

    // --- flowers

    bool waits_for_draw(int seat) const { return play.flower_wins == byte(int(FlowerWins::SEVENTH)) && play.pending_flowers && seat != EAST; }

    void lay_opening() {
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

    void replace_opening() {
        for (int i = 0; i < d.batch; ++i) receive(d.actor, from_back(d.actor, Said::BACK_FLOWER));
        const bool again = play.flowers_at_deal == byte(int(FlowersAtDeal::EACH_SEAT)) && d.player[d.actor].held;
        if (!again) d.actor = byte(after(d.actor));
        d.next = Step::LAY_OPENING;
    }

    void end_opening() {
        d.actor = EAST, d.came = Replacement::NONE, d.opening = false;
        for (int seat = 0; seat < SEATS; ++seat)
            if (waits_for_draw(seat)) d.player[seat].pending = std::popcount(d.player[seat].flowers) >= 7;
        d.eighth_now = d.player[EAST].flowers == 255;
        d.next = play.declarations == byte(int(Declarations::HEAVENLY_AND_EARTHLY)) ? Step::OPEN_WINDOW : Step::FIRST_TURN;
    }

    // Flowers are laid open, and whoever may win by flowers now is asked.
    void lay_open(int seat, unsigned flowers) {
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

    void own_moment(int seat, int before) {
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

    void flower_moment(int seat, bool other, bool forced) {
        const Player& p = d.player[seat];
        if (p.dead || p.pending || (d.opening && waits_for_draw(seat))) return;
        if (!legal_win(r, flower_win(d, r, seat, other ? When::OTHERS_FLOWER : When::OWN_FLOWER))) return;
        Actions& legal = d.legal[seat] = {};
        if (!forced) legal.set(action::PASS);
        legal.set(action::WIN_FLOWERS);
        d.moment_other = other;
        ask(At::FLOWER, 1 << seat);
    }

    void after_moment() {
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

    void open_window() {
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

    void after_opening() {
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

    void new_turn() {
        ++d.turn;
        d.drawn = Deal::NO_TILE, d.came = Replacement::NONE, d.chained = 0, d.eighth_now = false;
    }

    void draw() {
        new_turn();
        mark_dead(++d.front_draws);
        Player& p = d.player[d.actor];
        ++p.draws, p.barred = false;
        d.tile = d.wall[d.front++];
        say(Said::DRAW, d.actor, d.tile);
        d.next = Step::TAKEN;
    }

    void kong_draw() {
        d.player[d.actor].barred = false, d.eighth_now = false;
        d.tile = byte(from_back(d.actor, Said::BACK_KONG));
        d.chain[d.chained - 1].replaced = d.tile;
        d.came = Replacement::KONG, d.next = Step::TAKEN;
    }

    void taken() {
        if (d.tile >= KINDS) {
            d.next = Step::REPLACE;
            return lay_open(d.actor, 1U << (d.tile - KINDS));
        }
        d.player[d.actor].gain(d.tile);
        d.drawn = d.tile, d.next = Step::ACT;
    }

    void replace() {
        if (drawable(d, r) == 0) return exhausted();
        d.tile = byte(from_back(d.actor, Said::BACK_FLOWER));
        d.came = Replacement::FLOWER, d.chained = 0, d.next = Step::TAKEN;
    }

    // --- the own turn

    bool can_win_drawn(int seat) const { return complete_with(d, r, seat, d.drawn, true) && legal_win(r, drawn_win(d, r, seat)); }

    bool must_win(const Player& p) const { return (p.ready == Ready::HEAVENLY || p.ready == Ready::EARTHLY) && !play.ready_may_pass; }

    bool flowers_in_turn(int seat) const {
        const bool replaced = play.flower_wins == byte(int(FlowerWins::EIGHTH_REPLACED)) && d.eighth_now;
        return !d.player[seat].dead && (d.player[seat].pending || replaced) && legal_win(r, flower_win(d, r, seat, When::IN_TURN));
    }

    bool may_declare(const Player& p) const {
        if (p.ready != Ready::NONE) return false;
        switch (static_cast<Declarations>(play.declarations)) {
            case Declarations::NONE: return false;
            case Declarations::DECLARED: return true;
            case Declarations::CONCEALED: return !p.discards && !d.touched;
            case Declarations::HEAVENLY_AND_EARTHLY: return !p.discards && !p.melds;
        }
        return false;
    }

    void ask_turn() {
        const int seat = d.actor;
        const Player& p = d.player[seat];
        const bool drew = d.drawn != Deal::NO_TILE;
        const bool wins = drew && !p.dead && can_win_drawn(seat);
        Actions& mine = d.legal[seat] = {};
        if (wins) mine.set(action::WIN);
        if (drew && flowers_in_turn(seat)) mine.set(action::WIN_FLOWERS);
        if (!(wins && must_win(p))) {
            const Tiles kinds = p.ready != Ready::NONE ? bit(d.drawn) : p.kinds.at_least[0];
            mine.w[0] |= kinds << action::DISCARD;
            if (!p.dead && may_declare(p)) add_declarations(mine, kinds, seat);
            if (!p.dead) add_kongs(mine, seat);
            if (play.allow_false_wins && drew && !wins) mine.set(action::FALSE_WIN);
        }
        ask(At::TURN, 1 << seat);
    }

    void add_declarations(Actions& mine, Tiles kinds, int seat) const {
        if (!near(d, r, seat, 1)) return;
        for (; kinds; kinds &= kinds - 1) {
            const int kind = std::countr_zero(kinds);
            if (is_ready(d, r, seat, kind, 1, false)) mine.set(action::READY_DISCARD + kind);
        }
    }

    void add_kongs(Actions& mine, int seat) const {
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

    void act(int chosen) {
        const int seat = d.actor;
        Player& p = d.player[seat];
        if (chosen == action::WIN) return win(seat, drawn_win(d, r, seat), -1), end(Result::WON);
        if (chosen == action::WIN_FLOWERS) return win(seat, flower_win(d, r, seat, When::IN_TURN), -1), end(Result::WON);
        if (chosen == action::FALSE_WIN) return false_win(seat);
        lose_pending(p);
        if (chosen < action::READY) return discard(seat, chosen);
        declare_kong(seat, chosen);
    }

    static void lose_pending(Player& p) {
        if (p.pending) p.pending = false, p.seven_declined = true;
    }

    void discard(int seat, int chosen) {
        Player& p = d.player[seat];
        const bool declares = chosen >= action::READY_DISCARD;
        const int tile = chosen - (declares ? action::READY_DISCARD : action::DISCARD);
        p.one_shot = false;
        if (tile != d.drawn) p.knows_waits = false;  // else the hand is as it was before the draw
        if (declares) {
            const auto how = static_cast<Declarations>(play.declarations);
            p.ready = how == Declarations::DECLARED ? Ready::DECLARED : how == Declarations::CONCEALED ? Ready::CONCEALED : Ready::EARTHLY;
            p.one_shot = p.ready == Ready::DECLARED;
            say(Said::READY, seat, Deal::NO_TILE, int(p.ready));
        }
        say(Said::DISCARD, seat, tile, tile == d.drawn);
        p.lose(tile), ++p.discards;
        d.river_by[d.lying] = byte(seat | (tile == d.drawn) << 2), d.river[d.lying++] = byte(tile);
        d.tile = byte(tile), d.next = Step::OFFER;
    }

    // --- kongs

    void declare_kong(int seat, int chosen) {
        const bool added = chosen >= action::ADDED;
        const int tile = chosen - (added ? action::ADDED : action::CONCEALED);
        say(added ? Said::ADDED : Said::CONCEALED, seat, tile);
        Player& p = d.player[seat];
        p.knows_waits = false;
        p.lose(tile, added ? 1 : 4);
        open_robbing(seat, tile, added ? Robbed::ADDED : Robbed::CONCEALED);
    }

    void open_robbing(int maker, int tile, Robbed robbed) {
        d.maker = byte(maker), d.tile = byte(tile), d.robbed = robbed, d.next = Step::COMPLETE_KONG;
        if (robbed == Robbed::EXPOSED && !play.rob_exposed) return;
        const int left_out = robbed == Robbed::EXPOSED ? 1 << maker | 1 << d.discarder : 1 << maker;
        d.able = 0;
        for (int seat = 0; seat < SEATS; ++seat)
            if (!(left_out >> seat & 1)) add_win(d.legal[seat] = {}, seat, By::ROB_KONG);
        ask(At::KONG, 15 & ~left_out);
    }

    int payer() const {
        if (d.at == At::DISCARD) return d.discarder;
        return d.robbed == Robbed::EXPOSED && play.rob_exposed_from_discarder ? d.discarder : d.maker;
    }

    void after_robbing() { settle_window(d.maker); }

    void complete_kong() {
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

    void touch() {
        d.touched = true;
        for (Player& p : d.player) p.one_shot = false;
    }

    // --- windows

    // A win of the tile at hand, or a false one, among what a seat may do; who must win may do nothing else.
    bool add_win(Actions& legal, int seat, By by) {
        const Player& p = d.player[seat];
        const int feeder = by == By::DISCARD ? d.discarder : d.robbed == Robbed::EXPOSED && play.rob_exposed_from_discarder ? d.discarder : d.maker;
        const bool thrown_last = by == By::DISCARD && drawable(d, r) == 0 && !play.win_last_discard;
        const bool able =
            !p.dead && !p.barred && !thrown_last && complete_with(d, r, seat, d.tile, false) && legal_win(r, fed_win(d, r, seat, d.tile, by, feeder));
        if (able) d.able = byte(d.able | 1 << seat);
        if (able && must_win(p)) return legal.set(action::WIN), false;
        legal.set(action::PASS);
        if (able)
            legal.set(action::WIN);
        else if (play.allow_false_wins)
            legal.set(action::FALSE_WIN);
        return true;
    }

    void offer() {
        d.discarder = d.actor, d.able = 0;
        int seats = 0;  // those who may do more than pass
        for (int k = 1; k < SEATS; ++k) {
            const int seat = after(d.actor, k);
            Actions legal;
            if (add_win(legal, seat, By::DISCARD)) add_claims(legal, seat, k == 1);
            if (legal.w[0] == 1 && !(legal.w[1] | legal.w[2])) continue;
            d.legal[seat] = legal, seats |= 1 << seat;
        }
        if (seats) return ask(At::DISCARD, seats);
        d.at = At::DISCARD, d.window = d.among = 0;
        go_on(after(d.actor));
    }

    void add_claims(Actions& legal, int seat, bool next) const {
        const Player& p = d.player[seat];
        const bool last = drawable(d, r) == 0;
        if (p.dead || p.ready != Ready::NONE || (last && !play.claim_last_discard)) return;
        const int tile = d.tile;
        const auto held = [&](int copies) { return p.kinds.at_least[copies - 1] >> tile & 1; };
        if (next && suited(tile)) {
            // The two kinds below and above the tile, as far as they are of its suit.
            const Tiles near = (p.kinds.at_least[0] & SUIT[suit_of(tile)]) << 2 >> tile;
            legal.w[1] |= ((near >> 3 & near >> 4 & 1) | (near >> 1 & near >> 3 & 1) << 1 | (near & near >> 1 & 1) << 2) << (action::CHOW - 64);
        }
        if (held(2)) legal.set(action::PUNG);
        if (held(3) && !last) legal.set(action::KONG);
    }

    // The wins and false wins of a window, in turn after a seat; true if the deal has ended.
    bool settle_window(int from) {
        int calling[3], n = 0;
        for (int k = 1; k < SEATS; ++k)
            if (const int seat = after(from, k); (d.able >> seat & 1) && d.answer[seat] == action::WIN) calling[n++] = seat;
        if (n) return take_wins(calling, n, from), true;
        for (int k = 1; k < SEATS; ++k)
            if (const int seat = after(from, k); d.answer[seat] == action::FALSE_WIN) return false_win(seat), true;
        if (play.bars_passed_wins)
            for (int seat = 0; seat < SEATS; ++seat)
                if (d.able >> seat & 1) d.player[seat].barred = true;
        return false;
    }

    bool orphans(int seat) const {
        Counts hand = d.player[seat].hand;
        ++hand[d.tile];
        return !d.player[seat].melds && is_complete(hand.data(), SHAPE_ORPHANS | SHAPE_ORPHANS_SET);
    }

    void take_wins(const int* calling, int n, int from) {
        int winners[3] = {calling[0]}, count = 1;
        bool uncut = play.orphans_uncut && !orphans(calling[0]);
        for (int i = 1; i < n; ++i) {
            const bool beside = uncut && orphans(calling[i]);
            if (play.all_win || beside) winners[count++] = calling[i];
            if (beside) uncut = false;
        }
        const By by = d.at == At::DISCARD ? By::DISCARD : By::ROB_KONG;
        for (int i = 0; i < count; ++i) {
            RowOf row = fed_win(d, r, winners[i], d.tile, by, payer());
            row.bytes[field::WINNERS.at] = byte(count);
            win(winners[i], row, from);
        }
        end(Result::WON);
    }

    void after_discard() {
        if (settle_window(d.discarder)) return;
        for (int k = 1; k < SEATS; ++k) {
            const int seat = after(d.discarder, k);
            if (d.answer[seat] == action::PUNG || d.answer[seat] == action::KONG) return claim(seat, d.answer[seat]);
        }
        const int next = after(d.discarder), chow = d.answer[next];
        if (chow >= action::CHOW && chow < action::PUNG) return claim(next, chow);
        go_on(next);
    }

    // Nobody has claimed the discard.
    void go_on(int next) {
        if (drawable(d, r) == 0) return exhausted();
        d.actor = byte(next), d.next = Step::DRAW;
    }

    void claim(int seat, int chosen) {
        Player& p = d.player[seat];
        const int tile = d.tile;
        --d.lying;
        p.barred = p.knows_waits = false;
        p.far = static_cast<std::int8_t>(p.far - (p.far > 0));  // the claimed tile is one more
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

    void win(int seat, const RowOf& row, int target) {
        std::memcpy(d.won[d.winners++], row.bytes, ROW_BYTES);
        const int tile = row.bytes[field::TILE.at];
        say(Said::WIN, seat, tile, 1 + target);
    }

    void end(Result result) { d.result = result, d.next = Step::OVER, d.at = At::NOTHING, d.asked = d.window = d.among = 0; }

    void false_win(int seat) {
        d.offender = byte(seat);
        say(Said::FALSE_WIN, seat), say(Said::VOID, seat);
        end(Result::FALSE_WIN);
    }

    void exhausted() {
        say(Said::EXHAUSTED, 0);
        end(Result::DRAWN);
    }
};

}  // namespace

bool good_wall(const std::uint8_t* wall) {
    int seen[KINDS + FLOWER_KINDS] = {};
    for (int i = 0; i < Deal::WALL; ++i)
        if (wall[i] >= KINDS + FLOWER_KINDS || ++seen[wall[i]] > (wall[i] < KINDS ? 4 : 1)) return false;
    return true;
}

void start(Deal& d, const TableRules& r, const std::uint8_t* wall, int round, int streak, const std::uint8_t* dead_from, std::vector<Event>* events) {
    d = Deal{};
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
    if (seat < 0 || seat >= SEATS || !(d.asked >> seat & 1) || !d.legal[seat].has(chosen)) return false;
    d.answer[seat] = byte(chosen), d.asked = byte(d.asked & ~(1 << seat));
    if (d.asked) return true;
    Mover mover(d, r, events);
    mover.resolve();
    mover.run();
    return true;
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
