// Native players: a handle names the player and its parameters; its answer is a function of a view, the legal actions and random numbers.
#pragma once
#include <memory>
#include <string_view>

#include "chance.hpp"
#include "view.hpp"

namespace sikwu {

struct Plans;       // the hands that a player may play for
struct Parameters;  // the numbers that it was fitted with
struct Network;     // the layers that it was trained to

// Every way of deciding there is, and its name. Wins are taken by all of them.
enum class PlayerKind : std::uint8_t {
    RANDOM,  // every other legal action is as likely as any
    QUICK,   // fewest tiles away, then most live useful tiles; claims what comes nearer; knows no fan
};
inline constexpr std::string_view PLAYER_KINDS[] = {"random", "quick"};

// A handle: what decides for a seat. A value; its parts are shared and never change. A part that its kind does not need is empty.
struct NativePlayer {
    PlayerKind kind;
    std::shared_ptr<const Plans> plans{};
    std::shared_ptr<const Parameters> parameters{};
    std::shared_ptr<const Network> network{};

    std::string_view name() const { return PLAYER_KINDS[static_cast<std::size_t>(kind)]; }
    friend bool operator==(const NativePlayer&, const NativePlayer&) = default;
};

// One of the legal actions of a seat that is asked.
int choose(const NativePlayer& player, const View& view, Chance chance);

}  // namespace sikwu
