// What a house pays beside the hands ([[payments]] in a rules file), for a deal that is over. It must equal sikwu.money.side.
#pragma once
#include <cstdint>

#include "program.hpp"

namespace sikwu {

enum class SideOn : std::uint8_t {
    DEAL,
    KONG_EXPOSED,
    KONG_ADDED,
    KONG_CONCEALED,
    FLOWER,
    OWN_FLOWER,
    FLOWER_SET,
    EIGHT_FLOWERS,
    WIN,
    DISCARD,
    SELF_DRAW,
    ROBBED,
    DRAW,
    FALSE_WIN,
    PATTERN,  // the winner's hand counts one of some rows
    COUNT
};
enum class Role : std::uint8_t { MAKER, FEEDER, WINNER, LOSERS, PAYERS, DEALER, OTHERS, EVERYBODY, SITTER, POT, COUNT };

struct SidePay {
    // Special amounts: what the payer paid the payee for the hand; all that is in the pot; too large for the kernel.
    static constexpr std::int64_t HAND = -1, ALL = -2, UNKNOWN = -3, MOST = std::int64_t{1} << 48;
    SideOn on = SideOn::DEAL;
    Role payer = Role::OTHERS, payee = Role::MAKER;
    std::int64_t units = 0;    // of the paying table, from each payer to each payee
    bool once = false;         // once for each maker, however often it happened
    std::uint8_t results = 7;  // after which results: 1 win, 2 draw, 4 false win
    Bits rows;                 // of PATTERN
};

}  // namespace sikwu
