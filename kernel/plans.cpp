#include "plans.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "distance.hpp"
#include "lanes.hpp"
#include "special.hpp"

namespace sikwu {
namespace {

using namespace lanes;
using std::size_t, std::uint8_t, std::uint32_t, std::uint64_t;

constexpr uint64_t ALL_OF[4] = {0x1FF, 0x1FF, 0x1FF, 0x7F};
uint64_t part_of(Tiles kinds, size_t group) { return kinds >> 9 * group & ALL_OF[group]; }

// What was computed before: hands change by one tile, so the same groups come again and again.
template <class Value, int BITS>
struct Memory {
    struct Known {
        uint64_t key = ~uint64_t{0};
        Value value;
    };
    std::array<Known, size_t{1} << BITS> known;
    template <class Make>
    const Value& of(uint64_t key, Make&& make) {
        Known& kept = known[key * 0x9E3779B97F4A7C15ULL >> (64 - BITS)];
        if (kept.key != key) kept.value = make(), kept.key = key;
        return kept.value;
    }
};

void lower(uint8_t& best, int found) { best = static_cast<uint8_t>(std::min<int>(best, found)); }

// No tiles of this group are wanted.
constexpr Bytes NOTHING = [] {
    Bytes row{};
    row.fill(BEYOND), row[0] = 0;
    return row;
}();

// One suit, rank by rank; what goes over is how many chows began one rank and two ranks before. Two chows alike at most, as three are pungs - unless
// pungs are not wanted.
#if SIKWU_SSE
// A row of states at once: sets move it up, a pair moves it to the other half.
Bytes suit_row(const uint8_t* c, uint64_t ranks, SetsOf sets) {
    const int most = sets == SetsOf::CHOWS ? 4 : 2;
    const Row beyond = _mm_set1_epi8(static_cast<char>(BEYOND));
    // By chows begun at this rank and at the one before; the buffers take turns.
    Row buffers[2][5][5];
    Row(*now)[5] = buffers[0], (*next)[5] = buffers[1];
    now[0][0] = load(NOTHING.data());
    int last = 0, before_last = 0;  // chows that may have begun one rank and two ranks before
    for (int rank = 0; rank < 9; ++rank) {
        const bool allowed = ranks >> rank & 1;
        const bool chow = sets != SetsOf::PUNGS && rank < 7 && (ranks >> rank & 7) == 7;
        const int here = chow ? most : 0;
        for (int begun = 0; begun <= here; ++begun)
            for (int one = 0; one <= last; ++one) next[begun][one] = beyond;
        for (int one = 0; one <= last; ++one)
            for (int two = 0; two <= before_last && one + two <= 4; ++two) {
                const Row before = now[one][two];
                for (int begun = 0; begun <= here; ++begun)
                    for (int pung = 0; pung <= (allowed && sets != SetsOf::CHOWS); ++pung) {
                        const int wanted = one + two + begun + 3 * pung;
                        const auto made = static_cast<size_t>(begun + pung);
                        if (wanted > 4) continue;
                        Row& after = next[begun][one];
                        const auto missing = [&](int more) { return _mm_set1_epi8(static_cast<char>(std::max(0, wanted + more - c[rank]))); };
                        after = _mm_min_epu8(after, _mm_add_epi8(shuffle(before, PATTERNS.up[made]), missing(0)));
                        if (allowed && wanted <= 2) after = _mm_min_epu8(after, _mm_add_epi8(shuffle(before, PATTERNS.sets[made]), missing(2)));
                    }
            }
        before_last = last, last = here;
        std::swap(now, next);
    }
    Bytes told;
    _mm_storeu_si128(reinterpret_cast<__m128i*>(told.data()), _mm_min_epu8(now[0][0], beyond));
    return told;
}
#else
Bytes suit_row(const uint8_t* c, uint64_t ranks, SetsOf sets) {
    const int most = sets == SetsOf::CHOWS ? 4 : 2;
    using State = std::array<std::array<Bytes, 5>, 5>;
    State now;
    for (auto& each : now)
        for (auto& row : each) row.fill(BEYOND);
    const State empty = now;
    now[0][0][0] = 0;
    for (int rank = 0; rank < 9; ++rank) {
        State next = empty;
        const bool allowed = ranks >> rank & 1;
        const bool chow = sets != SetsOf::PUNGS && rank < 7 && (ranks >> rank & 7) == 7;
        for (int one = 0; one <= most; ++one)
            for (int two = 0; two <= most && one + two <= 4; ++two) {
                const Bytes& before = now[static_cast<size_t>(one)][static_cast<size_t>(two)];
                for (int begun = 0; begun <= (chow ? most : 0); ++begun)
                    for (int pung = 0; pung <= (allowed && sets != SetsOf::CHOWS); ++pung)
                        for (int pair = 0; pair <= allowed; ++pair) {
                            const int wanted = one + two + begun + 3 * pung + 2 * pair, made = begun + pung;
                            if (wanted > 4) continue;
                            const int missing = std::max(0, wanted - c[rank]);
                            Bytes& after = next[static_cast<size_t>(begun)][static_cast<size_t>(one)];
                            for (size_t m = 0; m + static_cast<size_t>(made) <= MOST_SETS; ++m) {
                                const size_t to = m + static_cast<size_t>(made);
                                if (!pair) lower(after[to], before[m] + missing);
                                lower(after[8 + to], before[pair ? m : 8 + m] + missing);
                            }
                        }
            }
        now = next;
    }
    return now[0][0];
}
#endif

using HonourRows = std::array<Bytes, HONOUR_LEVELS>;

// The honours, with at least this much fan from their pungs.
HonourRows honour_rows(const uint8_t* c, uint64_t kinds, SetsOf sets, const std::int8_t* fan) {
    HonourRows now;
    for (Bytes& row : now) row.fill(BEYOND);
    now[0][0] = 0;
    for (size_t k = 0; k < 7; ++k) {
        if (!(kinds >> k & 1)) continue;
        const HonourRows before = now;
        const int pung = std::max(0, 3 - c[k]), pair = std::max(0, 2 - c[k]);
        for (size_t level = 0; level < HONOUR_LEVELS; ++level) {
            const size_t risen = std::min<size_t>(HONOUR_LEVELS - 1, level + static_cast<size_t>(fan[k]));
            for (size_t m = 0; m <= MOST_SETS; ++m) {
                lower(now[level][8 + m], before[level][m] + pair);
                if (sets == SetsOf::CHOWS || m == MOST_SETS) continue;
                lower(now[risen][m + 1], before[level][m] + pung);
                lower(now[risen][8 + m + 1], before[level][8 + m] + pung);
            }
        }
    }
    // At least this much: more is as good.
    for (size_t level = HONOUR_LEVELS - 1; level-- > 0;)
        for (size_t i = 0; i < 16; ++i) lower(now[level][i], now[level + 1][i]);
    return now;
}

Row row_of(const Plan& plan, size_t group, const uint8_t* c, uint32_t index) {
    thread_local Memory<Bytes, 15> memory;
    const uint64_t ranks = part_of(plan.kinds, group);
    if (!ranks) return load(NOTHING.data());
    if (plan.sets == SetsOf::ANY && ranks == ALL_OF[0] && group < 3) return load(suit_distances(index));
    const uint64_t key = index | ranks << 24 | static_cast<uint64_t>(plan.sets) << 40;
    return load(memory.of(key, [&] { return suit_row(c, ranks, plan.sets); }).data());
}

struct Honours {
    Row level[HONOUR_LEVELS];
};

Honours honours_of(const Plan& plan, const uint8_t* c, uint32_t index, const std::int8_t* fan) {
    thread_local Memory<HonourRows, 12> memory;
    uint64_t key = index | part_of(plan.kinds, 3) << 20 | static_cast<uint64_t>(plan.sets == SetsOf::CHOWS) << 28;
    for (size_t k = 0; k < 7; ++k) key |= static_cast<uint64_t>(fan[k] & 7) << (32 + 3 * k);
    const HonourRows& rows = memory.of(key, [&] { return honour_rows(c, part_of(plan.kinds, 3), plan.sets, fan); });
    Honours out;
    for (size_t level = 0; level < HONOUR_LEVELS; ++level) out.level[level] = load(rows[level].data());
    return out;
}

// Fan from honours needs sets of them.
Row with_honours(Row suits, Row honours, size_t level) { return level ? merge_needed(honours, suits) : merge(honours, suits); }

std::int8_t told(int sum) { return static_cast<std::int8_t>(sum >= BEYOND ? NO_PLAN : sum); }

void special_row(const Plan& plan, const special::Levels& levels, int n, PlanRow& away) {
    const int found = special::away(levels, n, plan.shape);
    for (int level = 0; level < HONOUR_LEVELS; ++level) away[level] = static_cast<std::int8_t>(level || found >= NO_PLAN ? NO_PLAN : found);
}

}  // namespace

void plan_distances(const Plans& plans, const uint8_t hand[34], int seat, int round, PlanRow* away, std::uint64_t only) {
    const int n = tiles(hand), sets = std::min(n / 3, MOST_SETS);
    const auto at = indices(hand);
    const special::Levels levels(hand);
    for (size_t i = 0; i < plans.all.size(); ++i) {
        if (!(only >> i & 1)) continue;
        const Plan& plan = plans.all[i];
        if (plan.shape != SHAPE_STANDARD) {
            special_row(plan, levels, n, away[i]);
            continue;
        }
        const Row suits = merge(merge(row_of(plan, 0, hand, at[0]), row_of(plan, 1, hand + 9, at[1])), row_of(plan, 2, hand + 18, at[2]));
        const Row turned_suits = turned(suits, sets);
        const Honours honours = honours_of(plan, hand + 27, at[3], plans.honour[seat][round]);
        for (int level = 0; level < HONOUR_LEVELS; ++level) away[i][level] = told(least_sum(honours.level[level], turned_suits));
    }
}

void plan_distances_after(const Plans& plans, const uint8_t hand[34], int seat, int round, Tiles kinds, PlanRow (*away)[Plans::MOST], std::uint64_t only) {
    const int n = tiles(hand) - 1, sets = std::min(n / 3, MOST_SETS);
    const auto at = indices(hand);
    const special::Levels levels(hand);
    uint8_t c[34];
    std::copy(hand, hand + 34, c);
    for (size_t i = 0; i < plans.all.size(); ++i) {
        if (!(only >> i & 1)) continue;
        const Plan& plan = plans.all[i];
        if (plan.shape != SHAPE_STANDARD) {
            for (Tiles left = kinds; left; left &= left - 1) special_row(plan, levels.without(left & (~left + 1)), n, away[std::countr_zero(left)][i]);
            continue;
        }
        const Row row[3] = {row_of(plan, 0, hand, at[0]), row_of(plan, 1, hand + 9, at[1]), row_of(plan, 2, hand + 18, at[2])};
        const Honours honours = honours_of(plan, hand + 27, at[3], plans.honour[seat][round]);
        for (size_t g = 0; g < 4; ++g) {
            const Tiles here = kinds & ALL_OF[g] << 9 * g;
            if (!here) continue;
            const Row suits = g < 3 ? merge(row[g == 0], row[g == 2 ? 1 : 2]) : merge(merge(row[0], row[1]), row[2]);
            Row others[HONOUR_LEVELS];
            for (size_t level = 0; level < HONOUR_LEVELS; ++level)
                others[level] = turned(g < 3 ? with_honours(suits, honours.level[level], level) : suits, sets);
            for (Tiles left = here; left; left &= left - 1) {
                const auto kind = static_cast<size_t>(std::countr_zero(left));
                PlanRow& out = away[kind][i];
                --c[kind];
                const uint32_t index = at[g] - POW5[kind % 9];
                if (g < 3) {
                    const Row mine = row_of(plan, g, c + 9 * g, index);
                    for (size_t level = 0; level < HONOUR_LEVELS; ++level) out[level] = told(least_sum(mine, others[level]));
                } else {
                    const Honours mine = honours_of(plan, c + 27, index, plans.honour[seat][round]);
                    for (size_t level = 0; level < HONOUR_LEVELS; ++level) out[level] = told(least_sum(mine.level[level], others[level]));
                }
                ++c[kind];
            }
        }
    }
}

int plan_useful(const Plans& plans, int number, int honour_fan, const uint8_t hand[34], int seat, int round, Tiles& useful) {
    const Plan& plan = plans.all[static_cast<size_t>(number)];
    const auto level = static_cast<size_t>(honour_fan);
    const int n = tiles(hand), sets = std::min(n / 3, MOST_SETS);
    useful = 0;
    if (plan.shape != SHAPE_STANDARD) {
        const special::Levels levels(hand);
        const int away = special::away(levels, n, plan.shape);
        if (away > 0 && away < NO_PLAN) useful = special::useful(levels, n, plan.shape, away);
        return honour_fan ? NO_PLAN : away;
    }
    const auto at = indices(hand);
    const Row row[3] = {row_of(plan, 0, hand, at[0]), row_of(plan, 1, hand + 9, at[1]), row_of(plan, 2, hand + 18, at[2])};
    const Row honours = honours_of(plan, hand + 27, at[3], plans.honour[seat][round]).level[level];
    const Row all = merge(merge(row[0], row[1]), row[2]);
    const int away = least_sum(honours, turned(all, sets));
    if (away >= BEYOND) return NO_PLAN;
    uint8_t c[34];
    std::copy(hand, hand + 34, c);
    for (size_t g = 0; away && g < 4; ++g) {
        const Row others = turned(g < 3 ? with_honours(merge(row[g == 0], row[g == 2 ? 1 : 2]), honours, level) : all, sets);
        for (Tiles left = part_of(plan.kinds, g); left; left &= left - 1) {
            const auto rank = static_cast<size_t>(std::countr_zero(left)), kind = 9 * g + rank;
            if (c[kind] >= 4) continue;
            ++c[kind];
            const uint32_t index = at[g] + POW5[rank];
            const Row mine = g < 3 ? row_of(plan, g, c + 9 * g, index) : honours_of(plan, c + 27, index, plans.honour[seat][round]).level[level];
            --c[kind];
            if (least_sum(mine, others) < away) useful |= bit(static_cast<int>(kind));
        }
    }
    return away;
}

}  // namespace sikwu
