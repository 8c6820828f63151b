#include "census.hpp"

#include <algorithm>
#include <vector>

#include "danger.hpp"
#include "side.hpp"

namespace sikwu {

int tile_class(int kind) {
    const int rank = kind % 9;
    return kind >= SUITED + 4 ? 0 : kind >= SUITED ? 1 : rank == 0 || rank == 8 ? 2 : 3;
}

void Census::add(const Census& other) {
    auto& from = const_cast<Census&>(other);
    std::vector<const double*> theirs;
    from.each([&](std::string_view, double* of, std::size_t, std::size_t) { theirs.push_back(of); });
    std::size_t at = 0;
    each([&](std::string_view, double* of, std::size_t n, std::size_t) {
        for (std::size_t i = 0; i < n; ++i) of[i] += theirs[at][i];
        ++at;
    });
}

namespace {

int bin_of(double guess) { return std::clamp(static_cast<int>(guess * Census::BINS), 0, Census::BINS - 1); }

// A decision whose outcome is not known yet.
struct Pending {
    bool open = false;
    int turns = 0, melds = 0, family = 0, fan = 0;
    double deal_in = 0;
    Outlook outlook;
    struct Guess {
        int stage;
        double chance;
        Census::Ended* cell;  // none: too far away
    };
    std::vector<Guess> guesses;  // of the whole deal: chance to win
};

struct Counter {
    const TableRules& rules;
    Census& census;
    Pending pending[4];

    static int family_of(const Plans& plans, const Outlook& o) {
        if (o.plan < 0) return Parameters::MIXED;
        const Plan& plan = plans.all[static_cast<std::size_t>(o.plan)];
        if (plan.sets == SetsOf::PUNGS) return Parameters::ALL_PUNGS;
        if (std::popcount(plan.kinds) < 20 || plan.shape != SHAPE_STANDARD) return Parameters::NARROW;
        return plan.sets == SetsOf::CHOWS ? Parameters::ALL_CHOWS : Parameters::MIXED;
    }

    void nearer(const Pending& was, bool came) {
        const Outlook& o = was.outlook;
        if (o.away < 1 || o.away >= Census::STAGES) return;
        auto& cell = census.nearer[was.family][o.concealed][o.by_draw][o.away][std::min(o.live, Census::LIVE - 1)];
        ++cell.n, cell.came += came;
    }

    // The seat is about to decide again: the deal went on.
    void went_on(const Plans& plans, const View& view) {
        Pending& was = pending[view.seat()];
        if (!was.open) return;
        was.open = false;
        ++census.ended[was.turns][was.melds].n;
        census.dealt_in[bin_of(was.deal_in * 4)].add(was.deal_in, false);
        const Outlook& o = was.outlook;
        if (o.plan < 0) return nearer(was, false);  // ready, and did not win
        const Side side(plans, view);
        bool came = false;
        if (side.plans >> o.plan & 1 && !(o.concealed && side.claimed)) {
            const int level = std::clamp(o.level - (side.fan - was.fan), 0, HONOUR_LEVELS - 1);
            PlanRow away[Plans::MOST];
            plan_distances(plans, view.hand().data(), view.seat(), view.round(), away, std::uint64_t{1} << o.plan);
            came = away[o.plan][level] < o.away;
        }
        nearer(was, came);
    }

    void look_round(const View& view, const Dangers& dangers, const Deal& deal) {
        const double late = lateness((view.drawable() + 3) / 4);
        for (int i = 0; i < dangers.count; ++i) {
            const Dangers::Threat& t = dangers.threat[i];
            const Tiles wins = View(deal, rules, t.shown.seat).winning(By::DISCARD);
            if (!t.shown.declared) {
                auto& cell = census.ready[std::min(static_cast<int>(late * Census::LATE), Census::LATE - 1)][t.shown.melds][t.shown.calm][t.shown.bound];
                ++cell.n, cell.came += wins != 0;
                census.was_ready[bin_of(t.ready)].add(t.ready, wins != 0);
            }
            if (!wins) continue;
            const Counts seen = view.seen();
            for (Tiles left = kinds_in(view.hand()); left; left &= left - 1) {
                const int kind = std::countr_zero(left);
                const auto k = static_cast<std::size_t>(kind);
                const int open = std::clamp(seen[k] - view.hand()[k], 0, Census::OPEN - 1);
                auto& cell =
                    census.waited[tile_class(kind)][open][t.shown.thrown >> kind & 1][t.shown.passed >> kind & 1][t.shown.in_suit(kind)][t.shown.wanted(kind)];
                ++cell.n, cell.came += wins >> kind & 1;
            }
        }
    }

    int decide(const NativePlayer& player, const Deal& deal, const View& view) {
        const Plans& plans = *player.plans;
        const Actions legal = view.legal();
        if (view.at() == At::TURN) went_on(plans, view);
        const auto thoughts = think(plans, *player.parameters, view, legal);
        const Thought& best = thoughts.front();
        if (view.at() != At::TURN || best.action < action::DISCARD || best.action >= action::READY) return best.action;
        const Dangers dangers(plans, *player.parameters, view);
        look_round(view, dangers, deal);
        Pending& now = pending[view.seat()];
        now.open = true, now.outlook = best.outlook, now.deal_in = best.deal_in, now.family = family_of(plans, best.outlook), now.fan = Side(plans, view).fan;
        now.turns = std::clamp((view.drawable() + 3) / 4, 0, Parameters::TURNS - 1), now.melds = 0;
        for (int i = 0; i < dangers.count; ++i)
            now.melds = std::max(now.melds, dangers.threat[i].shown.declared ? Parameters::MELDS - 1 : dangers.threat[i].shown.melds);
        now.melds = std::min(now.melds, Parameters::MELDS - 1);
        const Outlook& o = best.outlook;
        Census::Ended* cell = nullptr;
        if (o.away >= 1 && o.away <= Census::NEAR && !o.by_draw) {
            cell = &census.finished[now.family][o.concealed][o.away - 1][now.melds][now.turns][std::min(o.away == 1 ? o.live : o.live / 2, Census::HALF - 1)];
            const Counts seen = view.seen();
            for (const int n : seen) cell->unseen += 4 - n;
        }
        now.guesses.push_back({std::clamp(o.away, 0, Census::STAGES - 1), o.chance, cell});
        return best.action;
    }

    void over(const Deal& deal, const Seated& players) {
        const Outcome out = outcome(deal, rules);
        for (int seat = 0; seat < 4; ++seat) {
            Pending& was = pending[seat];
            const bool won = out.winners >> seat & 1;
            for (const auto& [stage, chance, cell] : was.guesses) {
                census.won[stage][bin_of(chance)].add(chance, won);
                if (cell) ++cell->n, cell->came += won;
            }
            if (!was.open) continue;
            census.dealt_in[bin_of(was.deal_in * 4)].add(was.deal_in, deal.result == Result::WON && out.feeder == seat);
            auto& cell = census.ended[was.turns][was.melds];
            ++cell.n, cell.came += deal.result == Result::WON && !won;
            if (won) nearer(was, true);
        }
        if (deal.result != Result::WON || out.feeder < 0) return;
        const NativePlayer& player = *players.at[static_cast<std::size_t>(out.feeder)];
        if (player.kind != PlayerKind::CAREFUL) return;
        const Opponent winner = Opponent::of(*player.plans, View(deal, rules, out.feeder), out.winner);
        census.dear[winner.flush].came += std::min<int>(out.fan, rules.pay->minimum + 10) - std::max(rules.pay->minimum, winner.fan);
        ++census.dear[winner.flush].n;
    }
};

}  // namespace

void play_counted(Deal& deal, const TableRules& rules, const Seated& players, Chance::Deal of, Census& census) {
    Counter counter{rules, census, {}};
    Decisions decisions;
    while (deal.asked) {
        const int seat = std::countr_zero(static_cast<unsigned>(deal.asked & players.native));
        const NativePlayer& player = *players.at[static_cast<std::size_t>(seat)];
        const Chance chance(of, seat, decisions.of[seat]++);
        const View view(deal, rules, seat);
        const bool flowers = view.legal().has(action::WIN_FLOWERS) && !view.legal().has(action::WIN);
        const int chosen = player.kind == PlayerKind::CAREFUL && !flowers ? counter.decide(player, deal, view) : choose(player, view, chance);
        apply(deal, rules, seat, chosen, nullptr);
    }
    counter.over(deal, players);
}

}  // namespace sikwu
