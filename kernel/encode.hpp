// Encodes what a seat sees as arrays for learners; `sikwu.env.encode` names every plane, number and byte.
#pragma once
#include "view.hpp"

namespace sikwu {

inline constexpr int PLANES = 72, SCALARS = 80, RAW = 320, STATE_PLANES = 16;

// Seats are relative to the observer: 0 is the observer, 1 the next. Everything is written, zeros too.
void write_mask(const Actions& legal, std::int8_t mask[action::COUNT]);
// `aids`: adds how far each discard leaves the hand, and how many live tiles would help then.
void write_planes(const View& view, bool aids, std::uint8_t planes[PLANES * KINDS]);
void write_scalars(const View& view, float scalars[SCALARS]);
void write_raw(const View& view, std::uint8_t raw[RAW]);
// The part that no seat sees: the hands of the others and the wall. For critics, never for players.
void write_state(const Deal& deal, int seat, std::uint8_t planes[STATE_PLANES * KINDS]);

}  // namespace sikwu
