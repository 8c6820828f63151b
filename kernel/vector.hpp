// Steps many deals at once: one decision per deal and step, arrays written in place; a finished deal is followed by the next.
#pragma once
#include <memory>
#include <optional>

#include "encode.hpp"
#include "many.hpp"

namespace sikwu {

// The arrays that a step writes, one row for each deal; null: not wanted.
struct Shown {
    std::uint8_t* planes = nullptr;
    float* scalars = nullptr;
    std::uint8_t* raw = nullptr;
    std::int8_t *mask = nullptr, *seat = nullptr;
    std::int32_t* reward = nullptr;  // four per deal: the changes of a deal that has just ended, otherwise zeros
    std::uint8_t* done = nullptr;
};

// The result of the last deal that ended in a slot.
struct Ended {
    std::uint64_t deals = 0;  // number of finished deals
    std::uint8_t result = 0;
    std::int8_t winner = -1, feeder = -1, learner = -1;
    std::int16_t fan = 0;
    std::uint16_t decisions = 0;
};

class Vector {
  public:
    // `players`: the learner and the three seats after the learner's. The learner's seat advances by one each deal. Deal j of slot i depends only on
    // the seed, `first` + i and j.
    Vector(const TableRules& rules, std::size_t n, std::uint64_t seed, std::uint64_t first, const Players& players, std::optional<NativePlayer> aids);
    Vector(const Vector&) = delete;  // its seats point at its players
    Vector& operator=(const Vector&) = delete;

    std::size_t size() const { return n_; }
    // The first illegal action by slot, or size().
    std::size_t wrong(const std::int32_t* actions) const;
    void reset(std::size_t from, std::size_t to, const Shown& shown);
    // All actions must be legal.
    void step(const std::int32_t* actions, std::size_t from, std::size_t to, const Shown& shown);
    // A legal action for each slot: the one at a given fraction, from 0 to 1, of all of them.
    void pick(const float* parts, std::size_t from, std::size_t to, std::int32_t* actions) const;
    void state(std::size_t from, std::size_t to, std::uint8_t* planes) const;
    const Ended& ended(std::size_t i) const { return slots_[i].ended; }

  private:
    struct Slot {
        Deal deal;
        Decisions decisions;
        Chance::Deal chance{0, 0};
        std::uint64_t number = 0;
        std::int8_t seat = 0, learner = 0;
        Ended ended;
    };

    void begin(Slot& slot, std::size_t i);
    bool go_on(Slot& slot);
    bool answer(Slot& slot, int chosen, std::int32_t* reward);
    void show(const Slot& slot, std::size_t i, const Shown& shown);

    const TableRules& rules_;
    std::size_t n_;
    std::uint64_t seed_, first_;
    Players players_;
    Seated seated_[4];  // by the learner's seat
    std::optional<NativePlayer> aids_;
    std::unique_ptr<Slot[]> slots_;
    std::unique_ptr<Actions[]> legal_;  // of the seats that are asked, contiguous: all of them are checked before a step
};

}  // namespace sikwu
