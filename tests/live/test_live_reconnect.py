"""Reconnecting: every numbered case of `sikwu.live.reconnect`, quoted by its number; and clients that are cut off at random points."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tools.reconnect import FILE, cases, text

from live_tables import RULESETS, Shell, wild
from sikwu.live import reconnect
from sikwu.live.board import Board, blank, folded
from sikwu.live.messages import Act, Hello, Resync
from sikwu.live.news import AckNews, EventsNews, RefusalNews, SnapshotNews, WelcomeNews
from sikwu.live.reconnect import HaveView, ReconnectPlan, ServerSays, WaitingAct, decide
from sikwu.live.terms import MISSED
from sikwu.rules.presets import rules_of

ACT, OTHER = WaitingAct("t1", "a", "d7", "pass"), WaitingAct("t0", "b", "d9", "win")
SAYS = ServerSays("t1", 300, "new")

CASES: list[tuple[int, HaveView, ServerSays, ReconnectPlan]] = [
    (1, HaveView("t0", 300, "new"), SAYS, ReconnectPlan(1, "stop", None, (), (ACT, OTHER))),
    (1, HaveView("t1", 300, "new"), SAYS._replace(gone=True), ReconnectPlan(1, "stop", None, (), (ACT, OTHER))),
    (2, HaveView("t1"), SAYS, ReconnectPlan(2, "snapshot", None, (ACT,), (OTHER,))),
    (3, HaveView("t1", 300, "new"), SAYS, ReconnectPlan(3, "keep", None, (ACT,), (OTHER,))),
    (4, HaveView("t1", 300, "old"), SAYS, ReconnectPlan(4, "snapshot", None, (ACT,), (OTHER,))),
    (5, HaveView("t1", 299, "old"), SAYS, ReconnectPlan(5, "events", 300, (ACT,), (OTHER,))),
    (5, HaveView("t1", 300 - MISSED, "old"), SAYS, ReconnectPlan(5, "events", 301 - MISSED, (ACT,), (OTHER,))),
    (6, HaveView("t1", 299 - MISSED, "old"), SAYS, ReconnectPlan(6, "snapshot", None, (ACT,), (OTHER,))),
    (7, HaveView("t1", 301, "new"), SAYS, ReconnectPlan(7, "snapshot", None, (ACT,), (OTHER,))),
]


@pytest.mark.parametrize(("case", "have", "told", "plan"), CASES, ids=[f"case {case[0]}" for case in CASES])
def test_the_case(case: int, have: HaveView, told: ServerSays, plan: ReconnectPlan) -> None:
    """Cases 8 and 9, what becomes of acts that wait, are part of every plan."""
    assert decide(have, told, (ACT, OTHER)) == plan
    assert plan.case == case


def test_every_numbered_case_has_its_test() -> None:
    assert reconnect.__doc__ is not None
    numbers = {int(number) for number in re.findall(r"^  (\d)\. ", reconnect.__doc__, re.MULTILINE)}
    assert numbers == {case for case, *_ in CASES} | {8, 9}


def test_the_table_of_cases_that_the_app_shares_is_up_to_date() -> None:
    """`python -m tools.reconnect` writes it; app/tests/reconnect.test.ts holds the twin to it."""
    assert FILE.read_text("utf-8") == text()
    assert {each["plan"]["case"] for each in cases()} == {case for case, *_ in CASES}


@given(st.integers(0, 500), st.integers(0, 500), st.sampled_from("ab"), st.sampled_from("ab"))
def test_no_act_is_lost_and_none_is_sent_to_another_table(have: int, v: int, mine: str, theirs: str) -> None:
    plan = decide(HaveView("t1", have, mine), ServerSays("t1", v, theirs), (ACT, OTHER, ACT))
    assert sorted((*plan.send, *plan.drop)) == sorted((ACT, OTHER, ACT))
    assert all(act.table == "t1" for act in plan.send)


@settings(max_examples=25)
@given(st.integers(0, 1 << 30))
def test_a_client_that_is_cut_off_anywhere_has_the_servers_view_again(seed: int) -> None:
    """The plan, carried out against a table: the view is right, every act has one reply, and none was done twice."""
    chance = Random(seed)
    shell = Shell(rules_of(chance.choice(RULESETS)), 4, choose=wild(chance), seeds=str(seed), delay=1)
    place, board = chance.randrange(4), blank(shell.table.state.rules)
    for _ in range(6):
        for _ in range(chance.randrange(1, 120)):
            shell.step()
        if chance.random() < 0.2:
            board = Board(v=board.v, full=99)
        board = reconnected(shell, place, board)
    acts = [(line["place"], line["id"]) for line in shell.lines if line["type"] == "act"]
    assert len(acts) == len(set(acts))


def reconnected(shell: Shell, place: int, board: Board) -> Board:
    """What a client does with its plan."""
    by = f"m{place}"
    waiting = [
        WaitingAct("t1", line["id"], line["decision"], line["action"])
        for line in shell.lines[-40:]
        if line["type"] == "act" and line["place"] == place
    ]
    lines = len(shell.lines)
    before = len(shell.sent)
    shell.table, out = shell.table.take(Hello(by=by, have=shell.table.state.v), shell.now)
    shell._do(out)
    welcome = next(each.news for each in shell.sent[before:] if isinstance(each.news, WelcomeNews))
    plan = decide(HaveView("t1", board.v, board.hash), ServerSays("t1", welcome.v, welcome.hash), waiting)
    if plan.view != "keep":
        before = len(shell.sent)
        shell.say(Resync(by=by, have=None if plan.start is None else plan.start - 1))
        board = applied(board, [each.news for each in shell.sent[before:] if each.to == place])
        if board.hash != welcome.hash:
            assert plan.case == 5
            shell.say(Resync(by=by))
            board = applied(board, [shell.told(place, SnapshotNews)[-1]])
    for act in plan.send:
        shell.say(Act(by=by, id=act.id, decision=act.decision, action=act.action))
        assert [news.id for news in shell.told(place) if isinstance(news, AckNews | RefusalNews)][-1] == act.id
    assert not [line for line in shell.lines[lines:] if line["type"] == "act"]
    assert board.canonical == shell.table.state.boards[place].canonical
    return board


def applied(board: Board, told: list[object]) -> Board:
    """A client's view after the received messages; events on a wrong view leave it wrong."""
    for news in told:
        if isinstance(news, SnapshotNews):
            return news.view
        if isinstance(news, EventsNews):
            try:
                return folded(board, news.lines)
            except (IndexError, ValueError):
                return board
    return board
