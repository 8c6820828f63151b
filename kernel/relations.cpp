#include "relations.hpp"

#include <algorithm>
#include <cstdlib>

namespace sikwu {
namespace {

// Codes of what two groups are to each other. Chow-chow, pung-pung, pung-pair, pair-pair: same or other suit, and distance.
int code_of(Kind a, Kind b, bool same_suit, int distance) {
    const bool chow_a = a == Kind::CHOW, chow_b = b == Kind::CHOW;
    if (chow_a != chow_b) return -1;
    const int kind = chow_a ? 0 : 1 + (a == Kind::PAIR) + (b == Kind::PAIR);
    return (kind * 2 + same_suit) * 9 + (distance < 0 ? -distance : distance);
}
constexpr int PUNG_IN_CHOW = 72, PAIR_IN_CHOW = 73, CHOWS_OVERLAP = 74, PUNG_AT = 75;  // PUNG_AT + place in the chow
constexpr int TWO_APART = 78;                                                         // + distance, in pair hands
constexpr int CHOWS_FROM = 90, PUNGS_FROM = 96;                                       // + how many at least
constexpr int IMPOSSIBLE = 102;                                                       // no two groups are ever so
static_assert(IMPOSSIBLE < CODES && PUNGS_FROM + 5 < IMPOSSIBLE);

constexpr bool is_chow(Slot s) { return s == Slot::CHOW || s == Slot::CHOW_WITH; }
constexpr bool is_pung(Slot s) { return s == Slot::PUNG || s == Slot::TRIPLET; }
constexpr Kind kind_of(Slot s) { return is_chow(s) ? Kind::CHOW : is_pung(s) ? Kind::PUNG : Kind::PAIR; }

// The code that two slots of a template cannot do without; -1: none is known.
int needed_code(const SlotSpec& a, const SlotSpec& b) {
    const bool same = a.suit == b.suit;
    if (a.var != b.var) return -1;  // numbers of different variables are at no known distance
    const int distance = b.number - a.number;
    if (std::abs(distance) > 8) return IMPOSSIBLE;
    if (a.slot == Slot::TWO || b.slot == Slot::TWO) return a.slot == b.slot && same ? TWO_APART + std::abs(distance) : -1;
    if (a.slot == Slot::CHOW_WITH || b.slot == Slot::CHOW_WITH) {
        const Slot other = a.slot == Slot::CHOW_WITH ? b.slot : a.slot;
        if (!same || distance != 0) return -1;
        return other == Slot::CHOW_WITH ? CHOWS_OVERLAP : is_pung(other) ? PUNG_IN_CHOW : other == Slot::PAIR ? PAIR_IN_CHOW : -1;
    }
    if (a.slot == Slot::CHOW && is_pung(b.slot)) return same && distance >= 0 && distance <= 2 ? PUNG_AT + distance : -1;
    return code_of(kind_of(a.slot), kind_of(b.slot), same, distance);
}

bool equal(const SlotSpec& a, const SlotSpec& b) {
    return a.slot == b.slot && a.suit == b.suit && a.var == b.var && a.number == b.number;
}

// Fills the slots of one template one after the other; equal slots take groups in rising order only.
struct Matcher {
    const Template& t;
    const GroupTable& table;
    const std::uint8_t* allowed;  // groups that may stand in each slot
    std::uint16_t* masks;
    int& found;
    int enough;
    int suit[3] = {-1, -1, -1};
    int number[2] = {0, 0};

    void keep(unsigned used) {
        for (int i = 0; i < found; ++i)
            if (masks[i] == used) return;
        masks[found++] = static_cast<std::uint16_t>(used);
    }

    void fill(int k, unsigned used, unsigned after) {
        if (k == t.slots) return keep(used);
        const SlotSpec& s = t.slot[k];
        unsigned fits = allowed[k] & ~used;
        if (k > 0 && equal(t.slot[k - 1], s)) fits &= after;
        const bool fresh = suit[s.suit] < 0;
        if (fresh) {
            for (const int taken : suit)
                if (taken >= 0) fits &= ~static_cast<unsigned>(table.suit[taken]);
        } else {
            fits &= table.suit[suit[s.suit]];
        }
        const bool bound = s.var == 2 || number[s.var];
        if (bound) {
            const int at = s.var == 2 ? s.number : number[s.var] + s.number;
            if (at < 1 || at > 9) return;
            fits &= s.slot == Slot::CHOW_WITH ? table.containing[at] : table.number[at];
        }
        for (; fits && found < enough; fits &= fits - 1) {
            const int i = std::countr_zero(fits);
            const int tile = table.reading->group[i].tile;
            const unsigned now = used | 1U << i, later = ~((2U << i) - 1);
            if (fresh) suit[s.suit] = suit_of(tile);
            if (bound)
                fill(k + 1, now, later);
            else
                for (int d = 0; d < (s.slot == Slot::CHOW_WITH ? 3 : 1); ++d) {
                    const int value = number_of(tile) + d - s.number;
                    if (value < 1 || value > 9 || value == number[1 - s.var]) continue;
                    number[s.var] = value;
                    fill(k + 1, now, later);
                    number[s.var] = 0;
                }
            if (fresh) suit[s.suit] = -1;
        }
    }
};

// Do two instances hold the same tiles? Chows apart from pungs and pairs, whichever groups they are.
bool same_tiles(const Reading& r, unsigned a, unsigned b) {
    const auto sorted = [&](unsigned mask, int* out) {
        int n = 0;
        for (; mask; mask &= mask - 1) {
            const Group& g = r.group[std::countr_zero(mask)];
            out[n++] = g.tile + (g.kind == Kind::CHOW ? KINDS : 0);
        }
        std::sort(out, out + n);
        return n;
    };
    int x[MAX_GROUPS] = {}, y[MAX_GROUPS] = {};
    const int n = sorted(a, x);
    return n == sorted(b, y) && std::equal(x, x + n, y);
}

}  // namespace

GroupTable::GroupTable(const Reading& r) : reading(&r) {  // `with` is filled as codes are met
    int chows = 0, pungs = 0;
    const auto put = [this](Slot s, unsigned b) { slot[static_cast<int>(s)] = static_cast<std::uint8_t>(slot[static_cast<int>(s)] | b); };
    for (int i = 0; i < r.groups; ++i) {
        const Group& a = r.group[i];
        if (!suited(a.tile)) continue;
        const unsigned b = 1U << i;
        const int low = number_of(a.tile);
        suit[suit_of(a.tile)] = static_cast<std::uint8_t>(suit[suit_of(a.tile)] | b);
        number[low] = static_cast<std::uint8_t>(number[low] | b);
        switch (a.kind) {
            case Kind::CHOW:
                ++chows;
                put(Slot::CHOW, b), put(Slot::CHOW_WITH, b);
                for (int d = 0; d < 3; ++d) containing[low + d] = static_cast<std::uint8_t>(containing[low + d] | b);
                break;
            case Kind::PUNG: put(Slot::TRIPLET, b), put(Slot::TWO, b); [[fallthrough]];
            case Kind::KONG: ++pungs, put(Slot::PUNG, b); break;
            case Kind::PAIR: put(Slot::PAIR, b), put(Slot::TWO, b); break;
        }
        for (int j = i + 1; j < r.groups; ++j) {
            const Group& other = r.group[j];
            if (!suited(other.tile)) continue;
            const bool same = suit_of(a.tile) == suit_of(other.tile);
            const int distance = number_of(other.tile) - low;
            const int code = code_of(a.kind, other.kind, same, distance);
            const unsigned both = b | 1U << j;
            const auto tell = [&](int c) {
                with[c] = static_cast<std::uint8_t>((codes.has(c) ? with[c] : 0) | both);
                codes.set(c);
            };
            if (code >= 0) {
                tell(code);
                if (same && a.kind == Kind::CHOW && distance >= -2 && distance <= 2) tell(CHOWS_OVERLAP);
                if (same && a.kind != Kind::CHOW && a.kind != Kind::KONG && other.kind != Kind::KONG) tell(TWO_APART + std::abs(distance));
            } else if (same) {
                const Group& run = a.kind == Kind::CHOW ? a : other;
                const Group& tiles = a.kind == Kind::CHOW ? other : a;
                const int at = tiles.tile - run.tile;
                if (at < 0 || at > 2) continue;
                if (tiles.kind == Kind::PAIR)
                    tell(PAIR_IN_CHOW);
                else
                    tell(PUNG_IN_CHOW), tell(PUNG_AT + at);
            }
        }
    }
    for (; chows > 0; --chows) codes.set(CHOWS_FROM + chows);
    for (; pungs > 0; --pungs) codes.set(PUNGS_FROM + pungs);
}

void index_template(Template& t) {
    int chows = 0, pungs = 0;
    for (int i = 0; i < t.slots; ++i) {
        chows += is_chow(t.slot[i].slot), pungs += is_pung(t.slot[i].slot);
        t.codes[i] = t.alike[i] = 0;
        for (int j = 0; j < t.slots; ++j) {
            t.alike[i] = static_cast<std::uint8_t>(t.alike[i] + equal(t.slot[i], t.slot[j]));
            const int code = i < j ? needed_code(t.slot[i], t.slot[j]) : i > j ? needed_code(t.slot[j], t.slot[i]) : -1;
            if (code < 0) continue;
            t.needed.set(code);
            t.code[i][t.codes[i]++] = static_cast<std::uint8_t>(code);
        }
    }
    if (chows) t.needed.set(CHOWS_FROM + chows);
    if (pungs) t.needed.set(PUNGS_FROM + pungs);
}

namespace {

// The groups that may stand in each slot, as far as pairs tell; false if they are too few, for `times` instances in all.
bool candidates(const Template& t, const GroupTable& table, unsigned allowed, int times, std::uint8_t* out) {
    unsigned all = 0;
    for (int i = 0; i < t.slots; ++i) {
        unsigned fits = table.slot[static_cast<int>(t.slot[i].slot)] & allowed;
        for (int c = 0; c < t.codes[i]; ++c) fits &= table.with[t.code[i][c]];
        if (t.slot[i].var == 2 && t.slot[i].slot != Slot::CHOW_WITH) fits &= t.slot[i].number >= 1 && t.slot[i].number <= 9 ? table.number[t.slot[i].number] : 0;
        if (std::popcount(fits) < t.alike[i]) return false;
        out[i] = static_cast<std::uint8_t>(fits);
        all |= fits;
    }
    return std::popcount(all) >= times * t.slots;
}

}  // namespace

int related(const Relation& rel, const GroupTable& table, const std::uint8_t* made, std::uint16_t* masks, int enough) {
    const Reading& r = *table.reading;
    int found = 0;
    unsigned allowed = 0xFF;
    if (rel.made != ANY_MADE)
        for (int i = 0; i < r.groups; ++i)
            if (!(made[i] & rel.made)) allowed &= ~(1U << i);
    for (const Template& t : rel.any_of) {
        std::uint8_t fitting[5];
        // Two instances of one template share no set; of several templates each has to find its own.
        const int times = rel.twice && rel.any_of.size() == 1 ? 2 : 1;
        if (t.needed.without(table.codes).any() || !candidates(t, table, allowed, times, fitting)) continue;
        Matcher{t, table, fitting, masks, found, rel.twice ? MAX_INSTANCES : enough}.fill(0, 0, 0);
    }
    if (!rel.twice) return found;
    std::uint16_t both[MAX_INSTANCES];
    int n = 0;
    for (int i = 0; i < found; ++i)
        for (int j = i + 1; j < found && n < enough; ++j) {
            const unsigned a = masks[i], b = masks[j];
            if ((a & b) || (rel.different && same_tiles(r, a, b))) continue;
            if (std::find(both, both + n, static_cast<std::uint16_t>(a | b)) == both + n) both[n++] = static_cast<std::uint16_t>(a | b);
        }
    std::copy(both, both + n, masks);
    return n;
}

}  // namespace sikwu
