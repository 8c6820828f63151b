// Bindings of the paying table: named fields in, four numbers or arrays out.
#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "arrays.hpp"
#include "batch.hpp"
#include "kept.hpp"
#include "pay.hpp"
#include "stored.hpp"

using namespace nanobind::literals;

namespace sikwu {

namespace {

using Words = std::tuple<std::uint64_t, std::uint64_t>;

Bits bits(const Words& words) { return {{std::get<0>(words), std::get<1>(words)}}; }

template <class E>
E checked(int value, E most) {
    if (value < 0 || value > static_cast<int>(most)) throw nb::value_error("a number of the paying table is out of its range");
    return static_cast<E>(value);
}

void make_line(PriceLine* self, int first, std::vector<std::int64_t> amounts, std::int64_t step, bool ends) {
    PriceLine line{first, std::move(amounts), step, ends};
    check(line);
    new (self) PriceLine(std::move(line));
}

void make_charge(Charge* self, int sets, Tiles of, bool kongs, int last, bool asks_chain, int least, int most, bool unbroken, bool tight, int robbed,
                 std::vector<Tiles> made_of, bool asks_counted, const Words& counts, const Words& unless, int bearer, int share, bool one_feeder, int shown,
                 int left, bool fresh) {
    Charge charge{sets,
                  of,
                  kongs,
                  checked(last, Last::FRESH_KONG),
                  asks_chain,
                  unbroken,
                  tight,
                  least,
                  most,
                  robbed,
                  std::move(made_of),
                  asks_counted,
                  bits(counts),
                  bits(unless),
                  checked(bearer, Bearer::EIGHTH),
                  checked(share, Share::WHOLE),
                  one_feeder,
                  shown,
                  left,
                  fresh};
    check(charge);
    new (self) Charge(std::move(charge));
}

void make_table(PayTable* self, int minimum, bool payer_in_minimum, bool by_capped, bool heated, const Words& hot, const Words& hottest,
                const std::vector<PriceLine>& discard, const std::vector<PriceLine>& drawn, int parts, int discarder, int bystander, int dealer_times,
                int dealer_over, bool dealer_pays_more, bool dealer_wins_more, int dealer_at_zero, int dealer_first, int dealer_each,
                const std::array<int, 4>& occasion, const std::vector<std::vector<Charge>>& charges, bool later_replaces, bool hidden_kongs,
                const std::array<int, 3>& shows) {
    if (discard.size() != 3 || drawn.size() != 3 || charges.size() != 4)
        throw nb::value_error("a paying table has three lines of each kind and four lists of charges");
    PayTable table;
    table.minimum = minimum, table.payer_in_minimum = payer_in_minimum, table.by_capped = by_capped, table.heated = heated, table.hot = bits(hot),
    table.hottest = bits(hottest);
    for (std::size_t i = 0; i < 3; ++i) table.discard[i] = discard[i], table.drawn[i] = drawn[i];
    table.parts = parts, table.discarder = discarder, table.bystander = bystander, table.dealer_times = dealer_times, table.dealer_over = dealer_over;
    table.dealer_pays_more = dealer_pays_more, table.dealer_wins_more = dealer_wins_more, table.dealer_at_zero = dealer_at_zero;
    table.dealer_first = dealer_first, table.dealer_each = dealer_each;
    for (std::size_t i = 0; i < 4; ++i) {
        if (occasion[i] < 0 || occasion[i] > 3) throw nb::value_error("there are four occasions");
        table.occasion[i] = static_cast<std::uint8_t>(occasion[i]), table.charges[i] = charges[i];
    }
    table.later_replaces = later_replaces, table.hidden_kongs = hidden_kongs;
    std::copy(shows.begin(), shows.end(), table.shows);
    check(table);
    new (self) PayTable(std::move(table));
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

nb::bytes bytes_of(const PayTable& self) {
    for (const auto& charges : self.charges)
        if (std::any_of(charges.begin(), charges.end(), [](const Charge& c) { return c.of_house(); }))
            throw nb::value_error("a duty that only a house asks for is not stored");
    const std::string out = written(self);
    return nb::bytes(out.data(), out.size());
}

PayTable from_bytes(const nb::bytes& data) { return read_table({static_cast<const char*>(data.data()), data.size()}); }

}  // namespace

void bind_pay(nb::module_& m) {
    nb::class_<PriceLine>(m, "PriceLine", "The price for each number of fan.").def("__init__", &make_line, "first"_a, "amounts"_a, "step"_a, "ends"_a);
    nb::class_<Charge>(m, "KernelCharge", "One duty on one occasion.")
        .def("__init__", &make_charge, nb::kw_only(), "sets"_a, "of"_a, "kongs"_a, "last"_a, "asks_chain"_a, "least"_a, "most"_a, "unbroken"_a, "tight"_a,
             "robbed"_a, "made_of"_a, "asks_counted"_a, "counts"_a, "unless"_a, "bearer"_a, "share"_a, "one_feeder"_a = false, "shown"_a = 0, "left"_a = -1,
             "fresh"_a = false);
    nb::class_<PayTable>(m, "PayTable", "Prices and duties lowered for the kernel.")
        .def("__init__", &make_table, nb::kw_only(), "minimum"_a, "payer_in_minimum"_a, "by_capped"_a, "heated"_a, "hot"_a, "hottest"_a, "discard"_a, "drawn"_a,
             "parts"_a, "discarder"_a, "bystander"_a, "dealer_times"_a, "dealer_over"_a, "dealer_pays_more"_a, "dealer_wins_more"_a, "dealer_at_zero"_a,
             "dealer_first"_a, "dealer_each"_a, "occasion"_a, "charges"_a, "later_replaces"_a, "hidden_kongs"_a, "shows"_a)
        .def("to_bytes", &bytes_of, "The table as bytes, for storing or sending.")
        .def_static("from_bytes", &from_bytes, "data"_a, "The table from the bytes of `to_bytes`; other bytes raise ValueError.")
        .def("pay", &pay_one, "rules"_a, "packed"_a, nb::sig("def pay(self, rules: Program, packed: bytes) -> tuple[tuple[int, int, int, int], int]"),
             "(the change of each seat, what came of it) of one packed win.")
        .def("pay_many", &pay_many, "rules"_a, "rows"_a, "threads"_a = 1, "(changes, what came of each) of an (n, 64) uint8 array.");
}

}  // namespace sikwu
