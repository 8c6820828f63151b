// Bindings of the paying table: named fields in, four numbers or arrays out.
#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <tuple>

#include "arrays.hpp"
#include "batch.hpp"
#include "kept.hpp"
#include "pay.hpp"

using namespace nanobind::literals;

namespace sikwu {

namespace {

using Words = std::tuple<std::uint64_t, std::uint64_t>;

Bits bits(const Words& words) { return {{std::get<0>(words), std::get<1>(words)}}; }

constexpr int MOST_FAN = 1 << 20;  // of a minimum, a first price, a dealer's fan

template <class E>
E checked(int value, E most) {
    if (value < 0 || value > static_cast<int>(most)) throw nb::value_error("a number of the paying table is out of its range");
    return static_cast<E>(value);
}

void within(std::int64_t value, std::int64_t least, std::int64_t most) {
    if (value < least || value > most) throw nb::value_error("a number of the paying table is out of its range");
}

void make_line(PriceLine* self, int first, std::vector<std::int64_t> amounts, std::int64_t step, bool ends) {
    if (amounts.empty()) throw nb::value_error("a line of prices has one amount at least");
    within(first, 0, MOST_FAN), within(step, 0, PriceLine::MOST);
    for (const std::int64_t amount : amounts) within(amount, 0, PriceLine::MOST);
    new (self) PriceLine{first, std::move(amounts), step, ends};
}

void make_charge(Charge* self, int sets, Tiles of, bool kongs, int last, bool asks_chain, int least, int most, bool unbroken, bool tight, int robbed,
                 std::vector<Tiles> made_of, bool asks_counted, const Words& counts, const Words& unless, int bearer, int share) {
    const auto who = checked(bearer, Bearer::EIGHTH);
    within(sets, 0, MAX_MELDS), within(least, 0, 255), within(most, 0, 255), within(robbed, -1, 3);
    if (who <= Bearer::TURN && sets < 1) throw nb::value_error("who fed a meld is asked, but no meld is needed");
    new (self) Charge{
        sets,         of,           kongs, checked(last, Last::FRESH_KONG), asks_chain, unbroken, tight, least, most, robbed, std::move(made_of), asks_counted,
        bits(counts), bits(unless), who,   checked(share, Share::WHOLE)};
}

void make_table(PayTable* self, int minimum, bool payer_in_minimum, bool by_capped, bool heated, const Words& hot, const Words& hottest,
                const std::vector<PriceLine>& discard, const std::vector<PriceLine>& drawn, int discarder, int bystander, bool dealer_pays_more,
                int dealer_at_zero, const std::array<int, 4>& occasion, const std::vector<std::vector<Charge>>& charges, bool later_replaces,
                bool hidden_kongs) {
    if (discard.size() != 3 || drawn.size() != 3 || charges.size() != 4)
        throw nb::value_error("a paying table has three lines of each kind and four lists of charges");
    within(minimum, 0, MOST_FAN), within(dealer_at_zero, 0, MOST_FAN), within(discarder, 0, 4), within(bystander, 0, 4);
    new (self) PayTable();
    self->minimum = minimum, self->payer_in_minimum = payer_in_minimum, self->by_capped = by_capped, self->heated = heated, self->hot = bits(hot),
    self->hottest = bits(hottest);
    for (std::size_t i = 0; i < 3; ++i) self->discard[i] = discard[i], self->drawn[i] = drawn[i];
    self->discarder = discarder, self->bystander = bystander;
    self->dealer_pays_more = dealer_pays_more, self->dealer_at_zero = dealer_at_zero;
    for (std::size_t i = 0; i < 4; ++i) {
        if (occasion[i] < 0 || occasion[i] > 3) throw nb::value_error("there are four occasions");
        self->occasion[i] = static_cast<std::uint8_t>(occasion[i]), self->charges[i] = charges[i];
    }
    self->later_replaces = later_replaces, self->hidden_kongs = hidden_kongs;
}

Paid pay_row(const PayTable& table, const Program& program, const std::uint8_t* row, std::int64_t change[4]) {
    Win win;
    return pay(table, win, read_row(row, win) ? judge(program, win) : Verdict{}, change);
}

nb::tuple pay_one(const PayTable& self, const Kept& rules, const nb::bytes& packed) {
    std::int64_t change[4];
    const Paid told = pay_row(self, rules.program, row_of(packed), change);
    return nb::make_tuple(nb::make_tuple(change[0], change[1], change[2], change[3]), static_cast<int>(told));
}

std::tuple<Array<std::int64_t>, Array<std::uint8_t>> pay_many(const PayTable& self, const Kept& rules, const Rows& rows, int threads) {
    check_width(rows, ROW_BYTES);
    const std::size_t n = rows.shape(0);
    std::vector<std::int64_t> change(4 * n);
    std::vector<std::uint8_t> told(n);
    {
        nb::gil_scoped_release release;
        in_ranges(n, threads, LEAST_JUDGED, [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) {
                const RowCopy row(rows.data() + i * ROW_BYTES);
                try {
                    told[i] = static_cast<std::uint8_t>(pay_row(self, rules.program, row.bytes, &change[4 * i]));
                } catch (const TooMany&) {
                    told[i] = static_cast<std::uint8_t>(Paid::TOO_MANY);
                }
            }
        });
    }
    return {owned(std::move(change), {n, 4}), owned(std::move(told), {n})};
}

}  // namespace

void bind_pay(nb::module_& m) {
    nb::class_<PriceLine>(m, "PriceLine", "What so many fan cost.").def("__init__", &make_line, "first"_a, "amounts"_a, "step"_a, "ends"_a);
    nb::class_<Charge>(m, "Charge", "One duty on one occasion.")
        .def("__init__", &make_charge, nb::kw_only(), "sets"_a, "of"_a, "kongs"_a, "last"_a, "asks_chain"_a, "least"_a, "most"_a, "unbroken"_a, "tight"_a,
             "robbed"_a, "made_of"_a, "asks_counted"_a, "counts"_a, "unless"_a, "bearer"_a, "share"_a);
    nb::class_<PayTable>(m, "PayTable", "Prices and duties lowered for the kernel.")
        .def("__init__", &make_table, nb::kw_only(), "minimum"_a, "payer_in_minimum"_a, "by_capped"_a, "heated"_a, "hot"_a, "hottest"_a, "discard"_a, "drawn"_a,
             "discarder"_a, "bystander"_a, "dealer_pays_more"_a, "dealer_at_zero"_a, "occasion"_a, "charges"_a, "later_replaces"_a, "hidden_kongs"_a)
        .def("pay", &pay_one, "rules"_a, "packed"_a, nb::sig("def pay(self, rules: Program, packed: bytes) -> tuple[tuple[int, int, int, int], int]"),
             "(the change of each seat, what came of it) of one packed win.")
        .def("pay_many", &pay_many, "rules"_a, "rows"_a, "threads"_a = 1, "(changes, what came of each) of an (n, 64) uint8 array.");
}

}  // namespace sikwu
