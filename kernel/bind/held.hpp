// The Python object that owns a deal.
#pragma once
#include <vector>

#include "table.hpp"

namespace sikwu {

struct Held {
    Shared kept;
    Deal deal;
    std::vector<Event> events;  // of the last move
};

}  // namespace sikwu
