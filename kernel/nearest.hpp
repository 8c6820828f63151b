// Distance of tiles from a hand with a given number of sets, when some copies are visible elsewhere.
#pragma once

#include <cstdint>

namespace sikwu {

// Like `useful` of distance.hpp, but slower and for any number of tiles: the fewest tiles missing from a complete hand of `sets` sets and a pair with
// at most limit[k] tiles of kind k, and in `mask` every kind below its limit whose draw lowers that number. Special shapes are considered only for
// whole hands (sets 4: those of 14 tiles, sets 5: those of 17); with SHAPE_PAIRS_DIFFER four identical tiles are not two pairs. AWAY_NEVER if no
// complete hand is within the limits.
int nearest(const std::uint8_t c[34], const std::uint8_t limit[34], int sets, unsigned shapes, std::uint64_t& mask);

}  // namespace sikwu
