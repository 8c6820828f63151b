#include "encode.hpp"

#include <algorithm>

#include "danger.hpp"
#include "distance.hpp"
#include "side.hpp"

namespace sikwu {
namespace {

// Eight bits as eight bytes.
constexpr auto BYTES = [] {
    std::array<std::uint64_t, 256> of{};
    for (std::size_t bits = 0; bits < 256; ++bits)
        for (int i = 0; i < 8; ++i) of[bits] |= std::uint64_t{bits >> i & 1} << 8 * i;
    return of;
}();

enum Plane {
    MINE = 0,
    DRAWN = 4,
    OFFERED = 5,
    MELDS = 6,
    THROWN = 26,
    RIVERS = 42,
    LIVE = 54,
    SEEN = 55,
    SEAT_WIND = 59,
    ROUND_WIND = 60,
    AWAY_AFTER = 61,
    LIVE_AFTER = 62,
    PRICE_AFTER = 63,
    DANGER = 64,
    WIN_BY_CLAIM = 67,
    WIN_BY_DRAW = 68,
    PASSED = 69,
    FROZEN = 70
};

int relative(int seat, int me) { return (seat - me + 4) & 3; }

void put_kinds(std::uint8_t* plane, Tiles kinds) {
    if (!kinds) return;
    for (int i = 0; i < 4; ++i) {
        const std::uint64_t eight = BYTES[kinds >> 8 * i & 255];
        std::memcpy(plane + 8 * i, &eight, 8);
    }
    plane[32] = kinds >> 32 & 1, plane[33] = kinds >> 33 & 1;
}

void put_tile(std::uint8_t* plane, int tile) {
    if (tile < KINDS) plane[tile] = 1;
}

class Writer {
  public:
    Writer(const View& seen, std::uint8_t* out) : view(seen), me(seen.seat()), planes(out) { std::memset(planes, 0, PLANES * KINDS); }

    void own_hand() {
        for (int i = 0; i < 4; ++i) put(MINE + i, view.kinds().at_least[i]);
        put_tile(at(DRAWN), view.drawn()), put_tile(at(OFFERED), view.offered());
        const Tiles waits = view.dead(me) ? 0 : view.waits();  // a dead hand wins nothing
        if (waits) {
            put(WIN_BY_CLAIM, view.barred() ? 0 : view.winning(By::DISCARD)), put(WIN_BY_DRAW, view.winning(By::SELF_DRAW));
            if (view.barred()) put(PASSED, waits);
        }
        if (view.ready(me) != Ready::NONE) {
            const Tiles drawn = view.drawn() < KINDS ? bit(view.drawn()) : 0;
            put(FROZEN, view.kinds().at_least[0] & ~drawn);
        }
    }

    void melds() {
        for (int seat = 0; seat < 4; ++seat) {
            const int to = relative(seat, me);
            Tiles kind[5] = {0, 0, 0, 0, 0};
            for (int i = 0; i < view.melds(seat); ++i) {
                const Laid meld = view.meld(seat, i);
                if (meld.feeder) claimed(meld, to);
                if (meld.tile == View::HIDDEN) continue;
                const Tiles here = bit(meld.tile);
                switch (meld.kind) {
                    case MeldKind::CHOW: kind[1] |= kind[0] & here, kind[0] |= here; break;
                    case MeldKind::PUNG: kind[2] |= here; break;
                    case MeldKind::EXPOSED:
                    case MeldKind::ADDED: kind[3] |= here; break;
                    case MeldKind::CONCEALED: kind[4] |= here; break;
                }
            }
            for (int i = 0; i < 5; ++i) put(MELDS + 5 * to + i, kind[i]);
        }
    }

    // After the melds, which show the discards that were claimed.
    void rivers() {
        if (view.kong_pending() && view.pending_kong().feeder) claimed(view.pending_kong(), relative(view.offers(), me));
        const int n = view.lying();
        for (int i = 0; i < n; ++i) {
            const View::Thrown thrown = view.thrown(i);
            const int of = relative(thrown.seat, me);
            count(of, thrown.tile);
            std::uint8_t* const river = at(RIVERS + 3 * of);
            river[thrown.tile] = static_cast<std::uint8_t>(std::min(n - i, 255));
            if (thrown.drawn) river[KINDS + thrown.tile] = 1;
        }
        for (int of = 0; of < 4; ++of)
            for (int i = 0; i < 4; ++i) put(THROWN + 4 * of + i, often[of][i]);
    }

    void table() {
        const Counts seen = view.seen();
        std::uint8_t* const live = at(LIVE);
        for (std::size_t t = 0; t < KINDS; ++t) live[t] = static_cast<std::uint8_t>(4 - seen[t]);
        const Planes planes_seen = planes_of(seen);
        for (int i = 0; i < 4; ++i) put(SEEN + i, planes_seen.at_least[i]);
        put_tile(at(SEAT_WIND), SUITED + me), put_tile(at(ROUND_WIND), SUITED + view.round());
    }

    void aids() {
        if (!view.own_turn()) return;
        const Tiles held = view.kinds().at_least[0];
        std::int8_t away[KINDS];
        away_after(view.hand().data(), view.shapes(), held, away);
        Counts hand = view.hand();
        const Counts seen = view.seen();
        for (Tiles left = held; left; left &= left - 1) {
            const auto kind = static_cast<std::size_t>(std::countr_zero(left));
            std::uint64_t mask;
            --hand[kind];
            useful(hand.data(), view.shapes(), mask);
            ++hand[kind];
            int live = 0;
            for (; mask; mask &= mask - 1) live += 4 - seen[static_cast<std::size_t>(std::countr_zero(mask))];
            at(AWAY_AFTER)[kind] = static_cast<std::uint8_t>(away[kind]), at(LIVE_AFTER)[kind] = static_cast<std::uint8_t>(live);
        }
    }

    // After each discard: the most fan of a hand that is at most one tile further away than the nearest one that may win.
    void prices(const Plans& plans) {
        if (!view.own_turn()) return;
        const Side side(plans, view);
        const Tiles held = view.kinds().at_least[0];
        PlanRow away[KINDS][Plans::MOST];
        plan_distances_after(plans, view.hand().data(), me, view.round(), held, away, side.plans);
        for (Tiles left = held; left; left &= left - 1) {
            const int kind = std::countr_zero(left);
            int nearest = NO_PLAN, most = 0;
            const auto each_way = [&](auto&& visit) {
                for (std::uint64_t some = side.plans; some; some &= some - 1) {
                    const auto i = static_cast<std::size_t>(std::countr_zero(some));
                    const int least = plans.all[i].least[!side.claimed][0];
                    for (int level = 0; least >= 0 && level < HONOUR_LEVELS; ++level) {
                        const int fan = least + side.fan + level;
                        if (fan >= view.minimum() && away[kind][i][level] < NO_PLAN) visit(fan, away[kind][i][level]);
                    }
                }
            };
            each_way([&](int, int far) { nearest = std::min(nearest, far); });
            each_way([&](int fan, int far) {
                if (far <= nearest + 1) most = std::max(most, fan);
            });
            at(PRICE_AFTER)[kind] = static_cast<std::uint8_t>(std::min(most, 255));
        }
    }

    // The chance that each of the others wins with a kind, of 255.
    void dangers(const NativePlayer& by) {
        const Dangers all(*by.plans, *by.parameters, view);
        for (int i = 0; i < all.count; ++i) {
            std::uint8_t* const to = at(DANGER + relative(all.threat[i].shown.seat, me) - 1);
            for (int kind = 0; kind < KINDS; ++kind)
                to[kind] = static_cast<std::uint8_t>(255 * all.threat[i].ready * all.waits(all.threat[i].shown, kind) + 0.5);
        }
    }

  private:
    const View& view;
    int me;
    std::uint8_t* planes;
    Tiles often[4][4] = {};

    std::uint8_t* at(int plane) const { return planes + plane * KINDS; }
    void put(int plane, Tiles kinds) { put_kinds(at(plane), kinds); }

    void count(int of, int tile) {
        Tiles(&n)[4] = often[of];
        const Tiles here = bit(tile);
        n[3] |= n[2] & here, n[2] |= n[1] & here, n[1] |= n[0] & here, n[0] |= here;
    }

    void claimed(const Laid& meld, int by) {
        const int of = relative(meld.feeder - 1, me);
        count(of, meld.claimed);
        std::uint8_t& taken = at(RIVERS + 3 * of + 2)[meld.claimed];
        taken = std::max(taken, static_cast<std::uint8_t>(1 + by));
    }
};

int phase_of(At at) {
    switch (at) {
        case At::TURN: return 0;
        case At::DISCARD: return 1;
        case At::KONG: return 2;
        case At::FLOWER:
        case At::OPENING: return 3;
        case At::NOTHING: break;
    }
    return -1;
}

}  // namespace

void write_mask(const Actions& legal, std::int8_t mask[action::COUNT]) {
    for (int i = 0; i < action::COUNT / 8; ++i) {
        const std::uint64_t eight = BYTES[legal.w[i >> 3] >> 8 * (i & 7) & 255];
        std::memcpy(mask + 8 * i, &eight, 8);
    }
    for (int i = action::COUNT / 8 * 8; i < action::COUNT; ++i) mask[i] = legal.has(i);
}

void write_planes(const View& view, const NativePlayer* aids, std::uint8_t planes[PLANES * KINDS]) {
    Writer writer(view, planes);
    writer.own_hand(), writer.melds(), writer.rivers(), writer.table();
    if (aids) writer.aids(), writer.prices(*aids->plans), writer.dangers(*aids);
}

void write_scalars(const View& view, const NativePlayer* aids, float out[SCALARS]) {
    const int me = view.seat();
    std::fill(out, out + SCALARS, 0.0F);
    out[me] = out[4 + view.round()] = out[8 + relative(0, me)] = 1;
    out[12] = static_cast<float>(view.streak()), out[13] = static_cast<float>(view.drawable()) / 144, out[14] = static_cast<float>(view.reserved()) / 16;
    const int phase = phase_of(view.at());
    if (phase >= 0) out[15 + phase] = 1;
    out[19 + (phase == 1 || phase == 2 ? relative(view.offers(), me) : 0)] = 1;
    for (int seat = 0; seat < 4; ++seat) {
        const int to = relative(seat, me);
        for (int i = 0; i < FLOWER_KINDS; ++i) out[23 + 8 * to + i] = static_cast<float>(view.flowers(seat) >> i & 1);
        out[55 + to] = static_cast<float>(view.tiles(seat)) / 17;
        out[59 + to] = view.ready(seat) != Ready::NONE, out[63 + to] = view.dead(seat);
    }
    if (!aids) return;
    // What a plain hand with these melds and flowers lacks.
    const Side side(*aids->plans, view);
    const int plain = aids->plans->all.empty() ? 0 : std::max<int>(0, aids->plans->all[0].least[!side.claimed][0]);
    out[75] = static_cast<float>(std::max(0, view.minimum() - side.fan - plain)) / 10;
}

void write_raw(const View& view, std::uint8_t raw[RAW]) {
    const int me = view.seat();
    std::memset(raw, 0, RAW);
    const auto byte = [](int n) { return static_cast<std::uint8_t>(n); };
    std::copy(view.hand().begin(), view.hand().end(), raw);
    const bool offered = view.at() == At::DISCARD || view.at() == At::KONG;
    raw[34] = byte(view.drawn()), raw[35] = byte(view.offered()), raw[36] = byte(offered ? relative(view.offers(), me) : 0);
    raw[37] = byte(int(view.at())), raw[38] = byte(me), raw[39] = byte(view.round()), raw[40] = byte(view.streak());
    raw[41] = byte(view.drawable()), raw[42] = byte(view.reserved()), raw[43] = byte(view.lying());
    for (int seat = 0; seat < 4; ++seat) {
        const int to = relative(seat, me);
        raw[44 + to] = byte(view.flowers(seat)), raw[48 + to] = byte(view.tiles(seat)), raw[52 + to] = byte(int(view.ready(seat)));
        raw[56 + to] = byte(view.dead(seat) | (seat == me && view.barred()) << 1), raw[60 + to] = byte(view.melds(seat));
        for (int i = 0; i < view.melds(seat); ++i) {
            const Laid meld = view.meld(seat, i);
            std::uint8_t* const at = raw + 64 + 20 * to + 4 * i;
            at[0] = byte(1 + int(meld.kind)), at[1] = meld.tile, at[2] = byte(meld.feeder ? relative(meld.feeder - 1, me) : 0), at[3] = meld.claimed;
        }
    }
    for (int i = 0; i < view.lying() && i < 110; ++i) {
        const View::Thrown thrown = view.thrown(i);
        raw[144 + i] = byte(thrown.tile | relative(thrown.seat, me) << 6);
        raw[254 + i / 8] = byte(raw[254 + i / 8] | thrown.drawn << i % 8);
    }
    const Actions legal = view.legal();
    for (int i = 0; i < 19; ++i) raw[268 + i] = byte(static_cast<int>(legal.w[i >> 3] >> 8 * (i & 7) & 255));
}

void write_state(const Deal& deal, int seat, std::uint8_t planes[STATE_PLANES * KINDS]) {
    std::memset(planes, 0, STATE_PLANES * KINDS);
    Counts wall{};
    for (int i = deal.front; i < deal.back; ++i)
        if (deal.wall[i] < KINDS) ++wall[deal.wall[i]];
    const Planes left = planes_of(wall);
    for (int i = 0; i < 4; ++i) {
        for (int k = 1; k < 4; ++k) put_kinds(planes + (4 * (k - 1) + i) * KINDS, deal.player[(seat + k) & 3].kinds.at_least[i]);
        put_kinds(planes + (12 + i) * KINDS, left.at_least[i]);
    }
}

}  // namespace sikwu
