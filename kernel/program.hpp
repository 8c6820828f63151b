// A compiled ruleset: facts to compute, the terms that each value of a fact rules out, and rows. A row holds while one of its terms is not ruled out.
// The kernel runs the program without knowing the name or meaning of any row.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "readings.hpp"
#include "refusal.hpp"

namespace sikwu {

// A set of kinds that may include or exclude the seat wind and the round wind of the current hand.
struct TileSet {
    Tiles mask = 0;
    std::uint8_t dynamic = 0;  // 1 + seat, 2 + round, 4 - seat, 8 - round
    Tiles resolve(const Win& win) const {
        if (!dynamic) return mask;
        const Tiles seat = bit(SUITED + win.seat), round = bit(SUITED + win.round);
        Tiles m = mask | (dynamic & 1 ? seat : 0) | (dynamic & 2 ? round : 0);
        return m & ~((dynamic & 4 ? seat : 0) | (dynamic & 8 ? round : 0));
    }
};

// What a fact measures. H: known from the hand, D: from a decomposition, P: from the winning tile's place in it.
enum class Op : std::uint8_t {
    // H
    TILES,
    KINDS_OF,
    SUITS,
    NUMBERS,
    FACE_SUM,
    FOURS,
    WAITS,
    HELD,
    WIN_IN,
    APPEARED,
    APPEARED_ALL,
    PLACES,
    FLOWERS_HELD,
    OWN_FLOWERS,
    FLOWER_SETS,
    BY,
    REPLACEMENT,
    KONG_CHAIN,
    CHAIN_TIGHT_F,
    CHAIN_BROKEN_F,
    KONG_FED_F,
    ROBBED,
    LAST_TILE_F,
    LAST_DISCARD_F,
    ONE_SHOT_F,
    EIGHTH_F,
    DEALER,
    FIRST_TURN,
    READY,
    DISCARDS,
    WINNERS,
    STREAK,
    // D, or P if the filter distinguishes SELF from WON
    SETS,
    PAIR_IN,
    GROUPS_WITHOUT,
    CARRIED,
    SHAPE,
    RELATED,
    // P
    PLACE,
    OTHER_WAITS,
    // H: added later, so that the numbers above stay as they were
    FLOWERS_OF,
    SEAT,
    ROUND,
    DISCARDER,
    LEFT,
    // As late as the later of the two facts that it joins.
    SUM,
};

// One number of the hand that is cheap to compute.
constexpr bool is_told(Op op) { return op >= Op::FLOWERS_HELD && op < Op::SETS; }
constexpr bool is_plain(Op op) { return op == Op::SUITS || op == Op::NUMBERS || op == Op::FOURS || op == Op::HELD || op == Op::APPEARED; }
inline constexpr Op FIRST_TOLD = Op::FLOWERS_HELD;  // from here to STREAK, facts are read directly from the row

struct Fact {
    Op op;
    std::uint8_t saturate;  // larger values count as this one
    std::uint16_t table;    // the index of its first value in Program::tables
    TileSet tiles;
    std::uint8_t kinds;      // SETS: one bit per Kind; SUM: 1 if the second fact is taken away
    std::uint8_t made;       // SETS: how it was made, bits of Made; SUM: what is added, so that the value is not negative
    std::uint16_t relation;  // RELATED
    // FLOWERS_OF: `tiles.mask` has one bit per flower. SUM: `relation` and `tiles.mask` are two earlier facts, `tiles.dynamic` is its level.
};

// One slot of a relation template: a group of this kind, in suit `suit` (a variable), at a number.
enum class Slot : std::uint8_t { CHOW, CHOW_WITH, PUNG, TRIPLET, PAIR, TWO };
struct SlotSpec {
    Slot slot;
    std::uint8_t suit;   // variable 0-2; different variables mean different suits
    std::uint8_t var;    // 0, 1: number variables (different numbers); 2: `number` is the number itself
    std::int8_t number;  // offset from the variable, or the anchor
};
inline constexpr int MOST_SLOTS = 5;
struct Template {
    std::uint8_t slots;
    SlotSpec slot[MOST_SLOTS];
    Bits needed;                        // pair codes without which nothing matches
    std::uint8_t codes[5], code[5][4];  // for each slot: the codes that its group must have with some other group
    std::uint8_t alike[5];              // how many slots are equal to this one
    bool again[5];                      // whether a slot is equal to the one before
    std::uint8_t run[5];                // the number of consecutive equal slots from this one on
    bool told;                          // the group in the first slot determines all numbers
    bool pair;                          // two slots that are fully determined by their code
    std::uint8_t suit_as[5];            // the first slot of the same suit
    std::uint8_t suits;                 // how many different suits the slots have
    bool by_number;                     // only chows that contain some number: each number is a separate instance
    std::uint8_t anchor[5];             // the index of the groups with its number in GroupTable::lowest; 0: any number
};
inline constexpr int MOST_RELATIONS = 64;
inline constexpr std::uint8_t UNKNOWN_COUNT = 255;
struct Relation {
    std::vector<Template> any_of;
    std::uint8_t made;      // filter on every set of an instance
    bool twice, different;  // two disjoint instances as one; with different tiles
};

enum class Each : std::uint8_t { ONCE, SETS, RELATION, OWN_FLOWERS, OTHER_FLOWERS, FLOWER_SETS, COUNT };
enum class Stack : std::uint8_t { EACH, DISJOINT, ONCE };

struct Row {
    std::int16_t worth;
    bool mark;  // holds and is reported, but counts nothing
    Each each;
    std::uint16_t each_fact;  // SETS, COUNT: a fact; RELATION: a relation
    Stack stack;
    std::int8_t family;     // -1: none
    bool used_once;         // family members may not share an element; otherwise they compete by their own absorption
    std::uint8_t declared;  // place in the declared order, for ties
    Bits absorbs, absorbs_shared;
    // Derived:
    Bits drops = {};           // both of them
    Bits rivals = {};          // rows whose instances exclude an instance of this row
    Bits rivals_sharing = {};  // the same, if they share sets
    Bits meets = {};           // other rows that it drops or excludes
    bool optional = false;     // whether an instance may have to give way to another
    bool shares = false;       // whether it absorbs others only if they share sets
};

// A row that is counted last, by the total of the others: after the selection, and not part of it. It holds and is marked as any row.
struct LastRow {
    std::uint8_t row;
    std::int16_t least, most;  // of the total
    std::int16_t times;        // a fact of the hand, for each of which it counts; -1: once
    Bits absorbers = {};       // derived: rows beside which it does not count
};

// A row that counts flowers; what: own ones, others, whole sets, in the order of Each.
struct FlowerRow {
    std::uint8_t row, what;
    std::int16_t worth;
};

// A fact that is read directly from the row.
struct ToldFact {
    std::uint8_t index, saturate;
    std::uint16_t table;
};

// The number of kinds of some tiles among the kinds of the hand, of the winning tile, … : one AND and a population count.
enum class Among : std::uint8_t { HELD, WON, PUNGS, KONGS, PAIR };
struct KindFact {
    TileSet tiles;
    Among among;
    std::uint8_t saturate;
    std::uint16_t table;
};

// A fact that is one number of the hand, without a parameter.
struct PlainFact {
    Op op;
    std::uint8_t saturate;
    std::uint16_t table;
};

// The number of sets of some kinds made in some ways.
struct SetFact {
    Ways ways;
    std::uint8_t saturate;
    std::uint16_t table;
};

// An expensive fact: computed after all others, and skipped if everything it could rule out is already ruled out.
struct DearFact {
    std::uint16_t fact;
    TermSet terms;  // everything it could rule out
};

// The number of instances of a relation; the pair codes alone rule out most relations.
struct RelationFact {
    std::uint16_t relation;
    std::uint8_t saturate;
    bool placed;  // how the winning set was made matters, so it is known only with the tile's place
    std::uint16_t table;
};

// When a fact is known: 0 from the hand, 1 from a decomposition, 2 from the winning tile's place in it.
int level(const Fact& fact, const std::vector<Relation>& relations);

struct Program {
    // --- stored: members that stored.cpp checks, writes and compares
    int sets = 4;
    unsigned shapes = 0;
    std::vector<Fact> facts;      // H before D before P
    std::vector<TermSet> tables;  // terms ruled out, by fact and value
    TermSet never;                // terms that no hand can satisfy
    // Term i is the first term of row i; from EXTRA on come further terms of rows, and those of the legality (row -1).
    static constexpr int EXTRA = 128;
    std::vector<std::int16_t> extra_rows;
    bool asks_legality = false;
    std::vector<Relation> relations;
    std::vector<Row> rows;                     // absorbers before the rows they absorb
    int cap = 0;                               // 0: no ceiling
    Bits unify;                                // rows that make a hand worth exactly the ceiling
    int raise_from = 0, raise_to = 0;          // a best total of exactly this becomes that; 0: never
    Bits aside;                                // rows whose fan do not count towards the minimum
    Bits beside_raise;                         // rows that are not part of that total and remain beside it: counted by the hand, not by a reading
    int raise_row = -1;                        // the row under which it is then reported
    std::vector<LastRow> last;                 // in the order in which they count
    std::vector<std::string> names, patterns;  // of the rows; only passed back

    // --- derived by index()
    int hand_facts = 0, reading_facts = 0;  // facts[0, h) H, [h, d) D, [d, …) P
    std::vector<ToldFact> told_facts;       // the H facts that need no computation
    // The other H and D facts: all of them, and those that matter to a hand of sets and a pair.
    struct Facts {
        std::vector<KindFact> kinds_of_hand, kinds_of_reading;
        // Whether a kind of some set is in the hand, for all such facts at once: one bit per fact by the kinds of each suit and the honours, and the
        // terms ruled out by each eight of the bits.
        std::vector<KindFact> held;
        std::vector<std::uint64_t> held_in;
        std::vector<TermSet> by_held;
        // The terms ruled out by the winning tile, the pair, and the pungs of winds and of honours: by the tile, or by the kinds of the pungs; for
        // facts that use the seat or round wind, by those two as well. Empty if no fact needs it.
        std::vector<TermSet> by_won, by_pair, by_wind_pungs, by_honour_pungs;
        std::vector<KindFact> tiles_of_hand;  // the number of tiles of some kinds
        // How many groups have none of some kinds: one byte per fact for what each group adds, by group_id. Facts that ask for the seat or the round
        // wind, and those beyond eight, are counted one by one.
        std::vector<KindFact> groups_without, groups_without_winds;
        std::uint64_t without[GROUP_IDS] = {};
        std::vector<PlainFact> plain_of_hand;
        std::vector<std::uint16_t> of_hand, of_reading;
        std::vector<SetFact> sets_of_reading;
        std::vector<DearFact> dear;
        std::vector<RelationFact> relations;
        // A relation is searched for only if enough groups are in pairs with its key, one code that a template needs.
        Bits keys;
        std::uint64_t by_key[Bits::SIZE][MAX_GROUPS + 1] = {}, without_key = 0;  // by the number of groups; one bit per relation of the list
        std::uint8_t known[MOST_RELATIONS];                                      // how often before looking: not at all, or UNKNOWN_COUNT
        // What is ruled out when some of eight relations are not there: 256 entries for each eight of the list.
        std::vector<TermSet> by_absence;

        void put_held(Tiles kinds, TermSet& out) const {
            if (held.empty()) return;
            std::uint64_t found = held_in[kinds & 511] | held_in[512 + (kinds >> 9 & 511)];
            found |= held_in[1024 + (kinds >> 18 & 511)] | held_in[1536 + (kinds >> 27)];
            for (std::size_t eight = 0; eight < held.size(); eight += 8) out |= by_held[eight * 32 + (found >> eight & 255)];
        }
        static constexpr std::size_t NO_TILE = KINDS, TILES_OR_NONE = KINDS + 1, WIND_SETS = 16, HONOUR_SETS = 128, WINDS_AT_TABLE = 16;
        static std::size_t winds_of(const Win& win) { return static_cast<std::size_t>(win.seat & 3) * 4 + (win.round & 3); }
        void put_won(const Win& win, TermSet& out) const {
            if (!by_won.empty()) out |= by_won[winds_of(win) * TILES_OR_NONE + (win.tile < 0 ? NO_TILE : static_cast<std::size_t>(win.tile))];
        }
        void put_groups(const Win& win, Tiles pair, Tiles pungs, TermSet& out) const {
            const std::size_t winds = winds_of(win);
            if (!by_pair.empty()) out |= by_pair[winds * TILES_OR_NONE + (pair ? static_cast<std::size_t>(std::countr_zero(pair)) : NO_TILE)];
            if (!by_wind_pungs.empty()) out |= by_wind_pungs[winds * WIND_SETS + (pungs >> SUITED & (WIND_SETS - 1))];
            if (!by_honour_pungs.empty()) out |= by_honour_pungs[pungs >> SUITED];
        }
        void index_tiles(const std::vector<TermSet>& tables);
        void index_held(const std::vector<TermSet>& tables);
        void index_without();
        void add(const RelationFact& fact, const Relation& relation);
        void index_absence(const std::vector<TermSet>& tables);
    };
    Facts every, standard;
    std::vector<std::uint16_t> of_place;  // the other P facts
    std::vector<SetFact> sets_of_place;
    std::uint64_t serial = 0;  // distinguishes programs, even if one reuses another's memory
    // Where the values of the shape and of the winning tile's place start, if they are asked, and their saturation.
    int shape_table = -1, shape_most = 0, place_table = -1, place_most = 0;
    Bits all_rows;
    Bits paid_rows;                     // rows with a worth: only these are reported
    Bits chosen_rows;                   // rows that need more than counting: a family, a relation, shared absorption
    Bits legality;                      // the extra terms of the legality, from the first extra term on
    Bits marks, once_rows;              // rows that are only reported; rows that count once
    Bits rows_of_one;                   // rows worth one
    Bits flower_rows;                   // rows that count flowers
    std::vector<FlowerRow> by_flowers;  // the same as a list, because it is hard to predict which of them hold
    Bits tied_rows;                     // rows that may have to give way, or that absorb something
    Bits placed_rows;                   // rows that depend on how the winning set was made, so that its place matters
    bool asks_places = false, asks_placed_relation = false, asks_place = false, asks_waits = false;

    std::vector<Bits> by_extra;  // the rows of each combination of eight extra terms: 256 entries for each eight

    // Computes the derived members; called once, when the rest is complete and checked.
    void index();

    // The terms that a shape, or a place, alone rules out.
    const TermSet& ruled_out_by(Shape shape) const { return entry(shape_table, static_cast<int>(shape), shape_most); }
    const TermSet& ruled_out_by(Place place) const { return entry(place_table, static_cast<int>(place), place_most); }

    // The rows that hold if these terms are ruled out; `legal`: whether the legality holds.
    Bits standing(const TermSet& out, bool& legal) const {
        Bits held = {{all_rows.w[0] & ~out.w[0], all_rows.w[1] & ~out.w[1]}};
        const Bits extra = {{~out.w[2], ~out.w[3]}};
        legal = !asks_legality || (extra & legality).any();
        if constexpr (SMALL)
            extra.without(legality).each([&](int i) { held.set(extra_rows[static_cast<std::size_t>(i)]); });
        else
            for (std::size_t eight = 0; eight < extra_rows.size(); eight += 8) held |= by_extra[eight * 32 + (extra.w[eight >> 6] >> (eight & 63) & 255)];
        return held;
    }

  private:
    void sort_in(std::size_t fact);
    void index_row(std::size_t i);
    void index_extra();
    const TermSet& entry(int table, int value, int most) const {
        return table < 0 ? never : tables[static_cast<std::size_t>(table + (value < most ? value : most))];
    }
};

}  // namespace sikwu
