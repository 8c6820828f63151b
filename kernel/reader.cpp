#include "reader.hpp"

#include <algorithm>

#include "order.hpp"

namespace sikwu {
namespace {

constexpr auto NOWHERE = Text::npos;

bool blank(char32_t c) { return c == U' ' || (c >= U'\t' && c <= U'\r') || c == U'\u3000'; }

Text trimmed(Text text) {
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
}

// A whole number of one to six digits, otherwise -1.
int number(Text text) {
    if (text.empty() || text.size() > 6) return -1;
    int out = 0;
    for (const char32_t c : text) {
        if (c < U'0' || c > U'9') return -1;
        out = 10 * out + static_cast<int>(c - U'0');
    }
    return out;
}

bool same(Text text, const char* name) {
    for (const char32_t c : text)
        if (!*name || c != static_cast<unsigned char>(*name++)) return false;
    return !*name;
}

// Whether a token is a word about the win; anything else is tiles.
bool is_word(Text token) {
    if (token.find(U'=') != NOWHERE) return true;
    bool letter = false;
    for (const char32_t c : token) {
        if (c != U'_' && (c < U'a' || c > U'z')) return false;
        letter |= c != U'_';
    }
    return letter && token.size() > 1;
}

}  // namespace

Draft::Draft() {
    row[field::TILE.at] = row[field::DISCARDS.at] = ABSENT;
    row[field::WINNERS.at] = 1;
    for (int i = 0; i < MAX_MELDS; ++i) row[field::MELDS.at + i] = ABSENT;
}

bool Draft::put(const Field& f, int value, int i) {
    if (i >= f.count || value < 0 || value > f.most) return false;
    const int bit = f.shift + i * f.step, at = f.at + bit / 8, shift = bit % 8, mask = ((1 << f.bits) - 1) << shift;
    row[at] = static_cast<std::uint8_t>((row[at] & ~mask) | value << shift);
    if (shift + f.bits > 8) row[at + 1] = static_cast<std::uint8_t>((row[at + 1] & ~(mask >> 8)) | value << shift >> 8);
    return true;
}

bool Draft::concealed(int tile) { return tile < KINDS && put(field::CONCEALED, field::value(row, field::CONCEALED, tile) + 1, tile); }

bool Draft::flower(int tile) {
    const int bit = tile < KINDS ? 0 : 1 << (tile - KINDS);
    const bool first = bit && !(row[field::FLOWERS.at] & bit);
    row[field::FLOWERS.at] = static_cast<std::uint8_t>(row[field::FLOWERS.at] | bit);
    return first;
}

bool Draft::visible(int tile, int copies) {
    if (tile < 0 || tile >= KINDS || (seen & bit(tile))) return false;
    seen |= bit(tile);
    return put(field::VISIBLE, copies, tile);
}

bool Draft::meld(MeldKind kind, int tile, int feeder, bool same_turn, bool fresh) {
    if (melds >= MAX_MELDS || tile < 0 || tile >= KINDS) return false;
    const int i = melds++;
    return put(field::MELDS, static_cast<int>(kind) * KINDS + tile, i) && put(field::MELD_FEEDERS, feeder + 1, i) && put(field::SAME_TURN, same_turn, i) &&
           put(field::FRESH, fresh, i);
}

int lowest_of(MeldKind kind, const TileList& tiles) {
    const bool chow = kind == MeldKind::CHOW;
    if (tiles.size != (chow || kind == MeldKind::PUNG ? 3 : 4)) return -1;
    std::uint8_t t[4];
    std::copy(tiles.tile, tiles.tile + tiles.size, t);
    sort_few(t, t + tiles.size);
    if (chow) return suited(t[0]) && t[0] % 9 <= 6 && t[1] == t[0] + 1 && t[2] == t[0] + 2 ? t[0] : -1;
    return t[0] == t[tiles.size - 1] && t[0] < KINDS ? t[0] : -1;
}

void Grammar::index() {
    sort_few(signs.data(), signs.data() + signs.size(), [](const Sign& a, const Sign& b) { return a.code < b.code; });
    for (const Sign& s : signs)
        if (s.code < 128) ascii[s.code] = s;
    for (char32_t c = 0; c < 128; ++c)
        if (blank(c)) ascii[c] = {c, Kind::BLANK, 0};
}

Grammar::Sign Grammar::sign(char32_t c) const {
    if (c < 128) return ascii[c];
    const auto found = std::lower_bound(signs.begin(), signs.end(), c, [](const Sign& s, char32_t code) { return s.code < code; });
    if (found != signs.end() && found->code == c) return *found;
    return {c, blank(c) ? Kind::BLANK : Kind::UNKNOWN, 0};
}

bool Grammar::tiles(Text text, TileList& out) const {
    const auto add = [&out](int tile) { return out.size < TileList::MOST && (out.tile[out.size++] = static_cast<std::uint8_t>(tile), true); };
    for (std::size_t at = 0; at < text.size();) {
        const Sign first = sign(text[at]);
        if (first.kind == Kind::NUMERAL) {
            std::size_t end = at + 1;
            while (end < text.size() && sign(text[end]).kind == Kind::NUMERAL) ++end;
            const Sign last = end < text.size() ? sign(text[end]) : Sign{};
            if (last.kind != Kind::OF_SUIT) return false;
            const std::vector<std::uint8_t>& suit = suits[last.value];
            for (; at < end; ++at) {
                const std::size_t n = sign(text[at]).value;
                if (n < 1 || n > suit.size() || !add(suit[n - 1])) return false;
            }
            ++at;
            continue;
        }
        const Text two = text.substr(at, 2);
        const auto pair = first.code < 128 ? pairs.end() : std::find_if(pairs.begin(), pairs.end(), [two](const Spelling& p) { return p.text == two; });
        if (pair != pairs.end()) {
            if (!add(pair->value)) return false;
            at += 2;
        } else if (first.kind == Kind::TILE) {
            if (!add(first.value)) return false;
            ++at;
        } else if (first.kind == Kind::BLANK || first.kind == Kind::SEPARATOR) {
            ++at;
        } else {
            return false;
        }
    }
    return true;
}

int Grammar::tile(Text text) const {
    TileList found;
    return tiles(text, found) && found.size == 1 ? found.tile[0] : -1;
}

int Grammar::word(const char* of, Text text) const {
    for (const Words& w : words) {
        if (w.of != of) continue;
        for (const Spelling& s : w.all)
            if (s.text == text) return s.value;
        return -1;
    }
    return -1;
}

int Grammar::wind(Text text) const {
    text = trimmed(text);
    char32_t small[8];
    if (text.size() > std::size(small)) return -1;
    std::transform(text.begin(), text.end(), small, [](char32_t c) { return c >= U'A' && c <= U'Z' ? c + 32 : c; });
    return word("wind", {small, text.size()});
}

bool Grammar::meld(Text inside, bool concealed, bool same_turn, Draft& out) const {
    inside = trimmed(inside);
    const bool fresh = inside.ends_with(U'!');
    if (fresh) inside.remove_suffix(1);
    int feeder = -1;
    if (const std::size_t fed = inside.find(U'<'); fed != NOWHERE) {
        const Text seat = trimmed(inside.substr(fed + 1));
        if (seat != U"?" && (feeder = wind(seat)) < 0) return false;
        inside = inside.substr(0, fed);
    }
    const std::size_t plus = inside.find(U'+');
    const bool added = plus != NOWHERE;
    TileList laid;
    if (!tiles(inside.substr(0, plus), laid)) return false;
    const int before = laid.size;
    if (added && (concealed || !tiles(inside.substr(plus + 1), laid) || laid.size != before + 1)) return false;
    const bool alike = std::all_of(laid.tile, laid.tile + laid.size, [&laid](std::uint8_t t) { return t == laid.tile[0]; });
    const MeldKind kind = concealed ? MeldKind::CONCEALED : added ? MeldKind::ADDED : before == 4 ? MeldKind::EXPOSED : alike ? MeldKind::PUNG : MeldKind::CHOW;
    return out.meld(kind, lowest_of(kind, laid), feeder, same_turn, fresh);
}

// visible=5m:3,E:1
bool Grammar::seen_tiles(Text value, Draft& out) const {
    while (true) {
        const std::size_t comma = value.find(U',');
        const Text part = value.substr(0, comma);
        const std::size_t colon = part.find(U':');
        if (colon == NOWHERE || !out.visible(tile(part.substr(0, colon)), number(part.substr(colon + 1)))) return false;
        if (comma == NOWHERE) return true;
        value.remove_prefix(comma + 1);
    }
}

bool Grammar::say(const Name& name, Text value, Draft& out) const {
    switch (name.says) {
        case Says::NUMBER: return out.put(name.field, number(value));
        case Says::WORD: return out.put(name.field, word(name.field.name, value));
        case Says::WIND: return out.put(name.field, wind(value));
        case Says::SEAT: {
            const int seat = wind(value);
            return seat >= 0 && out.put(name.field, seat + 1);
        }
        case Says::FLAG: return false;  // only the bare word is valid
    }
    return false;
}

bool Grammar::said(Text token, std::uint32_t& seen, int& by, Draft& out) const {
    const std::size_t equals = token.find(U'=');
    const Text name = token.substr(0, equals);
    const bool given = equals != NOWHERE;
    const Text value = given ? token.substr(equals + 1) : Text();
    const auto first = [&seen](std::size_t place) {
        const bool new_name = !(seen >> place & 1);
        seen |= 1u << place;
        return new_name;
    };
    for (std::size_t i = 0; i < std::size(NAMES); ++i)
        if (same(name, NAMES[i].field.name)) {
            if (!first(i)) return false;
            return given ? say(NAMES[i], value, out) : NAMES[i].says == Says::FLAG && out.put(NAMES[i].field, 1);
        }
    if (same(name, field::VISIBLE.name)) return given && first(std::size(NAMES)) && seen_tiles(value, out);
    if (given || by >= 0) return false;
    by = word("way", name);
    return by >= 0;
}

// 5m<N after the plus; a ? means unknown for either.
bool Grammar::won(Text token, bool& fed, Draft& out) const {
    const std::size_t from = token.find(U'<');
    const Text name = token.substr(0, from);
    fed = from != NOWHERE;
    if (name != U"?" && !out.put(field::TILE, tile(name))) return false;
    if (!fed || token.substr(from + 1) == U"?") return true;
    const int seat = wind(token.substr(from + 1));
    return seat >= 0 && out.put(field::FEEDER, seat + 1);
}

bool Grammar::win(char32_t* text, std::size_t size, Draft& out) const {
    if (size > LONGEST) return false;
    const Text all(text, size);
    // Melds are taken out first and replaced by blanks, so that the text before and after stays separate.
    for (std::size_t at = 0; at < size; ++at) {
        if (text[at] != U'(' && text[at] != U'[') continue;
        const bool concealed = text[at] == U'[', same_turn = at > 0 && text[at - 1] == U'&';
        const std::size_t end = all.find(concealed ? U']' : U')', at);
        if (end == NOWHERE || !meld(all.substr(at + 1, end - at - 1), concealed, same_turn, out)) return false;
        std::fill(text + at - same_turn, text + end + 1, U' ');
        at = end;
    }
    TileList rest;
    std::uint32_t seen = 0;
    int by = -1;
    bool has_won = false, fed = false;
    for (std::size_t at = 0; at < size;) {
        if (blank(text[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < size && !blank(text[end])) ++end;
        const Text token = all.substr(at, end - at);
        at = end;
        if (is_word(token)) {
            if (!said(token, seen, by, out)) return false;
            continue;
        }
        const std::size_t plus = token.find(U'+');
        if (!tiles(token.substr(0, plus), rest)) return false;
        if (plus == NOWHERE) continue;
        if (has_won || !won(token.substr(plus + 1), fed, out)) return false;
        has_won = true;
    }
    for (int i = 0; i < rest.size; ++i)
        if (!(rest.tile[i] < KINDS ? out.concealed(rest.tile[i]) : out.flower(rest.tile[i]))) return false;
    return out.put(field::BY, by >= 0 ? by : static_cast<int>(fed ? By::DISCARD : By::SELF_DRAW));
}

}  // namespace sikwu
