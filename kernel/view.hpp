// What one seat may see of a deal. Players receive a view, never a deal: a view gives no access to hidden tiles.
#pragma once
#include <algorithm>

#include "rows.hpp"

namespace sikwu {

class View {
  public:
    static constexpr std::uint8_t HIDDEN = Deal::NO_TILE;
    struct Thrown {
        std::uint8_t tile, seat;
        bool drawn;  // whether it had just been drawn
    };

    // In place of a seat: a spectator, who has no hand; the fields of the hand below are empty.
    static constexpr int WATCHER = 4;

    View(const Deal& deal, const TableRules& rules, int seat) : d_(deal), r_(rules), seat_(seat) {}

    int seat() const { return seat_; }
    bool watches() const { return seat_ == WATCHER; }
    unsigned shapes() const { return r_.program->shapes; }
    int size() const { return r_.play.size; }
    int reserved() const { return r_.play.reserved; }
    int minimum() const { return r_.pay->minimum; }

    // --- the viewer's hand
    const Counts& hand() const { return own().hand; }
    const Planes& kinds() const { return own().kinds; }
    bool barred() const { return own().barred; }
    bool own_turn() const { return d_.at == At::TURN && d_.actor == seat_; }
    int drawn() const { return own_turn() ? d_.drawn : HIDDEN; }
    // Empty if the seat is not asked.
    Actions legal() const { return asked() ? d_.legal[seat_] : Actions{}; }
    bool asked() const { return d_.asked >> seat_ & 1; }
    At at() const { return asked() ? d_.at : At::NOTHING; }

    // What the winner of a plain win with this many fan receives in all, by a discard or self-drawn, in units of the paying table.
    double price(int fan, bool drawn) const {
        const PayTable& pay = *r_.pay;
        const PriceLine& line = drawn ? pay.drawn[0] : pay.discard[0];
        const double plain = amount(line, fan), all = 2 * plain + amount(line, fan + dealer_fan(seat_));
        return drawn ? all : all / 3 * (pay.discarder + 2 * pay.bystander) / static_cast<double>(pay.parts);
    }
    // What a discard costs this seat that another wins with.
    double cost(int fan, int winner) const {
        const PayTable& pay = *r_.pay;
        return amount(pay.discard[0], fan + (seat_ == 0 ? dealer_fan(winner) : 0)) * pay.discarder / static_cast<double>(pay.parts);
    }
    // What a great hand of a seat costs whoever is liable for it: as much as all pay when it is drawn, at the ceiling or far beyond the minimum.
    double great(int winner) const {
        const int fan = r_.program->cap ? r_.program->cap : minimum() + GREAT;
        return 2 * amount(r_.pay->drawn[0], fan) + amount(r_.pay->drawn[0], fan + dealer_fan(winner));
    }
    // What a win pays that may yet come to some concealed tiles; 0: it is none. `more`: one more meld; `ready`: declared.
    double pays(const Counts& hand, int tile, bool drawn, const Laid* more = nullptr, Ready ready = Ready::NONE) const {
        return paid(possible_win(d_, r_, seat_, hand, tile, drawn ? By::SELF_DRAW : By::DISCARD, more, ready));
    }
    // What the win pays that the seat may take now.
    double pays_now() const {
        if (d_.at == At::TURN || d_.at == At::OPENING) return paid(drawn_win(d_, r_, seat_));
        return paid(fed_win(d_, r_, seat_, d_.tile, d_.at == At::KONG ? By::ROB_KONG : By::DISCARD, offers()));
    }
    // Whether a win that is passed bars the seat from others' discards until its next draw.
    bool bars_passed_wins() const { return r_.play.passed_wins != 0; }
    // What a declaration in this turn would be.
    Ready declaring() const {
        switch (static_cast<Declarations>(r_.play.declarations)) {
            case Declarations::DECLARED: return Ready::DECLARED;
            case Declarations::CONCEALED: return Ready::CONCEALED;
            default: return d_.at == At::OPENING ? Ready::HEAVENLY : Ready::EARTHLY;
        }
    }
    // Whether a claim of this kind would make the discarder liable for a seat's win; decided by the melds on the table alone.
    bool feeds_duty(int seat, int kind) const {
        if (melds(seat) < 2) return false;
        for (const Charge& charge : r_.pay->charges[static_cast<std::size_t>(By::SELF_DRAW)]) {
            if (charge.bearer != Bearer::CLAIM || charge.sets < 2 || charge.kongs || !(charge.of >> kind & 1)) continue;
            int laid = 0;
            for (int i = 0; i < melds(seat); ++i) laid += meld(seat, i).tile < KINDS && (charge.of >> meld(seat, i).tile & 1);
            if (laid == charge.sets - 1) return true;
        }
        return false;
    }

    // The kinds that complete the viewer's hand.
    Tiles waits() const { return waited_for(d_, r_, seat_); }
    // Those of them that would win in this way.
    Tiles winning(By by) const {
        Tiles won = 0;
        for (Tiles left = waits(); left; left &= left - 1)
            if (would_win(d_, r_, seat_, std::countr_zero(left), by)) won |= left & (~left + 1);
        return won;
    }

    // --- what everybody sees
    int tiles(int seat) const {
        int n = std::popcount(d_.player[seat].held);
        for (const Tiles plane : d_.player[seat].kinds.at_least) n += std::popcount(plane);
        return n;
    }
    int flowers(int seat) const { return d_.player[seat].flowers; }
    Ready ready(int seat) const { return d_.player[seat].ready; }
    bool dead(int seat) const { return d_.player[seat].dead; }
    int discards(int seat) const { return d_.player[seat].discards; }
    int melds(int seat) const { return d_.player[seat].melds; }
    Laid meld(int seat, int i) const {
        Laid meld = d_.player[seat].meld[i];
        if (face_down(seat, meld.kind)) meld.tile = HIDDEN;
        return meld;
    }
    int lying() const { return d_.lying; }
    Thrown thrown(int i) const { return {d_.river[i], static_cast<std::uint8_t>(d_.river_by[i] & 3), (d_.river_by[i] >> 2 & 1) != 0}; }
    int drawable() const { return sikwu::drawable(d_, r_); }
    int round() const { return d_.round; }
    int streak() const { return d_.streak; }
    int turn() const { return d_.turn; }
    int actor() const { return d_.actor; }
    bool opening() const { return d_.opening; }
    Result result() const { return d_.result; }

    // --- the question to the seat: hidden from all others, who would learn from it what the seat can do
    // Whether a tile is offered to this seat: a discard, or the tile of a kong.
    bool offering() const { return at() == At::DISCARD || at() == At::KONG; }
    // The seat that offers it.
    int offers() const { return d_.at == At::KONG ? d_.maker : d_.discarder; }
    int offered() const { return offering() && !(d_.at == At::KONG && face_down(d_.maker, kind_of(d_.robbed))) ? d_.tile : HIDDEN; }

    // The kong being made while others are asked whether they rob it; it is not among the melds yet.
    bool kong_pending() const { return d_.at == At::KONG; }
    Laid pending_kong() const {
        const std::uint8_t tile = face_down(d_.maker, kind_of(d_.robbed)) ? HIDDEN : d_.tile;
        const bool fed = d_.robbed == Robbed::EXPOSED;
        return {kind_of(d_.robbed), tile, static_cast<std::uint8_t>(fed ? 1 + d_.discarder : 0), d_.turn, fed ? d_.tile : HIDDEN};
    }

    // The copies of each kind that the seat sees: its own, melds, and unclaimed discards.
    Counts seen() const {
        Counts n = own().hand;
        if (kong_pending()) {
            const Laid kong = pending_kong();
            if (kong.tile != HIDDEN) n[kong.tile] = static_cast<std::uint8_t>(n[kong.tile] + (kong.kind == MeldKind::ADDED ? 1 : 4));
        }
        for (int i = 0; i < d_.lying; ++i) ++n[d_.river[i]];
        for (int seat = 0; seat < 4; ++seat)
            for (int i = 0; i < d_.player[seat].melds; ++i) {
                const Laid& meld = d_.player[seat].meld[i];
                if (!face_down(seat, meld.kind)) add(n, meld);
            }
        return n;
    }

  private:
    static MeldKind kind_of(Robbed kong) {
        return kong == Robbed::ADDED ? MeldKind::ADDED : kong == Robbed::CONCEALED ? MeldKind::CONCEALED : MeldKind::EXPOSED;
    }
    static constexpr int GREAT = 5;
    // A paying dealer's further fan.
    int dealer_fan(int winner) const {
        const PayTable& pay = *r_.pay;
        if (!pay.dealer_pays_more || winner == 0) return 0;
        return d_.streak ? pay.dealer_first + pay.dealer_each * d_.streak : pay.dealer_at_zero;
    }
    double amount(const PriceLine& line, int fan) const {
        if (r_.pay->by_capped && r_.program->cap) fan = std::min(fan, r_.program->cap);
        std::int64_t found = 0;
        if (!line.of(fan, found)) found = line.amounts.empty() || fan < line.first ? 0 : line.amounts.back();
        return static_cast<double>(found);
    }
    double paid(const RowOf& row) const {
        Win win;
        std::int64_t change[4];
        if (!read_row(row.bytes, win) || pay(*r_.pay, win, judge(*r_.program, win), change) != Paid::PAID) return 0;
        return static_cast<double>(change[seat_]);
    }
    const Player& own() const { return d_.player[seat_]; }
    bool face_down(int seat, MeldKind kind) const { return kind == MeldKind::CONCEALED && r_.play.kongs_hidden && seat != seat_; }

    const Deal& d_;
    const TableRules& r_;
    int seat_;
};

}  // namespace sikwu
