#include <algorithm>
#include <tuple>

#include "careful.hpp"
#include "side.hpp"

namespace sikwu {
namespace {

struct Steady {
    const Plans& plans;
    const View& view;
    const int me = view.seat(), round = view.round();
    const Counts seen = view.seen();

    // Fan that must come from honours if a hand of the plan is to win; more than there are levels: it cannot.
    int need(const Side& side, int i) const { return std::max(0, view.minimum() - side.fan - plans.all[static_cast<std::size_t>(i)].least[!side.claimed][0]); }
    int reach(const Side& side, const PlanRow* away, std::uint64_t only) const {
        int best = NO_PLAN;
        for (std::uint64_t left = side.plans & only; left; left &= left - 1) {
            const int i = std::countr_zero(left), level = need(side, i);
            if (level < HONOUR_LEVELS) best = std::min<int>(best, away[i][level]);
        }
        return best;
    }
    int away_of(const Side& side, const Counts& hand) const {
        PlanRow away[Plans::MOST];
        plan_distances(plans, hand.data(), me, round, away, side.plans);
        return reach(side, away, ~std::uint64_t{0});
    }
    // Live tiles that bring the hand nearer to any hand that may win.
    int live(const Side& side, const Counts& hand, const PlanRow* away, int least, std::uint64_t only) const {
        Tiles all = 0;
        for (std::uint64_t left = side.plans & only; left; left &= left - 1) {
            const int i = std::countr_zero(left), level = need(side, i);
            if (level >= HONOUR_LEVELS || away[i][level] != least) continue;
            Tiles useful;
            plan_useful(plans, i, level, hand.data(), me, round, useful);
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
        // A discard brings no plan nearer: only those that are nearest before it can be nearest after it.
        PlanRow before[Plans::MOST];
        plan_distances(plans, hand.data(), me, round, before, side.plans);
        const int nearest = std::max(1, reach(side, before, ~std::uint64_t{0}));
        std::uint64_t only = 0;
        for (std::uint64_t left = side.plans; left; left &= left - 1) {
            const int i = std::countr_zero(left), level = need(side, i);
            if (level < HONOUR_LEVELS && before[i][level] <= nearest) only |= left & (~left + 1);
        }
        PlanRow away[KINDS][Plans::MOST];
        plan_distances_after(plans, hand.data(), me, round, kinds, away, only);
        int least = NO_PLAN;
        int found[KINDS];
        for (Tiles left = kinds; left; left &= left - 1) {
            const int kind = std::countr_zero(left);
            least = std::min(least, found[kind] = reach(side, away[kind], only));
        }
        Best best;
        for (Tiles left = kinds; left; left &= left - 1) {
            const int kind = std::countr_zero(left);
            if (found[kind] != least) continue;
            Counts rest = hand;
            --rest[static_cast<std::size_t>(kind)];
            const int n = live(side, rest, away[kind], least, only);
            if (n > best.live || best.kind < 0) best = {kind, least, n};
        }
        return best;
    }
    int turn(const Actions& legal) const {
        const Side side(plans, view);
        const Best best = discard(side, view.hand(), legal.from(action::DISCARD));
        for (const auto& [first, copies, kind] : {std::tuple{action::CONCEALED, 4, MeldKind::CONCEALED}, std::tuple{action::ADDED, 1, MeldKind::ADDED}})
            for (Tiles left = legal.from(first); left; left &= left - 1) {
                const int tile = std::countr_zero(left);
                Counts hand = view.hand();
                hand[static_cast<std::size_t>(tile)] = static_cast<std::uint8_t>(hand[static_cast<std::size_t>(tile)] - copies);
                const Laid meld{kind, static_cast<std::uint8_t>(tile), 0, 0};
                const Side after = kind == MeldKind::CONCEALED ? Side(plans, view, &meld) : side;
                if (away_of(after, hand) <= best.away) return first + tile;
            }
        return action::DISCARD + best.kind;
    }
    int claim(const Actions& legal) const {
        const int before = away_of(Side(plans, view), view.hand());
        int best = action::PASS, least = before;
        for (int claim = action::CHOW; claim <= action::PUNG; ++claim) {
            if (!legal.has(claim)) continue;
            const Claimed claimed(view.hand(), claim, view.offered());
            const int away = std::max(1, away_of(Side(plans, view, &claimed.meld), claimed.hand));
            if (away < least) best = claim, least = away;
        }
        return best;
    }
};

}  // namespace

int steady(const Plans& plans, const View& view, const Actions& legal) {
    const Steady who{plans, view};
    if (view.at() == At::TURN) return who.turn(legal);
    return view.at() == At::DISCARD ? who.claim(legal) : action::PASS;
}

}  // namespace sikwu
