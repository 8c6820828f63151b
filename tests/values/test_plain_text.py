"""The checks of typed text, the limits before parsing, and the texts that an older book may hold."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import time
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

import sikwu
from loaded import program
from sikwu.book.admission import MOST_AMOUNT, MOST_PARTS, MOST_PLAYERS, MOST_STREAK
from sikwu.book.book import Book
from sikwu.book.events import Edit, Open, Penalty, Result, SentEvent, Swap, chained, decode, encode
from sikwu.book.exchange import from_csv, plain_cell, read_book, to_csv, to_jsonl
from sikwu.book.ledger import MOST_BITS
from sikwu.book.problems import BookError
from sikwu.cases import MOST_BYTES, MOST_DEPTH, MOST_OPTIONS, answer_line
from sikwu.cli.score.answer import answers
from sikwu.rules.files import to_toml
from sikwu.texts import SikwuError, problem
from sikwu.texts.plain import deeper, likeness, quoted, shown

SOURCE = Path(sikwu.__file__).parent
PLAYERS = ["Karen", "阿明", "Bob", "José"]


def table(rules: str = "hk-standard") -> Book:
    return Book.new("Friday", PLAYERS, sikwu.ruleset(rules))


def code_of(line: str | bytes) -> str:
    return str(answer_line(line)["error"]["code"])


def refusal(book: Book, event: object) -> str:
    before = len(book.entries)
    with pytest.raises(SikwuError) as caught:
        book.record(event)  # type: ignore[arg-type]
    assert len(book.entries) == before
    return caught.value.code


# --- one past every limit


def test_a_line_is_looked_at_before_it_is_read() -> None:
    assert code_of(b'{"id": "' + b"x" * MOST_BYTES + b'"}') == "case.too_long"
    deep = MOST_DEPTH - 1
    assert code_of('{"at": ' + "[" * deep + "]" * deep + "}") != "case.too_deep"
    assert code_of('{"at": [' + "[" * deep + "]" * deep + "]}") == "case.too_deep"
    assert code_of(b"[" * 900_000) == "case.too_deep"
    assert code_of('{"why": "' + "[" * 100 + '", "kind": "x"}') == "case.kind"
    many = {f"o{number}": 1 for number in range(MOST_OPTIONS + 1)}
    assert code_of(json.dumps({"options": many})) == "case.too_many"


def test_a_line_without_end_is_not_held(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_bytes(b'{"id": "' + b"x" * (3 * MOST_BYTES) + b'"}\n{"kind": "nope"}\n' + b"y" * (MOST_BYTES + 5))
    done = subprocess.run([sys.executable, "-m", "sikwu", "answer", str(file)], capture_output=True, check=False)
    told = [json.loads(line)["error"]["code"] for line in done.stdout.splitlines()]
    assert (told, done.returncode) == (["case.too_long", "case.kind", "case.too_long"], 0)


def test_hands_of_a_case_are_counted() -> None:
    hands = [{"result": "draw"}] * 10_001
    case = {"kind": "book", "ruleset": "hk-standard", "players": ["A", "B", "C", "D"], "hands": hands}
    told = answer_line(json.dumps(case))["error"]
    assert told["code"] == "book.event"
    assert "10000" in told["message"]


def seconds_of_digits(hands: int) -> float:
    """The yardstick: the CPU time for computing and writing one pull that grows by half in every hand, and nothing else."""
    began = time.process_time()
    amount, written = Fraction(0), []
    for _ in range(hands):
        amount = amount * Fraction(3, 2) + 64
        written.append(f"{amount.numerator}/{amount.denominator}")
    assert len(written[-1]) > hands // 2
    return time.process_time() - began


def test_five_thousand_pulls_are_exact_and_quick() -> None:
    book = table("hk-taiwanese")
    hand = {"result": "self_draw", "wins": {"B": 10}}
    case = {
        "kind": "book",
        "ruleset": "hk-taiwanese",
        "options": {"dealer.fan_scope": "none"},
        "players": ["A", "B", "C", "D"],
    }
    before = seconds_of_digits(5000)
    began = time.process_time()
    told = answer_line(json.dumps(case | {"hands": [hand] * 5000}))
    took = time.process_time() - began
    assert took < 15 * max(
        before, seconds_of_digits(5000)
    )  # 5 times: there are three such rows, and the rest of the books
    above, below = told["answer"]["after"][-1]["open"][0]["amount"].split("/")
    first = told["answer"]["after"][0]["open"][0]["amount"]
    assert int(above) * 2 == 2 * first * (3**5000 - 2**5000) * int(below) // 2**4999  # a geometric row
    assert answer_line(json.dumps(case | {"hands": [hand] * 6000}))["error"]["code"] == "book.pull_too_long"
    assert len(book.entries) == 1


def test_a_pull_that_grows_too_long_writes_nothing() -> None:
    book = Book.new("x", PLAYERS, sikwu.ruleset("hk-taiwanese").with_options({"ledger.pull_factor": "997/991"}))
    with pytest.raises(BookError) as caught:
        all(book.record(Result("discard", {"Karen": 10}, "Bob")) for _ in range(2_000))
    assert caught.value.code == "book.pull_too_long"
    held = [pull.amount for pull in book.state.ledger.pulls.values()]
    assert max(amount.denominator.bit_length() for amount in held) <= MOST_BITS
    assert Book.replay(book.entries).state == book.state


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (Penalty("Bob", ("Karen",), str(MOST_AMOUNT)), ""),
        (Penalty("Bob", ("Karen",), str(MOST_AMOUNT + 1)), "book.amount_large"),
        (Penalty("Bob", ("Karen",), f"1/{MOST_PARTS}"), ""),
        (Penalty("Bob", ("Karen",), f"1/{MOST_PARTS + 1}"), "book.amount_parts"),
        (Penalty("Bob", ("Karen",), "0.0001"), "book.amount_parts"),
        (Penalty("Bob", ("Karen",), "5\n"), "book.amount"),
        (Penalty("Bob", ("Karen",) * 13, "5"), "book.too_many"),
        (Result("draw", fines=("Bob",) * 101), "book.too_many"),
        (Edit(2, Result("draw", kongs=("Bob",) * 21)), "book.too_many"),
        (Result("draw", note="x" * 500), ""),
        (Result("draw", note="a\nb"), "text.control"),
        (Result("draw", note="\u202e"), "text.control"),
        (Result("draw", note="👩\u200d👧 won"), ""),
        (SentEvent(Result("draw"), author="a\x1b[0m"), "book.event"),
        (SentEvent(Result("draw"), author="a\u202e"), "text.control"),
        (SentEvent(Result("draw"), key="k\u200b"), "text.control"),
        (Swap("Bob", "Eve\n"), ""),
        (Swap("Bob", "E\u0301ve"), ""),
        (Swap("Bob", "E\u200bve"), "text.control"),
        (Swap("Bob", "\u3164"), "text.empty"),
        (Swap("Bob", "e" + "\u0301" * 9), "text.marks"),
        (Swap("Bob", "Кaren"), "book.look_alike"),
        (Swap("Bob", "karen"), "book.look_alike"),
        (Swap("Bob", "Jose\u0301"), "book.seated_already"),
        (Swap("Bob", "Karena"), ""),
    ],
)
def test_what_a_book_takes_in(event: object, code: str) -> None:
    book = table()
    book.record(Result("draw"))
    if code:
        assert refusal(book, event) == code
    else:
        book.record(event)  # type: ignore[arg-type]
        held = book.head.event
        assert getattr(held, "joins", None) in (None, "Eve", "Éve", "Karena")


def test_players_of_a_new_book() -> None:
    rules = sikwu.ruleset("hk-standard")
    for names in (["A", "A\u200b", "B", "C"], ["Ann", "Аnn", "B", "C"], ["bob", "B0b", "x", "y"], ["O", "0", "a", "b"]):
        with pytest.raises(BookError) as caught:
            Book.new("x", names, rules)
        assert caught.value.code in ("text.control", "book.look_alike")
    with pytest.raises(BookError, match="invisible character"):
        Book.new("x\u202e", list("ABCD"), rules)
    with pytest.raises(BookError):
        Book.new("x", list("ABCD"), rules, streak=MOST_STREAK + 1)
    assert Book.new("x", [" A", "B ", "e\u0301", "D"], rules).opened.players == ("A", "B", "é", "D")


def test_a_table_has_an_end_of_players() -> None:
    book, names = table(), ["Bob", *("xyz"[number % 3] * (number // 3 + 1) for number in range(MOST_PLAYERS + 1))]
    with pytest.raises(BookError) as caught:
        all(book.record(Swap(leaves, joins)) for leaves, joins in pairwise(names))
    assert caught.value.code == "book.too_many"
    assert MOST_PLAYERS <= len(book.state.players) <= MOST_PLAYERS + 1


def test_the_same_sent_twice_in_another_form_is_one() -> None:
    book = table()
    first = book.record(SentEvent(Swap("Bob", "Zoe\u0308"), key="k"))
    assert book.record(SentEvent(Swap("Bob", "Zoë"), key="k")) == first
    assert book.record(Result("discard", {"Zoe\u0308": 3}, "Karen")).event == Result("discard", {"Zoë": 3}, "Karen")


# --- an older book


def older() -> Book:
    """A book with what went in before there was a door."""
    rules = sikwu.ruleset("hk-standard")
    names = ("Karen", "Кaren", "José"[:3] + "e\u0301", "B\u202e")
    book = Book(chained(None, "2024\x1b[2J", Open("ab" * 16, "Fri\u202eday", names, to_toml(rules), "2:x", 0, 300)))
    for event in (
        Result("draw", note="\n=1+1\x1b[31m"),
        Penalty("Karen", ("Кaren",), "1/123456789", "＝x"),
        Result("discard", {"Кaren": 5}, "Jose\u0301"),
    ):
        book.accept(book._pending(chained(book.head, "2024-01-01T00:00:00Z", event), event))
    return book


def test_an_older_book_opens_and_says_so() -> None:
    book = Book.replay(older().entries)
    assert [(seq, each.code) for seq, each in book.beyond()] == [
        (1, "text.control"),
        (1, "text.control"),
        (1, "number.too_large"),
        (2, "text.control"),
        (3, "book.amount_parts"),
    ]
    book.record(Result("discard", {"Кaren": 5}, "Jose\u0301"))  # its names stay unchanged
    assert read_book(to_jsonl(book).encode()).head == book.head
    assert from_csv(to_csv(book)).head == book.head
    assert decode(encode(Swap("x", "A\n"))) == Swap("x", "A\n")


@pytest.mark.parametrize("cap", [30_000, 20_000_000_000])
def test_a_book_whose_rules_have_no_end_opens_counts_and_says_so(cap: int) -> None:
    rules = f'[options]\n"limit.cap_fan" = {cap}\n'
    book = Book(chained(None, "2024-01-01T00:00:00Z", Open("id", "Friday", ("A", "B", "C", "D"), rules, "x", 0, 0)))
    assert [(seq, each.code) for seq, each in book.beyond()] == [(1, "option.value")]
    book.record(Result("discard", {"B": 3}, "A"))
    assert book.state.cash["B"] > 0
    assert Book.replay(book.entries).head == book.head


def test_a_table_written_before_full_width_signs_comes_in() -> None:
    book = older()
    now = to_csv(book)
    assert "'＝x" in now
    assert from_csv(now.replace("'＝x", "＝x").replace("\"'\n=1+1", '"\n=1+1')).head == book.head
    with pytest.raises(BookError):
        from_csv(now.replace("'＝x", "＝y"))


@pytest.mark.parametrize(
    "cell", ["=1", "＝1", "＋1", "－1", "＠x", "\n=1", "\t1", "\r1", " =1", "\u3000＝1", "\u200b=1", "\u2028x"]
)
def test_no_cell_is_a_formula(cell: str) -> None:
    assert plain_cell(cell) == f"'{cell}"
    assert plain_cell(f"x{cell}") == f"x{cell}"


def test_imports_are_looked_at_before_they_are_read() -> None:
    text = to_jsonl(table())
    for bad, word in (
        (text + "{" * 40 + "\n", "nested"),
        (text + '{"seq": "' + "x" * (1 << 20) + '"}\n', "bytes"),
        ("[" * 900_000, "field limit"),
    ):
        with pytest.raises(BookError, match=word):
            read_book(bad.encode())


# --- text as shown


def test_errors_repeat_little_and_nothing_that_steers() -> None:
    for value in (
        "x" * 10**6,
        "\x1b[2J" * 100,
        "\u202e" * 99,
        10**5000,
        -(10**400),
        list(range(10**5)),
        ["y" * 10**5] * 99,
    ):
        for code in (
            "name.unknown",
            "value.bad",
            "book.unknown_player",
            "case.not_json",
            "book.players",
            "option.value",
        ):
            names = dict.fromkeys(
                ("name", "value", "player", "why", "names", "option", "values", "hint", "seated", "want"), value
            )
            told = problem(code, **names)("en")  # type: ignore[arg-type]
            assert shown(told) == told
            assert len(told) < 6 * 60 * 13
    assert len(problem("name.unknown", name="x" * 10**6)("en")) < 120
    assert quoted("ab" * 100).endswith("abab")


@pytest.mark.parametrize(
    "case",
    [
        {"hand": "x" * 5000, "win": "1m", "seat": "E", "round": "E"},
        {"kind": "k" * 5000},
        {"ruleset": "r" * 5000},
        {"options": {"o" * 5000: 1}},
        {"options": {"limit.cap_fan": "v" * 5000}},
        {"k" * 5000: 1},
        {"text": "y" * 900},
        {"kind": "book", "players": ["p" * 5000] * 400},
        {"kind": "book", "players": list("ABCD"), "first_dealer": "d" * 5000},
        {"kind": "book", "players": list("ABCD"), "hands": [["h" * 5000]]},
        {
            "kind": "book",
            "players": list("ABCD"),
            "hands": [{"result": "discard", "from": "f" * 5000, "wins": {"A": 3}}],
        },
        {"kind": "book", "players": list("ABCD"), "streak": 10**300, "hands": []},
        {"kind": "multi_win", "from": "w" * 5000, "claims": {"c" * 5000: 3}},
        {"seat": "E", "round": "E", "hand": "1m", "win": "1m", "at": {"visible": {f"{n}m": 1 for n in range(9_000)}}},
    ],
)
def test_no_error_is_longer_than_people_read(case: dict[str, object]) -> None:
    told = answer_line(json.dumps(case))["error"]["message"]
    assert len(told) < 600  # of all its sentences
    assert max(map(len, re.split(r"[.。] ?(?=[A-Z\"]|$)", told))) <= 320


@pytest.mark.parametrize(
    "text", ["()" * 2000, "(123m)" * 600, "seat=E " * 580, "x=1 " * 1000, "[" * 4000, "& " * 2000, "+1m" * 1300]
)
def test_nonsense_gets_a_short_answer_soon(text: str) -> None:
    began = time.process_time()
    told = answer_line(json.dumps({"text": text}))["error"]["message"]
    assert time.process_time() - began < 0.5  # 3.7 s before
    assert len(told) < 20 * 200
    error = SikwuError([problem("name.unknown", name=str(n)) for n in range(1000)])
    assert [len(error.problems), error.problems[-1].code, error.problems[-1].facts["count"]] == [20, "where.more", 981]


def test_depth_is_told_as_it_is() -> None:
    def depth(value: object) -> int:
        inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        return 1 + max(map(depth, inside), default=0) if isinstance(value, dict | list) else 0

    for value in ([], {"a": "]]}}"}, [[], [[{"b": '\\"[['}]]], {"x": {"y": [[[{}]]]}}, [{"a": []}] * 20):
        for most in range(8):
            assert deeper(json.dumps(value), most) == (depth(value) > most), (value, most)


def test_likeness_keeps_honest_names_apart() -> None:
    honest = (
        "Ann",
        "Anna",
        "Anne",
        "Ben",
        "Ken",
        "Kay",
        "阿明",
        "阿文",
        "小明",
        "大文",
        "みき",
        "Иван",
        "José",
        "Jose",
    )
    assert len({likeness(name) for name in honest}) == len(honest)


def test_no_pattern_ends_with_a_dollar() -> None:
    """`$` also matches before a final line end: a full match ends with `\\Z`, or uses fullmatch."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and "migrations" not in path.parts:
                if path.name == "operations.py" and node.value.startswith("^"):
                    continue  # of a JSON Schema, where `$` is the end and nothing else
                assert not re.search(r"[)\]}+*?\w]\$\Z", node.value), (path.name, node.value)


# --- the command


def sikwu_says(*arguments: str | bytes, out: object = subprocess.PIPE, stdin: bytes = b"") -> tuple[int, str]:
    environment = os.environ | {"LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [*program(), *arguments],
        stdout=out,
        stderr=subprocess.PIPE,
        input=stdin,
        env=environment,
        check=False,
    )  # type: ignore[call-overload]
    return done.returncode, done.stderr.decode()


def test_what_is_no_text_or_no_file_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "book").write_bytes(b"\xff\xfe")
    for arguments, code in (
        (("score", b"caf\xe9"), "cli.not_text"),
        (("score", "--lang", "\x1b[31m"), "cli.not_text"),
        (("answer", str(tmp_path)), "file.unreadable"),
        (("answer", str(tmp_path / "none")), "file.unreadable"),
        (("book", "import", str(tmp_path)), "file.unusable"),
        (("book", "import", str(tmp_path / "book")), "book.import_foreign"),
        (("score", "-r", str(tmp_path) + "/", "1m"), "rules.no_file"),
    ):
        status, told = sikwu_says(*arguments)
        assert status == 2, (arguments, told)
        assert f"[{code}]" in told, (arguments, told)
        assert "Traceback" not in told, told
    assert next(answers([b"\xff\xfe"])).startswith(b'{"id":null,"error":{"code":"case.not_json"')


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_an_output_that_takes_nothing_is_one_sentence(tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        for arguments in (("rules", "list"), ("score", "1m", "--json"), ("answer",)):
            status, told = sikwu_says(*arguments, out=full, stdin=b"{}\n")
            assert (status, "Traceback" in told) == (2, False), told
            assert "[cli.no_output]" in told
    shell = ["sh", "-c", f'"{sys.executable}" -m sikwu rules list >&-']
    done = subprocess.run(shell, capture_output=True, check=False)
    assert (done.returncode, b"[cli.no_output]" in done.stderr) == (2, True)
    shell = ["sh", "-c", f'"{sys.executable}" -m sikwu answer <&-']
    done = subprocess.run(shell, capture_output=True, check=False)
    assert (done.returncode, b"[file.unreadable]" in done.stderr) == (2, True)
    for command in ("rules show hk-taiwanese", "rules options hk-standard"):
        piped = f'("{sys.executable}" -m sikwu {command}; echo "status $?" >&2) | head -1'
        done = subprocess.run(["sh", "-c", piped], capture_output=True, check=False)
        assert b"Traceback" not in done.stderr, done.stderr
