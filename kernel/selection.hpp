// For one placed reading: of the rows that hold, selects those that count; of competing rows, the selection with the best total.
#pragma once
#include <algorithm>

#include "judge.hpp"
#include "members.hpp"
#include "order.hpp"

namespace sikwu {

struct Instance {
    std::uint8_t row;
    std::uint16_t mask;
    int worth;
};

inline constexpr int MAX_HELD = 256;
// The most selections tried, or abandoned half-way, in one placed reading; the documents' rules need some dozens at most.
inline constexpr int MOST_TRIED = 8192;

// Whether, of the rows in exactly one of two sets, the row declared first is in the first set.
SIKWU_SELDOM inline bool declared_first(const Program& p, const Bits& a, const Bits& b) {
    int first = 256;
    bool in_a = false;
    (a ^ b).each([&](int i) {
        if (p.rows[i].declared < first) first = p.rows[i].declared, in_a = a.has(i);
    });
    return in_a;
}

// Judges one placed reading: which rows hold, and which of them count.
class Bench {
  public:
    Bench(const Program& p, const HandView& h, const Placed& at, const Bits& held) : p_(p), h_(h), at_(at), held_(held) {}

    Verdict decide(Story* story) {
        Verdict v = story ? walk_chosen(held_, story) : count();
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
            case Each::RELATION: return instances(row, nullptr);
        }
        return 0;
    }

    // The number of instances of a row's relation, and which sets they are, if requested.
    int instances(const Row& row, const std::uint16_t** where) const {
        const Instances& kept = at_.view->kept;
        if (where) *where = kept.mask[row.each_fact];
        if (kept.count[row.each_fact] != UNKNOWN_COUNT) return kept.count[row.each_fact];
        if (where) *where = masks_;
        return related(p_.relations[row.each_fact], at_.view->table, at_.made, masks_);
    }

    // The exact value of a fact, without saturation.
    int counted(const Row& row) const {
        const Fact& fact = p_.facts[row.each_fact];
        return row.each_fact < p_.hand_facts ? hand_fact(fact, h_, true) : reading_fact(fact, h_, at_, true);
    }

    // Whether a row that holds is known to have only one instance, so that it does not rival itself.
    bool is_single(const Row& row) const { return row.each == Each::ONCE || (row.each == Each::RELATION && at_.view->kept.count[row.each_fact] == 1); }

    // Counts without recording a story. Rows that neither drop nor are dropped by a row that holds, and that have no rival among those, always count;
    // only the remaining rows, often none, need the walk or the selection.
    Verdict count() {
        const Bits held = held_.without(p_.marks);
        Bits busy;
        (held & p_.tied_rows).each([&](int i) {
            const Row& row = p_.rows[i];
            const Bits met = row.meets & held;
            if (met.any() || (row.optional && !is_single(row))) busy |= met, busy.set(i);
        });
        Verdict v;
        if (!busy.any()) {
            v.fan = 0;
        } else if ((busy & p_.chosen_rows).any()) {
            v = walk_chosen(busy, nullptr);
        } else {
            v = walk_plain(busy);
        }
        v.marks = held_ & p_.marks;
        const int given_way = size_ ? size_ - v.instances : 0;
        const Bits free = held.without(busy), once = free & p_.once_rows;
        // Most are worth one: only the others are examined.
        const int times = count_of(once);
        v.fan += times, v.instances += times;
        v.counted |= once;
        once.without(p_.rows_of_one).each([&](int i) { v.fan += p_.rows[i].worth - 1; });
        if (!SMALL && (free & p_.flower_rows).any()) count_flowers(free, v);
        free.without(once | p_.flower_rows).each([&](int i) { count(p_.rows[i], i, v); });
        if (v.instances + given_way > MAX_HELD && (held & p_.chosen_rows).any()) refuse_ways();  // as in the version that records everything
        return v;
    }

    static int count_of(const Bits& rows) { return std::popcount(rows.w[0]) + std::popcount(rows.w[1]); }

    // Counts those of some rows that count flowers. Branch-free: it is hard to predict which of them hold.
    void count_flowers(const Bits& rows, Verdict& v) const {
        const std::uint8_t* const told = h_.win->told;  // all flowers, own ones, whole sets
        const int often[] = {told[1], told[0] - told[1], told[2]};
        int fan = 0, instances = 0;
        for (const FlowerRow& f : p_.by_flowers) {
            const int n = often[f.what] & -static_cast<int>(rows.has(f.row));
            fan += n * f.worth;
            instances += n;
            v.counted.w[f.row >> 6] |= static_cast<std::uint64_t>(n != 0) << (f.row & 63);
        }
        v.fan += fan, v.instances += instances;
    }

    // Counts a row as often as it holds; returns whether it does.
    bool count(const Row& row, int i, Verdict& v) const {
        const int n = how_often(row);
        if (n == 0) return false;
        v.fan += n * row.worth;
        v.instances += row.each == Each::COUNT ? 1 : n;
        v.counted.set(i);
        return true;
    }

    // Without a family, a relation or partial absorption, counting is enough.
    Verdict walk_plain(const Bits& rows) const {
        Verdict v;
        v.fan = 0;
        Bits alive = rows;
        rows.each([&](int i) {
            const Row& row = p_.rows[i];
            if (alive.has(i) && count(row, i, v)) alive = alive.without(row.absorbs);
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
                const std::uint16_t* masks = nullptr;
                const int n = instances(row, &masks);
                for (int k = 0; k < n; ++k) add(i, masks[k], row.worth);
            }
        }
    }

    // Whether two instances exclude each other. Branch-free: the answer is hard to predict.
    bool clash(const Instance& a, const Instance& b) const {
        const Row& row = p_.rows[a.row];
        return row.rivals.has(b.row) | (static_cast<int>((a.mask & b.mask) != 0) & static_cast<int>(row.rivals_sharing.has(b.row)));
    }

    int declared(int instance) const { return p_.rows[all_[instance].row].declared; }

    // Which parts of a walk are recorded, and where.
    enum class Hears { NOTHING, SETS, ALL };
    struct Told {
        std::uint32_t all[MAX_HELD];  // what counted: the row's declared place, and the mask below it
        int size = 0;

        void sort() { sort_few(all, all + size); }
    };

    // Walks the rows, absorbers first, over the chosen instances; an absorbed row absorbs nothing.
    template <Hears HEARS, class Where>
    SIKWU_SELDOM Verdict walk(const bool* chosen, [[maybe_unused]] Where* where) const {
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
            // Branch-free: whether a row counts is hard to predict.
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

    // Instances that are tried in and out, in declared order, and which of them exclude each other.
    template <int WORDS>
    struct Choice {
        using Some = Members<WORDS>;
        int n = 0;
        int at[Some::MOST];  // among all instances
        Some clash[Some::MOST];
        int gain[Some::MOST];  // the most that each one adds
        Some wanted{};         // counted unless a conflicting instance is; only members of a family may be given up for a better total
        // Rows outside families count as often as their own instances allow; their number is given where it must be computed.
        struct {
            Some members;
            int most;
        } stacked[Some::MOST];
        int stacks = 0;
        Some best_in{};
        Verdict best;

        // Whether no wanted instance is left out without need.
        bool may_stand(const Some& in) const {
            for (Some out = wanted.without(in); out.any(); out = out.without(Some{}.with(out.first())))
                if (!(clash[out.first()] & in).any()) return false;
            for (int i = 0; i < stacks; ++i)
                if ((stacked[i].members & in).size() < stacked[i].most) return false;
            return true;
        }

        // The largest number of some members that do not exclude each other.
        SIKWU_SELDOM int most(const Some& of) {
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

    SIKWU_APART Verdict walk_chosen(const Bits& rows, Story* story) {
        rows.each([&](int i) { collect(i); });
        // Only optional instances can exclude others, and only each other. Those that do, or that drop a row outside, are tried; all others always
        // count.
        int open[MAX_HELD], n = 0;
        for (int k = 0; k < choices_; ++k) {
            const int i = choice_[k];
            bool tried = (p_.rows[all_[i].row].drops & held_).any();
            for (int d = 0; d < choices_ && !tried; ++d) tried = d != k && clash(all_[i], all_[choice_[d]]);
            if (tried) open[n++] = i, chosen_[i] = false;
        }
        if (!story && size_ < 64) return choose_few(open, n);
        if (n == 0 && !story) return walk<Hears::NOTHING>(chosen_, static_cast<Told*>(nullptr));  // nothing to choose
        if constexpr (!SMALL)                                                                     // otherwise the general version is used
            if (n <= 64) return choose<1>(open, n, story);
        return choose<MAX_HELD / 64>(open, n, story);
    }

    // The same for fewer instances than a word has bits, which is nearly always, and without recording a story.
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

    // Computes which later instances each instance drops.
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

    // The chosen instances that count.
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

    // The worth of all instances: an upper bound for every selection, reduced by the instances left out.
    int hope() const {
        int most = 0;
        for (int i = 0; i < size_; ++i) most += std::max(all_[i].worth, 0);
        return most;
    }

    void try_few(int k, const Members<1>& in, std::uint64_t standing, int hope, Choice<1>& c) const {
        for (; k < c.n; ++k) {
            if (!(c.clash[k] & in).any()) {
                const std::uint64_t with = standing | std::uint64_t{1} << c.at[k];
                if (c.wanted.has(k) && c.clash[k].last() < k) return try_few(k + 1, in.with(k), with, hope, c);  // nothing later could replace it
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
    SIKWU_SELDOM Verdict choose(const int* open, int n, Story* story) {
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
        for (int i = 1; i < c.n; ++i)  // only a few: sorted in place, stable
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
            // Leaving out an instance that is worth something and drops nothing is never better, unless another replaces it.
            const bool harmless = a.worth > 0 && !(row.drops & held_).any();
            c.wanted.set(i, row.family < 0 || harmless);
        }
        for (int i = 0; i < c.n; ++i) {
            const int row = all_[c.at[i]].row;
            if (p_.rows[static_cast<std::size_t>(row)].family >= 0 || (i > 0 && all_[c.at[i - 1]].row == row)) continue;
            Members<WORDS> members{};
            for (int j = i; j < c.n; ++j) members.set(j, all_[c.at[j]].row == row);
            if (members.size() > 2) c.stacked[c.stacks++] = {members, c.most(members)};  // of two, one that fits is the maximum
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
            if (c.wanted.has(k) && c.clash[k].last() < k) return;  // nothing later could replace it
        }
        try_from(k + 1, in, hope - c.gain[k], c, told);
    }

    // Whether a selection is better than the best so far. How often each row counts, and for which sets, matters only if it is recorded.
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
        // Of two sorted lists of equal length, the lesser has more of the row declared first.
        for (int i = 0; i < one.size; ++i)
            if (row(one.all[i]) != row(other.all[i])) return row(one.all[i]) < row(other.all[i]);
        return std::lexicographical_compare(one.all, one.all + one.size, other.all, other.all + other.size);
    }

    const Program& p_;
    const HandView& h_;
    const Placed& at_;
    Bits held_, marks_;
    mutable std::uint16_t masks_[MAX_INSTANCES];
    Instance all_[MAX_HELD];
    bool chosen_[MAX_HELD];
    int choice_[MAX_HELD + 1];  // optional instances; one extra slot, written before it is known to be needed
    int size_ = 0, choices_ = 0;
    std::uint64_t kills_[64], killers_;  // set if few instances are chosen from
};

}  // namespace sikwu
