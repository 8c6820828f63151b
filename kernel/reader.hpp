// Parses wins as people write them into rows. The reader returns the row or refuses; then Python parses the text again and reports everything that is
// wrong. It accepts only texts that Python reads in the same way; the spellings come from Python (src/sikwu/notation.py).
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "win.hpp"

namespace sikwu {

using Text = std::u32string_view;
inline constexpr std::size_t LONGEST = 4096;  // characters of one text

// A row being filled. Every value is checked against its field: false if it does not fit.
struct Draft {
    std::uint8_t row[ROW_BYTES] = {};
    int melds = 0;

    Draft();
    bool put(const Field& field, int value, int i = 0);
    bool concealed(int tile);
    bool flower(int tile);
    bool visible(int tile, int copies);  // once per tile
    bool meld(MeldKind kind, int tile, int feeder, bool same_turn, bool fresh);

  private:
    Tiles seen = 0;
};

// Tiles in the order written; more than a win can have are refused.
struct TileList {
    static constexpr int MOST = 32;
    int size = 0;
    std::uint8_t tile[MOST];
};

// The tile that names a meld of these tiles, -1 if they are not a meld of this kind.
int lowest_of(MeldKind kind, const TileList& tiles);

// What a text can say about a win besides its tiles.
enum class Says : std::uint8_t { FLAG, NUMBER, WORD, WIND, SEAT };  // WIND: 0-3, SEAT: 1 + wind
struct Name {
    Field field;
    Says says;
};
inline constexpr Name NAMES[] = {
    {field::SEAT, Says::WIND},         {field::ROUND, Says::WIND},       {field::STREAK, Says::NUMBER},     {field::REPLACEMENT, Says::WORD},
    {field::KONG_CHAIN, Says::NUMBER}, {field::KONG_FEEDER, Says::SEAT}, {field::CHAIN_TIGHT, Says::FLAG},  {field::CHAIN_BROKEN, Says::FLAG},
    {field::ROBBED, Says::WORD},       {field::LAST_TILE, Says::FLAG},   {field::LAST_DISCARD, Says::FLAG}, {field::FIRST_TURN, Says::WORD},
    {field::READY, Says::WORD},        {field::ONE_SHOT, Says::FLAG},    {field::DISCARDS, Says::NUMBER},   {field::EIGHTH_FLOWER, Says::SEAT},
    {field::WINNERS, Says::NUMBER},
};
inline constexpr int OF_TABLE = 3;  // the first three are fields of the win, the others of its circumstances

// The spellings: the meaning of each sign, and the words for the values of a field.
class Grammar {
  public:
    enum class Kind : std::uint8_t { UNKNOWN, BLANK, SEPARATOR, NUMERAL, OF_SUIT, TILE };
    struct Sign {
        char32_t code;
        Kind kind;
        std::uint8_t value;  // the number of a numeral, the index of a suit in `suits`, or the tile
    };
    struct Spelling {
        std::u32string text;
        std::uint8_t value;
    };
    struct Words {
        std::string of;  // the name of a field, or another kind of word: "wind", "way", "kind"
        std::vector<Spelling> all;
    };

    std::vector<Sign> signs;                       // in the order of their codes
    std::vector<std::vector<std::uint8_t>> suits;  // the tiles of the numbers from one on
    std::vector<Spelling> pairs;                   // tiles written with two signs
    std::vector<Words> words;

    void index();  // called after the members above are filled

    // Parses one text, in which full-width signs have been made ordinary (`plain`). The text is overwritten.
    bool win(char32_t* text, std::size_t size, Draft& out) const;
    bool tiles(Text text, TileList& out) const;
    int tile(Text text) const;                  // the only tile, -1 if there is none or more than one
    int wind(Text text) const;                  // -1: none
    int word(const char* of, Text text) const;  // -1: none
    static char32_t plain(char32_t c) { return c >= 0xFF01 && c <= 0xFF5E ? c - 0xFEE0 : c; }

  private:
    Sign ascii[128] = {};
    Sign sign(char32_t c) const;
    bool meld(Text inside, bool concealed, bool same_turn, Draft& out) const;
    bool said(Text token, std::uint32_t& seen, int& by, Draft& out) const;
    bool say(const Name& name, Text value, Draft& out) const;
    bool seen_tiles(Text value, Draft& out) const;
    bool won(Text token, bool& fed, Draft& out) const;
};

}  // namespace sikwu
