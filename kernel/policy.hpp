// Native players: a handle names the player and its parameters; its answer is a function of a view, the legal actions and random numbers.
#pragma once
#include <memory>
#include <string_view>

#include "chance.hpp"
#include "careful.hpp"

namespace sikwu {

struct Network;  // the layers that a player was trained to

// All kinds of players, with their names. All but careful take every win.
enum class PlayerKind : std::uint8_t {
    RANDOM,   // every other legal action is as likely as any
    QUICK,    // fewest tiles away, then most live useful tiles; claims what comes nearer; knows no fan
    STEADY,   // the same for hands that may win
    CAREFUL,  // chance × price − danger
};
inline constexpr std::string_view PLAYER_KINDS[] = {"random", "quick", "steady", "careful"};

// A handle of a player: an immutable value with shared parts. A part that its kind does not need is empty.
struct NativePlayer {
    PlayerKind kind;
    std::shared_ptr<const Plans> plans{};
    std::shared_ptr<const Parameters> parameters{};
    std::shared_ptr<const Network> network{};

    std::string_view name() const { return PLAYER_KINDS[static_cast<std::size_t>(kind)]; }
    friend bool operator==(const NativePlayer& a, const NativePlayer& b) {
        const auto same = [](const auto& x, const auto& y) { return x == y || (x && y && *x == *y); };
        return a.kind == b.kind && same(a.plans, b.plans) && same(a.parameters, b.parameters) && a.network == b.network;
    }
};

// Chooses one of the legal actions of a seat that is asked.
int choose(const NativePlayer& player, const View& view, Chance chance);

}  // namespace sikwu
