"""Tables for learning: hands open and steps taken back by consent of all persons; without it nothing leaks and nothing moves."""

from __future__ import annotations

import json
from random import Random

import pytest

from live_tables import RULESETS, Shell, greedy, lazy, wild
from sikwu.live.board import Board, after, blank
from sikwu.live.effects import AskBot
from sikwu.live.messages import (
    Act,
    AgreeBack,
    AgreeClock,
    AgreeHands,
    Bye,
    EndAfterDeal,
    Hello,
    LeaveTable,
    PauseTable,
    ResumeTable,
    TakeSeat,
)
from sikwu.live.news import (
    AckNews,
    AskNews,
    ConsentNews,
    EventNews,
    EventsNews,
    HandsNews,
    PauseNews,
    RefusalNews,
    SnapshotNews,
    TakenBackNews,
)
from sikwu.live.record import record_of
from sikwu.live.table import LiveTable
from sikwu.live.terms import HOUR, LiveTerms
from sikwu.play.reader import typed_lines
from sikwu.play.replay import replay
from sikwu.play.verify import verify

TEACHING = LiveTerms(teaching=True)


def teaching(persons: int = 4, rules: str = "hk-standard", **more: object) -> Shell:
    return Shell(rules, persons, terms=TEACHING, **more)  # type: ignore[arg-type]


def asked(shell: Shell) -> list[tuple[int, str]]:
    """Persons who are asked now, and by which name."""
    awaited = shell.table.state.awaited
    return [] if awaited is None else [(place, awaited.decision) for place in awaited.persons]


def until_asked(shell: Shell, place: int, kind: str = "turn") -> str:
    """Plays on until a person is asked; the name of the question."""

    def stands(each: Shell) -> bool:
        awaited = each.table.state.awaited
        return awaited is not None and awaited.kind == kind and place in awaited.persons

    shell.run(stands)
    assert shell.table.state.awaited is not None
    return shell.table.state.awaited.decision


def all_say(shell: Shell, message: type[AgreeHands] | type[AgreeBack] | type[AgreeClock], **more: bool) -> None:
    for place in shell.table.state.persons:
        shell.say(message(by=f"m{place}", **more))


def hands_now(shell: Shell) -> tuple[tuple[str, ...], ...]:
    playing = shell.table.state.playing
    assert playing is not None
    return playing.hands


# --- without consent


@pytest.mark.parametrize("message", [AgreeHands(by="m0", open=True), AgreeBack(by="m0")], ids=["hands", "back"])
def test_a_table_that_is_not_for_learning_refuses(message: AgreeHands | AgreeBack) -> None:
    shell = Shell(persons=1)
    until_asked(shell, 0)
    before = shell.table.state
    shell.say(message)
    assert shell.told(0, RefusalNews)[-1].code == "table.not_teaching"
    assert (shell.table.state.v, shell.table.state.boards) == (before.v, before.boards)
    assert not shell.told(0, HandsNews)


@pytest.mark.parametrize("missing", range(4))
def test_one_person_who_has_not_agreed_keeps_everything_closed(missing: int) -> None:
    def frames(wants: bool) -> list[tuple[int, int, bytes]]:
        shell = teaching(watchers=1)
        until_asked(shell, 1)
        for place in {0, 1, 2, 3} - {missing} if wants else ():
            shell.say(AgreeHands(by=f"m{place}", open=True))
            shell.say(AgreeBack(by=f"m{place}"))
        shell.run(lambda each: each.table.state.v > 90)
        return [(sent.at, sent.to, sent.bytes) for sent in shell.sent if not isinstance(sent.news, ConsentNews)]

    assert frames(wants=True) == frames(wants=False)


def test_a_table_for_learning_tells_no_more_than_another_before_its_deal_ends() -> None:
    def frames(terms: LiveTerms) -> list[bytes]:
        shell = Shell(persons=2, terms=terms, watchers=1, choose=greedy)
        shell.run(lambda each: any(line["type"] == "ryukyoku" or line["type"] == "hora" for line in each.lines))
        told = [sent.bytes for sent in shell.sent]
        return told[: next(i for i, each in enumerate(told) if b'"end_kyoku"' in each)]

    assert frames(TEACHING) == frames(LiveTerms())


def test_only_who_sits_there_agrees_and_only_in_a_match() -> None:
    shell = teaching(watchers=1)
    shell.say(AgreeHands(by="w0", open=True))
    assert shell.told(4, RefusalNews)[-1].code == "table.not_seated"
    waiting = Shell(persons=4, terms=TEACHING, start=False)
    waiting.say(AgreeHands(by="m0", open=True))
    assert waiting.told(0, RefusalNews)[-1].code == "table.not_playing"
    shell.say(AgreeBack(by="m0"))
    assert shell.told(0, RefusalNews)[-1].code == "table.no_step"


# --- hands open


@pytest.mark.parametrize("rules", RULESETS)
def test_open_hands_are_the_hands_and_everybody_sees_the_same(rules: str) -> None:
    shell = teaching(2, rules, watchers=1, choose=greedy)
    until_asked(shell, 0)
    all_say(shell, AgreeHands, open=True)
    seen = 0
    while shell.table.state.v < 140 and shell.step():
        told = [shell.told(viewer, HandsNews) for viewer in range(5)]
        assert told.count(told[4]) == 5
        playing = shell.table.state.playing
        assert playing is not None
        if playing.pending:
            assert told[0][-1].v < shell.table.state.v
        elif playing.dealing:
            assert told[0][-1] == HandsNews(told[0][-1].v, playing.hands)
            own = shell.table.state.boards[0]
            assert tuple(tile for tile in own.hand if not tile.endswith("f")) == playing.hands["ESWN".index(own.own)]
            seen += 1
    assert seen > 30


def test_a_tile_drawn_after_an_exposed_kong_is_not_shown_before_it_is_told() -> None:
    for seed in range(200):
        shell = teaching(1, choose=greedy, seeds=str(seed))
        until_asked(shell, 0)
        shell.say(AgreeHands(by="m0", open=True))
        shell.run(
            lambda each: each.table.state.between or bool(each.table.state.playing and each.table.state.playing.open)
        )
        if not shell.table.state.between:
            assert shell.told(0, HandsNews)[-1].v < shell.table.state.v
            shell.run(lambda each: bool(each.table.state.playing and not each.table.state.playing.open))
            return
    raise AssertionError("no kong was made")


def test_hands_close_as_soon_as_one_asks() -> None:
    shell = teaching()
    until_asked(shell, 1)
    all_say(shell, AgreeHands, open=True)
    assert shell.told(3, HandsNews)[-1].hands == hands_now(shell)
    shell.say(AgreeHands(by="m2", open=False))
    count = len(shell.told(3, HandsNews))
    assert shell.told(3, HandsNews)[-1].hands == ()
    shell.run(lambda each: each.table.state.v > 80)
    assert len(shell.told(3, HandsNews)) == count


def test_hands_close_for_a_newcomer_who_has_not_agreed() -> None:
    shell = teaching(2, choose=lazy)
    until_asked(shell, 0)
    all_say(shell, AgreeHands, open=True)
    shell.say(LeaveTable(by="m1"))
    assert shell.table.state.hands_open
    shell.run(lambda each: each.table.state.between)
    shell.say(TakeSeat(by="m9", name="Newcomer", place=1))
    assert shell.member(1) == "m9"
    assert not shell.table.state.hands_open


def test_who_comes_back_is_told_open_hands() -> None:
    shell = teaching(1)
    until_asked(shell, 0)
    all_say(shell, AgreeHands, open=True)
    before = len(shell.told(0, HandsNews))
    shell.say(Hello(by="m0"))
    assert shell.told(0, HandsNews)[before:] == [HandsNews(shell.table.state.v, hands_now(shell))]


# --- a step back


def test_a_discard_is_taken_back_and_another_one_made() -> None:
    shell = teaching(watchers=1)
    first = until_asked(shell, 2)
    board, v = shell.table.state.boards, shell.table.state.v
    shell.run(lambda each: each.table.state.v > v)
    thrown = shell.record[-1]
    assert thrown["type"] == "dahai"
    shell.posted.clear()
    all_say(shell, AgreeBack)
    assert shell.table.state.boards == board
    for viewer in range(5):
        assert shell.told(viewer, TakenBackNews)[-1] == TakenBackNews(v)
        assert shell.told(viewer, SnapshotNews)[-1] == SnapshotNews(v, board[viewer], board[viewer].hash)
    asks = [ask for ask in shell.told(2, AskNews) if ask.at == "turn"][-2:]
    assert asks[0].decision == first != asks[1].decision
    assert asks[0].legal == asks[1].legal
    shell.say(Act(by="m2", id="late", decision=first, action=asks[0].legal[0]))
    assert shell.told(2, RefusalNews)[-1].code == "act.stale"
    other = next(each for each in reversed(asks[1].legal) if each != f"discard {thrown['pai']}")
    shell.posted.clear()
    shell.say(Act(by="m2", id="new", decision=asks[1].decision, action=other))
    assert isinstance(shell.told(2, AckNews)[-1], AckNews)
    shell.run(lambda each: each.table.state.v > v)
    assert record_of(shell.lines)[-1]["pai"] == other.split()[-1]


def test_what_bots_did_since_is_taken_back_with_it() -> None:
    shell = teaching(1)
    until_asked(shell, 0)
    v = shell.table.state.v
    shell.run(
        lambda each: len([line for line in each.lines if line["type"] == "dahai"]) > 3 and bool(each.table.state.steps)
    )
    before = len(shell.table.state.steps)
    back = shell.table.state.steps[-1].v
    assert back < shell.table.state.v - 1
    shell.say(AgreeBack(by="m0"))
    assert shell.table.state.v == back >= v
    assert len(shell.table.state.steps) == before - 1
    assert [place for place, _ in asked(shell)] == [0]


def test_one_who_does_not_agree_ends_it_and_what_moves_the_table_does_too() -> None:
    shell = teaching(2)
    until_asked(shell, 0)
    shell.run(lambda each: bool(each.table.state.steps))
    shell.say(AgreeBack(by="m0"))
    shell.say(AgreeBack(by="m1", yes=False))
    assert shell.told(0, ConsentNews)[-1] == ConsentNews("take_back", ())
    shell.say(AgreeBack(by="m0"))
    steps = len(shell.table.state.steps)
    shell.run(lambda each: len(each.table.state.steps) > steps)
    v = shell.table.state.v
    shell.say(AgreeBack(by="m1"))
    assert shell.table.state.v == v
    assert not shell.told(0, TakenBackNews)


def test_a_deal_that_is_over_stays_over() -> None:
    shell = teaching(1)
    shell.run(lambda each: each.table.state.between and any(line["type"] == "proof" for line in each.lines))
    shell.say(AgreeBack(by="m0"))
    assert shell.told(0, RefusalNews)[-1].code == "table.no_step"


def test_an_end_that_was_agreed_stays_agreed() -> None:
    shell = teaching(1)
    until_asked(shell, 0)
    shell.run(lambda each: bool(each.table.state.steps))
    shell.say(EndAfterDeal(by="host"))
    shell.say(AgreeBack(by="m0"))
    shell.run()
    assert shell.table.status == "over"
    assert shell.table.state.playing is not None
    assert shell.table.state.playing.game.match.deals == 1


# --- the host's pause


def test_the_host_pauses_at_once_and_as_long_and_often_as_needed() -> None:
    shell = teaching(1)
    for _ in range(4):
        decision = until_asked(shell, 0)
        shell.say(PauseTable(by=shell.table.state.host))
        assert shell.table.status == "paused"
        assert shell.told(0, PauseNews)[-1] == PauseNews(on=True)
        shell.posted.clear()
        shell.keep_alive()
        for _ in range(HOUR // 9_000):
            shell.pass_time(9_000)
            shell.keep_alive()
        shell.beat = None
        assert shell.table.status == "paused"
        shell.say(ResumeTable(by=shell.table.state.host))
        action = shell.told(0, AskNews)[-1].legal[0]
        shell.say(Act(by="m0", id=f"a{decision}", decision=decision, action=action))
        assert isinstance(shell.told(0, AckNews)[-1], AckNews)
        v = shell.table.state.v
        shell.run(lambda each, v=v: each.table.state.v > v)  # type: ignore[misc]


# --- left and resumed


@pytest.mark.parametrize(("persons", "clock", "waits"), [(1, "off", True), (1, "on", False), (2, "off", False)])
def test_a_lesson_waits_for_its_only_person_if_no_clock_runs(persons: int, clock: str, waits: bool) -> None:
    shell = teaching(persons)
    if clock == "off":
        all_say(shell, AgreeClock, off=True)
    until_asked(shell, 0)
    v, decisions = shell.table.state.v, asked(shell)
    shell.beat = None
    for place in shell.table.state.persons:
        shell.say(Bye(by=f"m{place}"))
    for _ in range(HOUR // 10_000):
        shell.pass_time(10_000)
    stood_in = [shell.table.state.seats[place].stand_in for place in shell.table.state.persons]
    assert stood_in == [not waits] * persons
    if waits:
        assert (shell.table.state.v, asked(shell)) == (v, decisions)
        shell.say(Hello(by="m0"))
        assert shell.told(0, AskNews)[-1].decision == decisions[0][1]


# --- what is written


def finished(shell: Shell) -> dict[str, object]:
    """Plays to the end of the deal; its result line."""
    deals = sum(line["type"] == "proof" for line in shell.lines)
    shell.run(lambda each: sum(line["type"] == "proof" for line in each.lines) > deals)
    return [line for line in record_of(shell.lines) if line["type"] == "end_kyoku"][-1]


def test_deals_are_marked_by_what_was_done_in_them() -> None:
    shell = teaching(1)
    assert finished(shell)["teaching"] == []
    shell.run(lambda each: bool(each.table.state.steps))
    shell.say(AgreeHands(by="m0", open=True))
    shell.say(AgreeBack(by="m0"))
    shell.say(AgreeHands(by="m0", open=False))
    assert finished(shell)["teaching"] == ["hands_open", "taken_back"]
    assert finished(shell)["teaching"] == []
    plain = Shell(persons=1)
    assert "teaching" not in finished(plain)
    until_asked(plain, 0)
    plain.say(AgreeClock(by="m0", off=True))
    plain.say(AgreeClock(by="m0", off=False))
    assert finished(plain)["teaching"] == ["clock_off"]
    assert "teaching" not in finished(plain)


class Client:
    """A viewer that applies all news and checks every hash."""

    def __init__(self, shell: Shell, viewer: int) -> None:
        self.shell, self.viewer, self.read = shell, viewer, 0
        self.board: Board = blank(shell.table.state.rules)

    def catch_up(self) -> None:
        """Applies everything since the last time."""
        told = self.shell.told(self.viewer)
        for news in told[self.read :]:
            if isinstance(news, SnapshotNews):
                self.board = news.view
            elif isinstance(news, EventNews):
                assert news.v == self.board.v + 1
                self.board = after(self.board, news.line)
            elif isinstance(news, EventsNews):
                for line in news.lines:
                    self.board = after(self.board, line)
            if isinstance(news, SnapshotNews | EventNews | EventsNews):
                assert self.board.hash == news.hash
        self.read = len(told)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_agreed_views_hold_a_restart_is_a_fold_and_the_record_stands(seed: int) -> None:
    chance = Random(seed)
    shell = Shell(RULESETS[seed % 5], 1 + seed % 3, terms=TEACHING, choose=wild(chance), watchers=1, seeds=str(seed))
    clients = [Client(shell, viewer) for viewer in (*shell.table.state.persons, 4)]
    backs = 0
    while sum(line["type"] == "proof" for line in record_of(shell.lines)) < 2 and shell.step():
        roll = chance.random()
        if roll < 0.02 and backs < 40:
            all_say(shell, AgreeBack)
            backs += 1
        elif roll < 0.04:
            all_say(shell, AgreeHands, open=chance.random() < 0.7)
        elif roll < 0.05:
            shell.say(AgreeBack(by="m0"))
        if roll < 0.06:
            for client in clients:
                client.catch_up()
                assert client.board == shell.table.state.boards[client.viewer]
            folded = LiveTable.folded(shell.lines, shell.secrets, shell.now)
            assert folded == shell.table.restarted(shell.now)
    assert shell.table.state.backs > 3
    record = record_of(shell.lines)
    assert len(record) < len(shell.record)
    assert all(checked.proven and not checked.faults for checked in verify(record))
    assert replay(typed_lines(record)).match.deals == 2
    assert json.dumps(record).count("teaching") == 2


def test_the_names_of_questions_never_come_again() -> None:
    shell = teaching(1)
    for _ in range(6):
        shell.run(lambda each: bool(each.table.state.steps) and bool(asked(each)))
        shell.say(AgreeBack(by="m0"))
        shell.run(lambda each: len(each.table.state.steps) > 1)
    names = [ask.decision for ask in shell.told(0, AskNews)]
    assert len(set(names)) == len(names)
    questions = [(each.place, each.decision) for each in shell.effects if isinstance(each, AskBot)]
    assert len(set(questions)) == len(questions)
