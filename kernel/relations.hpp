// Sets that stand to each other in a way a template draws: which sets, and how often.
#pragma once
#include "program.hpp"

namespace sikwu {

inline constexpr int CODES = 104;

// The groups of a reading by kind, suit and number, as bit sets of groups: a relation is a few ANDs. Honours are in none.
struct GroupTable {
    const Reading* reading = nullptr;
    std::uint8_t slot[6] = {};        // groups that may stand in each Slot
    std::uint8_t suit[3] = {};
    std::uint8_t number[10] = {};     // by the lowest number
    std::uint8_t containing[12] = {}; // chows by every number in them
    Bits codes;                       // what pairs of groups are to each other: a quick no for most templates
    std::uint8_t with[CODES];         // the groups that are in such a pair; only of the codes above

    explicit GroupTable(const Reading& reading);
    GroupTable() = default;
};

// Fills in what the slots of a template need; called once when the program is built.
void index_template(Template& t);

inline constexpr int MAX_INSTANCES = 24;
// Distinct element masks (groups 0-7) of the sets that stand in the relation; `made` of each group as placed.
// Stops when `enough` are found.
int related(const Relation& relation, const GroupTable& table, const std::uint8_t* made, std::uint16_t* masks,
            int enough = MAX_INSTANCES);

// Instances of the relations of a program in one reading; kept for those that do not ask how a set came.
struct Instances {
    static constexpr int MOST = 64;
    static constexpr std::uint8_t UNKNOWN = 255;
    std::uint8_t count[MOST];
    std::uint16_t mask[MOST][MAX_INSTANCES];

    Instances() { std::memset(count, UNKNOWN, sizeof count); }
};

}  // namespace sikwu
