// Bindings of many deals at once: the caller's arrays are kept and overwritten in place.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <tuple>

#include "arrays.hpp"
#include "crew.hpp"
#include "held.hpp"
#include "vector.hpp"

using namespace nanobind::literals;

namespace sikwu {
namespace {

inline constexpr std::size_t LEAST_SLOTS = 64, LEAST_PICKED = 1024, MOST_SLOTS = std::size_t{1} << 20;

template <class T>
using Own = nb::ndarray<T, nb::c_contig, nb::device::cpu>;
using Actions32 = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Parts = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// The player by whose plans and numbers the aids are computed; none: they stay zero.
using Aids = std::optional<NativePlayer>;
const NativePlayer* checked_aids(const Aids& aids) {
    if (aids && aids->kind != PlayerKind::CAREFUL) throw nb::value_error("aids come from a careful player");
    return aids ? &*aids : nullptr;
}

// The rules outlive the deals, and the arrays outlive the writes into them.
struct Many {
    Shared kept;
    Vector vector;
    int threads;
    std::optional<Own<std::uint8_t>> planes, raw, done;
    std::optional<Own<float>> scalars;
    std::optional<Own<std::int8_t>> mask, seat;
    std::optional<Own<std::int32_t>> reward;
    Shown shown;
    bool begun = false;
    mutable std::atomic<bool> busy{false};

    Many(const Shared& rules, std::size_t n, std::uint64_t seed, std::uint64_t first, const Players& players, const Aids& aids, int workers)
        : kept(rules), vector(rules->rules, n, seed, first, players, aids), threads(workers) {}
};

// Admits one Python thread at a time: a step releases the interpreter lock meanwhile.
class Alone {
  public:
    explicit Alone(const Many& self) : busy_(self.busy) {
        if (busy_.exchange(true)) throw nb::value_error("another thread is at these deals");
    }
    ~Alone() { busy_ = false; }
    Alone(const Alone&) = delete;
    Alone& operator=(const Alone&) = delete;

  private:
    std::atomic<bool>& busy_;
};

void make(Many* self, const RulesHandle& rules, std::size_t n, std::uint64_t seed, std::uint64_t first, const Players& players, const Aids& aids, int threads) {
    checked_aids(aids);
    const bool asked = std::any_of(players.begin(), players.end(), [](const auto& player) { return !player; });
    if (!asked || n < 1 || n > MOST_SLOTS || first > MOST_SLOTS << 10) throw nb::value_error("nobody is asked, or too many deals at once");
    new (self) Many(rules.kept, n, seed, first, players, aids, threads);
}

template <class T>
T* checked(const char* name, const std::optional<Own<T>>& array, std::size_t size) {
    if (array && array->size() != size)
        throw nb::value_error((std::string(name) + " has " + std::to_string(array->size()) + " entries: it must have " + std::to_string(size)).c_str());
    return array ? array->data() : nullptr;
}

void attach(Many& self, std::optional<Own<std::uint8_t>> planes, std::optional<Own<float>> scalars, std::optional<Own<std::uint8_t>> raw,
            std::optional<Own<std::int8_t>> mask, Own<std::int8_t> seat, Own<std::int32_t> reward, Own<std::uint8_t> done) {
    const Alone alone(self);
    const std::size_t n = self.vector.size();
    // All are checked before the first is stored: after an error nothing has changed.
    const Shown shown{checked("planes", planes, n * PLANES * KINDS), checked("scalars", scalars, n * SCALARS), checked("raw", raw, n * RAW),
                      checked("mask", mask, n * action::COUNT),      checked<std::int8_t>("seat", seat, n),    checked<std::int32_t>("reward", reward, 4 * n),
                      checked<std::uint8_t>("done", done, n)};
    self.planes = std::move(planes), self.scalars = std::move(scalars), self.raw = std::move(raw), self.mask = std::move(mask);
    self.seat = std::move(seat), self.reward = std::move(reward), self.done = std::move(done);
    self.shown = shown;
}

void reset(Many& self) {
    const Alone alone(self);
    if (!self.shown.seat) throw nb::value_error("no arrays to write to");
    nb::gil_scoped_release release;
    in_ranges(self.vector.size(), self.threads, LEAST_SLOTS, [&](std::size_t from, std::size_t to) { self.vector.reset(from, to, self.shown); });
    self.begun = true;
}

void begun(const Many& self, std::size_t given) {
    if (!self.begun) throw nb::value_error("not reset yet");
    if (given != self.vector.size()) throw nb::value_error("not one entry for each deal");
}

void step(Many& self, const Actions32& actions) {
    const Alone alone(self);
    begun(self, actions.shape(0));
    // The caller's memory may change meanwhile: a copy is checked and played.
    const std::vector<std::int32_t> chosen(actions.data(), actions.data() + actions.shape(0));
    const std::size_t wrong = self.vector.wrong(chosen.data());
    if (wrong < chosen.size()) throw nb::index_error(std::to_string(wrong).c_str());
    nb::gil_scoped_release release;
    in_ranges(chosen.size(), self.threads, LEAST_SLOTS, [&](std::size_t from, std::size_t to) { self.vector.step(chosen.data(), from, to, self.shown); });
}

Array<std::int32_t> pick(const Many& self, const Parts& parts) {
    const Alone alone(self);
    begun(self, parts.shape(0));
    // As in a step: a number that is read twice must not change in between.
    const std::vector<float> given(parts.data(), parts.data() + parts.shape(0));
    std::vector<std::int32_t> actions(given.size());
    {
        nb::gil_scoped_release release;
        in_ranges(actions.size(), self.threads, LEAST_PICKED,
                  [&](std::size_t from, std::size_t to) { self.vector.pick(given.data(), from, to, actions.data()); });
    }
    const std::size_t n = actions.size();
    return owned(std::move(actions), {n});
}

Array<std::uint8_t> state(const Many& self) {
    const Alone alone(self);
    begun(self, self.vector.size());
    const std::size_t n = self.vector.size();
    std::vector<std::uint8_t> planes(n * STATE_PLANES * KINDS);
    self.vector.state(0, n, planes.data());
    return owned(std::move(planes), {n, STATE_PLANES, KINDS});
}

nb::dict last(const Many& self) {
    const Alone alone(self);
    const std::size_t n = self.vector.size();
    std::vector<std::uint64_t> deals(n);
    std::vector<std::uint8_t> result(n);
    std::vector<std::int8_t> winner(n), feeder(n), learner(n);
    std::vector<std::int16_t> fan(n);
    std::vector<std::uint16_t> decisions(n);
    for (std::size_t i = 0; i < n; ++i) {
        const Ended& e = self.vector.ended(i);
        deals[i] = e.deals, result[i] = e.result, winner[i] = e.winner, feeder[i] = e.feeder, learner[i] = e.learner, fan[i] = e.fan;
        decisions[i] = e.decisions;
    }
    nb::dict out;
    out["deals"] = owned(std::move(deals), {n}), out["result"] = owned(std::move(result), {n}), out["winner"] = owned(std::move(winner), {n});
    out["feeder"] = owned(std::move(feeder), {n}), out["learner"] = owned(std::move(learner), {n}), out["fan"] = owned(std::move(fan), {n});
    out["decisions"] = owned(std::move(decisions), {n});
    return out;
}

View view_of(const Held& held, int seat) {
    if (seat < 0 || seat > 3) throw nb::value_error("there are four seats");
    return View(held.deal, held.kept->rules, seat);
}

// Writes what a seat of one deal sees into arrays of the caller.
void observe(const Held& self, int seat, const Aids& aids, const Own<std::uint8_t>& planes, const Own<float>& scalars, const Own<std::int8_t>& mask) {
    std::uint8_t* const to_planes = checked<std::uint8_t>("planes", planes, PLANES * KINDS);
    float* const to_scalars = checked<float>("scalars", scalars, SCALARS);
    std::int8_t* const to_mask = checked<std::int8_t>("mask", mask, action::COUNT);
    const View view = view_of(self, seat);
    const NativePlayer* const by = checked_aids(aids);
    std::uint8_t seen[PLANES * KINDS];
    write_planes(view, by, seen);  // made-up rules may raise here
    std::copy_n(seen, std::size(seen), to_planes);
    write_scalars(view, by, to_scalars);
    write_mask(view.legal(), to_mask);
}

// The same for many seats at once, in new arrays: (planes, scalars, raw, mask).
nb::tuple observe_many(const nb::list& deals, const std::vector<int>& seats, const std::vector<Aids>& aids) {
    const std::size_t n = seats.size();
    if (deals.size() != n || aids.size() != n) throw nb::value_error("a seat for each deal");
    for (const nb::handle deal : deals)
        if (!nb::isinstance<Held>(deal) || !nb::inst_ready(deal)) throw nb::type_error("only deals can be observed");
    std::vector<std::uint8_t> planes(n * PLANES * KINDS), raw(n * RAW);
    std::vector<float> scalars(n * SCALARS);
    std::vector<std::int8_t> mask(n * action::COUNT);
    for (std::size_t i = 0; i < n; ++i) {
        const View view = view_of(nb::cast<const Held&>(deals[i]), seats[i]);
        const NativePlayer* const by = checked_aids(aids[i]);
        write_planes(view, by, &planes[i * PLANES * KINDS]);
        write_scalars(view, by, &scalars[i * SCALARS]);
        write_raw(view, &raw[i * RAW]);
        write_mask(view.legal(), &mask[i * action::COUNT]);
    }
    return nb::make_tuple(owned(std::move(planes), {n, PLANES, KINDS}), owned(std::move(scalars), {n, SCALARS}), owned(std::move(raw), {n, RAW}),
                          owned(std::move(mask), {n, std::size_t{action::COUNT}}));
}

nb::bytes raw_of(const Held& self, int seat) {
    std::uint8_t raw[RAW];
    write_raw(view_of(self, seat), raw);
    return nb::bytes(reinterpret_cast<const char*>(raw), RAW);
}

nb::bytes state_of(const Held& self, int seat) {
    std::uint8_t planes[STATE_PLANES * KINDS];
    write_state(self.deal, view_of(self, seat).seat(), planes);
    return nb::bytes(reinterpret_cast<const char*>(planes), sizeof planes);
}

}  // namespace

void bind_vector(nb::module_& m) {
    m.def("observe", &observe, "deal"_a, "seat"_a, "aids"_a.none(), "planes"_a.noconvert(), "scalars"_a.noconvert(), "mask"_a.noconvert(),
          "Writes the observation of a seat into the caller's arrays.");
    m.def("observe_many", &observe_many, "deals"_a, "seats"_a, "aids"_a,
          nb::sig("def observe_many(deals: list[KernelDeal], seats: Sequence[int], aids: Sequence[NativePlayer | None]) -> tuple[typing.Any, typing.Any, "
                  "typing.Any, typing.Any]"),
          "The observation of a seat in each deal: planes, scalars, raw bytes and the mask of its legal actions, one row per deal.");
    m.def("raw_view", &raw_of, "deal"_a, "seat"_a, "The observation of a seat, packed in 320 bytes.");
    m.def("state_planes", &state_of, "deal"_a, "seat"_a, "The part that a seat does not see: 16 x 34 bytes of the others' hands and the wall.");
    nb::class_<Many>(m, "KernelVectorDeals", "Many deals stepped at once.")
        .def("__init__", &make, "rules"_a, "n"_a, "seed"_a, "first"_a, "players"_a, "aids"_a.none(), "threads"_a)
        .def("attach", &attach, "planes"_a.noconvert().none(), "scalars"_a.noconvert().none(), "raw"_a.noconvert().none(), "mask"_a.noconvert().none(),
             "seat"_a.noconvert(), "reward"_a.noconvert(), "done"_a.noconvert(), "The arrays that every step writes to.")
        .def("reset", &reset, "Starts every slot at its first deal.")
        .def("step", &step, "actions"_a, "Takes one action of each deal; an illegal action raises IndexError with its slot, and nothing changes.")
        .def("pick", &pick, "parts"_a, "A legal action of each deal, selected by a number from 0 to 1.")
        .def("state", &state, "The part that the asked seats do not see: (n, 16, 34) uint8.")
        .def("last", &last, nb::sig("def last(self) -> dict[str, typing.Any]"), "The result of the last deal that ended in each slot.");
}

}  // namespace sikwu
