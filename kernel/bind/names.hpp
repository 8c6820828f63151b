// Python names of the kernel's numbers.
#pragma once
#include "deal.hpp"

namespace sikwu {

constexpr const char* name_of(At at) {
    switch (at) {
        case At::NOTHING: return "";
        case At::TURN: return "turn";
        case At::DISCARD: return "discard";
        case At::KONG: return "kong";
        case At::FLOWER: return "flower";
        case At::OPENING: return "opening";
    }
    return "";
}

constexpr const char* name_of(Result result) {
    switch (result) {
        case Result::NONE: return "";
        case Result::WON: return "win";
        case Result::DRAWN: return "draw";
        case Result::FALSE_WIN: return "false_win";
    }
    return "";
}

constexpr const char* name_of(Said said) {
    switch (said) {
        case Said::FLOWER: return "flower";
        case Said::DRAW: return "draw";
        case Said::BACK_FLOWER: return "replace_flower";
        case Said::BACK_KONG: return "replace_kong";
        case Said::DISCARD: return "discard";
        case Said::CHOW: return "chow";
        case Said::PUNG: return "pung";
        case Said::KONG: return "kong";
        case Said::CONCEALED: return "kong_concealed";
        case Said::ADDED: return "kong_added";
        case Said::READY: return "ready";
        case Said::DEAD: return "dead";
        case Said::WIN: return "win";
        case Said::FALSE_WIN: return "false_win";
        case Said::EXHAUSTED: return "exhausted";
        case Said::THREE_WINNERS: return "three_winners";
        case Said::VOID: return "void";
    }
    return "";
}

}  // namespace sikwu
