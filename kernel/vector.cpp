#include "vector.hpp"

#include <algorithm>
#include <limits>

namespace sikwu {

Vector::Vector(const TableRules& rules, std::size_t n, std::uint64_t seed, std::uint64_t first, const Players& players, std::optional<NativePlayer> aids)
    : rules_(rules),
      n_(n),
      seed_(seed),
      first_(first),
      players_(players),
      seated_{Seated(players_, 0), Seated(players_, 1), Seated(players_, 2), Seated(players_, 3)},
      aids_(std::move(aids)),
      slots_(new Slot[n]),
      legal_(new Actions[n]) {}

std::size_t Vector::wrong(const std::int32_t* actions) const {
    for (std::size_t i = 0; i < n_; ++i)
        if (!legal_[i].has(actions[i])) return i;
    return n_;
}

// Starts new deals until a seat of the caller must decide.
void Vector::begin(Slot& slot, std::size_t i) {
    for (;;) {
        const std::uint64_t j = slot.number++;
        slot.chance = Chance::Deal(seed_, (first_ + i) << 32 | j);
        slot.learner = static_cast<std::int8_t>((first_ + i + j) & 3), slot.decisions = {};
        std::uint8_t wall[Deal::WALL];
        make_wall(slot.chance, wall);
        try {
            start(slot.deal, rules_, wall, static_cast<int>(j / 4 & 3), 0, nullptr, nullptr);
            if (go_on(slot)) return;
        } catch (const TooMany&) {  // made-up rules: such a deal is skipped
        }
    }
}

// The native players continue; false: the deal is over.
bool Vector::go_on(Slot& slot) {
    slot.seat = static_cast<std::int8_t>(play_on(slot.deal, rules_, seated_[slot.learner], slot.chance, slot.decisions));
    return slot.seat >= 0;
}

// Plays one answer and the following actions of native players; true if the deal is over, with its changes.
bool Vector::answer(Slot& slot, int chosen, std::int32_t* reward) {
    Ended& ended = slot.ended;
    ++slot.decisions.of[slot.seat];
    try {
        apply(slot.deal, rules_, slot.seat, chosen, nullptr);
        if (go_on(slot)) return false;
        const Outcome out = outcome(slot.deal, rules_);
        using Limits = std::numeric_limits<std::int32_t>;
        for (int seat = 0; out.priced && seat < 4; ++seat)
            reward[seat] = static_cast<std::int32_t>(std::clamp<std::int64_t>(out.change[seat] + out.side[seat], Limits::min(), Limits::max()));
        ended.result = static_cast<std::uint8_t>(slot.deal.result), ended.winner = out.winner, ended.feeder = out.feeder, ended.fan = out.fan;
    } catch (const TooMany&) {
        ended.result = NOT_PLAYED, ended.winner = ended.feeder = -1, ended.fan = 0;
    }
    ++ended.deals, ended.learner = slot.learner, ended.decisions = static_cast<std::uint16_t>(slot.decisions.all());
    return true;
}

void Vector::reset(std::size_t from, std::size_t to, const Shown& shown) {
    for (std::size_t i = from; i < to; ++i) {
        slots_[i].number = 0, slots_[i].ended = {};
        begin(slots_[i], i);
        shown.done[i] = 0, std::fill_n(shown.reward + 4 * i, 4, 0);
        show(slots_[i], i, shown);
    }
}

void Vector::step(const std::int32_t* actions, std::size_t from, std::size_t to, const Shown& shown) {
    for (std::size_t i = from; i < to; ++i) {
        Slot& slot = slots_[i];
        std::int32_t* const reward = shown.reward + 4 * i;
        std::fill_n(reward, 4, 0);
        const bool over = answer(slot, actions[i], reward);
        if (over) begin(slot, i);
        shown.done[i] = over;
        show(slot, i, shown);
    }
}

void Vector::show(const Slot& slot, std::size_t i, const Shown& shown) {
    shown.seat[i] = slot.seat, legal_[i] = slot.deal.legal[slot.seat];
    const View view(slot.deal, rules_, slot.seat);
    if (shown.mask) write_mask(legal_[i], shown.mask + i * action::COUNT);
    if (shown.planes) write_planes(view, aids_ ? &*aids_ : nullptr, shown.planes + i * PLANES * KINDS);
    if (shown.scalars) write_scalars(view, aids_ ? &*aids_ : nullptr, shown.scalars + i * SCALARS);
    if (shown.raw) write_raw(view, shown.raw + i * RAW);
}

void Vector::pick(const float* parts, std::size_t from, std::size_t to, std::int32_t* actions) const {
    for (std::size_t i = from; i < to; ++i) {
        const Actions& legal = legal_[i];
        const int size = legal.size();
        const float part = parts[i] >= 0 && parts[i] < 1 ? parts[i] : 0;
        actions[i] = legal.nth(std::min(static_cast<int>(part * static_cast<float>(size)), size - 1));
    }
}

void Vector::state(std::size_t from, std::size_t to, std::uint8_t* planes) const {
    for (std::size_t i = from; i < to; ++i) write_state(slots_[i].deal, slots_[i].seat, planes + i * STATE_PLANES * KINDS);
}

}  // namespace sikwu
