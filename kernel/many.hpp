// Plays whole deals inside the kernel: walls, players, outcomes.
#pragma once
#include <array>
#include <optional>

#include "outcome.hpp"
#include "policy.hpp"

namespace sikwu {

// The wall of a number under a seed; every order has the same probability.
void make_wall(Chance::Deal of, std::uint8_t wall[Deal::WALL]);

// How many decisions each seat has made.
struct Decisions {
    std::uint16_t of[4] = {0, 0, 0, 0};
    int all() const { return of[0] + of[1] + of[2] + of[3]; }
};

// In place of a result: made-up rules can count a hand in more ways than are tried, or something has no price.
inline constexpr std::uint8_t NOT_PLAYED = 255;

// Four players; empty: the caller decides.
using Players = std::array<std::optional<NativePlayer>, 4>;

// The same players at their seats: `turned` is the seat of the first. The players are referenced, not owned.
struct Seated {
    const NativePlayer* at[4];
    int native = 0;  // seats with a native player, one bit each
    explicit Seated(const Players& players, int turned = 0) {
        for (std::size_t k = 0; k < 4; ++k) {
            const std::size_t seat = (static_cast<std::size_t>(turned) + k) & 3;
            at[seat] = players[k] ? &*players[k] : nullptr, native |= (at[seat] != nullptr) << seat;
        }
    }
};

// One decision of the first native seat that is asked; there must be one.
void step_on(Deal& deal, const TableRules& rules, const Seated& players, Chance::Deal chance, Decisions& decisions, std::vector<Event>* events);
// Plays on while a native player is asked; the first other seat that is, or -1 when the deal is over.
int play_on(Deal& deal, const TableRules& rules, const Seated& players, Chance::Deal chance, Decisions& decisions);

}  // namespace sikwu
