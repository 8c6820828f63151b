#include "careful.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "distance.hpp"

namespace sikwu {

double Parameters::hazard(int melds, int turns) const {
    const double gone = 1.0 - std::min(1.0, turns / 18.0);
    return std::clamp((of[HAZARD] + of[HAZARD_RISE] * gone) * (1.0 + of[HAZARD_MELD] * melds), 0.0, 0.95);
}

namespace {

enum Family { MIXED, ALL_CHOWS, ALL_PUNGS, NARROW };

Family family_of(const Plan& plan) {
    if (plan.sets == SetsOf::PUNGS) return ALL_PUNGS;
    if (std::popcount(plan.kinds) < 20 || plan.shape != SHAPE_STANDARD) return NARROW;
    return plan.sets == SetsOf::CHOWS ? ALL_CHOWS : MIXED;
}

double live_at(const Parameters& p, int family, int away) {
    const double live = away == 1 ? p[Parameters::LIVE_LAST] : p[Parameters::LIVE_NEXT] + p[Parameters::LIVE_STEP] * (away - 2);
    const double times[] = {1.0, p[Parameters::LIVE_CHOWS], p[Parameters::LIVE_PUNGS], p[Parameters::LIVE_NARROW]};
    return live * times[family];
}

// Tiles that may help in one turn: the seat's own draw, and others' discards.
double chances_at(const Parameters& p, int family, int away, bool concealed, bool self_drawn) {
    if (away == 1) return self_drawn ? 1.0 : p[Parameters::CHANCES_LAST];
    if (concealed) return 1.0;
    return p[family == ALL_PUNGS ? Parameters::CHANCES_PUNGS : Parameters::CHANCES_ANY];
}

double advance(double live, double unseen, double chances) { return 1.0 - std::pow(1.0 - std::min(0.95, live / unseen), chances); }

constexpr double USUAL_UNSEEN = 90.0;

}  // namespace

Parameters::Parameters(std::vector<double> numbers) : of(std::move(numbers)) {
    for (int melds = 0; melds < MELDS; ++melds)
        for (int family = 0; family < FAMILIES; ++family)
            for (int concealed = 0; concealed < 2; ++concealed)
                for (int drawn = 0; drawn < 2; ++drawn) {
                    auto& table = chance[melds][family][concealed][drawn];
                    for (int t = 0; t < TURNS; ++t) table[0][t] = 1.0F;
                    for (int away = 1; away < AWAY; ++away) {
                        const double on = advance(live_at(*this, family, away), USUAL_UNSEEN, chances_at(*this, family, away, concealed, drawn));
                        table[away][0] = 0.0F;
                        for (int t = 1; t < TURNS; ++t)
                            table[away][t] = static_cast<float>((1.0 - hazard(melds, t)) * (on * table[away - 1][t - 1] + (1.0 - on) * table[away][t - 1]));
                    }
                }
}

namespace {

// What a seat has laid open: which plans it still allows, and what it brings.
struct Side {
    std::uint64_t plans = 0;
    int fan = 0;
    bool claimed = false;

    Side(const Plans& all, const View& view, int more_kind = -1, int more_tile = -1) {
        Tiles kinds = 0;
        bool chows = false, pungs = false;
        const int me = view.seat(), round = view.round();
        const auto take = [&](MeldKind kind, int tile) {
            const bool chow = kind == MeldKind::CHOW;
            kinds |= (chow ? Tiles{7} : Tiles{1}) << tile, chows |= chow, pungs |= !chow, claimed |= kind != MeldKind::CONCEALED;
            if (!chow && tile >= SUITED) fan += all.honour[me][round][tile - SUITED];
        };
        for (int i = 0; i < view.melds(me); ++i) take(view.meld(me, i).kind, view.meld(me, i).tile);
        if (more_kind >= 0) take(static_cast<MeldKind>(more_kind), more_tile);
        for (std::size_t i = 0; i < all.all.size(); ++i) {
            const Plan& plan = all.all[i];
            const bool fits = !(kinds & ~plan.kinds) && !(chows && plan.sets == SetsOf::PUNGS) && !(pungs && plan.sets == SetsOf::CHOWS) &&
                              (plan.shape == SHAPE_STANDARD || !(chows || pungs));
            plans |= std::uint64_t{fits} << i;
        }
        fan += all.flowers[me][view.flowers(me)];
    }
};

// ---- steady: as few tiles as possible away from a hand that may win

int reach_of(const Plans& plans, const Side& side, const PlanRow* away, int minimum) {
    int best = NO_PLAN;
    for (std::uint64_t left = side.plans; left; left &= left - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(left));
        const int need = minimum - side.fan - plans.all[i].least[!side.claimed][0];
        if (need < HONOUR_LEVELS) best = std::min<int>(best, away[i][std::max(0, need)]);
    }
    return best;
}

struct Thinker {
    const Plans& plans;
    const Parameters* p;
    const View& view;
    const int me, round, minimum, turns;
    const Counts seen;
    double unseen = 0;
    int most_melds = 0;

    Thinker(const Plans& of, const Parameters* by, const View& v)
        : plans(of),
          p(by),
          view(v),
          me(v.seat()),
          round(v.round()),
          minimum(v.minimum()),
          turns(std::min(Parameters::TURNS - 1, (v.drawable() + 3) / 4)),
          seen(v.seen()) {
        for (const int n : seen) unseen += 4 - n;
        unseen = std::max(unseen, 1.0);
        for (int seat = 0; seat < 4; ++seat)
            if (seat != me) most_melds = std::max(most_melds, v.melds(seat));
        most_melds = std::min(most_melds, Parameters::MELDS - 1);
    }

    int live(Tiles useful) const {
        int n = 0;
        for (; useful; useful &= useful - 1) n += 4 - seen[static_cast<std::size_t>(std::countr_zero(useful))];
        return n;
    }

    // What a plan with so much fan from honours is worth; `live`: useful tiles, below 0: as many as usual.
    double worth(const Side& side, std::size_t i, int level, int away, int live) const {
        const Plan& plan = plans.all[i];
        const Family family = family_of(plan);
        double best = 0;
        for (int concealed = 0; concealed <= !side.claimed; ++concealed) {
            const auto fan = [&](bool drawn) { return (plan.least[concealed][drawn] + plan.mean[concealed][drawn]) / 2 + side.fan + level; };
            if (plan.least[concealed][0] < 0) continue;
            const bool by_discard = fan(false) >= minimum;
            if (!by_discard && fan(true) < minimum) continue;
            const double last = by_discard ? (*p)[Parameters::CHANCES_LAST] : 1.0;
            const double price = ((last - 1.0) * (by_discard ? view.price(fan(false), false) : 0.0) + view.price(fan(true), true)) / last;
            const auto& table = p->chance[most_melds][family][concealed][!by_discard];
            double chance = table[std::min(away, Parameters::AWAY - 1)][turns];
            if (live >= 0 && away > 0 && away < Parameters::AWAY) {
                const double on = advance(live, unseen, chances_at(*p, family, away, concealed, !by_discard));
                chance = 0;
                for (int t = 1; t <= turns; ++t) chance = (1.0 - p->hazard(most_melds, t)) * (on * table[away - 1][t - 1] + (1.0 - on) * chance);
            }
            best = std::max(best, chance * price);
        }
        return best;
    }

    // The best plans of a hand, then what it is worth by them: counted tiles for the few that matter.
    struct Way {
        double worth;
        std::uint8_t plan, level, away;
    };
    static constexpr int WAYS = 4;
    int ways(const Side& side, const PlanRow* away, Way* out) const {
        int n = 0;
        for (std::uint64_t left = side.plans; left; left &= left - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(left));
            Way best{0, static_cast<std::uint8_t>(i), 0, 0};
            for (int level = 0; level < HONOUR_LEVELS; ++level) {
                if (away[i][level] >= NO_PLAN) break;
                const double found = worth(side, i, level, away[i][level], -1);
                if (found > best.worth)
                    best = {found, static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(level), static_cast<std::uint8_t>(away[i][level])};
            }
            if (best.worth <= 0) continue;
            int at = std::min(n, WAYS);
            if (at == WAYS && out[WAYS - 1].worth >= best.worth) continue;
            if (at == WAYS) --at;
            while (at > 0 && out[at - 1].worth < best.worth) out[at] = out[at - 1], --at;
            out[at] = best;
            n = std::min(n + 1, WAYS);
        }
        return n;
    }
    double mixed(const double* worth, int n) const {
        double best = 0, all = 0;
        for (int i = 0; i < n; ++i) best = std::max(best, worth[i]), all += worth[i];
        return best + (*p)[Parameters::MIX] * (all - best);
    }
    double rough(const Side& side, const PlanRow* away) const {
        Way of[WAYS];
        const int n = ways(side, away, of);
        double worth[WAYS];
        for (int i = 0; i < n; ++i) worth[i] = of[i].worth;
        return mixed(worth, n);
    }
    double counted(const Side& side, const Counts& hand, const PlanRow* away) const {
        Way of[WAYS];
        const int n = ways(side, away, of);
        double found[WAYS];
        for (int i = 0; i < n; ++i) {
            Tiles useful;
            plan_useful(plans, of[i].plan, of[i].level, hand.data(), me, round, useful);
            found[i] = worth(side, of[i].plan, of[i].level, of[i].away, live(useful));
        }
        return mixed(found, n);
    }
    double value(const Side& side, const Counts& hand) const {
        PlanRow away[Plans::MOST];
        plan_distances(plans, hand.data(), me, round, away);
        return counted(side, hand, away);
    }

    // ---- danger

    struct Threat {
        int seat = 0;
        double ready = 0, price = 0;
        Tiles thrown = 0, suit = 0;  // suit: the tiles of the one suit of its melds and the honours; none: several suits, or few melds
    };
    Threat threats[3];
    int threatening = 0;

    void look_round() {
        Tiles thrown[4] = {};
        for (int i = 0; i < view.lying(); ++i) thrown[view.thrown(i).seat] |= bit(view.thrown(i).tile);
        for (int seat = 0; seat < 4; ++seat) {
            if (seat == me || view.dead(seat)) continue;
            Threat& t = threats[threatening++];
            t.seat = seat, t.thrown = thrown[seat];
            unsigned suits = 0;
            for (int i = 0; i < view.melds(seat); ++i)
                if (view.meld(seat, i).tile < SUITED) suits |= 1U << view.meld(seat, i).tile / 9;
            const Parameters& q = *p;
            const bool flush = view.melds(seat) >= 2 && std::has_single_bit(suits);
            if (flush) t.suit = Tiles{0x1FF} << 9 * std::countr_zero(suits) | Tiles{0x7F} << SUITED;
            const double late = 1.0 - std::min(1.0, view.drawable() / 84.0);
            const double odds = q[Parameters::READY] + q[Parameters::READY_LATE] * late + q[Parameters::READY_MELD] * view.melds(seat);
            t.ready = view.ready(seat) != Ready::NONE ? 1.0 : 1.0 / (1.0 + std::exp(-odds));
            const double fan = minimum + q[Parameters::DEAR] + (flush ? q[Parameters::DEAR_FLUSH] : 0.0);
            t.price = view.price(static_cast<int>(fan + 0.5), false);
        }
    }
    double danger(int kind) const {
        const Parameters& q = *p;
        const int rank = kind % 9;
        const double wait = kind >= SUITED + 4       ? q[Parameters::WAIT_DRAGON]
                            : kind >= SUITED         ? q[Parameters::WAIT_WIND]
                            : rank == 0 || rank == 8 ? q[Parameters::WAIT_EDGE]
                                                     : q[Parameters::WAIT_MIDDLE];
        const int open = seen[static_cast<std::size_t>(kind)] - view.hand()[static_cast<std::size_t>(kind)];
        const double copies = std::pow(q[Parameters::SEEN], open);
        double sum = 0;
        for (int i = 0; i < threatening; ++i) {
            const Threat& t = threats[i];
            double times = copies * (t.thrown >> kind & 1 ? q[Parameters::THROWN] : 1.0);
            if (t.suit) times *= t.suit >> kind & 1 ? q[Parameters::FLUSH_IN] : q[Parameters::FLUSH_OUT];
            sum += t.ready * std::min(0.9, wait * times) * t.price;
            if (view.feeds_duty(t.seat, kind)) sum += q[Parameters::LIABLE] * t.ready * view.price(minimum + 5, true);
        }
        return q[Parameters::DANGER] * sum;
    }

    // ---- decisions

    static constexpr int LOOKED_AT = 5;  // discards whose useful tiles are counted
    struct Choice {
        int kind = -1;
        double value = -1e18;
    };

    Choice best_discard(const Side& side, const Counts& hand, Tiles kinds) const {
        PlanRow away[KINDS][Plans::MOST];
        plan_distances_after(plans, hand.data(), me, round, kinds, away);
        Choice found[LOOKED_AT];
        for (Tiles left = kinds; left; left &= left - 1) {
            const int kind = std::countr_zero(left);
            const double now = rough(side, away[kind]) - danger(kind);
            int at = LOOKED_AT;
            while (at > 0 && found[at - 1].value < now) --at;
            if (at == LOOKED_AT) continue;
            for (int i = LOOKED_AT - 1; i > at; --i) found[i] = found[i - 1];
            found[at] = {kind, now};
        }
        Choice best;
        for (const Choice& each : found) {
            if (each.kind < 0) break;
            Counts left = hand;
            --left[static_cast<std::size_t>(each.kind)];
            const double now = counted(side, left, away[each.kind]) - danger(each.kind);
            if (now > best.value) best = {each.kind, now};
        }
        return best;
    }

    int turn(const Actions& legal) const {
        const Side side(plans, view);
        const Choice best = best_discard(side, view.hand(), legal.from(action::DISCARD));
        int chosen = action::DISCARD + best.kind;
        double value_of = best.value;
        for (const auto& [first, copies, kind] : {std::tuple{action::CONCEALED, 4, MeldKind::CONCEALED}, std::tuple{action::ADDED, 1, MeldKind::ADDED}})
            for (Tiles left = legal.from(first); left; left &= left - 1) {
                const int tile = std::countr_zero(left);
                Counts hand = view.hand();
                hand[static_cast<std::size_t>(tile)] = static_cast<std::uint8_t>(hand[static_cast<std::size_t>(tile)] - copies);
                const Side after = kind == MeldKind::CONCEALED ? Side(plans, view, static_cast<int>(kind), tile) : side;
                const double now = value(after, hand);
                if (now >= value_of) chosen = first + tile, value_of = now;
            }
        return chosen;
    }

    int claim(const Actions& legal) const {
        const Side side(plans, view);
        const int tile = view.offered();
        const double before = value(side, view.hand());
        int best = action::PASS;
        double most = before * (*p)[Parameters::CLAIM_MORE] + 1e-9;
        for (int claim = action::CHOW; claim <= action::KONG; ++claim) {
            if (!legal.has(claim)) continue;
            Counts hand = view.hand();
            int low = tile;
            if (claim < action::PUNG) {
                for (const int step : action::OWN[claim - action::CHOW]) --hand[static_cast<std::size_t>(tile + step)], low = std::min(low, tile + step);
            } else {
                hand[static_cast<std::size_t>(tile)] = static_cast<std::uint8_t>(hand[static_cast<std::size_t>(tile)] - (claim == action::PUNG ? 2 : 3));
            }
            const MeldKind kind = claim < action::PUNG ? MeldKind::CHOW : claim == action::PUNG ? MeldKind::PUNG : MeldKind::EXPOSED;
            const Side after(plans, view, static_cast<int>(kind), low);
            double now;
            if (claim == action::KONG) {
                now = value(after, hand);
            } else {
                Tiles kinds = 0;
                for (int k = 0; k < KINDS; ++k) kinds |= hand[static_cast<std::size_t>(k)] ? bit(k) : 0;
                now = best_discard(after, hand, kinds).value;
            }
            if (now > most) best = claim, most = now;
        }
        return best;
    }
};

// ---- steady

struct Steady {
    const Plans& plans;
    const View& view;
    const int me = view.seat(), round = view.round();
    const Counts seen = view.seen();

    int away_of(const Side& side, const Counts& hand) const {
        PlanRow away[Plans::MOST];
        plan_distances(plans, hand.data(), me, round, away);
        return reach_of(plans, side, away, view.minimum());
    }
    // Live tiles that bring the hand nearer to any hand that may win.
    int live(const Side& side, const Counts& hand, const PlanRow* away, int least) const {
        Tiles all = 0;
        for (std::uint64_t left = side.plans; left; left &= left - 1) {
            const int i = std::countr_zero(left);
            const int need = std::max(0, view.minimum() - side.fan - plans.all[static_cast<std::size_t>(i)].least[!side.claimed][0]);
            if (need >= HONOUR_LEVELS || away[i][need] != least) continue;
            Tiles useful;
            plan_useful(plans, i, need, hand.data(), me, round, useful);
            all |= useful;
        }
        int n = 0;
        for (; all; all &= all - 1) n += 4 - seen[static_cast<std::size_t>(std::countr_zero(all))];
        return n;
    }
    struct Best {
        int kind = -1, away = NO_PLAN + 1, live = -1;
    };
    Best discard(const Side& side, const Counts& hand, Tiles kinds) const {
        PlanRow away[KINDS][Plans::MOST];
        plan_distances_after(plans, hand.data(), me, round, kinds, away);
        int least = NO_PLAN;
        int reach[KINDS];
        for (Tiles left = kinds; left; left &= left - 1) {
            const int kind = std::countr_zero(left);
            least = std::min(least, reach[kind] = reach_of(plans, side, away[kind], view.minimum()));
        }
        Best best;
        for (Tiles left = kinds; left; left &= left - 1) {
            const int kind = std::countr_zero(left);
            if (reach[kind] != least) continue;
            Counts rest = hand;
            --rest[static_cast<std::size_t>(kind)];
            const int n = live(side, rest, away[kind], least);
            if (n > best.live || best.kind < 0) best = {kind, least, n};
        }
        return best;
    }
};

}  // namespace

int steady(const Plans& plans, const View& view, const Actions& legal) {
    const Steady who{plans, view};
    const Side side(plans, view);
    if (view.at() == At::TURN) {
        const auto best = who.discard(side, view.hand(), legal.from(action::DISCARD));
        for (const auto& [first, copies, kind] : {std::tuple{action::CONCEALED, 4, MeldKind::CONCEALED}, std::tuple{action::ADDED, 1, MeldKind::ADDED}})
            for (Tiles left = legal.from(first); left; left &= left - 1) {
                const int tile = std::countr_zero(left);
                Counts hand = view.hand();
                hand[static_cast<std::size_t>(tile)] = static_cast<std::uint8_t>(hand[static_cast<std::size_t>(tile)] - copies);
                const Side after = kind == MeldKind::CONCEALED ? Side(plans, view, static_cast<int>(kind), tile) : side;
                if (who.away_of(after, hand) <= best.away) return first + tile;
            }
        return action::DISCARD + best.kind;
    }
    if (view.at() != At::DISCARD) return action::PASS;
    const int tile = view.offered(), before = who.away_of(side, view.hand());
    int best = action::PASS, least = before;
    for (int claim = action::CHOW; claim <= action::PUNG; ++claim) {
        if (!legal.has(claim)) continue;
        Counts hand = view.hand();
        int low = tile;
        for (int i = 0; i < 2; ++i) {
            const int own = tile + (claim == action::PUNG ? 0 : action::OWN[claim - action::CHOW][i]);
            --hand[static_cast<std::size_t>(own)], low = std::min(low, own);
        }
        const Side after(plans, view, static_cast<int>(claim == action::PUNG ? MeldKind::PUNG : MeldKind::CHOW), low);
        const int away = std::max(1, who.away_of(after, hand));
        if (away < least) best = claim, least = away;
    }
    return best;
}

int careful(const Plans& plans, const Parameters& parameters, const View& view, const Actions& legal) {
    Thinker who(plans, &parameters, view);
    who.look_round();
    if (view.at() == At::TURN) return who.turn(legal);
    return view.at() == At::DISCARD ? who.claim(legal) : action::PASS;
}

}  // namespace sikwu
