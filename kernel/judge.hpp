// Judges a win: all readings × program → the best total, the rows that counted, and the rows that held but did not count.
#pragma once
#include "facts.hpp"

namespace sikwu {

struct Counted {
    std::uint8_t row;
    std::uint16_t mask;  // elements: groups 0-7, flowers 8-15; 0 = the whole hand
    int worth;
};

enum class Why : std::uint8_t { ABSORBED, SHARED, LOST };  // excluded by another row's rule; excluded for these sets only; lost in its family
struct Dropped {
    std::uint8_t row;
    std::uint16_t mask;
    std::uint8_t by;
    Why why;
};

struct Verdict {
    int fan = -1;  // -1: not a win
    int capped = -1;
    int instances = 0;
    int aside = 0;  // fan that do not count towards the minimum
    Bits counted, marks;
    bool complete = false;  // whether some reading exists, even if none is legal
};

// One judged reading with the winning tile in one place; kept for the explanation.
struct Story {
    int number;  // its number among all placed readings, legal or not
    Reading reading;
    std::uint8_t made[MAX_GROUPS];
    std::uint8_t group;
    Place place;
    Verdict verdict;
    std::vector<Counted> counted;
    std::vector<Dropped> dropped;
};

// Buffers that a thread reuses for every hand.
struct Desk {
    Readings readings;
    SuitMemo& suits = suit_memo_of_thread();  // one per thread, also used for plain readings
    struct Memo {
        std::uint64_t serial = 0;  // of the program
        std::uint64_t told[3];
        TermSet out;
    } memos[64];
};
Desk& desk_of_thread();

// Throws `TooMany` if more ways to count would have to be tried than the limit.
Verdict judge(const Program& program, const Win& win, Desk& desk);
inline Verdict judge(const Program& program, const Win& win) { return judge(program, win, desk_of_thread()); }
// The same with every reading recorded; `best` is the index of the one that counts (-1: no legal reading).
Verdict judge_aloud(const Program& program, const Win& win, std::vector<Story>& stories, int& best);

// The values of all facts for one placed reading, legal or not, in the program's order: for explanations part by part, and for the reference
// implementation in the tests; false: there is no such reading.
bool fact_values(const Program& program, const Win& win, int number, std::vector<int>& out);

}  // namespace sikwu
