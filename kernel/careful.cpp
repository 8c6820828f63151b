#include "careful.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "danger.hpp"
#include "distance.hpp"
#include "side.hpp"

namespace sikwu {
namespace {

Parameters::Family family_of(const Plan& plan) {
    if (plan.sets == SetsOf::PUNGS) return Parameters::ALL_PUNGS;
    if (std::popcount(plan.kinds) < 20 || plan.shape != SHAPE_STANDARD) return Parameters::NARROW;
    return plan.sets == SetsOf::CHOWS ? Parameters::ALL_CHOWS : Parameters::MIXED;
}

constexpr int WAYS = 4;           // ways of a hand that count
constexpr int PLANS_AHEAD = 7;    // plans that a discard is chosen for
constexpr int JUDGED = 2;         // ready hands that are judged for each tile drawn
constexpr int LOOKED_AT = 5;      // discards whose useful tiles are counted
constexpr double COUNTED = 0.15;  // ways worth this much of the best have their useful tiles counted
constexpr double TREMBLE = 1e-9;

struct Thinker {
    const Plans& plans;
    const Parameters& p;
    const View& view;
    const int me, round, minimum, turns;
    const Counts seen;
    const Dangers dangers;
    double unseen = 0, playing_on = 0;
    int melds = 0;
    double danger_of[KINDS] = {};  // of the kinds in the hand

    Thinker(const Plans& of, const Parameters& by, const View& v)
        : plans(of),
          p(by),
          view(v),
          me(v.seat()),
          round(v.round()),
          minimum(v.minimum()),
          turns(std::clamp((v.drawable() + 3) / 4, 0, Parameters::TURNS - 1)),
          seen(v.seen()),
          dangers(of, by, v) {
        for (const int n : seen) unseen += 4 - n;
        unseen = std::max(unseen, 1.0);
        for (int i = 0; i < dangers.count; ++i)
            melds = std::max(melds, dangers.threat[i].shown.declared ? Parameters::MELDS - 1 : dangers.threat[i].shown.melds);
        melds = std::min(melds, Parameters::MELDS - 1);
        double all = 0, n = 0;
        for (Tiles left = kinds_in(v.hand()); left; left &= left - 1) {
            const auto kind = static_cast<std::size_t>(std::countr_zero(left));
            danger_of[kind] = dangers.of(static_cast<int>(kind));
            all += v.hand()[kind] * danger_of[kind], n += v.hand()[kind];
        }
        playing_on = p[Parameters::PUSH] * static_cast<double>(p.lasting[melds][turns]) * all / std::max(1.0, n);
    }

    // Who plays on throws more tiles; who gives up loses nothing more. A hand that is worth little is as good as given up.
    double after(double worth) const { return playing_on > 0 ? worth * worth / (worth + playing_on) : worth; }

    int left_of(int kind) const { return 4 - seen[static_cast<std::size_t>(kind)]; }
    int live(Tiles useful) const {
        int n = 0;
        for (; useful; useful &= useful - 1) n += left_of(std::countr_zero(useful));
        return n;
    }

    // One way to a win: a plan with some fan from honours; it may claim or not, and win by a discard or not.
    struct Way {
        double worth = 0, chance = 0, price = 0;
        int plan = -1, level = 0, away = 0;
        bool concealed = false, by_draw = false;
    };

    // A side with what a win by each of its plans pays.
    struct Offers : Side {
        struct Offer {
            double price = 0;  // 0: such a hand may hardly win
            bool by_draw = false;
        };
        Offer of[Plans::MOST][HONOUR_LEVELS][2];  // by plan, fan from honours, claims harm

        Offers(const Thinker& by, const Side& side) : Side(side) {
            for (std::uint64_t left = plans; left; left &= left - 1) {
                const auto i = static_cast<std::size_t>(std::countr_zero(left));
                for (int level = 0; level < HONOUR_LEVELS; ++level)
                    for (int concealed = 0; concealed <= !claimed; ++concealed) of[i][level][concealed] = by.offer(by.plans.all[i], fan + level, concealed);
            }
        }
    };
    Offers offers(const Laid* more = nullptr) const { return {*this, Side(plans, view, more)}; }
    Offers::Offer offer(const Plan& plan, int more, int concealed) const {
        if (plan.least[concealed][0] < 0) return {};
        // A hand may win if hands of its kind mostly may: a hand that is ready is judged itself.
        const bool by_discard = plan.mean[concealed][0] + more >= minimum;
        if (!by_discard && plan.mean[concealed][1] + more < minimum) return {};
        const auto fan = [&](bool drawn) {
            const double usual = plan.least[concealed][drawn] + p[Parameters::MEAN] * (plan.mean[concealed][drawn] - plan.least[concealed][drawn]);
            return std::max(minimum, static_cast<int>(usual + 0.5) + more);
        };
        const double last = by_discard ? std::max(1.0, p[Parameters::CHANCES_LAST]) : 1.0;
        return {((last - 1.0) * (by_discard ? view.price(fan(false), false) : 0.0) + view.price(fan(true), true)) / last, !by_discard};
    }

    // `live`: useful tiles, below 0: as many as usual.
    void improve(Way& best, const Offers& side, std::size_t i, int level, int away, int live) const {
        const Parameters::Family family = family_of(plans.all[i]);
        for (int concealed = 0; concealed <= !side.claimed; ++concealed) {
            const auto [price, by_draw] = side.of[i][level][concealed];
            if (price <= 0) continue;
            const double chance = live >= 0 && away > 0 && away < Parameters::AWAY
                                      ? p.finish(melds, family, concealed, by_draw, away, turns, live, unseen)
                                      : static_cast<double>(p.chance[melds][family][concealed][by_draw][std::min(away, Parameters::AWAY - 1)][turns]);
            if (chance * price > best.worth) best = {chance * price, chance, price, static_cast<int>(i), level, away, concealed != 0, by_draw};
        }
    }

    // The best way of each plan, the best of them first.
    template <int MOST>
    int ways(const Offers& side, const PlanRow* away, std::uint64_t only, Way (&out)[MOST]) const {
        int n = 0;
        for (std::uint64_t left = side.plans & only; left; left &= left - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(left));
            Way best;
            for (int level = 0; level < HONOUR_LEVELS && away[i][level] < NO_PLAN; ++level) improve(best, side, i, level, away[i][level], -1);
            if (best.worth <= 0) continue;
            int at = n < MOST ? n : MOST;
            if (at == MOST && out[MOST - 1].worth >= best.worth) continue;
            if (at == MOST) --at;
            for (; at > 0 && out[at - 1].worth < best.worth; --at) out[at] = out[at - 1];
            out[at] = best;
            n = std::min(n + 1, MOST);
        }
        return n;
    }
    double mixed(const Way* of, int n) const {
        double best = 0, all = 0;
        for (int i = 0; i < n; ++i) best = std::max(best, of[i].worth), all += of[i].worth;
        return best + p[Parameters::MIX] * (all - best);
    }
    double rough(const Offers& side, const PlanRow* away, std::uint64_t only) const {
        Way of[WAYS];
        const int n = ways(side, away, only, of);
        return after(mixed(of, n));
    }

    // A hand that is ready: every tile that completes it is judged.
    Way finished(const Counts& hand, Tiles waits, const Laid* more, Ready ready, Outlook& told) const {
        double drawn = 0, fed = 0, drawn_pays = 0, fed_pays = 0;
        for (Tiles left = waits; left; left &= left - 1) {
            const int kind = std::countr_zero(left), n = left_of(kind);
            if (n <= 0) continue;
            const double by_draw = view.pays(hand, kind, true, more, ready), by_discard = view.pays(hand, kind, false, more, ready);
            if (by_draw > 0) drawn += n, drawn_pays += n * by_draw;
            if (by_discard > 0) fed += n, fed_pays += n * by_discard;
            if (by_draw > 0 || by_discard > 0) told.useful |= bit(kind), told.live += n;
        }
        Way out;
        if (drawn + fed <= 0) return out;
        const double draws = std::min(0.95, drawn / unseen), feeds = Parameters::advance(fed, unseen, std::max(0.0, p[Parameters::CHANCES_LAST] - 1.0));
        const double draw_price = drawn > 0 ? drawn_pays / drawn : 0, fed_price = fed > 0 ? fed_pays / fed : 0;
        for (int t = 1; t <= turns; ++t) {
            const double stay = static_cast<double>(p.stay[melds][t]);
            out.worth = stay * (feeds * fed_price + (1 - feeds) * (draws * draw_price + (1 - draws) * out.worth));
            out.chance = stay * (feeds + (1 - feeds) * (draws + (1 - draws) * out.chance));
        }
        out.price = out.chance > 0 ? out.worth / out.chance : 0, out.away = 1, out.by_draw = fed <= 0;
        return out;
    }

    // What a hand two tiles away is worth when it has drawn one of its useful tiles: the mean of the best ready hands that it then leaves.
    double ready_next(const Counts& hand, Tiles useful, const Laid* more) const {
        double all = 0, n = 0;
        for (; useful; useful &= useful - 1) {
            const int kind = std::countr_zero(useful), copies = left_of(kind);
            if (copies <= 0) continue;
            Counts drawn = hand;
            ++drawn[static_cast<std::size_t>(kind)];
            const Tiles held = kinds_in(drawn);
            std::int8_t away[KINDS];
            away_after(drawn.data(), view.shapes(), held, away);
            // The discards that leave most tiles to wait for.
            struct {
                int live = 0, discard = -1;
                Tiles waits = 0;
            } found[JUDGED];
            for (Tiles left = held; left; left &= left - 1) {
                const int discard = std::countr_zero(left);
                if (away[discard] != 1) continue;
                --drawn[static_cast<std::size_t>(discard)];
                const Tiles waits = waits_by(drawn.data(), view.shapes());
                ++drawn[static_cast<std::size_t>(discard)];
                const int now = live(waits);
                int at = JUDGED;
                while (at > 0 && found[at - 1].live < now) --at;
                if (at == JUDGED) continue;
                for (int i = JUDGED - 1; i > at; --i) found[i] = found[i - 1];
                found[at] = {now, discard, waits};
            }
            double best = 0;
            for (const auto& each : found) {
                if (each.discard < 0) break;
                Outlook ignored;
                --drawn[static_cast<std::size_t>(each.discard)];
                best = std::max(best, finished(drawn, each.waits, more, Ready::NONE, ignored).worth);
                ++drawn[static_cast<std::size_t>(each.discard)];
            }
            all += copies * best, n += copies;
        }
        return n > 0 ? all / n : 0;
    }

    // What a hand of 3n+1 tiles is worth; `away` of the plans in `only`.
    Outlook counted(const Offers& side, const Counts& hand, const PlanRow* away, std::uint64_t only, const Laid* more = nullptr,
                    Ready ready = Ready::NONE) const {
        Way of[WAYS + 1];
        Outlook told;
        Way found[WAYS];
        int n = ways(side, away, only, found);
        const double best = n ? found[0].worth : 0;
        Tiles useful[WAYS + 1] = {};
        const Tiles waits = waits_by(hand.data(), view.shapes());
        int kept = 0;
        if (waits) {
            of[0] = finished(hand, waits, more, ready, told), useful[0] = told.useful;
            kept = of[0].worth > 0;
        }
        for (int i = 0; i < n; ++i) {
            if (kept && found[i].away <= 1) continue;  // judged above
            if (waits && found[i].away <= 1) continue;
            of[kept] = found[i];
            if (found[i].worth >= COUNTED * best) {
                Way exact;
                plan_useful(plans, found[i].plan, found[i].level, hand.data(), me, round, useful[kept]);
                improve(exact, side, static_cast<std::size_t>(found[i].plan), found[i].level, found[i].away, live(useful[kept]));
                exact.plan = found[i].plan, exact.level = found[i].level, exact.away = found[i].away;
                of[kept] = exact;
            }
            ++kept;
        }
        int first = 0;
        for (int i = 1; i < kept; ++i)
            if (of[i].worth > of[first].worth) first = i;
        Way& w = of[first];
        if (p[Parameters::AHEAD] > 0 && kept && w.away == 2 && useful[first] && turns > 0) {
            // The chance to be ready in time is that of the way; what the ready hand is worth is looked at.
            const Parameters::Family family = family_of(plans.all[static_cast<std::size_t>(w.plan)]);
            const auto last = static_cast<double>(p.chance[melds][family][w.concealed][w.by_draw][1][turns]);
            if (last > 0) w.price = ready_next(hand, useful[first], more) / last, w.worth = w.chance * w.price;
        }
        told.value = after(mixed(of, kept));
        if (!kept) return told;
        told.chance = w.chance, told.price = w.price, told.plan = w.plan, told.level = w.level, told.away = w.away;
        told.concealed = w.concealed, told.by_draw = w.by_draw, told.useful = useful[first], told.live = live(useful[first]);
        return told;
    }
    Outlook value(const Offers& side, const Counts& hand, const Laid* more = nullptr) const {
        PlanRow away[Plans::MOST];
        plan_distances(plans, hand.data(), me, round, away, side.plans);
        return counted(side, hand, away, side.plans, more);
    }

    // ---- decisions

    Thought thrown(int action, int kind, const Outlook& left, double times = 1.0) const {
        const double danger = danger_of[kind];
        return {action, times * left.value - danger, danger, dangers.odds(kind), left};
    }

    // The discards that are looked at closely; declarations are added. The best first.
    int discards(const Offers& side, const Counts& hand, Tiles kinds, Tiles declaring, const Laid* more, Thought* out) const {
        // A discard brings no plan nearer: plans worth nothing before it are worth nothing after it.
        PlanRow before[Plans::MOST];
        plan_distances(plans, hand.data(), me, round, before, side.plans);
        Way ahead[PLANS_AHEAD];
        std::uint64_t only = 0;
        for (int i = 0, n = ways(side, before, side.plans, ahead); i < n; ++i) only |= std::uint64_t{1} << ahead[i].plan;
        PlanRow away[KINDS][Plans::MOST];
        plan_distances_after(plans, hand.data(), me, round, kinds, away, only);
        struct {
            int kind = -1;
            double value = -1e18;
        } found[LOOKED_AT];
        for (Tiles left = kinds; left; left &= left - 1) {
            const int kind = std::countr_zero(left);
            const double now = rough(side, away[kind], only) - danger_of[kind];
            int at = LOOKED_AT;
            while (at > 0 && found[at - 1].value < now) --at;
            if (at == LOOKED_AT) continue;
            for (int i = LOOKED_AT - 1; i > at; --i) found[i] = found[i - 1];
            found[at] = {kind, now};
        }
        int n = 0;
        for (const auto& each : found) {
            if (each.kind < 0) break;
            Counts rest = hand;
            --rest[static_cast<std::size_t>(each.kind)];
            out[n++] = thrown(action::DISCARD + each.kind, each.kind, counted(side, rest, away[each.kind], only, more));
        }
        for (; declaring; declaring &= declaring - 1) {
            const int kind = std::countr_zero(declaring);
            Counts rest = hand;
            --rest[static_cast<std::size_t>(kind)];
            out[n++] = thrown(action::READY_DISCARD + kind, kind, counted(side, rest, away[kind], 0, more, view.declaring()), p[Parameters::DECLARE]);
        }
        for (int i = 1; i < n; ++i)
            if (out[i].value > out[0].value) std::swap(out[i], out[0]);
        return n;
    }
    static constexpr int MOST = LOOKED_AT + KINDS;  // discards and declarations

    template <class Hears>
    void turn(const Actions& legal, Hears&& hears) const {
        const Offers side = offers();
        Thought found[MOST];
        const int n = discards(side, view.hand(), legal.from(action::DISCARD), legal.from(action::READY_DISCARD), nullptr, found);
        const double least = found[0].value;
        for (int i = 0; i < n; ++i) hears(found[i]);
        for (const auto& [first, copies, kind] : {std::tuple{action::CONCEALED, 4, MeldKind::CONCEALED}, std::tuple{action::ADDED, 1, MeldKind::ADDED}})
            for (Tiles left = legal.from(first); left; left &= left - 1) {
                const int tile = std::countr_zero(left);
                Counts hand = view.hand();
                hand[static_cast<std::size_t>(tile)] = static_cast<std::uint8_t>(hand[static_cast<std::size_t>(tile)] - copies);
                const Laid meld{kind, static_cast<std::uint8_t>(tile), 0, 0};
                const bool fresh = kind == MeldKind::CONCEALED;
                const Outlook after = fresh ? value(offers(&meld), hand, &meld) : value(side, hand);
                // A kong draws one tile more: of two hands alike it is the better.
                hears({first + tile, after.value >= least ? std::max(after.value, least + TREMBLE) : after.value, 0, 0, after});
            }
        if (legal.has(action::WIN)) hears({action::WIN, p[Parameters::WIN_MORE] * view.pays_now(), 0, 0, {}});
    }

    template <class Hears>
    void claim(const Actions& legal, Hears&& hears) const {
        const Offers side = offers();
        const Outlook before = value(side, view.hand());
        const bool wins = legal.has(action::WIN);
        // A player who passes a win waits for a whole turn where the rules bar it.
        const double passed = wins && view.bars_passed_wins() ? static_cast<double>(p.stay[melds][turns]) : 1.0;
        hears({action::PASS, (wins ? passed : p[Parameters::CLAIM_MORE]) * before.value + TREMBLE, 0, 0, before});
        if (wins) hears({action::WIN, p[Parameters::WIN_MORE] * view.pays_now(), 0, 0, {}});
        for (int claim = action::CHOW; claim <= action::KONG; ++claim) {
            if (!legal.has(claim)) continue;
            const Claimed claimed(view.hand(), claim, view.offered());
            const Offers after = offers(&claimed.meld);
            if (claim == action::KONG) {
                const Outlook left = value(after, claimed.hand, &claimed.meld);
                hears({claim, left.value, 0, 0, left});
                continue;
            }
            const Tiles kinds = kinds_in(claimed.hand);
            Thought found[MOST];
            discards(after, claimed.hand, kinds, 0, &claimed.meld, found);
            // Who passes throws something later, too.
            double least = found[0].danger;
            for (Tiles each = kinds; each; each &= each - 1) least = std::min(least, danger_of[std::countr_zero(each)]);
            hears({claim, found[0].value + least, found[0].danger, found[0].deal_in, found[0].outlook});
        }
    }

    template <class Hears>
    void opening(const Actions& legal, Hears&& hears) const {
        hears({action::PASS, 0, 0, 0, {}});
        if (legal.has(action::WIN)) hears({action::WIN, view.pays_now() + TREMBLE, 0, 0, {}});
        if (!legal.has(action::READY)) return;
        PlanRow none[Plans::MOST];
        const Offers side = offers();
        const Outlook free = value(side, view.hand()), bound = counted(side, view.hand(), none, 0, nullptr, view.declaring());
        hears({action::READY, p[Parameters::DECLARE] * bound.value - free.value, 0, 0, bound});
    }

    template <class Hears>
    void decide(const Actions& legal, Hears&& hears) const {
        switch (view.at()) {
            case At::TURN: return turn(legal, hears);
            case At::DISCARD: return claim(legal, hears);
            case At::OPENING: return opening(legal, hears);
            default: break;
        }
        hears({action::PASS, 0, 0, 0, {}});
        if (legal.has(action::WIN)) hears({action::WIN, p[Parameters::WIN_MORE] * view.pays_now() + TREMBLE, 0, 0, {}});
    }
};

}  // namespace

int careful(const Plans& plans, const Parameters& parameters, const View& view, const Actions& legal) {
    int chosen = action::PASS;
    double best = -1e18;
    Thinker(plans, parameters, view).decide(legal, [&](const Thought& each) {
        if (each.value > best) chosen = each.action, best = each.value;
    });
    return chosen;
}

std::vector<Thought> think(const Plans& plans, const Parameters& parameters, const View& view, const Actions& legal) {
    std::vector<Thought> all;
    Thinker(plans, parameters, view).decide(legal, [&](const Thought& each) { all.push_back(each); });
    std::stable_sort(all.begin(), all.end(), [](const Thought& a, const Thought& b) { return a.value > b.value; });
    return all;
}

Outlook outlook(const Plans& plans, const Parameters& parameters, const View& view, const Counts& hand) {
    const Thinker thinker(plans, parameters, view);
    return thinker.value(thinker.offers(), hand);
}

}  // namespace sikwu
