// Finds sets in a relation given by a template: which sets, and how often.
#pragma once
#include "program.hpp"

namespace sikwu {

inline constexpr int CODES = 104;

// The groups of a reading by kind, suit and number, as bit sets of groups, so that a relation is a few ANDs. Honours are in none.
struct GroupTable {
    const Reading* reading = nullptr;
    std::uint8_t slot[6] = {};                  // groups that may fill each Slot
    std::uint8_t suit[4] = {};                  // the last one stays empty: honours
    std::uint8_t lowest[12] = {0xFF};           // by the lowest number, from 2 on; the first is any number
    Bits codes;                                 // the relations of pairs of groups: rules out most templates quickly
    alignas(16) std::uint8_t with[Bits::SIZE];  // the groups in such a pair; codes from CODES on have no meaning

    void fill(const Reading& reading);

    unsigned from(int number) const { return lowest[number + 2]; }
    // The chows that contain the number.
    unsigned containing(int number) const { return (lowest[number] | lowest[number + 1] | lowest[number + 2]) & slot[static_cast<int>(Slot::CHOW)]; }
};

// Fills in the derived data of a template's slots; called once when the program is built.
void index_template(Template& t);

// No template has more: there are 70 ways to choose four of eight groups. Several templates of one relation may have more: `TooMany`.
inline constexpr int MAX_INSTANCES = 72;
inline constexpr int ALL_INSTANCES = MAX_INSTANCES + 1;  // more than there is room for, so that an overflow is noticed
// Element masks (groups 0-7) of the sets in the relation; `made` is that of each group as placed. Each mask occurs once; in a relation of only
// chows that contain a number, once for each number. Stops when `enough` are found; throws `TooMany` for more than MAX_INSTANCES.
int related(const Relation& relation, const GroupTable& table, const std::uint8_t* made, std::uint16_t* masks, int enough = ALL_INSTANCES);

// Instances of the relations of a program in one reading; cached for relations that do not depend on how a set was made.
struct Instances {
    std::uint8_t count[MOST_RELATIONS];  // UNKNOWN_COUNT: not yet searched
    std::uint16_t mask[MOST_RELATIONS][MAX_INSTANCES];
};

}  // namespace sikwu
