"""Attack on rules files: any text gives a ruleset or a documented error, and quickly."""

from __future__ import annotations

import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import sikwu
from hostile.attack import Attack
from own_tables import own_duties, own_fan, own_payments, own_pays
from reference.samples import random_options
from sikwu.rules import files
from sikwu.rules.conditions import WORDS
from sikwu.rules.files import TABLES, load, to_toml
from sikwu.rules.presets import DOCUMENTS
from sikwu.texts import LANGUAGES, RulesError, SikwuError
from sikwu.texts.tables import table

LONGEST = 5.0  # seconds; the reported figure is far below, but the machine may be busy
CONDITIONS = (
    "tiles.of(NUM(8)) >= 6",
    "(suits == 1) & ~eyes.in_(WINDS | DRAGONS)",
    "((by == 1) | dealer) & (sets.made(SELF | WON) == 4) & tiles.only(T('1m 9m 1p 9p') | HONOURS)",
    "count(related(chow(A, x), chow(A, x + 1), made=SELF) | related(pung(A, 1), pair(B, y), made=SELF)) >= 2",
    "named('self_drawn') & places(3, 4) & waits.in_(1, 2) & (groups.without(TERMINALS | SEAT) <= 0)",
    "related(chow_with(A, x), triplet(A, x)).exists & (kinds.of(ALL - SEAT - ROUND) != 5)",
    "robbed_concealed | robbed_exposed | one_shot | (discards <= 4) | ALWAYS & NEVER",
)
EACH = ("pungs.of(DRAGONS)", "twice(related(chow(A, x), chow(A, x)), different=True)", "flowers", "face_sum", "streak")
NASTY = (
    *(
        '"suits.only"',
        "\"named('nope')\"",
        '"("',
        '"3"',
        "3",
        "-5",
        "0",
        "true",
        "2.5",
        "inf",
        "nan",
        "1e400",
        "[]",
        "{}",
    ),
    *("1979-05-27", "07:32:00", '""', "[[]]", '["half_flush", 3]', "9" * 30, "0x" + "f" * 5000, "9" * 5000, "'limit'"),
    *(
        '"' + "(" * 300 + '"',
        '"' + "~" * 3000 + 'dealer"',
        '"' + " & ".join(["dealer"] * 1000) + '"',
        "[" * 400 + "]" * 400,
    ),
    *(
        '"'
        + " & ".join(
            f"((tiles.of(NUM({i % 9 + 1}, {i % 7 + 1})) >= 2) | (pungs.of(NUM({i % 9 + 1})) >= 1))" for i in range(24)
        )
        + '"',
        '"lambda: 0"',
        '"suits == 1e9"',
    ),
    *(
        '"NUM(99999999999)"',
        "\"T('zzz')\"",
        '"chow(A, x + 200)"',
        '"related()"',
        '"suits == 99999"',
        '"x"',
        '"dealer()"',
    ),
    *(
        '"suits.__class__"',
        '"suits.in_()"',
        '"places()"',
        '"places(-1)"',
        '"twice(twice(related(chow(A, x))))"',
        '"SELF"',
    ),
    *(
        '"suits == suits"',
        '"tiles.of(3) >= 1"',
        '"sets.made(SELF | 4096) >= 1"',
        '"dealer & 1"',
        '"ALL - (ALL - SEAT) == 1"',
    ),
    *(
        '"\\u0000"',
        '"\\u202e"',
        '"\\\\d"',
        '"x" * 3',
        '"*dealer"',
        '"NUM(*T)"',
        '"NUM(**x)"',
        '"dealer if dealer else dealer"',
    ),
)
JOINTS = (
    *[
        "0",
        "1",
        "2",
        "5",
        "9",
        "10",
        "-1",
        "255",
        "&",
        "|",
        "~",
        "-",
        "+",
        "==",
        "!=",
        ">=",
        "<=",
        "<",
        "(",
        ")",
        ",",
        ".",
        ".of(",
        ".in_(",
        ".made(",
        ".only(",
        ".without(",
        ".exists",
        "made=",
    ],
    "'x'",
)
SIGNS = "\x00\ufeff\r\n\t\"'=[]{}(),.|&~+-*/\\#\u202e一９é "


def condition(chance: Random) -> str:
    """A valid condition, one with foreign words in it, or a random heap of words and signs."""
    text = chance.choice(CONDITIONS)
    if chance.random() < 0.3:
        return text
    words = re.findall(r"\w+|[^\w\s]+|\s+", text)
    others = (*WORDS, *JOINTS)
    if chance.random() < 0.3:
        return " ".join(chance.choices(others, k=chance.randrange(1, 12)))
    for _ in range(chance.choice((1, 1, 2, 4))):
        words[chance.randrange(len(words))] = chance.choice((*others, chance.choice(words), ""))
    return "".join(words)


def house(chance: Random, tables: bool = True) -> str:
    """A file that a house could write; with further tables, if wanted."""
    rules = sikwu.ruleset(chance.choice(sorted(DOCUMENTS)))
    text = ""
    while not text:
        with suppress(SikwuError):
            own = rules.with_options(random_options(chance, rules))
            text = to_toml(own)
    points = "score.gun" in own.settings
    if points and chance.random() < 0.3:
        rows = range(own.minimum, own.minimum + chance.randrange(2, 17))
        text += "\n[prices]\n" + "".join(f"{fan} = {8 * fan + 1}\n" for fan in rows)
    elif tables and points and chance.random() < 0.3:
        text += "\n" + "\n".join(own_pays(chance, prices=False)) + "\n"
    if tables and chance.random() < 0.3:
        text += "\n" + "\n".join(own_fan(chance, own)) + "\n"
    for _ in range(chance.choice((0, 0, 0, 1, 2)) if tables else 0):
        text += f'\n[[needs]]\nwhen = {files._toml(chance.choice((CONDITIONS[1], condition(chance))))}\nzh = "不合"\n'
    if tables and chance.random() < 0.3:
        text += "\n" + "\n".join(own_duties(chance, own)) + "\n"
    if tables and chance.random() < 0.3:
        text += "\n" + "\n".join(own_payments(chance, own)) + "\n"
    for i in range(chance.choice((0, 1, 1, 2, 3))):
        text += f'\n[[patterns]]\nid = "own_{i}"\nzh = "自訂"\nen = "Own"\nwhen = {files._toml(condition(chance))}\n'
        text += f"each = {files._toml(chance.choice((*EACH, condition(chance))))}\n" if chance.random() < 0.4 else ""
        text += 'absorbs = ["self_draw"]\n' if chance.random() < 0.3 else ""
        text += f"fan = {chance.choice(('2', '0', '1000', chr(34) + 'limit' + chr(34)))}\n"
    return text


def spoilt(chance: Random, text: str) -> bytes:
    """The same with some damage: a value, a word, a sign, a line, a byte."""
    for _ in range(chance.choice((0, 1, 1, 1, 1, 2, 3))):
        lines = text.split("\n")
        i, at = chance.randrange(len(lines)), chance.randrange(len(text) + 1)
        match chance.randrange(11):
            case 0 | 1 | 2 | 3 if "=" in lines[i]:
                lines[i] = lines[i].split("=")[0] + "= " + chance.choice(NASTY)
                text = "\n".join(lines)
            case 4:
                text = text[:at] + chance.choice((*SIGNS, *WORDS, "()", "999999999999")) + text[at:]
            case 5:
                text = text[:at] + text[at + chance.randrange(1, 9) :]
            case 6:
                lines.insert(chance.randrange(len(lines)), lines[i])
                text = "\n".join(lines)
            case 7 | 8:
                a, b = chance.choice(sorted(WORDS)), chance.choice(sorted(WORDS))
                text = text.replace(a, b)
            case 9:
                text = (
                    text[:at]
                    + chance.choice(("[options]\n", "[[patterns]]\n", "options = 3\n", "patterns = [3]\n"))
                    + text[at:]
                )
            case _:
                text = text[:at] + text[at : at + 40] * chance.choice((2, 50)) + text[at:]
    written = text.encode("utf-8", "surrogatepass")
    if chance.random() < 0.1:
        at = chance.randrange(len(written) + 1)
        written = (
            written[:at] + chance.choice((b"\xff", b"\x00", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\r")) + written[at:]
        )
    return written


def told(error: RulesError) -> None:
    """An error has known codes, in every language, and is short."""
    assert error.problems, "an error without a problem"
    for each in error.problems:
        assert all(each.code in table(lang) for lang in LANGUAGES), f"unknown code {each.code}"
        assert all(0 < len(each(lang)) < 3_000 for lang in LANGUAGES), f"{each.code} says {len(each.en)} characters"


def same_again(rules: sikwu.Ruleset) -> None:
    """Accepted rules can be written and read again with the same meaning; a hand is judged by them or reported as too
    much.
    """
    assert files.from_toml(to_toml(rules)).hash == rules.hash, "written and read again it means something else"
    rules.lowered.program.to_bytes()


def undamaged(chance: Random, key: str) -> sikwu.Ruleset:
    """Rules with this table, from a file that nobody damaged."""
    while True:
        text = house(chance)
        try:
            rules = files.from_toml(text)
        except RulesError:
            continue
        except Exception as other:
            raise AssertionError(f"{type(other).__name__} {other}: {text!r}") from other
        if any(table.key == key for table in rules.tables):
            same_again(rules)
            return rules


def run(seed: int, size: int) -> str:
    """Loads damaged files."""
    chance, codes, taken, longest, met = Random(seed), Counter[str](), 0, 0.0, Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "house.toml"
        for table in TABLES:
            met.update(each.key for each in undamaged(chance, table.key).tables)
        for _ in range(size):
            written = spoilt(chance, house(chance))
            path.write_bytes(written)
            began = time.process_time()
            try:
                rules = load(path)
                longest = max(longest, time.process_time() - began)
                same_again(rules)
                taken += 1
                met.update(table.key for table in rules.tables)
            except RulesError as error:
                longest = max(longest, time.process_time() - began)
                told(error)
                codes[error.code] += 1
            except AssertionError as wrong:
                raise AssertionError(f"{wrong}: {written!r}") from None
            except Exception as other:
                raise AssertionError(f"{type(other).__name__} {other}: {written!r}") from other
    assert longest < LONGEST, f"one file took {longest:.1f} s"
    assert taken > size // 100, f"only {taken} of {size} files were still rules"
    assert {table.key for table in TABLES} == set(met), f"only these tables were read: {met}"
    assert len(codes) > 15, f"only these mistakes were made: {codes}"
    return f"{size:,} files: {taken:,} rules, {len(codes)} kinds of error; the longest took {1000 * longest:.0f} ms"


def planted(seed: int) -> str:
    """A parser of conditions that looks words up unchecked must be noticed."""

    def unchecked(text: object) -> object:
        return WORDS[str(text)]

    return noticed(seed, unchecked, "conditions read unchecked")


def noticed(seed: int, reader: Callable[[object], object], what: str) -> str:
    """The planted fault, if the attack finds it."""
    sound = files.parse_each
    files.parse_each = reader  # type: ignore[assignment]
    try:
        run(seed, 400)
    except AssertionError:
        return what
    finally:
        files.parse_each = sound
    raise AssertionError(f"{what} was not noticed")


ATTACKS = (Attack("rule files", "G18", 10_000, 300, run, planted),)
