// Completeness and distance of concealed tiles: is a hand complete, how far is it, which draws help.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sikwu {

// A hand is counts of 34 kinds, each 0..4: 0-8 man, 9-17 pin, 18-26 sou, 27-33 honours (in any order). n is the sum of the counts; melds are not
// included. The caller guarantees the range of the counts.

enum Shapes : unsigned {
    SHAPE_STANDARD = 1,         // n/3 sets and a pair
    SHAPE_PAIRS = 2,            // 14 tiles: seven different pairs
    SHAPE_ORPHANS = 4,          // 14 tiles: the thirteen orphans, one of them doubled
    SHAPE_EIGHT_PAIRS = 8,      // 17 tiles: seven pairs (four identical tiles are two of them) and a triplet of another kind
    SHAPE_ORPHANS_SET = 16,     // 17 tiles: the thirteen orphans, one of them doubled, and any chow or pung
    SHAPE_UNRELATED = 32,       // 17 tiles: all seven honours, three tiles at least 3 apart in every suit, one of the sixteen doubled
    SHAPE_DOUBLED_PAIRS = 128,  // 14 tiles: seven pairs, of which four identical tiles are two
    SHAPE_PAIRS_DIFFER = 64,    // not a shape: in readings and waits of pairs, four identical tiles are not two pairs
};

// The result of tiles_away when no requested shape fits n (also for more than five sets, n >= 18).
inline constexpr int AWAY_NEVER = 99;

// True when the tiles are exactly one of the shapes; standard for any number of sets, false whenever n is not 3k+2.
bool is_complete(const std::uint8_t c[34], unsigned shapes);

// Fewest tiles missing from the nearest complete hand of n/3 sets and a pair (or a special shape when n is 13/14 or 16/17);
// 0 complete, 1 ready.  The complete hand holds no kind more than four times; tiles held elsewhere are not considered.
int tiles_away(const std::uint8_t c[34], unsigned shapes);

// Returns tiles_away(c); mask gets bit k for every kind k held fewer than four times whose draw lowers it
// (towards the same number of sets, so n = 3k+2 may ask too: the draw is then followed by two discards).
int useful(const std::uint8_t c[34], unsigned shapes, std::uint64_t& mask);

// For each of some kinds in the hand: tiles_away after discarding one of them.
void away_after(const std::uint8_t c[34], unsigned shapes, std::uint64_t kinds, std::int8_t away[34]);

// For n = 3k+1: bit k for every kind k held fewer than four times whose addition makes is_complete true; 0 for any other n. `completed_by`: a tile
// that is known to complete the hand to sets and a pair, which saves a search; -1: none is known.
std::uint64_t waits(const std::uint8_t c[34], unsigned shapes, int completed_by = -1);
// The waits if four identical tiles may not count as two pairs (SHAPE_PAIRS_DIFFER): a tile that completes only such pairs is not a wait.
std::uint64_t waits_by(const std::uint8_t c[34], unsigned shapes, int completed_by = -1);
// Prefetches the data that `waits` will look up; here the tile is still among the others.
void fetch_waits(const std::uint8_t c[34], int completed_by);

// The same over n rows of 34 bytes, in the calling thread; shapes apply to all rows, the number of tiles may differ by row.
void complete_batch(const std::uint8_t* rows, std::size_t n, unsigned shapes, std::uint8_t* out);
void away_batch(const std::uint8_t* rows, std::size_t n, unsigned shapes, std::int8_t* out);
void useful_batch(const std::uint8_t* rows, std::size_t n, unsigned shapes, std::int8_t* away, std::uint64_t* masks);

// Builds all tables now; otherwise each is built on first use.  Safe to call from any thread, any number of times.
void distance_tables();
// The row (`lanes.hpp`) of one suit whose nine counts have this index, for any sets.
const std::uint8_t* suit_distances(std::uint32_t index);

}  // namespace sikwu
