"""Words of books: every entry and every error is described in every language with all its facts."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import sikwu
from sikwu.book.events import (
    Anything,
    Close,
    Collect,
    Cut,
    Dice,
    Edit,
    Fine,
    HandEvent,
    Kong,
    Open,
    Penalty,
    Redo,
    Redraw,
    Rename,
    Result,
    Reverse,
    Seats,
    Swap,
    TableEvent,
    Undo,
)
from sikwu.book.words import event_words, liable_words, status_words, step_words
from sikwu.money.payment import Payment, Reason
from sikwu.rules.side_money import FLOWERS, KONGS
from sikwu.texts import LANGUAGES, Fact, Message
from sikwu.texts.languages.en.book import TABLE as BOOK
from sikwu.texts.render import places
from sikwu.texts.tables import table

FULL = Result(
    "discard", {"B": 10, "C": 3}, "A", dice=(1, 2, 3), kongs=("D",), fines=("C",), dead=("D",), cuts=(("A", "B"),), note="!"
)  # fmt: skip
TOLD: tuple[tuple[Anything, str, str], ...] = (
    (Open("", "Friday", ("A", "B", "C", "D"), "", ""), "開簿：A、B、C、D", "opened: A, B, C, D"),
    (
        FULL,
        "B 10 番、C 3 番，A 出銃；骰 1-2-3；D 暗槓；C 罰子；D 相公；A 斬 B；!",
        "B 10 fan, C 3 fan from A; dice 1-2-3; D concealed kong; C fined; D dead hand; A cuts B; !",
    ),
    (Result("discard", {"B": 4}, "A", robbed=True), "B 4 番，A 被搶槓", "B 4 fan robbing a kong of A"),
    (Result("self_draw", {"B": 4}), "B 4 番，自摸", "B 4 fan self-drawn"),
    (Result("kong_replacement", {"B": 4}, "A"), "B 4 番，槓上開花食 A", "B 4 fan on a kong made of a tile of A"),
    (Result("draw"), "流局", "draw"),
    (Result("false_win", by="C"), "C 詐糊", "C false win"),
    (
        Result("heavenly_and_flowers", {"A": 53}, flowers_by="C"),
        "A 53 番天胡，C 八朵花",
        "A 53 fan heavenly, C eight flowers",
    ),
    (Penalty("A", ("B", "C"), "5", "late"), "A 罰 $5 給B、C（late）", "A pays $5 to B, C (late)"),
    (Penalty("A", ("B",), "5"), "A 罰 $5 給B", "A pays $5 to B"),
    (Collect("A", ("B", "C"), "5", "late"), "B、C每人付 $5 給A（late）", "B, C pay $5 each to A (late)"),
    (TableEvent("kong_exposed", "A", 2, "B"), "A 明槓 ×2，B 打出", "A exposed kong ×2 from B"),
    (TableEvent("horse"), "horse", "horse"),
    (
        Result("self_draw", {"B": 4}, events=(HandEvent("flower", "C", 3),)),
        "B 4 番，自摸；C 花 ×3",
        "B 4 fan self-drawn; C flower ×3",
    ),
    *(
        (
            Result("discard", {"B": 4}, "A", liable="C", liable_share=share),
            f"B 4 番，A 出銃；C 包牌（{zh}）",
            f"B 4 fan from A; C liable ({en})",
        )
        for share, zh, en in (
            ("rest", "包三家", "pays for all"),
            ("half", "包一半", "half"),
            ("whole", "全包", "pays all"),
        )
    ),
    (Cut("A", "B"), "A 斬 B 的拉", "A cuts B's pull"),
    (Fine("A"), "A 罰子", "A fined"),
    (Dice((1, 1, 1)), "擲骰 1-1-1", "dice 1-1-1"),
    (Kong("A"), "A 暗槓", "A concealed kong"),
    (Swap("A", "E"), "A 離座，E 入座", "A leaves, E joins"),
    (Swap("A"), "A 離座", "A leaves"),
    (Swap(None, "E"), "E 入座", "E joins"),
    (Seats(("B", "A", "C", "D")), "換位：B、A、C、D", "new seats: B, A, C, D"),
    (Redraw(("B", "A", "C", "D")), "結帳搬風：B、A、C、D", "seats drawn again: B, A, C, D"),
    (Result("self_draw", {"B": 4}, liable="C"), "B 4 番，自摸；C 包", "B 4 fan self-drawn; C liable"),
    (Rename("Moon"), "改名為「Moon」", 'renamed to "Moon"'),
    (Close(), "埋數", "closed"),
    (Undo(3), "還原第 3 條", "undo of 3"),
    (Redo(3), "重做第 3 條", "redo of 3"),
    (Edit(3, Result("draw")), "改第 3 條：流局", "3 changed to: draw"),
    (Reverse(3), "第 3 條作廢", "3 reversed"),
)


@pytest.mark.parametrize(("event", "zh", "en"), TOLD)
def test_an_entry_in_words(event: Anything, zh: str, en: str) -> None:
    told = event_words(event)
    assert (told.zh, told.en) == (zh, en)


def codes(told: Fact) -> set[str]:
    """The codes of a message and of all inside it."""
    if isinstance(told, Message):
        return {told.code}.union(*map(codes, told.facts.values()))
    return set().union(*map(codes, told)) if isinstance(told, tuple) else set()


def test_every_word_of_an_entry_is_said() -> None:
    liable = liable_words([Payment("C", "A", 96, Reason("liable.big_three_dragons"))])
    idle = step_words(Dice((1, 2, 3)), True)
    behind = step_words(FULL, False, ("C",))
    said = codes((*(event_words(event) for event, _, _ in TOLD), liable, idle, behind))
    events = {f"side.event.{event}" for event in (*KONGS, *FLOWERS)}
    assert events <= set(table("en"))
    assert said - events == {code for code in table("en") if code.startswith("entry.")}
    said = codes(tuple(status_words(status, 7) for status in ("in effect", "undone", "edited", "reversed")))
    assert said == {code for code in table("en") if code.startswith("status.")}
    assert liable_words([Payment("C", "A", 96, Reason("discard"))]) is None


def test_several_who_answer_are_told_in_a_row() -> None:
    told = liable_words([Payment(who, "A", 96, Reason("liable.big_three_dragons")) for who in "CDC"])
    assert told is not None
    assert (told.zh, told.en) == (
        "C 大三元包；D 大三元包",
        "C liable for big three dragons; D liable for big three dragons",
    )


MAY_BE_MISSING = {"hint"}
SOURCE = Path(sikwu.__file__).parent


def called(function: ast.expr) -> str:
    """The name that is called: `say`, `BookError.of`."""
    return ast.unparse(function) if isinstance(function, ast.Name | ast.Attribute) else ""


def calls(folder: str) -> list[tuple[str, set[str]]]:
    """What is said with a code and facts that are written out: the code, and the names of the facts."""
    found = []
    for path in (SOURCE / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or called(node.func) not in ("say", "problem", "BookError.of"):
                continue
            named = {each.arg for each in node.keywords}
            if None in named or not node.args:
                continue
            for each in ast.walk(node.args[0]):
                if isinstance(each, ast.Constant) and isinstance(each.value, str) and each.value in table("en"):
                    found.append((each.value, {str(name) for name in named}))
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_refused_is_told_with_all_facts(lang: str) -> None:
    found = [(code, facts) for code, facts in (*calls("book"), *calls("cli")) if code in BOOK]
    assert {code for code in BOOK if re.match(r"book\.|hint\.|why\.", code)} <= {code for code, _ in found}
    for code, facts in found:
        assert places(table(lang)[code]) <= facts | MAY_BE_MISSING, code
