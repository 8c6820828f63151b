// Encodes what a seat sees as arrays for learners; `sikwu.env.encode` names every plane, number and byte.
#pragma once
#include "policy.hpp"

namespace sikwu {

inline constexpr int PLANES = 72, SCALARS = 80, RAW = 320, STATE_PLANES = 16;

// Seats are relative to the observer: 0 is the observer, 1 the next. Everything is written, zeros too.
void write_mask(const Actions& legal, std::int8_t mask[action::COUNT]);
// `aids`: a careful player, by whose plans and numbers the parts that cost time are added; none: they stay zero.
void write_planes(const View& view, const NativePlayer* aids, std::uint8_t planes[PLANES * KINDS]);
void write_scalars(const View& view, const NativePlayer* aids, float scalars[SCALARS]);
void write_raw(const View& view, std::uint8_t raw[RAW]);
// The part that no seat sees: the hands of the others and the wall. For critics, never for players.
void write_state(const Deal& deal, int seat, std::uint8_t planes[STATE_PLANES * KINDS]);

}  // namespace sikwu
