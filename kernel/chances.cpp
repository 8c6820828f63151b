#include "chances.hpp"

#include <algorithm>
#include <cmath>

namespace sikwu {
namespace {

constexpr double USUAL_UNSEEN = 90.0, MOST_LIVE = 0.95, MOST_HAZARD = 0.95;

double live_at(const Parameters& p, int family, int away) {
    const double live = away == 1 ? p[Parameters::LIVE_LAST] : p[Parameters::LIVE_NEXT] + p[Parameters::LIVE_STEP] * (away - 2);
    const double times[] = {1.0, p[Parameters::LIVE_CHOWS], p[Parameters::LIVE_PUNGS], p[Parameters::LIVE_NARROW]};
    return live * times[family];
}

double hazard(const Parameters& p, int melds, int turns) {
    const double late = lateness(turns);
    const double odds =
        p[Parameters::HAZARD] + p[Parameters::HAZARD_LATE] * late + p[Parameters::HAZARD_BEND] * late * late + p[Parameters::HAZARD_MELD] * melds;
    return std::min(MOST_HAZARD, 1.0 / (1.0 + std::exp(-odds)));
}

}  // namespace

double lateness(int turns) { return 1.0 - std::min(1.0, turns / ALL_TURNS); }

double Parameters::chances(Family family, int away, bool concealed, bool self_drawn) const {
    if (away == 1) return self_drawn ? 1.0 : of[CHANCES_LAST];
    if (concealed) return 1.0;
    return of[family == ALL_PUNGS ? CHANCES_PUNGS : CHANCES_ANY];
}

double Parameters::advance(double live, double unseen, double chances) { return 1.0 - std::pow(1.0 - std::clamp(live / unseen, 0.0, MOST_LIVE), chances); }

Parameters::Parameters(std::vector<double> numbers) : of(std::move(numbers)) {
    for (int melds = 0; melds < MELDS; ++melds)
        for (int t = 0; t < TURNS; ++t) {
            stay[melds][t] = static_cast<float>(1.0 - hazard(*this, melds, t));
            lasting[melds][t] = t ? stay[melds][t] * (1.0F + lasting[melds][t - 1]) : 0.0F;
        }
    for (int melds = 0; melds < MELDS; ++melds)
        for (int family = 0; family < FAMILIES; ++family)
            for (int concealed = 0; concealed < 2; ++concealed)
                for (int drawn = 0; drawn < 2; ++drawn) {
                    auto& table = chance[melds][family][concealed][drawn];
                    for (int t = 0; t < TURNS; ++t) table[0][t] = 1.0F;
                    for (int away = 1; away < AWAY; ++away) {
                        const auto on = static_cast<float>(
                            advance(live_at(*this, family, away), USUAL_UNSEEN, chances(static_cast<Family>(family), away, concealed, drawn)));
                        table[away][0] = 0.0F;
                        for (int t = 1; t < TURNS; ++t) table[away][t] = stay[melds][t] * (on * table[away - 1][t - 1] + (1.0F - on) * table[away][t - 1]);
                    }
                }
}

double Parameters::finish(int melds, Family family, bool concealed, bool self_drawn, int away, int turns, double live, double unseen) const {
    const auto on = static_cast<float>(advance(live, unseen, chances(family, away, concealed, self_drawn)));
    const float* next = chance[melds][family][concealed][self_drawn][away - 1];
    float found = 0;
    for (int t = 1; t <= turns; ++t) found = stay[melds][t] * (on * next[t - 1] + (1.0F - on) * found);
    return static_cast<double>(found);
}

}  // namespace sikwu
