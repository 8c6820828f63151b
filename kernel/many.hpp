// Whole deals without leaving the kernel: walls, players, outcomes.
#pragma once
#include "outcome.hpp"
#include "policy.hpp"

namespace sikwu {

// The wall of a number under a seed: every order is as likely as any other.
void make_wall(Chance::Deal of, std::uint8_t wall[Deal::WALL]);

// How often each seat has been asked, in all.
struct Decisions {
    std::uint16_t of[4] = {0, 0, 0, 0};
    int all() const { return of[0] + of[1] + of[2] + of[3]; }
};

// In place of a result: made-up rules can count a hand in more ways than are tried, or something has no price.
inline constexpr std::uint8_t NOT_PLAYED = 255;

// Plays on while one of the `native` seats is asked; the first other seat that is, or -1 when the deal is over.
int play_on(Deal& deal, const TableRules& rules, const Policy players[4], int native, Chance::Deal chance, Decisions& decisions);

}  // namespace sikwu
