// Players in native loops: functions of what a seat sees, what it may do and chance.
#pragma once
#include "chance.hpp"
#include "view.hpp"

namespace sikwu {

// Wins are taken by all of them.
enum class Policy : std::uint8_t {
    RANDOM,  // every other legal action is as likely as any
    QUICK,   // fewest tiles away, then most live useful tiles; claims what comes nearer; knows no fan
};
inline constexpr int POLICIES = 2;

// One of the legal actions of a seat that is asked.
int choose(Policy policy, const View& view, Chance chance);

}  // namespace sikwu
