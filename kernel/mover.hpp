// Advances a deal: `deal.cpp` implements the wall, flowers and turns, `claims.cpp` kongs, windows and ends.
#pragma once
#include <algorithm>

#include "rows.hpp"

namespace sikwu {

inline constexpr int EAST = 0, SEATS = 4;
constexpr int after(int seat, int steps = 1) { return (seat + steps) % SEATS; }
constexpr std::uint8_t byte(int n) { return static_cast<std::uint8_t>(n); }

// Advances one deal until a seat has a choice, or the deal is over.
class Mover {
  public:
    Mover(Deal& deal, const TableRules& rules, std::vector<Event>* events) : d(deal), r(rules), play(rules.play), out(events) {}
    void deal_out();
    void run();
    void resolve();

  private:
    Deal& d;
    const TableRules& r;
    const PlayNumbers& play;
    std::vector<Event>* out;
    void say(Said said, int actor, int tile = Deal::NO_TILE, int more = 0) {
        if (out) out->push_back({said, byte(actor), byte(tile), byte(more)});
    }
    void step();

    // --- asking
    // Whether a deal that holds waits here for `close`, so that nobody can tell whether a seat has a choice. A flower lies open, so everybody knows
    // who is asked.
    bool stands_still(At at) const { return at == At::TURN ? !d.asked : at != At::FLOWER; }
    // Asks every seat of a window that has a choice; the others take their only action.
    void ask(At at, int seats) {
        d.at = at, d.asked = 0, d.among = byte(seats);
        std::memset(d.answer, action::PASS, sizeof d.answer);
        for (int left = seats; left; left &= left - 1) {
            const int seat = std::countr_zero(static_cast<unsigned>(left));
            d.answer[seat] = byte(d.legal[seat].first());
            if (d.legal[seat].several()) d.asked = byte(d.asked | 1 << seat);
        }
        d.window = d.asked;
        if (d.holds && stands_still(at)) d.asked |= HELD;
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
    // Seat walls: moves the next tile of a seat's own part to where it is drawn from.
    void bring_own(int seat, bool back);
    int from_front(int seat) {
        if (d.parted) bring_own(seat, false);
        return d.wall[d.front++];
    }
    int from_back(int seat, Said why) {
        if (d.parted) bring_own(seat, true);
        const int tile = d.wall[--d.back];
        say(why, seat, tile);
        return tile;
    }
    void mark_dead(int draw);

    // --- flowers
    bool waits_for_draw(int seat) const { return play.flower_wins == byte(int(FlowerWins::SEVENTH)) && play.pending_flowers && seat != EAST; }
    void lay_opening();
    void replace_opening();
    void end_opening();
    // Lays flowers open, and asks the seats that may now win by flowers.
    void lay_open(int seat, unsigned flowers);
    void own_moment(int seat, int before);
    void flower_moment(int seat, bool other, bool forced);
    void after_moment();

    // --- the window before the first turn
    void open_window();
    void after_opening();

    // --- draws
    void new_turn();
    void draw();
    void kong_draw();
    void taken();
    void replace();

    // --- the player's own turn
    bool can_win_drawn(int seat) const {
        if (play.passed_wins == byte(int(PassedWins::SELF_DRAW_TOO)) && d.player[seat].barred) return false;
        return complete_with(d, r, seat, d.drawn, true) && legal_win(r, drawn_win(d, r, seat));
    }
    bool must_win(const Player& p) const { return (p.ready == Ready::HEAVENLY || p.ready == Ready::EARTHLY) && !play.ready_may_pass; }
    bool flowers_in_turn(int seat) const;
    bool may_declare(const Player& p) const;
    // What a player who has just claimed may not discard.
    Tiles locked_after_claim(const Player& p) const;
    void ask_turn();
    void add_declarations(Actions& mine, Tiles kinds, int seat) const;
    void add_kongs(Actions& mine, int seat) const;
    void act(int chosen);
    static void lose_pending(Player& p);
    // A draw ends what passed wins and pungs have barred.
    void unbar(Player& p) const {
        if (play.passed_wins != byte(int(PassedWins::SELF_DRAW_TOO))) p.barred = false;
        p.passed = p.unpunged = 0;
    }
    void bar_passed_wins();
    void bar_passed_pungs();
    void discard(int seat, int chosen);

    // --- kongs
    void declare_kong(int seat, int chosen);
    void open_robbing(int maker, int tile, Robbed robbed);
    int payer() const;
    void after_robbing() { settle_window(d.maker); }
    void complete_kong();
    void touch();

    // --- windows
    // Adds a win of the current tile, or a false win, to the actions of a seat; a seat that must win may do nothing else.
    bool add_win(Actions& legal, int seat, By by);
    void offer();
    void add_claims(Actions& legal, int seat, bool next) const;
    // Settles the wins and false wins of a window, in turn after a seat; true if the deal has ended.
    bool settle_window(int from);
    bool orphans(int seat) const;
    void take_wins(const int* calling, int n, int from);
    void after_discard();
    // Continues if nobody has claimed the discard.
    void go_on(int next);
    void claim(int seat, int chosen);

    // --- ends
    void win(int seat, const RowOf& row, int target);
    void end(Result result) { d.result = result, d.next = Step::OVER, d.at = At::NOTHING, d.asked = d.window = d.among = 0; }
    void false_win(int seat);
    void exhausted();
};

}  // namespace sikwu
