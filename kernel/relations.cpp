#include "relations.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "order.hpp"
#include "tables.hpp"

namespace sikwu {
namespace {

// Codes for the relation of two groups. Chow-chow, pung-pung, pung-pair, pair-pair: same or other suit, and distance.
constexpr int code_of(Kind a, Kind b, bool same_suit, int distance) {
    const bool chow_a = a == Kind::CHOW, chow_b = b == Kind::CHOW;
    if (chow_a != chow_b) return -1;
    const int kind = chow_a ? 0 : 1 + (a == Kind::PAIR) + (b == Kind::PAIR);
    return (kind * 2 + same_suit) * 9 + (distance < 0 ? -distance : distance);
}
constexpr int PUNG_IN_CHOW = 72, PAIR_IN_CHOW = 73, CHOWS_OVERLAP = 74, PUNG_AT = 75;  // PUNG_AT + place in the chow
constexpr int TWO_APART = 78;                                                          // + distance, in pair hands
constexpr int CHOWS_FROM = 90, PUNGS_FROM = 96;                                        // + the least number
constexpr int IMPOSSIBLE = 102;                                                        // never true for two groups
constexpr int ANY_GROUP = Bits::SIZE - 1;                                              // not a code: all groups are there
static_assert(IMPOSSIBLE < CODES && PUNGS_FROM + 5 < IMPOSSIBLE && ANY_GROUP >= CODES);

// The relation of any two suited groups as at most two codes: by same suit or not, and the kind and number of each.
constexpr int PLACES_IN_SUIT = 36, NOWHERE = 36;  // honours are nowhere: related to no group
constexpr int place_in_suit(Kind kind, int number) { return static_cast<int>(kind) * 9 + number - 1; }
struct PairCodes {
    std::uint8_t of[PLACES_IN_SUIT + 1][PLACES_IN_SUIT + 1][2][2];
};
SIKWU_TABLE PairCodes PAIR_CODES = table_of([] {
    PairCodes table{};
    for (int same = 0; same < 2; ++same)
        for (int a = 0; a <= PLACES_IN_SUIT; ++a)
            for (int b = 0; b <= PLACES_IN_SUIT; ++b) {
                const Kind x = static_cast<Kind>(a / 9), y = static_cast<Kind>(b / 9);
                const int apart = b % 9 - a % 9, distance = apart < 0 ? -apart : apart;
                // Unused codes differ, so that writing one does not wait for the one before (no false dependency).
                int first = CODES + (a + b) % 12, second = CODES + 12 + (a + 5 * b) % 12;
                if (a == NOWHERE || b == NOWHERE) {
                    // unused codes
                } else if (const int code = code_of(x, y, same, distance); code >= 0) {
                    first = code;
                    if (same && x == Kind::CHOW && distance <= 2) second = CHOWS_OVERLAP;
                    if (same && x != Kind::CHOW && x != Kind::KONG && y != Kind::KONG) second = TWO_APART + distance;
                } else if (const int at = x == Kind::CHOW ? apart : -apart; same && at >= 0 && at <= 2) {
                    const bool pair = x == Kind::PAIR || y == Kind::PAIR;
                    first = pair ? PAIR_IN_CHOW : PUNG_IN_CHOW;
                    if (!pair) second = PUNG_AT + at;
                }
                table.of[a][b][same][0] = static_cast<std::uint8_t>(first);
                table.of[a][b][same][1] = static_cast<std::uint8_t>(second);
            }
    return table;
});

// Members of the slots, a byte each, by kind.
constexpr std::uint64_t in_slot(Slot s) { return std::uint64_t{1} << 8 * static_cast<int>(s); }
constexpr std::uint64_t SLOTS_OF[] = {
    in_slot(Slot::CHOW) | in_slot(Slot::CHOW_WITH),
    in_slot(Slot::PUNG) | in_slot(Slot::TRIPLET) | in_slot(Slot::TWO),
    in_slot(Slot::PUNG),
    in_slot(Slot::PAIR) | in_slot(Slot::TWO),
};

// The table entries of a group, by its kind and lowest tile.
struct Seat {
    std::uint16_t row;          // its row in PAIR_CODES, as the first of two
    std::uint8_t column, suit;  // its column, as the second
};
struct Member {
    std::uint64_t slots;
    Seat seat;
    std::uint8_t counts, lowest;  // counts: 1, but 0 for honours
};
SIKWU_TABLE auto MEMBERS = table_of([] {
    std::array<std::array<Member, KINDS>, 4> members{};
    for (int kind = 0; kind < 4; ++kind)
        for (int tile = 0; tile < KINDS; ++tile) {
            const int place = suited(tile) ? place_in_suit(static_cast<Kind>(kind), number_of(tile)) : NOWHERE;
            members[static_cast<std::size_t>(kind)][static_cast<std::size_t>(tile)] = {
                suited(tile) ? SLOTS_OF[kind] : 0,
                {static_cast<std::uint16_t>(place * sizeof PAIR_CODES.of[0]), static_cast<std::uint8_t>(place * sizeof PAIR_CODES.of[0][0]),
                 static_cast<std::uint8_t>(suit_of(tile))},
                suited(tile),
                static_cast<std::uint8_t>(number_of(tile) + 2)};
        }
    return members;
});

// The codes that have at least one group.
Bits told_in(const std::uint8_t* with) {
    Bits out;
#if defined(__SSE2__)
    for (int i = 0; i < Bits::SIZE / 16; ++i) {
        const __m128i v = _mm_load_si128(reinterpret_cast<const __m128i*>(with) + i);
        const unsigned none = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_setzero_si128())));
        out.w[i / 4] |= static_cast<std::uint64_t>(~none & 0xFFFF) << i % 4 * 16;
    }
#else
    for (int c = 0; c < Bits::SIZE; ++c)
        if (with[c]) out.set(c);
#endif
    out.w[1] &= (std::uint64_t{1} << (CODES - 64)) - 1;
    return out;
}

constexpr bool is_chow(Slot s) { return s == Slot::CHOW || s == Slot::CHOW_WITH; }
constexpr bool is_pung(Slot s) { return s == Slot::PUNG || s == Slot::TRIPLET; }
constexpr Kind kind_of(Slot s) { return is_chow(s) ? Kind::CHOW : is_pung(s) ? Kind::PUNG : Kind::PAIR; }

// A code that two slots of a template require; -1: none is known.
int needed_code(const SlotSpec& a, const SlotSpec& b) {
    const bool same = a.suit == b.suit;
    if (a.var != b.var) return -1;  // the distance of numbers with different variables is unknown
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

bool equal(const SlotSpec& a, const SlotSpec& b) { return a.slot == b.slot && a.suit == b.suit && a.var == b.var && a.number == b.number; }

// Fills the slots of one template one after the other; equal slots take groups in ascending order only.
struct Matcher {
    const Template& t;
    const GroupTable& table;
    const std::uint8_t* allowed;  // groups that may fill each slot
    std::uint16_t* masks;
    std::uint8_t* numbers;  // of the instances, if the number distinguishes them; otherwise 0
    int& found;
    int enough;
    int suit[3] = {-1, -1, -1};
    int number[2] = {0, 0};

    void keep(unsigned used) {
        const auto told = static_cast<std::uint8_t>(t.by_number ? number[t.slot[0].var] : 0);
        for (int i = 0; i < found; ++i)
            if (masks[i] == used && numbers[i] == told) return;
        if (found == MAX_INSTANCES) refuse_ways();
        masks[found] = static_cast<std::uint16_t>(used), numbers[found++] = told;
    }

    // The groups that may fill a slot at a number.
    unsigned at_number(const SlotSpec& s, int at) const {
        if (at < 1 || at > 9) return 0;
        return s.slot == Slot::CHOW_WITH ? table.containing(at) : table.from(at);
    }

    // The same as `fill` if the group in the first slot determines every number: the candidates of all later slots are known at once, and most
    // searches end there.
    void fill_told() {
        const SlotSpec& a = t.slot[0];
        unsigned first = allowed[0] & (a.var == 2 ? at_number(a, a.number) : ~0U);
        const int values = a.var != 2 && a.slot == Slot::CHOW_WITH ? 3 : 1;
        for (; first && found < enough; first &= first - 1) {
            const int i = std::countr_zero(first), tile = table.reading->group[i].tile;
            const unsigned of_suit = table.suit[suit_of(tile)], self = 1U << i, later = ~((2U << i) - 1);
            for (int d = 0; d < values; ++d) {
                const int value = number_of(tile) + d - a.number;
                if (a.var != 2 && (value < 1 || value > 9)) continue;
                unsigned fits[MOST_SLOTS];
                int k = 1;
                for (; k < t.slots; ++k) {
                    const SlotSpec& s = t.slot[k];
                    if (k > 1 && t.again[k]) {
                        fits[k] = fits[k - 1];
                        continue;
                    }
                    fits[k] = allowed[k] & (t.again[k] ? later : ~self) & (s.suit == a.suit ? of_suit : ~of_suit);
                    fits[k] &= at_number(s, s.var == 2 ? s.number : value + s.number);
                    if (std::popcount(fits[k]) < t.run[k]) break;
                }
                if (k < t.slots) continue;
                number[a.var % 2] = value;
                choose(i, fits);
            }
        }
    }

    // Fills the slots after the first, which has group `i`, with groups that fit.
    void choose(int i, const unsigned* fits) {
        unsigned left[MOST_SLOTS] = {}, used[MOST_SLOTS], suits[MOST_SLOTS], taken[MOST_SLOTS];
        used[0] = 0;
        for (int k = 0;;) {
            used[k] |= 1U << i, suits[k] = table.suit[suit_of(table.reading->group[i].tile)];
            if (k + 1 == t.slots) {
                keep(used[k]);
            } else {
                const unsigned later = ~((2U << i) - 1);
                taken[k] = k ? taken[k - 1] | suits[k] : suits[k];
                ++k;
                left[k] = fits[k] & ~used[k - 1] & (t.again[k] ? later : ~0U) & (t.suit_as[k] < k ? suits[t.suit_as[k]] : ~taken[k - 1]);
            }
            while (!left[k])
                if (--k <= 0) return;
            if (found >= enough) return;
            i = std::countr_zero(left[k]);
            left[k] &= left[k] - 1;
            used[k] = used[k - 1];
        }
    }

    // For templates with two independent numbers.
    SIKWU_SELDOM void fill(int k, unsigned used, unsigned after) {
        if (k == t.slots) return keep(used);
        const SlotSpec& s = t.slot[k];
        unsigned fits = allowed[k] & ~used;
        if (t.again[k]) fits &= after;
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
            fits &= s.slot == Slot::CHOW_WITH ? table.containing(at) : table.from(at);
        }
        for (; fits && found < enough; fits &= fits - 1) {
            const int i = std::countr_zero(fits);
            const int tile = table.reading->group[i].tile;
            const unsigned now = used | 1U << i, later = ~((2U << i) - 1);
            if (fresh) suit[s.suit] = suit_of(tile);
            if (bound && k + 1 == t.slots)
                keep(now);
            else if (bound)
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

// Whether two instances have the same tiles, comparing chows separately from pungs and pairs.
bool same_tiles(const Reading& r, unsigned a, unsigned b) {
    const auto sorted = [&](unsigned mask, int* out) {
        int n = 0;
        for (; mask; mask &= mask - 1) {
            const Group& g = r.group[std::countr_zero(mask)];
            out[n++] = g.tile + (g.kind == Kind::CHOW ? KINDS : 0);
        }
        sort_few(out, out + n);
        return n;
    };
    int x[MAX_GROUPS] = {}, y[MAX_GROUPS] = {};
    const int n = sorted(a, x);
    return n == sorted(b, y) && std::equal(x, x + n, y);
}

// Records the relation of two groups.
inline void put_pair(const Seat* in, int i, int j, std::uint8_t* with) {
    const std::uint8_t* code = &PAIR_CODES.of[0][0][0][0] + in[i].row + in[j].column + 2 * (in[i].suit == in[j].suit);
    const auto both = static_cast<std::uint8_t>(1U << i | 1U << j);
    with[code[0]] |= both;
    with[code[1]] |= both;
}

void put_pairs(const Seat* in, int n, std::uint8_t* with) {
    for (int i = 0; i + 1 < n; ++i)
        for (int j = i + 1; j < n; ++j) put_pair(in, i, j, with);
}

// The same for a known number of groups: without loops a pair takes a handful of instructions.
template <int FIRST, int... ABOVE>
inline void put_pairs_of(const Seat* in, std::uint8_t* with, std::integer_sequence<int, ABOVE...>) {
    (put_pair(in, FIRST, FIRST + 1 + ABOVE, with), ...);
}
template <int N, int... FIRST>
inline void put_pairs(const Seat* in, std::uint8_t* with, std::integer_sequence<int, FIRST...>) {
    (put_pairs_of<FIRST>(in, with, std::make_integer_sequence<int, N - 1 - FIRST>{}), ...);
}

}  // namespace

void GroupTable::fill(const Reading& r) {
    reading = &r;
#if defined(__SSE2__)
    for (int i = 0; i < Bits::SIZE / 16; ++i) _mm_store_si128(reinterpret_cast<__m128i*>(with) + i, _mm_setzero_si128());
#else
    std::memset(with, 0, sizeof with);
#endif
    with[ANY_GROUP] = 0xFF;
    // Branch-free: which groups share a suit, and which are honours, is hard to predict.
    Seat in[MAX_GROUPS];
    const int n = r.groups;
    std::uint64_t slots = 0;
    for (int i = 0; i < n; ++i) {
        const Member& m = MEMBERS[static_cast<std::size_t>(r.group[i].kind)][r.group[i].tile];
        in[i] = m.seat;
        const auto self = static_cast<std::uint8_t>(m.counts << i);
        slots |= m.slots << i;
        suit[m.seat.suit] |= self;
        lowest[m.lowest] |= self;
    }
    for (int i = 0; i < 6; ++i) slot[i] = static_cast<std::uint8_t>(slots >> 8 * i);
    if (!SMALL && n == 6)  // five sets and a pair
        put_pairs<6>(in, with, std::make_integer_sequence<int, 5>{});
    else if (!SMALL && n == 5)  // four sets and a pair
        put_pairs<5>(in, with, std::make_integer_sequence<int, 4>{});
    else
        put_pairs(in, n, with);
    codes = told_in(with);
    const auto count = [this](int from, int many) { codes.w[1] |= ((std::uint64_t{2} << many) - 2) << (from - 64); };
    count(CHOWS_FROM, std::popcount(slot[static_cast<int>(Slot::CHOW)]));
    count(PUNGS_FROM, std::popcount(slot[static_cast<int>(Slot::PUNG)]));
}

void index_template(Template& t) {
    int chows = 0, pungs = 0;
    t.by_number = t.slots > 0;
    for (int i = 0; i < t.slots; ++i) {
        t.by_number &= t.slot[i].slot == Slot::CHOW_WITH && t.slot[i].var == t.slot[0].var && t.slot[i].var < 2;
        chows += is_chow(t.slot[i].slot), pungs += is_pung(t.slot[i].slot);
        t.codes[i] = t.alike[i] = t.anchor[i] = 0;
        t.again[i] = i > 0 && equal(t.slot[i - 1], t.slot[i]);
        if (t.slot[i].var == 2 && t.slot[i].slot != Slot::CHOW_WITH)
            t.anchor[i] = static_cast<std::uint8_t>(t.slot[i].number >= 1 && t.slot[i].number <= 9 ? t.slot[i].number + 2 : 1);
        for (int j = 0; j < t.slots; ++j) {
            t.alike[i] = static_cast<std::uint8_t>(t.alike[i] + equal(t.slot[i], t.slot[j]));
            const int code = i < j ? needed_code(t.slot[i], t.slot[j]) : i > j ? needed_code(t.slot[j], t.slot[i]) : -1;
            if (code < 0) continue;
            t.needed.set(code);
            t.code[i][t.codes[i]++] = static_cast<std::uint8_t>(code);
        }
    }
    t.told = true;
    t.suits = 0;
    for (int i = t.slots - 1; i >= 0; --i) {
        t.told &= t.slot[i].var == 2 || t.slot[i].var == t.slot[0].var;
        t.suit_as[i] = 0;
        while (t.slot[t.suit_as[i]].suit != t.slot[i].suit) ++t.suit_as[i];
        t.suits = static_cast<std::uint8_t>(t.suits + (t.suit_as[i] == i));
        t.run[i] = static_cast<std::uint8_t>(i + 1 < t.slots && t.again[i + 1] ? t.run[i + 1] + 1 : 1);
        for (int c = t.codes[i]; c < MOST_SLOTS - 1; ++c) t.code[i][c] = ANY_GROUP;
    }
    // Two groups with the code fill the slots if the number of the first slot is not counted from another one, and the code, in which a distance has
    // no sign, does not leave open which of two different sets is the higher.
    const auto exact = [](const SlotSpec& s) { return s.var != 2 || s.slot != Slot::CHOW_WITH; };
    const auto either = [&] { return t.slot[0].slot == t.slot[1].slot || t.slot[0].number == t.slot[1].number || t.slot[0].slot == Slot::CHOW; };
    t.pair = t.slots == 2 && t.told && t.codes[0] == 1 && !t.by_number && exact(t.slot[0]) && exact(t.slot[1]) &&
             (t.slot[0].var == 2 || t.slot[0].number == 0) && either();
    if (chows) t.needed.set(CHOWS_FROM + chows);
    if (pungs) t.needed.set(PUNGS_FROM + pungs);
}

namespace {

// Whether the groups in each suit are enough for a template. For a single suit, it needs as many groups as slots.
bool enough_suits(const Template& t, const GroupTable& table, unsigned all) {
    const int n[] = {std::popcount(all & table.suit[0]), std::popcount(all & table.suit[1]), std::popcount(all & table.suit[2])};
    if (t.suits == 1) return (n[0] >= t.slots) | (n[1] >= t.slots) | (n[2] >= t.slots);
    return (n[0] > 0) + (n[1] > 0) + (n[2] > 0) >= t.suits;
}

// The groups that may fill each slot, as far as pairs decide; false if they are too few, for `times` instances in all.
bool candidates(const Template& t, const GroupTable& table, unsigned allowed, int times, std::uint8_t* out) {
    unsigned all = 0;
    bool enough = true;
    for (int i = 0; i < t.slots; ++i) {
        unsigned fits = table.slot[static_cast<int>(t.slot[i].slot)] & table.lowest[t.anchor[i]] & allowed;
        for (int c = 0; c + 1 < t.slots; ++c) fits &= table.with[t.code[i][c]];  // the same number for each slot: easy to predict
        enough &= std::popcount(fits) >= t.alike[i];
        out[i] = static_cast<std::uint8_t>(fits);
        all |= fits;
    }
    return enough && std::popcount(all) >= times * t.slots && (SMALL || enough_suits(t, table, all));
}

}  // namespace

int related(const Relation& rel, const GroupTable& table, const std::uint8_t* made, std::uint16_t* masks, int enough) {
    const Reading& r = *table.reading;
    std::uint8_t numbers[MAX_INSTANCES];
    int found = 0;
    unsigned allowed = 0xFF;
    if (rel.made != ANY_MADE)
        for (int i = 0; i < r.groups; ++i)
            if (!(made[i] & rel.made)) allowed &= ~(1U << i);
    for (const Template& t : rel.any_of) {
        std::uint8_t fitting[5];
        // Two instances of one template share no set; with several templates each has to find its own.
        const int times = rel.twice && rel.any_of.size() == 1 ? 2 : 1;
        if (t.needed.without(table.codes).any() || !candidates(t, table, allowed, times, fitting)) continue;
        Matcher matcher{t, table, fitting, masks, numbers, found, rel.twice ? ALL_INSTANCES : enough};
        if (const unsigned both = t.pair && !SMALL ? table.with[t.code[0][0]] : 0; std::popcount(both) == 2) {
            if ((unsigned{fitting[0]} | fitting[1]) == both && found < matcher.enough) matcher.keep(both);  // the only two
            continue;
        }
        if (t.told && !SMALL)
            matcher.fill_told();
        else
            matcher.fill(0, 0, 0);
    }
    if (!rel.twice) return found;
    std::uint16_t both[MAX_INSTANCES];
    int n = 0;
    for (int i = 0; i < found; ++i)
        for (int j = i + 1; j < found && n < enough; ++j) {
            const unsigned a = masks[i], b = masks[j];
            if ((a & b) || (rel.different && same_tiles(r, a, b))) continue;
            if (std::find(both, both + n, static_cast<std::uint16_t>(a | b)) != both + n) continue;
            if (n == MAX_INSTANCES) refuse_ways();
            both[n++] = static_cast<std::uint16_t>(a | b);
        }
    std::copy(both, both + n, masks);
    return n;
}

}  // namespace sikwu
