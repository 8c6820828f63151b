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

struct NativePlayer;
using Policy = int (*)(const NativePlayer& self, const View& view, const Actions& legal, Chance chance);

// A way of deciding, by its name. Wins are taken before it is asked.
struct PlayerKind {
    std::string_view name;
    Policy policy;
};

// A handle: what decides for a seat. A value; its parts are shared and never change. A part that its kind does not need is empty.
struct NativePlayer {
    const PlayerKind* kind;
    std::shared_ptr<const Plans> plans{};
    std::shared_ptr<const Parameters> parameters{};
    std::shared_ptr<const Network> network{};

    friend bool operator==(const NativePlayer&, const NativePlayer&) = default;
};

int by_chance(const NativePlayer& self, const View& view, const Actions& legal, Chance chance);
int quickly(const NativePlayer& self, const View& view, const Actions& legal, Chance chance);

// Every kind there is.
inline constexpr PlayerKind PLAYER_KINDS[] = {
    {"random", by_chance},  // every legal action is as likely as any
    {"quick", quickly},     // fewest tiles away, then most live useful tiles; claims what comes nearer; knows no fan
};
inline const NativePlayer RANDOM{&PLAYER_KINDS[0]}, QUICK{&PLAYER_KINDS[1]};

// One of the legal actions of a seat that is asked.
int choose(const NativePlayer& player, const View& view, Chance chance);

}  // namespace sikwu
