"""Rulesets as TOML, and conditions as text: written, read back, and refused if invalid."""

from __future__ import annotations

from pathlib import Path

import pytest

from sikwu import names, ruleset, score
from sikwu.money.settlement import settle
from sikwu.rules import NUM, WINDS, Pattern, pungs, tiles
from sikwu.rules.conditions import WORDS
from sikwu.rules.files import from_book, from_toml, load, parse_condition, to_toml
from sikwu.rules.language import Condition, Fact, NamedValue, Op
from sikwu.rules.presets import DOCUMENTS
from sikwu.texts import RulesError

EIGHTS = Pattern("lucky_eights", when=tiles.of(NUM(8)) >= 6, zh="八八大發", en="Lucky eights", absorbs=("all_chows",))


@pytest.mark.parametrize("name", names())
def test_every_ruleset_comes_back(name: str) -> None:
    rules = ruleset(name)
    assert from_toml(to_toml(rules)).hash == rules.hash


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_condition_is_text_both_ways(document: str) -> None:
    for pattern in ruleset(document).patterns:
        for row in pattern.rows:
            text = repr(row.when)
            if text:
                assert parse_condition(text) == row.when, pattern.id


def test_a_house_comes_back_with_patterns_options_and_prices() -> None:
    house = ruleset("hk-standard").with_options({"full_flush.fan": 8, "limit.hands": ["all_honours"]})
    house = house.with_pattern(EIGHTS, fan=2).with_pattern(
        Pattern("winds", when=pungs.of(WINDS) >= 1, each=pungs.of(WINDS), zh="風", en="Winds"), fan=1
    )
    house = from_toml(to_toml(house) + "\n[prices]\n3 = 10\n4 = 20\n5 = 30\n")
    again = from_toml(to_toml(house))
    assert again.hash == house.hash
    told = score("888m 888p 888s 123m 白 +白 2f", again)
    assert told.patterns == {"lucky_eights": 2, "self_draw": 1}
    assert sorted(settle(told).payments.values()) == [-5, -5, -5, 15]


def test_a_file_is_loaded(tmp_path: object) -> None:
    from pathlib import Path

    path = Path(str(tmp_path)) / "house.toml"
    path.write_text('ruleset = "eight-fan-burst"\n[options]\n"full_flush.fan" = 6\n', "utf-8")
    rules = load(path)
    assert (rules.cap, rules.worth("full_flush")) == (8, 6)


@pytest.mark.parametrize(
    ("text", "code", "named"),
    [
        ("ruleset = ", "rules.not_toml", "TOML"),
        ('ruleset = "hk-standart"', "ruleset.unknown", "hk-standard"),
        ('[options]\n"full_flush.fann" = 7', "option.unknown", "full_flush.fan"),
        ('[options]\n"full_flush.fan" = 1001', "option.value", "6…10"),
        ('[[patterns]]\nid = "x"\nfan = 2', "pattern.missing", "when"),
        ('[[patterns]]\nid = "half_flush"\nwhen = "suits == 1"\nfan = 2', "pattern.exists", "half_flush"),
        ('[[patterns]]\nid = "x"\nwhen = "suits == one"\nfan = 2', "condition.word", "one"),
        ('[[patterns]]\nid = "x"\nwhen = "__import__(\'os\')"\nfan = 2', "condition.word", "__import__"),
        ('[[patterns]]\nid = "x"\nwhen = "suits"\nfan = 2', "condition.only_number", "suits >= 1"),
        ('[[patterns]]\nid = "x"\nwhen = "suits == 1"\nfan = 2.5', "pattern.fan", "2.5"),
        (
            '[[patterns]]\nid = "x"\nwhen = "suits == 1"\nfan = 2\nabsorbs = ["all_chow"]',
            "pattern.unknown_inside",
            "all_chows",
        ),
        ("prices = 3", "prices.table", "[prices]"),
        ('[option]\n"full_flush.fan" = 7', "rules.keys", "did you mean options?"),
        ('[[pattern]]\nid = "x"\nwhen = "suits == 1"\nfan = 2', "rules.keys", "did you mean patterns?"),
        ("[price]\n3 = 8\n4 = 16", "rules.keys", "did you mean prices?"),
        ("[zzz]\na = 1", "rules.keys", "use one of ruleset, options"),
        ('[[patterns]]\nid = "x"\nwhen = "suits == 1"\nfan = 2\nsays_ne = "y"', "pattern.keys", "says_en"),
        ("[prices]\n3 = 8\n4 = 16\nthan = 'stay'", "prices.fan", "did you mean then?"),
        ("options = 3", "rules.form", "[options]"),
        ("patterns = [3]", "rules.form", "[[patterns]]"),
        ("ruleset = 3", "rules.form", "hk-standard"),
        ("[prices]\n3 = 8\n5 = 16", "prices.gap", "4"),
    ],
)
def test_what_cannot_be_is_told(text: str, code: str, named: str) -> None:
    with pytest.raises(RulesError) as caught:
        from_toml(text)
    assert caught.value.code == code
    assert named in caught.value.message("en")
    assert caught.value.message("zh")


def test_every_word_is_read_as_it_is_written() -> None:
    for name, value in WORDS.items():
        if isinstance(value, Condition):
            assert parse_condition(repr(value)) == value, name
        elif isinstance(value, NamedValue):
            for op, _ in value.of:
                if op is not Op.PLACES:
                    assert parse_condition(repr(Fact(op) == value)) == (Fact(op) == value), name
        elif isinstance(value, Fact) and value.op is not Op.DISCARDER:
            assert parse_condition(f"{value!r} >= 1") == (value >= 1), name


MISTAKES = {
    "suits.only": "condition.method",
    "named('nope')": "condition.named",
    "(": "condition.syntax",
    "3": "condition.none",
    "suits == one": "condition.word",
    "suits == 1 & dealer": "condition.brackets",
    "suits & dealer": "condition.operands",
    "suits = 1": "condition.sign",
    "dealer && self_drawn": "condition.sign",
    "concealed": "condition.write",
    "shape == PUNG": "condition.name",
    "suits == PAIRS": "condition.no_names",
    "by + suits == 1": "condition.not_added",
    "dealer and suits": "condition.only_number",
    "discarder == 1": "condition.argument",
    "tiles.of(T('1f')) == 1": "condition.argument",
    "flowers.of(WINDS) == 1": "condition.argument",
    "T('1m 1f') == 1": "condition.argument",
    "(suits == 1) & 3": "condition.joined",
    "dealer()": "condition.call",
    "dealer if dealer else dealer": "condition.part",
    "tiles.of(3) >= 1": "condition.argument",
    "tiles.of(NUM(0)) >= 1": "condition.number",
    "tiles.of(ALL - (ALL - SEAT)) >= 1": "condition.seat_last",
    "(related(chow(A, x)) | related(chow(A, x), made=SELF)).exists": "condition.relations_differ",
    "suits == 255": "rules.too_large",
    " & ".join(["dealer"] * 1000): "rules.too_large",
    "(" * 99 + "dealer" + ")" * 99: "",
    "~(dealer | " * 150 + "dealer" + ")" * 150: "rules.too_large",
    " & ".join(
        f"((tiles.of(NUM({i % 9 + 1}, {i % 7 + 1})) >= 2) | (pungs.of(NUM({i % 9 + 1})) >= 1))" for i in range(24)
    ): "rules.too_large",
    "dealer & " * 600 + "dealer": "rules.too_large",
    "related(" + ", ".join(["chow(A, x)"] * 6) + ").exists": "rules.too_large",
}


@pytest.mark.parametrize("text", MISTAKES, ids=lambda text: text[:40])
def test_every_mistake_in_a_condition_has_its_own_code(text: str) -> None:
    written = f'[[patterns]]\nid = "x"\nwhen = "{text}"\nfan = 2'
    if not MISTAKES[text]:
        assert from_toml(written).in_use("x")
        return
    with pytest.raises(RulesError) as caught:
        from_toml(written)
    assert caught.value.code == MISTAKES[text]
    assert all(caught.value.message(lang) for lang in ("yue", "zh", "en"))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("fan = -1001", "pattern.fan"),
        ('fan = -1\nabsorbs = ["half_flush"]', "pattern.last"),
        ('fan = 1\nstack = "twice"', "pattern.stack"),
        ('fan = 1\nstack = ["once"]', "pattern.stack"),
        ('fan = 1\nstack = "once"', "pattern.relation"),
        ('fan = 1\nfamily = "chows"', "pattern.relation"),
        ("fan = 1\nalone = 1", "pattern.alone"),
        ("fan = 1001", "pattern.fan"),
        ("fan = true", "pattern.fan"),
        ('fan = 2\neach = "3"', "condition.not_counted"),
        ('fan = 2\neach = "("', "condition.syntax"),
        ('fan = 2\neach = "by"', "condition.not_counted"),
        ("fan = 2\neach = 3", "condition.no_text"),
        ("fan = 2\nabsorbs = 3", "pattern.absorbs"),
        ("fan = 2\nzh = 3", "pattern.text"),
        (f"fan = 2\nen = '{'x' * 61}'", "pattern.long_text"),
        ("fan = 2\nabsorbs = ['half_flush/nope']", "pattern.unknown_inside"),
    ],
)
def test_a_house_pattern_within_its_ranges(line: str, code: str) -> None:
    with pytest.raises(RulesError) as caught:
        from_toml(f'[[patterns]]\nid = "x"\nwhen = "dealer"\n{line}')
    assert caught.value.code == code


@pytest.mark.parametrize("id", ["", "a/b", "a b", "x" * 61, "\u202ex", "_x"])
def test_a_pattern_has_a_plain_id(id: str) -> None:
    with pytest.raises(RulesError) as caught:
        ruleset("hk-standard").with_pattern(Pattern(id, when=tiles.of(NUM(1)) >= 1), 1)
    assert caught.value.code == "pattern.id"


def test_rules_that_a_book_holds_from_before_are_read_and_told() -> None:
    text = """
    [options]
    "limit.cap_fan" = 20000000000
    "score.unit_multiplier" = "10000001/7"
    [prices]
    3 = 8
    4 = 99999999999999
    [[patterns]]
    id = "dear one"
    when = "dealer"
    fan = 30000
    """
    with pytest.raises(RulesError) as caught:
        from_toml(text)
    assert caught.value.code == "option.value"
    assert "1…1000" in caught.value.message()
    rules, problems = from_book(text)
    assert [each.code for each in problems] == [
        "option.value",
        "option.value",
        "prices.too_high",
        "pattern.id",
        "pattern.fan",
    ]
    assert (rules.cap, rules.worth("dear one")) == (20_000_000_000, 30_000)
    assert from_book(to_toml(rules)).ruleset.hash == rules.hash
    with pytest.raises(RulesError) as caught:  # rules that cannot be judged raise the error when a hand is judged
        score("123m 456m 789m 123p 5s +5s", rules)
    assert caught.value.code == "rules.too_large"
    with pytest.raises(RulesError):
        from_book('[options]\n"limit.cap_fan" = -1')


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    for written, code in (
        (b"\xff", "rules.not_utf8"),
        (b"a\x00", "rules.not_toml"),
        (b"x" * 300_000, "rules.too_large"),
    ):
        path.write_bytes(written)
        with pytest.raises(RulesError) as caught:
            load(path)
        assert caught.value.code == code
    path.write_bytes(b'\xef\xbb\xbfruleset = "hk-classic"\r\n')
    assert load(path).id == "hk-classic"
    for nowhere in (tmp_path / "none", tmp_path, "a\x00b"):
        with pytest.raises(RulesError) as caught:
            load(nowhere)
        assert caught.value.code == "rules.no_file"


def test_a_circle_of_absorption_is_refused() -> None:
    first = Pattern("first", when=tiles.of(NUM(1)) >= 1, zh="甲", en="First")
    second = Pattern("second", when=tiles.of(NUM(1)) >= 1, absorbs=("first",), zh="乙", en="Second")
    third = Pattern("third", when=tiles.of(NUM(1)) >= 1, absorbs=("second", "half_flush"), zh="丙", en="Third")
    rules = ruleset("hk-standard").with_pattern(first, 1).with_pattern(second, 1).with_pattern(third, 1)
    assert "third" in score("111m 222m 333m 55m 發發 +發<N seat=S 1f", rules).patterns


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ("  tiles.off(NUM(8)) >= 6", "tiles.off"),
        ("(suits == 1) &\n\n (foo == 2)", "foo"),
        ('tiles.of(T("發中")) >= bar', "bar"),
        ("suits == 1 & honours", "suits == 1 & honours"),
        ("suits == 1)", ")"),
    ],
)
def test_what_is_wrong_in_a_condition_has_its_place(written: str, wrong: str) -> None:
    with pytest.raises(RulesError) as told:
        parse_condition(written)
    at = told.value.problems[0].at
    assert at is not None
    assert written[slice(*at)] == wrong
