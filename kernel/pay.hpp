// Pays a win: compiled prices and liability rules → the change of each seat, in whole units that divide every amount.
// The kernel knows no price and no liability rule: amounts arrive as lines, and who is liable as masks and numbers.
#pragma once
#include "judge.hpp"

namespace sikwu {

// Prices by fan: amounts from `first` on, then a constant step for each further fan. After the end of a finite line there is no price.
struct PriceLine {
    static constexpr std::int64_t MOST = std::int64_t{1} << 58;  // the largest amount, so that no sum of four overflows
    int first = 0;
    std::vector<std::int64_t> amounts;
    std::int64_t step = 0;
    bool ends = false;
    bool of(int fan, std::int64_t& amount) const;  // false: no price
};

enum class Bearer : std::uint8_t { CLAIM, TURN, DISCARDER, KONG, EIGHTH };
enum class Share : std::uint8_t { ALONE, REST, HALF, WHOLE };
enum class Last : std::uint8_t { ANY, CLAIMED_KONG, FRESH_KONG };

// One duty on one occasion.
struct Charge {
    int sets = 0;          // the number of melds on the table …
    Tiles of = ~Tiles{0};  // … of these tiles
    bool kongs = false;    // … that are kongs; the last of them completes it
    Last last = Last::ANY;
    bool asks_chain = false, unbroken = false, tight = false;
    int least = 0, most = 255;   // kongs in a row
    int robbed = -1;             // the kind of kong robbed; -1: any
    std::vector<Tiles> made_of;  // all tiles of the hand belong to one of these sets; empty: no condition
    bool asks_counted = false;
    Bits counts, unless;  // one of these rows must count, and none of those
    Bearer bearer = Bearer::CLAIM;
    Share share = Share::REST;
    // What only a house asks for. None of it is stored, and the kernel of a browser does not know it.
    bool one_feeder = false;  // one player fed all the melds
    int shown = 0;            // the fan of honours that the melds before show
    int left = -1;            // at most this many tiles are left in the wall; -1: any number
    bool fresh = false;       // nobody had discarded the winning tile before, or the tile of the kong
    bool of_house() const { return one_feeder || shown || left >= 0 || fresh; }
};

struct PayTable {
    static constexpr int MOST_PARTS = 1 << 28;
    int minimum = 0;
    bool payer_in_minimum = false;          // whether a paying dealer's fan count towards it
    bool by_capped = false;                 // whether the fan after the ceiling are paid for
    bool heated = false;                    // whether some hands have separate lines:
    Bits hot, hottest;                      // marks that select the second line, counted rows that select the third
    PriceLine discard[3], drawn[3];         // of a discard; of one payer's share of a self-draw
    int parts = 1;                          // the number of parts of the price of a discard;
    int discarder = 1, bystander = 0;       // the number of them that the discarder and each bystander pay
    int dealer_times = 1, dealer_over = 1;  // what the dealer pays or is paid is multiplied by the first and divided by the second
    bool dealer_pays_more = false;
    bool dealer_wins_more = false;  // whether the dealer is paid for these fan too; otherwise rows of the hand count them
    int dealer_at_zero = 0;         // a paying dealer's further fan without repeats;
    int dealer_first = 1,
        dealer_each = 2;  // with repeats the first, and the number for each repeat. These defaults apply to stored tables older than both fields
    std::uint8_t occasion[4] = {0, 1, 2, 3};  // by `By`: the occasion whose charges apply
    std::vector<Charge> charges[4];           // of several at one place the first counts
    bool later_replaces = true, hidden_kongs = false;
    int shows[3] = {0, 0, 0};  // the fan of a pung of dragons, of the player's own wind, of the wind of the round
};

enum class Paid : std::uint8_t { PAID, NO_WIN, BELOW_MINIMUM, NO_FEEDER, NO_PRICE, TOO_MANY };

// The liable player for a win, the charge of its occasion, and the meld that caused it (-1: the win itself).
struct Answer {
    int seat = -1;  // -1: nobody
    int order = 0;
    Share share = Share::REST;
    int charge = -1, place = -1;
};
Answer answer(const PayTable& table, const Win& win, const Verdict& verdict);

// Which of the three price lines applies to a win.
int heat(const PayTable& table, const Verdict& verdict);

// The change of each seat; all 0 if nothing is paid.
Paid pay(const PayTable& table, const Win& win, const Verdict& verdict, std::int64_t change[4]);

// Why a part is paid. WHOLE, HALF, SHARED: the price of a discard, paid in full, halved with a liable player, or as the discarder's part under half
// gun; BYSTANDER: another player's part under half gun; EACH: one of three shares of a self-draw; OWN: a liable player's own share; CHARGE: what a
// liable player pays by the liability rule; DEALER: what a paying dealer adds.
enum class Reason : std::uint8_t { WHOLE, HALF, SHARED, BYSTANDER, EACH, OWN, CHARGE, DEALER };
struct Part {
    int payer;
    std::int64_t units;
    Reason reason;
};
// The parts that the winner receives, in the order of src/sikwu/rules/schemes.py; empty if nothing is paid.
std::vector<Part> paid_parts(const PayTable& table, const Win& win, const Verdict& verdict);

}  // namespace sikwu
