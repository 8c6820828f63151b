#include "pay.hpp"

#include <algorithm>

namespace sikwu {

bool PriceLine::of(int fan, std::int64_t& amount) const {
    const int place = fan - first, rows = static_cast<int>(amounts.size());
    if (place < 0) return false;
    if (place < rows) return amount = amounts[static_cast<std::size_t>(place)], true;
    if (ends || step > (MOST - amounts.back()) / (place - rows + 1)) return false;
    return amount = amounts.back() + step * (place - rows + 1), true;
}

namespace {

constexpr int AT_THE_WIN = 99;  // later than every meld

// The player whose discard began the turn in which a meld was laid down; -1: nobody. An added kong keeps the place where its pung was claimed.
int turn_feeder(const Win& win, int place) {
    const MeldKind kind = win.meld[place].kind;
    if (kind == MeldKind::ADDED || kind == MeldKind::CONCEALED)
        while (place > 0 && win.same_turn(place)) --place;
    return win.meld_feeder(place);
}

bool on_table(const Meld& m, bool hidden) { return !hidden || m.kind != MeldKind::CONCEALED; }

// The fan of honours that the first melds on the table show.
int shown(const PayTable& t, const Win& win, int melds) {
    constexpr int EAST = 27, DRAGONS = 31;
    int fan = 0;
    for (int i = 0; i < melds; ++i) {
        const Meld& m = win.meld[i];
        if (m.kind == MeldKind::CHOW || !on_table(m, t.hidden_kongs) || m.tile < EAST) continue;
        if (m.tile >= DRAGONS) fan += t.shows[0];
        if (m.tile == EAST + win.seat) fan += t.shows[1];
        if (m.tile == EAST + win.round) fan += t.shows[2];
    }
    return fan;
}

// The index of the meld that completed what a charge needs; -1 if not all of it is on the table.
int completed(const Charge& c, const Win& win, const PayTable& t) {
    int found = 0, fed[4] = {0, 0, 0, 0};
    const int shows = !SMALL && c.bearer <= Bearer::TURN ? c.shown : 0;
    for (int i = 0; i < win.melds; ++i) {
        const Meld& m = win.meld[i];
        if (!on_table(m, t.hidden_kongs) || !(c.of & bit(m.tile)) || (c.kongs && !m.kong())) continue;
        if (shows && shown(t, win, i) < shows) continue;
        const int by = !SMALL && c.one_feeder ? win.meld_feeder(i) : 4;
        if (by >= 0 && (by == 4 ? ++found : ++fed[by]) == c.sets) return i;
    }
    return -1;
}

// Whether nobody had discarded the winning tile before; false if the win says nothing of the table.
bool fresh_tile(const Win& win) {
    if (win.tile < 0 || win.by != By::DISCARD) return false;
    bool told = win.row[field::DISCARDS.at] != ABSENT;
    for (int t = 0; t < KINDS; ++t) told |= win.visible(t) > 0;
    Tiles laid = 0;
    for (int i = 0; i < win.melds; ++i) laid |= Tiles{win.meld[i].kind == MeldKind::CHOW ? 7u : 1u} << win.meld[i].tile;
    return told && !win.visible(win.tile) && !(laid & bit(win.tile));
}

// What only a house asks of a win.
bool house_lies(const PayTable& t, const Charge& c, const Win& win) {
    const int left = field::value(win.row, field::LEFT), kong = c.bearer == Bearer::KONG ? win.first_kong() : -1;
    if (c.left >= 0 && (!left || left > c.left + 1)) return false;
    if (c.fresh && !(c.bearer == Bearer::KONG ? kong >= 0 && win.fresh(kong) : fresh_tile(win))) return false;
    return c.bearer <= Bearer::TURN || shown(t, win, win.melds) >= c.shown;
}

Tiles kinds_of(const Win& win) {
    Tiles held = win.planes.at_least[0];
    for (int i = 0; i < win.melds; ++i) held |= Tiles{win.meld[i].kind == MeldKind::CHOW ? 7u : 1u} << win.meld[i].tile;
    return held;
}

// Checks everything except the melds on the table; `last` is the completing meld, -1: the win itself.
bool lies(const Charge& c, const Win& win, const Verdict& v, int last) {
    if (c.last != Last::ANY && last >= 0)
        if (win.meld[last].kind != MeldKind::EXPOSED || (c.last == Last::FRESH_KONG && !win.fresh(last))) return false;
    if (c.asks_chain) {
        const int chain = field::value(win.row, field::KONG_CHAIN);
        if (chain < c.least || chain > c.most || (c.unbroken && field::value(win.row, field::CHAIN_BROKEN))) return false;
        if (c.tight && !field::value(win.row, field::CHAIN_TIGHT)) return false;
    }
    if (c.robbed >= 0 && field::value(win.row, field::ROBBED) != c.robbed) return false;
    if (c.asks_counted && !(v.counted & c.counts).any()) return false;
    if ((v.counted & c.unless).any()) return false;
    if (c.made_of.empty()) return true;
    const Tiles held = kinds_of(win);
    for (const Tiles set : c.made_of)
        if (!(held & ~set)) return true;
    return false;
}

int bearer(const Charge& c, const Win& win, int place) {
    switch (c.bearer) {
        case Bearer::CLAIM:
            if (win.meld[place].kind == MeldKind::CONCEALED) return win.meld_feeder(place);
            return turn_feeder(win, place);
        case Bearer::TURN: return turn_feeder(win, place);
        case Bearer::DISCARDER: return win.feeder();
        case Bearer::KONG: return win.kong_feeder();
        case Bearer::EIGHTH: return win.eighth_flower();
    }
    return -1;
}

Answer answer(const PayTable& t, const Win& win, const Verdict& v, const std::vector<Charge>& charges) {
    Answer best;
    bool named = false;
    for (std::size_t i = 0; i < charges.size(); ++i) {
        const Charge& c = charges[i];
        const bool by_melds = c.bearer <= Bearer::TURN;
        const int place = c.sets ? completed(c, win, t) : -1;
        if (c.sets && place < 0) continue;
        if (!SMALL && c.of_house() && !house_lies(t, c, win)) continue;
        const int order = by_melds ? place : AT_THE_WIN;
        // A charge that only says that a discarder pays alone goes after any other.
        const bool names = c.bearer == Bearer::DISCARDER && c.share == Share::ALONE;
        if (best.seat >= 0 && (names || (!named && (t.later_replaces ? order <= best.order : order >= best.order)))) continue;
        const int seat = bearer(c, win, place);
        if (seat < 0 || !lies(c, win, v, by_melds ? place : -1)) continue;
        best = {seat, order, c.share, static_cast<int>(i), by_melds ? place : -1}, named = names;
    }
    return best;
}

// Judging does not check the seats of a row: three bits can hold more than four seats.
bool seats_good(const Win& win) {
    int most = win.feeder();
    most = std::max({most, win.eighth_flower(), field::value(win.row, field::KONG_FEEDER) - 1});
    for (int i = 0; i < MAX_MELDS; ++i) most = std::max(most, win.meld_feeder(i));
    return most < 4;
}

// Two receivers of the parts of a payment: this one adds up what each seat pays …
struct Sums {
    static constexpr bool PARTS = false;
    std::int64_t paid[4] = {0, 0, 0, 0};
    void operator()(int payer, std::int64_t units, Reason) { paid[payer] += units; }
};
// … and this one lists the parts.
struct Parts {
    static constexpr bool PARTS = true;
    std::vector<Part> all;
    SIKWU_SELDOM void operator()(int payer, std::int64_t units, Reason reason) {
        if (units) all.push_back({payer, units, reason});
    }
};

// The fan that are paid for, and the further ones of what the dealer pays, or is paid.
struct Owed {
    const PayTable& table;
    const PriceLine& line;
    int fan, dealer;
    bool to_dealer;
    int parts, mine;  // how many parts of the price, and how many of them the first payer owes
    // The price that a payer owes for this many parts, with the dealer's fan and factor; false: the table has no such price.
    bool of(int payer, std::int64_t& price, int weight) const {
        const bool dealt = to_dealer || payer == 0;
        if (!line.of(fan + (dealt ? dealer : 0), price)) return false;
        price = price / parts * weight;
        if (dealt) price = price / table.dealer_over * table.dealer_times;
        return true;
    }
    bool of(int payer, std::int64_t& price) const { return of(payer, price, mine); }
    // The part that a payer owes for the hand, and a separate one for what a paying dealer adds.
    template <class Hears>
    bool tell(int payer, Reason reason, Hears& hears) const {
        std::int64_t price = 0, hand = 0;
        if (!of(payer, price)) return false;
        if constexpr (Hears::PARTS) {
            if (payer == 0 && dealer && !table.dealer_wins_more) {
                if (!line.of(fan, hand)) return false;
                hears(payer, hand, reason);
                hears(payer, price - hand, Reason::DEALER);
                return true;
            }
        }
        hears(payer, price, reason);
        return true;
    }
};

// The parts for a win on another player's tile; false: there is no price.
template <class Hears>
bool fed_parts(const PayTable& t, const Answer& found, int winner, int feeder, const Owed& owed, Hears& hears) {
    const bool alone = found.seat >= 0 && found.share == Share::ALONE, shared = t.bystander != 0;
    const int payer = alone ? found.seat : feeder;
    if (!shared && (found.seat < 0 || alone)) return owed.tell(payer, alone ? Reason::CHARGE : Reason::WHOLE, hears);
    std::int64_t price = 0;
    bool priced = owed.of(payer, price);
    if (!shared) {
        if (found.seat == payer) return hears(payer, price, Reason::WHOLE), priced;
        if (found.share == Share::WHOLE) return hears(found.seat, price, Reason::CHARGE), priced;
        hears(payer, price / 2, Reason::HALF), hears(found.seat, price / 2, Reason::CHARGE);
        return priced;
    }
    const bool own = found.seat < 0 || alone, all = !own && found.share == Share::WHOLE && found.seat != payer;
    if (!all) hears(payer, price, alone ? Reason::CHARGE : Reason::SHARED);
    std::int64_t rest = all ? price : 0;
    for (int seat = 0; seat < 4; ++seat) {
        if (seat == payer || seat == winner) continue;
        std::int64_t due = 0;
        priced &= owed.of(seat, due, t.bystander);
        if (own) hears(seat, due, Reason::BYSTANDER);
        rest += due;
    }
    if (!own) hears(found.seat, rest, Reason::CHARGE);
    return priced;
}

// The same for a self-draw, or for a win paid like one.
template <class Hears>
bool drawn_parts(const Answer& found, int winner, const Owed& owed, Hears& hears) {
    if (found.seat >= 0 && found.share == Share::ALONE) return owed.tell(found.seat, Reason::CHARGE, hears);
    bool priced = true;
    std::int64_t own = 0, rest = 0;
    for (int seat = 0; seat < 4; ++seat) {
        if (seat == winner) continue;
        if (found.seat < 0) {
            priced &= owed.tell(seat, Reason::EACH, hears);
            continue;
        }
        std::int64_t part = 0;
        priced &= owed.of(seat, part);
        (seat == found.seat ? own : rest) += part;
    }
    if (found.seat >= 0) hears(found.seat, own, Reason::OWN), hears(found.seat, rest, Reason::CHARGE);
    return priced;
}

template <class Hears>
Paid settle(const PayTable& t, const Win& win, const Verdict& v, Hears& hears) {
    if (v.fan < 0 || !seats_good(win)) return Paid::NO_WIN;
    const bool fed = win.by == By::DISCARD || win.by == By::ROB_KONG;
    const int feeder = win.feeder();
    const Answer found = answer(t, win, v);
    const int hot = heat(t, v);
    const bool more = win.seat == 0 ? t.dealer_wins_more : t.dealer_pays_more;
    const int dealer = !more ? 0 : win.streak() ? t.dealer_first + t.dealer_each * win.streak() : t.dealer_at_zero;
    const int only = fed ? feeder : found.share == Share::ALONE ? found.seat : -1;  // who pays; -1: all three
    if (v.fan - v.aside + (t.payer_in_minimum && only <= 0 ? dealer : 0) < t.minimum) return Paid::BELOW_MINIMUM;
    if ((fed && (feeder < 0 || feeder == win.seat)) || found.seat == win.seat) return Paid::NO_FEEDER;  // no seat pays itself
    const bool discard = fed && (found.seat < 0 || found.share != Share::REST);
    const Owed owed{
        t, (discard ? t.discard : t.drawn)[hot], t.by_capped ? v.capped : v.fan, dealer, win.seat == 0, discard ? t.parts : 1, discard ? t.discarder : 1};
    const bool priced = discard ? fed_parts(t, found, win.seat, feeder, owed, hears) : drawn_parts(found, win.seat, owed, hears);
    return priced ? Paid::PAID : Paid::NO_PRICE;
}

}  // namespace

Answer answer(const PayTable& t, const Win& win, const Verdict& v) {
    const std::vector<Charge>& charges = t.charges[t.occasion[static_cast<int>(win.by)]];
    return charges.empty() ? Answer{} : answer(t, win, v, charges);
}

int heat(const PayTable& t, const Verdict& v) { return !t.heated ? 0 : (v.counted & t.hottest).any() ? 2 : (v.marks & t.hot).any() ? 1 : 0; }

Paid pay(const PayTable& t, const Win& win, const Verdict& v, std::int64_t change[4]) {
    for (int i = 0; i < 4; ++i) change[i] = 0;
    Sums sums;
    const Paid told = settle(t, win, v, sums);
    if (told != Paid::PAID) return told;
    for (int seat = 0; seat < 4; ++seat) {
        if (seat == win.seat) continue;
        change[seat] = -sums.paid[seat];
        change[win.seat] += sums.paid[seat];
    }
    return told;
}

std::vector<Part> paid_parts(const PayTable& t, const Win& win, const Verdict& v) {
    Parts parts;
    if (settle(t, win, v, parts) != Paid::PAID) parts.all.clear();
    return std::move(parts.all);
}

}  // namespace sikwu
