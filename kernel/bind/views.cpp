// Bindings of what one seat may see: a copy of the kernel's view with named fields, without access to the deal.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>

#include "arrays.hpp"
#include "held.hpp"
#include "names.hpp"
#include "view.hpp"

using namespace nanobind::literals;

namespace sikwu {
namespace {

using Number = std::optional<int>;

Number number_of(int tile) { return tile == View::HIDDEN ? Number() : Number(tile); }

struct SeenMeld {
    int kind;
    Number tile, feeder;
};

struct SeenSeat {
    int tiles, flowers, ready;
    bool dead;
    std::vector<SeenMeld> melds;
};

struct SeenDeal {
    Number seat, drawn, offered, offers;
    std::string hand, river_tiles, river_seats, river_drawn;
    std::vector<SeenSeat> seats;
    std::vector<int> legal;
    const char *at, *result;
    int actor, drawable, round, streak;
};

SeenMeld seen_meld(const Laid& meld) { return {static_cast<int>(meld.kind), number_of(meld.tile), meld.feeder ? Number(meld.feeder - 1) : Number()}; }

SeenSeat seen_seat(const View& view, int seat) {
    SeenSeat out{view.tiles(seat), view.flowers(seat), static_cast<int>(view.ready(seat)), view.dead(seat), {}};
    for (int i = 0; i < view.melds(seat); ++i) out.melds.push_back(seen_meld(view.meld(seat, i)));
    return out;
}

void put_own(SeenDeal& out, const View& view) {
    if (view.watches()) return;
    out.seat = view.seat(), out.drawn = number_of(view.drawn()), out.offered = number_of(view.offered());
    if (view.offering()) out.offers = view.offers();
    out.hand.assign(view.hand().begin(), view.hand().end());
    out.at = name_of(view.at());
    view.legal().each([&](int action) { out.legal.push_back(action); });
}

SeenDeal seen_deal(const View& view) {
    SeenDeal out{};
    out.at = "", out.result = name_of(view.result());
    out.actor = view.actor(), out.drawable = view.drawable(), out.round = view.round(), out.streak = view.streak();
    put_own(out, view);
    for (int seat = 0; seat < 4; ++seat) out.seats.push_back(seen_seat(view, seat));
    for (int i = 0; i < view.lying(); ++i) {
        const View::Thrown thrown = view.thrown(i);
        out.river_tiles.push_back(static_cast<char>(thrown.tile)), out.river_seats.push_back(static_cast<char>(thrown.seat));
        out.river_drawn.push_back(static_cast<char>(thrown.drawn));
    }
    return out;
}

nb::bytes bytes_of(const std::string& text) { return nb::bytes(text.data(), text.size()); }

SeenDeal view_of(const Held& held, Number seat) {
    if (seat && (*seat < 0 || *seat > 3)) throw nb::index_error("there are four seats");
    return seen_deal(View(held.deal, held.kept->rules, seat.value_or(View::WATCHER)));
}

}  // namespace

void bind_views(nb::module_& m) {
    nb::class_<SeenMeld>(m, "KernelSeenMeld", "A meld on the table; `tile` is None if it lies face down.")
        .def_ro("kind", &SeenMeld::kind)
        .def_ro("tile", &SeenMeld::tile)
        .def_ro("feeder", &SeenMeld::feeder);
    nb::class_<SeenSeat>(m, "KernelSeenSeat", "The part of a seat that everybody sees; flowers are one bit each.")
        .def_ro("tiles", &SeenSeat::tiles)
        .def_ro("flowers", &SeenSeat::flowers)
        .def_ro("ready", &SeenSeat::ready)
        .def_ro("dead", &SeenSeat::dead)
        .def_ro("melds", &SeenSeat::melds);
    nb::class_<SeenDeal>(m, "KernelView", "The part of a deal that one seat, or a spectator (seat None), may see; it gives no access to the deal.")
        .def_ro("seat", &SeenDeal::seat)
        .def_prop_ro(
            "hand", [](const SeenDeal& v) { return bytes_of(v.hand); }, "The viewer's own tiles: copies of each kind; empty for a spectator.")
        .def_ro("drawn", &SeenDeal::drawn, "In the viewer's own turn.")
        .def_ro("seats", &SeenDeal::seats)
        .def_prop_ro(
            "river_tiles", [](const SeenDeal& v) { return bytes_of(v.river_tiles); }, "The kinds of the unclaimed discards, in order.")
        .def_prop_ro(
            "river_seats", [](const SeenDeal& v) { return bytes_of(v.river_seats); }, "The seat that discarded each.")
        .def_prop_ro(
            "river_drawn", [](const SeenDeal& v) { return bytes_of(v.river_drawn); }, "Whether each had just been drawn.")
        .def_ro("drawable", &SeenDeal::drawable)
        .def_prop_ro(
            "at", [](const SeenDeal& v) { return v.at; }, "The kind of question to this seat; empty: it is not asked.")
        .def_ro("legal", &SeenDeal::legal, "Its legal actions, ascending; empty if it is not asked.")
        .def_ro("actor", &SeenDeal::actor)
        .def_ro("offered", &SeenDeal::offered, "The discard, or the tile of the kong, that this seat is asked about.")
        .def_ro("offers", &SeenDeal::offers, "The seat that discarded it, or makes the kong.")
        .def_prop_ro("result", [](const SeenDeal& v) { return v.result; })
        .def_ro("round", &SeenDeal::round)
        .def_ro("streak", &SeenDeal::streak);
    m.def("view", &view_of, "deal"_a, "seat"_a.none(), "The view of a seat; None: of a spectator.");
}

}  // namespace sikwu
