#include "judge.hpp"

#include <algorithm>

#include "order.hpp"

namespace sikwu {
namespace {

struct Instance {
    std::uint8_t row;
    std::uint16_t mask;
    int worth;
};

inline constexpr int MAX_HELD = 256;
// Selections tried, or given up half-way, in one placed reading; the documents' rules need some dozens at most.
inline constexpr int MOST_TRIED = 8192;

// Of two sets of rows, does the first hold the row declared first among those they do not share?
bool declared_first(const Program& p, const Bits& a, const Bits& b) {
    int first = 256;
    bool in_a = false;
    (a ^ b).each([&](int i) {
        if (p.rows[i].declared < first) first = p.rows[i].declared, in_a = a.has(i);
    });
    return in_a;
}

// Some of the instances that are tried in and out. Seldom are there more than a word of them.
template <int WORDS>
struct Members {
    static constexpr int MOST = 64 * WORDS;
    std::uint64_t w[WORDS];  // not set at first: arrays of them are seldom filled

    bool has(int i) const { return w[WORDS == 1 ? 0 : i >> 6] >> (i & 63) & 1; }
    void set(int i, bool yes = true) { w[WORDS == 1 ? 0 : i >> 6] |= static_cast<std::uint64_t>(yes) << (i & 63); }
    Members with(int i) const {
        Members out = *this;
        out.set(i);
        return out;
    }
    template <class F>
    Members combined(const Members& o, F&& f) const {
        Members out{};
        for (int k = 0; k < WORDS; ++k) out.w[k] = f(w[k], o.w[k]);
        return out;
    }
    Members operator&(const Members& o) const {
        return combined(o, [](std::uint64_t a, std::uint64_t b) { return a & b; });
    }
    Members without(const Members& o) const {
        return combined(o, [](std::uint64_t a, std::uint64_t b) { return a & ~b; });
    }
    bool operator==(const Members&) const = default;
    bool any() const { return first() < MOST; }
    int first() const {
        for (int k = 0; k < WORDS; ++k)
            if (w[k]) return 64 * k + std::countr_zero(w[k]);
        return MOST;
    }
    int last() const {
        for (int k = WORDS; k-- > 0;)
            if (w[k]) return 64 * k + 63 - std::countl_zero(w[k]);
        return -1;
    }
    int size() const {
        int n = 0;
        for (const std::uint64_t word : w) n += std::popcount(word);
        return n;
    }
};

// Judges one placed reading: which rows hold, which of them count.
class Bench {
  public:
    Bench(const Program& p, const HandView& h, const Placed& at, const Bits& held) : p_(p), h_(h), at_(at), held_(held) {}

    Verdict decide(Story* story) {
        const bool plain = story == nullptr && !(held_ & p_.chosen_rows).any();
        Verdict v = plain ? walk_plain() : walk_chosen(story);
        v.complete = true;
        return v;
    }

  private:
    unsigned flower_mask(const Row& row) const {
        const unsigned own = 0x11U << h_.win->seat;
        return h_.win->flowers & (row.each == Each::OWN_FLOWERS ? own : ~own) & 0xFF;
    }

    int how_often(const Row& row) const {
        switch (row.each) {
            case Each::ONCE: return 1;
            case Each::SETS: return std::popcount(static_cast<unsigned>(matching_sets(p_.facts[row.each_fact], *h_.win, at_)));
            case Each::OWN_FLOWERS:
            case Each::OTHER_FLOWERS: return std::popcount(flower_mask(row));
            case Each::FLOWER_SETS: return ((h_.win->flowers & 0x0F) == 0x0F) + ((h_.win->flowers & 0xF0) == 0xF0);
            case Each::COUNT: return counted(row);
            case Each::RELATION: break;  // never plain
        }
        return 0;
    }

    // The whole value of a fact, whatever the conditions ask of it.
    int counted(const Row& row) const {
        const Fact& fact = p_.facts[row.each_fact];
        return row.each_fact < p_.hand_facts ? hand_fact(fact, h_, true) : reading_fact(fact, h_, at_, true);
    }

    // No family, no relation, nothing absorbed in part: counting is enough.
    Verdict walk_plain() {
        Verdict v;
        v.fan = 0;
        Bits alive = held_;
        held_.each([&](int i) {
            const Row& row = p_.rows[i];
            if (row.mark) return v.marks.set(i);  // a mark is not absorbed
            if (!alive.has(i)) return;
            const int n = how_often(row);
            if (n == 0) return;
            v.fan += n * row.worth;
            v.instances += row.each == Each::COUNT ? 1 : n;
            v.counted.set(i);
            alive = alive.without(row.absorbs);
        });
        return v;
    }

    void add(int row, unsigned mask, int worth) {
        if (size_ == MAX_HELD) refuse_ways();
        chosen_[size_] = true;
        choice_[choices_] = size_;
        choices_ += p_.rows[static_cast<std::size_t>(row)].optional;
        all_[size_++] = {static_cast<std::uint8_t>(row), static_cast<std::uint16_t>(mask), worth};
    }

    void collect(int i) {
        const Row& row = p_.rows[i];
        if (row.mark) return marks_.set(i);
        switch (row.each) {
            case Each::ONCE: return add(i, 0, row.worth);
            case Each::COUNT: {
                const int n = counted(row);
                return n ? add(i, 0, row.worth * n) : void();
            }
            case Each::SETS:
                for (unsigned m = matching_sets(p_.facts[row.each_fact], *h_.win, at_); m; m &= m - 1) add(i, m & -m, row.worth);
                return;
            case Each::OWN_FLOWERS:
            case Each::OTHER_FLOWERS:
                for (unsigned m = flower_mask(row); m; m &= m - 1) add(i, (m & -m) << 8, row.worth);
                return;
            case Each::FLOWER_SETS:
                if ((h_.win->flowers & 0x0F) == 0x0F) add(i, 0x0F00, row.worth);
                if ((h_.win->flowers & 0xF0) == 0xF0) add(i, 0xF000, row.worth);
                return;
            case Each::RELATION: {
                if (const int n = at_.view->kept.count[row.each_fact]; n != UNKNOWN_COUNT) {
                    for (int k = 0; k < n; ++k) add(i, at_.view->kept.mask[row.each_fact][k], row.worth);
                    return;
                }
                std::uint16_t masks[MAX_INSTANCES];
                const int n = related(p_.relations[row.each_fact], at_.view->table, at_.made, masks);
                for (int k = 0; k < n; ++k) add(i, masks[k], row.worth);
            }
        }
    }

    // May two instances not stand together? Without a branch: the answer is hard to guess.
    bool clash(const Instance& a, const Instance& b) const {
        const Row& row = p_.rows[a.row];
        return row.rivals.has(b.row) | (static_cast<int>((a.mask & b.mask) != 0) & static_cast<int>(row.rivals_sharing.has(b.row)));
    }

    int declared(int instance) const { return p_.rows[all_[instance].row].declared; }

    // What of a walk is written down, and where.
    enum class Hears { NOTHING, SETS, ALL };
    struct Told {
        std::uint32_t all[MAX_HELD];  // what counted: the row's declared place, and the mask below it
        int size = 0;

        void sort() { sort_few(all, all + size); }
    };

    // Walks the rows, absorbers first, over the chosen instances; an absorbed row absorbs nothing.
    template <Hears HEARS, class Where>
    Verdict walk(const bool* chosen, [[maybe_unused]] Where* where) const {
        constexpr bool ALL = HEARS == Hears::ALL;
        Verdict v;
        v.fan = 0;
        v.marks = marks_;
        Bits dead;
        [[maybe_unused]] std::uint8_t killer[ALL ? Bits::SIZE : 1];
        struct Sharer {
            std::uint8_t row;
            std::uint16_t covered;
        } sharers[MAX_HELD];
        int sharing = 0;
        for (int i = 0; i < size_; ++i) {
            const Instance& a = all_[i];
            const int row = a.row;
            const Row& spec = p_.rows[static_cast<std::size_t>(row)];
            bool counts = chosen[i] && !dead.has(row);
            if constexpr (ALL)
                if (chosen[i] && !counts) where->dropped.push_back({a.row, a.mask, killer[row], Why::ABSORBED});
            for (int k = 0; k < sharing && counts; ++k) {
                const Sharer& s = sharers[k];
                if (!(s.covered & a.mask) || !p_.rows[s.row].absorbs_shared.has(row)) continue;
                counts = false;
                if constexpr (ALL) where->dropped.push_back({a.row, a.mask, s.row, Why::SHARED});
            }
            // Without a branch: whether a row counts is hard to guess.
            const std::uint64_t yes = -static_cast<std::uint64_t>(counts);
            v.fan += static_cast<int>(yes) & a.worth;
            v.instances += counts;
            v.counted.w[row >> 6] |= (yes & 1) << (row & 63);
            if constexpr (HEARS == Hears::SETS)
                if (counts) where->all[where->size++] = static_cast<std::uint32_t>(spec.declared) << 16 | a.mask;
            if constexpr (ALL) {
                if (counts) where->counted.push_back({a.row, a.mask, a.worth});
                if (counts) spec.absorbs.without(dead).each([&](int b) { killer[b] = a.row; });
            }
            dead.w[0] |= spec.absorbs.w[0] & yes, dead.w[1] |= spec.absorbs.w[1] & yes;
            if (spec.shares && counts) {
                if (sharing && sharers[sharing - 1].row == row)
                    sharers[sharing - 1].covered = static_cast<std::uint16_t>(sharers[sharing - 1].covered | a.mask);
                else
                    sharers[sharing++] = {a.row, a.mask};
            }
        }
        return v;
    }

    // Instances that are tried in and out, in declared order, and which of them may not stand together.
    template <int WORDS>
    struct Choice {
        using Some = Members<WORDS>;
        int n = 0;
        int at[Some::MOST];  // among all instances
        Some clash[Some::MOST];
        int gain[Some::MOST];  // what each adds at most
        Some wanted{};         // stand unless a clashing one does; only members of a family may be waived for more
        // Rows outside families count as often as their own instances allow; told where that needs counting.
        struct {
            Some members;
            int most;
        } stacked[Some::MOST];
        int stacks = 0;
        Some best_in{};
        Verdict best;

        // Is nothing wanted left out without need?
        bool may_stand(const Some& in) const {
            for (Some out = wanted.without(in); out.any(); out = out.without(Some{}.with(out.first())))
                if (!(clash[out.first()] & in).any()) return false;
            for (int i = 0; i < stacks; ++i)
                if ((stacked[i].members & in).size() < stacked[i].most) return false;
            return true;
        }

        // How many of some members can stand together.
        int most(const Some& of) {
            const int first = of.first();
            if (first == Some::MOST) return tried(), 0;
            const Some rest = of.without(Some{}.with(first)), fitting = rest.without(clash[first]);
            return fitting == rest ? 1 + most(rest) : std::max(1 + most(fitting), most(rest));
        }

        int left = MOST_TRIED;
        void tried() {
            if (--left < 0) refuse_ways();
        }
    };

    Verdict walk_chosen(Story* story) {
        held_.each([&](int i) { collect(i); });
        // Only optional instances can clash, and only with each other. Those that do, or that drop something outside, are
        // tried; all others always stand.
        int open[MAX_HELD], n = 0;
        for (int k = 0; k < choices_; ++k) {
            const int i = choice_[k];
            bool tried = (p_.rows[all_[i].row].drops & held_).any();
            for (int d = 0; d < choices_ && !tried; ++d) tried = d != k && clash(all_[i], all_[choice_[d]]);
            if (tried) open[n++] = i, chosen_[i] = false;
        }
        if (!story && size_ < 64) return choose_few(open, n);
        if (n == 0 && !story) return walk<Hears::NOTHING>(chosen_, static_cast<Told*>(nullptr));  // nothing to choose
#ifndef SIKWU_SMALL  // where the kernel is sent over a network, the wide way does for all
        if (n <= 64) return choose<1>(open, n, story);
#endif
        return choose<MAX_HELD / 64>(open, n, story);
    }

    // The same for fewer instances than a word has bits, which is nearly always, and where only the verdict is asked for.
    Verdict choose_few(const int* open, int n) {
        index_kills();
        std::uint64_t standing = (std::uint64_t{1} << size_) - 1;
        if (n == 0) return told_of(left_of(standing));
        Choice<1> c;
        prepare(c, open, n);
        for (int i = 0; i < n; ++i) standing &= ~(std::uint64_t{1} << open[i]);
        try_few(0, Members<1>{}, standing, hope(), c);
        return c.best;
    }

    // What each instance drops of those after it.
    void index_kills() {
        killers_ = 0;
        for (int i = 0; i < size_; ++i) {
            const Row& row = p_.rows[all_[i].row];
            if (!(row.drops & held_).any()) continue;
            std::uint64_t kills = 0;
            for (int j = i + 1; j < size_; ++j) {
                const int shared = static_cast<int>((all_[i].mask & all_[j].mask) != 0) & static_cast<int>(row.absorbs_shared.has(all_[j].row));
                kills |= static_cast<std::uint64_t>(row.absorbs.has(all_[j].row) | shared) << j;
            }
            kills_[i] = kills;
            killers_ |= static_cast<std::uint64_t>(kills != 0) << i;
        }
    }

    // Those of the standing ones that count.
    std::uint64_t left_of(std::uint64_t standing) const {
        for (std::uint64_t m = standing & killers_; m; m &= m - 1, m &= standing) standing &= ~kills_[std::countr_zero(m)];
        return standing;
    }

    int fan_of(std::uint64_t left) const {
        int fan = 0;
        for (; left; left &= left - 1) fan += all_[std::countr_zero(left)].worth;
        return fan;
    }

    Verdict told_of(std::uint64_t left) const {
        Verdict v;
        v.fan = 0;
        v.instances = std::popcount(left);
        v.marks = marks_;
        for (; left; left &= left - 1) {
            const Instance& a = all_[std::countr_zero(left)];
            v.fan += a.worth;
            v.counted.set(a.row);
        }
        return v;
    }

    // What all instances are worth: no selection is worth more, and one without some of them so much less.
    int hope() const {
        int most = 0;
        for (int i = 0; i < size_; ++i) most += std::max(all_[i].worth, 0);
        return most;
    }

    void try_few(int k, const Members<1>& in, std::uint64_t standing, int hope, Choice<1>& c) const {
        for (; k < c.n; ++k) {
            if (!(c.clash[k] & in).any()) {
                const std::uint64_t with = standing | std::uint64_t{1} << c.at[k];
                if (c.wanted.has(k) && c.clash[k].last() < k) return try_few(k + 1, in.with(k), with, hope, c);  // nothing to come could take its place
                try_few(k + 1, in.with(k), with, hope, c);
            }
            hope -= c.gain[k];
            if (hope < c.best.fan) return c.tried();
        }
        c.tried();
        if (!c.may_stand(in)) return;
        const std::uint64_t left = left_of(standing);
        const int fan = fan_of(left), instances = std::popcount(left);
        if (fan < c.best.fan || (fan == c.best.fan && instances > c.best.instances)) return;
        const Verdict v = told_of(left);
        if (beats(v, in, c, false)) c.best = v;
    }

    template <int WORDS>
    Verdict choose(const int* open, int n, Story* story) {
        Choice<WORDS> c;
        prepare(c, open, n);
        try_from(0, Members<WORDS>{}, hope(), c, story != nullptr);
        if (!story) return c.best;
        put_in(c, c.best_in, chosen_);
        for (int i = 0; i < size_; ++i) {
            if (chosen_[i]) continue;
            std::uint8_t by = all_[i].row;
            for (int j = 0; j < size_; ++j)
                if (chosen_[j] && clash(all_[i], all_[j])) by = all_[j].row;
            story->dropped.push_back({all_[i].row, all_[i].mask, by, Why::LOST});
        }
        return walk<Hears::ALL>(chosen_, story);
    }

    template <int WORDS>
    void prepare(Choice<WORDS>& c, const int* open, int n) const {
        for (c.n = 0; c.n < n; ++c.n) c.at[c.n] = open[c.n];
        for (int i = 1; i < c.n; ++i)  // few: sorted in place, equal ones as they stand
            for (int j = i; j > 0 && declared(c.at[j]) < declared(c.at[j - 1]); --j) std::swap(c.at[j], c.at[j - 1]);
        for (int i = 0; i < c.n; ++i) {
            const Instance& a = all_[c.at[i]];
            const Row& row = p_.rows[a.row];
            c.clash[i] = {};
            c.gain[i] = std::max(a.worth, 0);
            for (int j = 0; j < i; ++j) {
                const bool both = clash(a, all_[c.at[j]]);
                c.clash[i].set(j, both), c.clash[j].set(i, both);
            }
            // To leave out one that is worth something and drops nothing is never better, unless another takes its place.
            const bool harmless = a.worth > 0 && !(row.drops & held_).any();
            c.wanted.set(i, row.family < 0 || harmless);
        }
        for (int i = 0; i < c.n; ++i) {
            const int row = all_[c.at[i]].row;
            if (p_.rows[static_cast<std::size_t>(row)].family >= 0 || (i > 0 && all_[c.at[i - 1]].row == row)) continue;
            Members<WORDS> members{};
            for (int j = i; j < c.n; ++j) members.set(j, all_[c.at[j]].row == row);
            if (members.size() > 2) c.stacked[c.stacks++] = {members, c.most(members)};  // of two, what fits is the most
        }
    }

    template <int WORDS>
    static void put_in(const Choice<WORDS>& c, const Members<WORDS>& in, bool* chosen) {
        for (int i = 0; i < c.n; ++i) chosen[c.at[i]] = in.has(i);
    }

    template <int WORDS>
    void try_from(int k, const Members<WORDS>& in, int hope, Choice<WORDS>& c, bool told) {
        if (hope < c.best.fan) return c.tried();
        if (k == c.n) {
            c.tried();
            if (!c.may_stand(in)) return;
            const Verdict v = walk<Hears::NOTHING>(chosen_, static_cast<Told*>(nullptr));
            if (beats(v, in, c, told)) c.best = v, c.best_in = in;
            return;
        }
        if (!(c.clash[k] & in).any()) {
            chosen_[c.at[k]] = true;
            try_from(k + 1, in.with(k), hope, c, told);
            chosen_[c.at[k]] = false;
            if (c.wanted.has(k) && c.clash[k].last() < k) return;  // nothing to come could take its place
        }
        try_from(k + 1, in, hope - c.gain[k], c, told);
    }

    // Is a selection better than the best so far? How often each row counts, and for which sets, matters where it is told.
    template <int WORDS>
    bool beats(const Verdict& v, const Members<WORDS>& in, const Choice<WORDS>& c, bool told) const {
        const Verdict& best = c.best;
        if (v.fan != best.fan) return v.fan > best.fan;
        if (v.instances != best.instances) return v.instances < best.instances;
        if (v.counted != best.counted) return declared_first(p_, v.counted, best.counted);
        if (!told) return false;
        bool chosen[MAX_HELD];
        std::copy(chosen_, chosen_ + size_, chosen);
        put_in(c, in, chosen);
        Told one, other;
        walk<Hears::SETS>(chosen, &one);
        put_in(c, c.best_in, chosen);
        walk<Hears::SETS>(chosen, &other);
        one.sort(), other.sort();
        const auto row = [](std::uint32_t instance) { return instance >> 16; };
        // Of two as long and sorted, the lesser has more of the row declared first.
        for (int i = 0; i < one.size; ++i)
            if (row(one.all[i]) != row(other.all[i])) return row(one.all[i]) < row(other.all[i]);
        return std::lexicographical_compare(one.all, one.all + one.size, other.all, other.all + other.size);
    }

    const Program& p_;
    const HandView& h_;
    const Placed& at_;
    Bits held_, marks_;
    Instance all_[MAX_HELD];
    bool chosen_[MAX_HELD];
    int choice_[MAX_HELD + 1];  // optional instances; one more, written before it is known to be one
    int size_ = 0, choices_ = 0;
    std::uint64_t kills_[64], killers_;  // set where few instances are chosen from
};

void finish(const Program& p, Verdict& v) {
    v.capped = v.fan;
    if (p.cap) v.capped = (v.counted & p.unify).any() ? p.cap : std::min(v.fan, p.cap);
}

// Which of two verdicts counts? EVEN: the same rows count, and only how often each of them does may tell them apart.
enum class Order { WORSE, EVEN, BETTER };
Order compare(const Program& p, const Verdict& a, Shape shape_a, const Verdict& b, Shape shape_b) {
    const auto told = [](bool better) { return better ? Order::BETTER : Order::WORSE; };
    if (a.capped != b.capped) return told(a.capped > b.capped);
    if (a.fan != b.fan) return told(a.fan > b.fan);
    if (a.instances != b.instances) return told(a.instances < b.instances);
    if (shape_a != shape_b) return told(shape_a < shape_b);
    if (a.counted != b.counted) return told(declared_first(p, a.counted, b.counted));
    return Order::EVEN;
}

// Raises the best total, if it is exactly what is raised; what stands beside the raise stays. Told whether it did.
bool raise(const Program& p, const HandView& hand, Verdict& best) {
    if (!p.raise_from || best.fan < 0) return false;
    int beside = 0;
    (best.counted & p.beside_raise).each([&](int i) {
        const Row& row = p.rows[i];
        beside += row.worth * (row.each == Each::COUNT ? hand_fact(p.facts[row.each_fact], hand, true) : 1);
    });
    if (best.fan - beside != p.raise_from) return false;
    best.fan = p.raise_to + beside;
    best.counted = best.counted & p.beside_raise;
    best.counted.set(p.raise_row);
    best.instances = std::popcount(best.counted.w[0]) + std::popcount(best.counted.w[1]);
    finish(p, best);
    return true;
}

// Of two stories in which the same rows count, and as many times in all: does the row declared first count more often?
bool oftener(const Program& p, const Story& a, const Story& b) {
    int more[Bits::SIZE] = {};
    for (const Counted& c : a.counted) ++more[p.rows[c.row].declared];
    for (const Counted& c : b.counted) --more[p.rows[c.row].declared];
    for (const int n : more)
        if (n) return n > 0;
    return false;
}

// What the facts read off the row rule out. Wins of one table differ little there, so the last ones are kept.
const TermSet& ruled_out_by_told(const Program& p, const Win& win, Desk& desk) {
    std::uint64_t told[3] = {};
    std::memcpy(told, win.told, TOLD);
    const std::uint64_t mixed = (told[0] * 0x9E3779B97F4A7C15ULL ^ told[1] * 0xC2B2AE3D27D4EB4FULL ^ told[2]) * 0x165667B19E3779F9ULL;
    Desk::Memo& memo = desk.memos[mixed >> 58];
    if (memo.serial == p.serial && !((memo.told[0] ^ told[0]) | (memo.told[1] ^ told[1]) | (memo.told[2] ^ told[2]))) return memo.out;
    memo.serial = p.serial;
    std::copy(told, told + 3, memo.told);
    memo.out = p.never;
    for (const ToldFact& f : p.told_facts) memo.out |= p.tables[f.table + std::min(win.told[f.index], f.saturate)];
    return memo.out;
}

// Rules out by facts that count kinds among others; `among` by Among.
void put_kinds(const Program& p, const std::vector<KindFact>& facts, const Win& win, const Tiles* among, TermSet& out) {
    if (facts.empty()) return;
    Gathered all(out);
    const TermSet* const tables = p.tables.data();
    for (const KindFact& f : facts) {
        const int value = std::popcount(among[static_cast<int>(f.among)] & f.tiles.resolve(win));
        all |= tables[f.table + std::min<int>(value, f.saturate)];
    }
    all.store(out);
}

// Rules out by facts that count tiles.
void put_tiles(const Program& p, const std::vector<KindFact>& facts, const HandView& hand, TermSet& out) {
    for (const KindFact& f : facts) {
        const Tiles which = f.tiles.resolve(*hand.win);
        int n = 0;
        for (const Tiles plane : hand.planes.at_least) n += std::popcount(plane & which);
        out |= p.tables[f.table + std::min<int>(n, f.saturate)];
    }
}

// Rules out by the plain numbers of a hand.
void put_plain(const Program& p, const std::vector<PlainFact>& facts, const HandView& hand, TermSet& out) {
    if (facts.empty()) return;
    int values[static_cast<int>(FIRST_TOLD)];
    plain_facts(hand, values);
    for (const PlainFact& f : facts) out |= p.tables[f.table + std::min<int>(values[f.op], f.saturate)];
}

// Rules out by facts that count groups without some kinds; only sets and a pair have such groups.
void put_without(const Program& p, const std::vector<KindFact>& facts, const Win& win, const ReadingView& view, TermSet& out) {
    const int groups = view.reading.shape == Shape::STANDARD ? view.reading.groups : 0;
    for (const KindFact& f : facts) {
        const Tiles which = f.tiles.resolve(win);
        int n = 0;
        for (int i = 0; i < groups; ++i) n += (view.tiles[i] & which) == 0;
        out |= p.tables[f.table + std::min<int>(n, f.saturate)];
    }
}

// Rules out by facts that count sets.
void put_sets(const Program& p, const std::vector<SetFact>& facts, const std::uint64_t* ways, TermSet& out) {
    const TermSet* const tables = p.tables.data();
    Gathered all(out);
    for (const SetFact& f : facts) all |= tables[f.table + std::min<int>(sets_in(f, ways), f.saturate)];
    all.store(out);
}

// Rules out by relations between the sets of a reading, and keeps what is found. Returns those that are left for the place.
std::uint64_t put_relations(const Program& p, const Program::Facts& some, ReadingView& view, TermSet& out) {
    const std::size_t n = some.relations.size();
    Gathered all(out);
    std::uint64_t may = some.without_key, found = 0, later = 0;
    (view.table.codes & some.keys).each([&](int code) { may |= some.by_key[code][std::popcount(view.table.with[code])]; });
    for (; may; may &= may - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(may));
        const std::uint64_t self = may & (~may + 1);
        const RelationFact& f = some.relations[i];
        if (f.placed) {
            later |= self;
            continue;
        }
        const Relation& relation = p.relations[f.relation];
        const int value = related(relation, view.table, view.made, view.kept.mask[f.relation]);
        if (!value) continue;
        found |= self;
        if (relation.made == ANY_MADE) view.kept.count[f.relation] = static_cast<std::uint8_t>(value);
        all |= p.tables[f.table + std::min<int>(value, f.saturate)];
    }
    const std::uint64_t absent = ~(found | later);
    for (std::size_t eight = 0; eight < n; eight += 8) all |= some.by_absence[eight * 32 + (absent >> eight & 255)];
    all.store(out);
    return later;
}

// Runs over all legal readings; `tell` hears of each judged one.
template <bool ALOUD, class Tell>
Verdict run(const Program& p, const Win& win, Desk& desk, bool& raised, Tell&& tell) {
    Readings& readings = desk.readings;
    read(win, p.sets, p.shapes, readings, desk.suits);
    Verdict best;
    if (!readings.size) return best;
    const HandView hand(p, win, readings);
    const Fact* const facts = p.facts.data();
    TermSet by_hand = ruled_out_by_told(p, win, desk);
    // Most hands are read as sets and a pair only: what other shapes need is out for all readings at once.
    bool all_standard = p.shape_table >= 0;
    for (int i = 0; i < readings.size; ++i) all_standard &= readings.all[i].shape == Shape::STANDARD;
    if (all_standard) by_hand |= p.ruled_out_by(Shape::STANDARD);
    const Program::Facts& of_all = all_standard ? p.standard : p.every;
    Tiles among[] = {hand.planes.at_least[0], win.tile < 0 ? 0 : bit(win.tile), 0, 0, 0};
    of_all.put_held(among[0], by_hand);
    of_all.put_won(win, by_hand);
    put_kinds(p, of_all.kinds_of_hand, win, among, by_hand);
    put_tiles(p, of_all.tiles_of_hand, hand, by_hand);
    put_plain(p, of_all.plain_of_hand, hand, by_hand);
    for (const std::uint16_t i : of_all.of_hand) put(p, facts[i], hand_fact(facts[i], hand), by_hand);
    // On a self-draw every set is drawn wherever the tile stands: only its place itself can matter.
    const bool filters = p.reading_facts < static_cast<int>(p.facts.size()) || p.asks_placed_relation;
    const bool place_matters = ALOUD || p.asks_place || (filters && win.by != By::SELF_DRAW);
    Shape best_shape = Shape::FLOWERS;
    int number = 0;
    for (int i = 0; i < readings.size; ++i) {
        const Reading& r = readings.all[i];
        std::uint8_t groups[MAX_GROUPS] = {ABSENT};
        Place found[MAX_GROUPS] = {Place::NONE};
        const int n = place_matters ? places(win, r, groups, found) : 1;
        if (place_matters && readings.size == 1) hand.saw(found, n);
        TermSet by_reading = by_hand;
        const Program::Facts& some = p.shape_table >= 0 && r.shape == Shape::STANDARD ? p.standard : p.every;
        ReadingView view(p, some, r);
        const Placed anywhere(view);
        among[2] = view.pungs, among[3] = view.kongs, among[4] = view.pair;
        if (!all_standard) by_reading |= p.ruled_out_by(r.shape);
        some.put_groups(win, view.pair, view.pungs, by_reading);
        put_kinds(p, some.kinds_of_reading, win, among, by_reading);
        std::uint64_t ways[2];
        std::memcpy(ways, view.ways, sizeof ways);
        put_sets(p, some.sets_of_reading, ways, by_reading);
        put_without(p, some.groups_without, win, view, by_reading);
        for (const std::uint16_t f : some.of_reading) put(p, facts[f], reading_fact(facts[f], hand, anywhere), by_reading);
        const std::uint64_t later = some.relations.empty() ? 0 : put_relations(p, some, view, by_reading);
        TermSet last;  // of the place before: most places do not differ
        for (int k = 0; k < n; ++k) {
            const Placed at(view, win, groups[k], found[k]);
            ++number;
            TermSet out = by_reading;
            if (p.place_table >= 0) out |= p.ruled_out_by(at.place);
            if (!p.sets_of_place.empty()) {
                std::uint16_t won[MAX_GROUPS];
                std::memcpy(won, view.ways, sizeof won);
                if (at.group != ABSENT && at.group < r.sets) won[at.group] = one_way_of(r.group[at.group].kind, at.made[at.group]);
                std::memcpy(ways, won, sizeof ways);
                put_sets(p, p.sets_of_place, ways, out);
            }
            for (const std::uint16_t f : p.of_place) put(p, facts[f], reading_fact(facts[f], hand, at), out);
            for (std::uint64_t m = later; m; m &= m - 1) {
                const RelationFact& f = some.relations[static_cast<std::size_t>(std::countr_zero(m))];
                std::uint16_t masks[MAX_INSTANCES];
                const int value = related(p.relations[f.relation], view.table, at.made, masks, std::max<int>(f.saturate, 1));
                out |= p.tables[f.table + std::min<int>(value, f.saturate)];
            }
            for (const DearFact& f : some.dear)
                if (!out.covers(f.terms)) {
                    const Fact& fact = facts[f.fact];
                    put(p, fact, f.fact < p.hand_facts ? hand_fact(fact, hand) : reading_fact(fact, hand, at), out);
                }
            const bool same = !ALOUD && k > 0 && out == last;
            if (same && !p.asks_placed_relation) continue;
            last = out;
            bool legal = true;
            const Bits held = p.standing(out, legal);
            if (!legal || (same && !(held & p.placed_rows).any())) continue;
            Bench bench(p, hand, at, held);
            tell(at, bench, number - 1, best, best_shape);
        }
    }
    raised = raise(p, hand, best);
    best.complete = true;
    return best;
}

}  // namespace

Desk& desk_of_thread() {
    thread_local Desk desk;
    return desk;
}

Verdict judge(const Program& p, const Win& win, Desk& desk) {
    bool raised = false;
    Verdict told = run<false>(p, win, desk, raised, [&](const Placed& at, Bench& bench, int, Verdict& best, Shape& shape) {
        Verdict v = bench.decide(nullptr);
        finish(p, v);
        if (best.fan < 0 || compare(p, v, at.view->reading.shape, best, shape) == Order::BETTER) best = v, shape = at.view->reading.shape;
    });
    told.counted = told.counted & p.paid_rows;
    return told;
}

Verdict judge_aloud(const Program& p, const Win& win, std::vector<Story>& stories, int& chosen) {
    chosen = -1;
    bool raised = false;
    const Verdict told = run<true>(p, win, desk_of_thread(), raised, [&](const Placed& at, Bench& bench, int number, Verdict& best, Shape& shape) {
        Story story{number, at.view->reading, {}, at.group, at.place, {}, {}, {}};
        std::copy(at.made, at.made + MAX_GROUPS, story.made);
        story.verdict = bench.decide(&story);
        finish(p, story.verdict);
        stories.push_back(std::move(story));
        const Verdict& v = stories.back().verdict;
        const Order order = best.fan < 0 ? Order::BETTER : compare(p, v, at.view->reading.shape, best, shape);
        if (order == Order::BETTER || (order == Order::EVEN && oftener(p, stories.back(), stories[static_cast<std::size_t>(chosen)]))) {
            best = v, shape = at.view->reading.shape;
            chosen = static_cast<int>(stories.size()) - 1;
        }
    });
    if (raised) {  // what was counted gives way to the raise
        Story& story = stories[static_cast<std::size_t>(chosen)];
        const auto row = static_cast<std::uint8_t>(p.raise_row);
        std::vector<Counted> kept{{row, 0, p.raise_to}};
        for (const Counted& c : story.counted) {
            if (p.beside_raise.has(c.row))
                kept.push_back(c);
            else
                story.dropped.push_back({c.row, c.mask, row, Why::ABSORBED});
        }
        story.counted = std::move(kept);
        story.verdict = told;
    }
    return told;
}

}  // namespace sikwu
