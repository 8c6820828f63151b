// The state of one deal as a value: tiles, melds, open questions. Answers advance it. Rules of play are numbers; a program judges wins.
#pragma once
#include <vector>

#include "beside.hpp"
#include "pay.hpp"

namespace sikwu {

enum class FlowersAtDeal : std::uint8_t { PASSES, EACH_SEAT };
enum class FlowerWins : std::uint8_t { OFF, SEVENTH, SEVENTH_OR_EIGHTH, EIGHTH_REPLACED };
enum class Eighth : std::uint8_t { OPTIONAL, FORCED, OFF };
enum class Declarations : std::uint8_t { NONE, DECLARED, HEAVENLY_AND_EARTHLY, CONCEALED };
// After a passed win: no bar; no win on another player's tile before the next draw; only that kind of tile is barred; the next draw wins nothing
// either.
enum class PassedWins : std::uint8_t { OFF, SAME_GO_AROUND, SAME_TILE, SELF_DRAW_TOO };
// After a claim any tile may be discarded; not the tile that was claimed; nor, after a chow, the tile at its other end.
enum class AfterClaim : std::uint8_t { ANY, NOT_SAME, NOT_EITHER_END };
enum class FirstDraws : std::uint8_t { NONE, NOBODY_CLAIMED, NOT_CLAIMED_ONESELF };
enum class Robbed : std::uint8_t { ADDED, CONCEALED, EXPOSED };
enum class FirstTurn : std::uint8_t { NONE, HEAVENLY, EARTHLY, EARTHLY_DRAW, HUMAN };
enum class Ready : std::uint8_t { NONE, DECLARED, CONCEALED, HEAVENLY, EARTHLY };

// The play options that a deal needs: fields of `sikwu.rules.play.PlayRules`.
struct PlayNumbers {
    std::uint8_t size = 13;  // tiles of a hand
    bool flowers = true;
    std::uint8_t reserved = 0;
    std::uint8_t flowers_at_deal = 0;
    bool all_win = false, orphans_uncut = false;
    std::uint8_t passed_wins = 0;
    bool passed_pungs = false, three_winners_void = false, own_discards_locked = false, chows = true;
    std::uint8_t after_claim = 0;
    bool kong_after_claim = false, claim_last_discard = false, win_last_discard = true;
    bool rob_exposed = false, rob_exposed_from_discarder = false, kongs_hidden = false;
    std::uint8_t flower_wins = 1;
    bool pending_flowers = false, may_wait_for_eighth = false, seven_rob_one = false;
    std::uint8_t eighth = 0;
    bool seven_waits_for_eighth = false;
    std::uint8_t declarations = 0;
    bool ready_may_pass = true;
    std::uint8_t first_draws = 0;
    bool human_wins = false, tells_streak = false, tells_left = false, allow_false_wins = false;
    std::int64_t fine = 0;  // what a false win pays each other player, in units of the paying table; below 0: no price
};

// The rules of a deal; they outlive the deals.
struct TableRules {
    PlayNumbers play;
    const Program* program;
    const PayTable* pay;
    std::vector<SidePay> beside{};  // what the house pays beside the hands
    bool kong_is_discard = false;   // whether a win on a kong from a discard is paid, and told, like a discard
};

// Numbers of actions: the same in all rulesets.
namespace action {
inline constexpr int PASS = 0, WIN = 1, WIN_FLOWERS = 2, DISCARD = 3, READY_DISCARD = 37, READY = 71, CHOW = 72, PUNG = 75, KONG = 76, CONCEALED = 77,
                     ADDED = 111, FALSE_WIN = 145, COUNT = 147;
// The two tiles from the hand for the three chows, as offsets from the claimed tile.
inline constexpr int OWN[3][2] = {{1, 2}, {-1, 1}, {-2, -1}};
}  // namespace action

struct Actions {
    std::uint64_t w[3] = {0, 0, 0};
    void set(int i) { w[i >> 6] |= std::uint64_t{1} << (i & 63); }
    bool has(int i) const { return i >= 0 && i < action::COUNT && (w[i >> 6] >> (i & 63) & 1); }
    int size() const { return std::popcount(w[0]) + std::popcount(w[1]) + std::popcount(w[2]); }
    bool several() const {
        const bool one = !(w[0] & (w[0] - 1)) && !(w[1] & (w[1] - 1)) && !(w[2] & (w[2] - 1));
        return !one || (w[0] != 0) + (w[1] != 0) + (w[2] != 0) > 1;
    }
    int first() const {
        for (int k = 0; k < 3; ++k)
            if (w[k]) return 64 * k + std::countr_zero(w[k]);
        return -1;
    }
    // The kinds of those of the 34 actions from a number on (one for each kind) that are in the set.
    Tiles from(int first) const {
        const int k = first >> 6, shift = first & 63;
        const std::uint64_t next = shift && k < 2 ? w[k + 1] << (64 - shift) : 0;
        return (w[k] >> shift | next) & (bit(KINDS) - 1);
    }
    // The n-th action in ascending order; n must be below the size.
    int nth(int n) const {
        for (int k = 0; k < 3; ++k) {
            std::uint64_t word = w[k];
            const int here = std::popcount(word);
            if (n >= here) {
                n -= here;
                continue;
            }
            while (n-- > 0) word &= word - 1;
            return 64 * k + std::countr_zero(word);
        }
        return -1;
    }
    template <class F>
    void each(F&& f) const {
        for (int k = 0; k < 3; ++k)
            for (std::uint64_t m = w[k]; m; m &= m - 1) f(64 * k + std::countr_zero(m));
    }
};

enum class Said : std::uint8_t {
    FLOWER,
    DRAW,
    BACK_FLOWER,
    BACK_KONG,
    DISCARD,
    CHOW,
    PUNG,
    KONG,
    CONCEALED,
    ADDED,
    READY,
    DEAD,
    WIN,
    FALSE_WIN,
    EXHAUSTED,
    VOID,
    THREE_WINNERS
};

// An event. `more`: for a discard, whether it is the drawn tile; for a claim or win, 1 + the seat it came from (0: nobody), and for a chow also its
// form, times eight; for a declaration, which one.
struct Event {
    Said said;
    std::uint8_t actor, tile, more;
};

enum class At : std::uint8_t { NOTHING, TURN, DISCARD, KONG, FLOWER, OPENING };
// A bit in `Deal::asked` beside the seats: the deal pauses until `close`.
inline constexpr std::uint8_t HELD = 128;
enum class Result : std::uint8_t { NONE, WON, DRAWN, FALSE_WIN };
enum class Step : std::uint8_t {
    LAY_OPENING,
    REPLACE_OPENING,
    OPEN_WINDOW,
    FIRST_TURN,
    DRAW,
    CLAIMED,
    KONG_DRAW,
    TAKEN,
    REPLACE,
    ACT,
    OFFER,
    COMPLETE_KONG,
    OVER
};

struct Laid {
    MeldKind kind;
    std::uint8_t tile, feeder, turn;  // feeder: 1 + seat, 0 nobody
    std::uint8_t claimed = 255;       // the tile that was claimed
};

struct Player {
    Counts hand{};
    Planes kinds{};                      // of the hand, kept up to date with it
    Tiles pungs = 0;                     // melded pungs to which a fourth tile may be added
    Tiles passed = 0, unpunged = 0;      // kinds barred since a win or a pung was passed, until the next draw or claim
    Tiles thrown = 0;                    // kinds discarded in this deal
    std::uint8_t flowers = 0, held = 0;  // laid open; not yet laid open, at the opening
    std::uint8_t melds = 0;
    Laid meld[MAX_MELDS]{};
    Ready ready = Ready::NONE;
    bool one_shot = false, barred = false, dead = false, pending = false, seven_declined = false;
    std::uint8_t draws = 0, discards = 0;
    // A cache of properties of the hand; it does not affect the play.
    mutable std::int8_t far = 0;       // lower bound of the tiles away
    mutable bool knows_waits = false;  // for the hand without the drawn tile; reset whenever that changes
    mutable Tiles waiting = 0;

    void put(int tile) { kinds.at_least[hand[static_cast<std::size_t>(tile)]++] |= bit(tile); }
    void gain(int tile) { put(tile), far = static_cast<std::int8_t>(far - (far > 0)); }
    void lose(int tile) { kinds.at_least[--hand[static_cast<std::size_t>(tile)]] &= ~bit(tile); }
    void lose(int tile, int copies) {
        while (copies-- > 0) lose(tile);
    }
};

struct Deal {
    static constexpr int WALL = 144;
    static constexpr std::uint8_t NO_TILE = 255;

    std::uint8_t wall[WALL];
    std::uint8_t front = 0, back = 0;  // drawn from the front; one past the last that is left
    std::uint8_t owner[WALL];          // seat walls: whose each tile of the wall is
    std::uint8_t river[WALL], river_by[WALL], lying = 0;
    Player player[4];
    std::uint8_t round = 0, streak = 0;
    std::uint8_t dead_from[4] = {255, 255, 255, 255};  // the draw from the front before which a seat is marked dead; 0: before the first turn
    std::uint8_t actor = 0, turn = 0, front_draws = 0;
    std::uint8_t drawn = NO_TILE, tile = NO_TILE;  // of this turn; the tile on offer, or just taken
    Replacement came = Replacement::NONE;
    struct {
        std::uint8_t tile, feeder, replaced;
    } chain[MAX_MELDS]{};  // kongs of this turn since its last flower
    std::uint8_t chained = 0, batch = 0, dealt = 15;
    bool touched = false, eighth_now = false, opening = true, marks = false;  // marks: some seat will be dead
    bool parted = false;                                                      // seat walls: each seat draws from a part of its own
    // the kong that may be robbed
    Robbed robbed = Robbed::ADDED;
    std::uint8_t maker = 0, discarder = 0;
    // the open question
    At at = At::NOTHING;
    Step next = Step::LAY_OPENING;
    // Sets of seats: not answered yet; may win in this window; have a choice in it; may do anything in it (`legal` and `answer` of other seats are
    // stale).
    std::uint8_t asked = 0, able = 0, window = 0, among = 0;
    bool moment_other = false, holds = false;  // holds: pauses at every window, even if nobody has a choice
    Actions legal[4];
    std::uint8_t answer[4]{};
    // the result
    Result result = Result::NONE;
    std::uint8_t winners = 0, offender = 0;
    alignas(8) std::uint8_t won[4][ROW_BYTES]{};

    bool over() const { return next == Step::OVER; }
};

// Whether a whole wall (numbers of kinds, flowers included, in the order drawn) has every tile the right number of times.
bool good_wall(const std::uint8_t* wall);
// Deals the tiles and continues to the first question. A deal that `holds` pauses after every discard, at every kong that may be robbed and in the
// window before the first turn, even if no seat has a choice or all have answered; it also pauses where a turn leaves no choice. `close` continues it.
// `parted`: each seat is dealt and draws every fourth tile, beginning with its own first one; replacements come from the end of its part. A seat with an
// empty part takes the last tile of the fullest part, so that the deal is as long as any other.
void start(Deal& deal, const TableRules& rules, const std::uint8_t* wall, int round, int streak, const std::uint8_t* dead_from, std::vector<Event>* events,
           bool holds = false, bool parted = false);
// One answer of a seat that is asked; false, and nothing happens, if it is not legal. The last answer of a window continues the deal; while the
// window is held, a seat may answer again, and its last answer counts.
bool apply(Deal& deal, const TableRules& rules, int seat, int chosen, std::vector<Event>* events);
// Time is up: seats that have not answered play the default action, and the deal continues. Does nothing after its end.
void close(Deal& deal, const TableRules& rules, std::vector<Event>* events);
// Marks a seat dead before the next draw from the front, or before the first turn.
void mark_dead(Deal& deal, int seat);
// The default action of a seat that does not answer.
int usual(const Deal& deal, int seat);

}  // namespace sikwu
