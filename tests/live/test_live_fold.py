"""A restart is a fold of the log: after any messages at any time, the table read from its log equals the running table after a restart."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from live_tables import RULESETS, Shell, greedy, wild
from sikwu.live import messages
from sikwu.live.fold import evolve
from sikwu.live.messages import Act, TableMessage
from sikwu.live.news import AckNews, AskNews, WindowNews
from sikwu.live.notes import NOTES, log_line
from sikwu.live.table import LiveTable
from sikwu.live.terms import LiveTerms
from sikwu.play.problems import PlayError
from sikwu.play.reader import typed_lines
from sikwu.rules.presets import rules_of

LEVELS = ("quick", "random")


def some_message(shell: Shell, chance: Random) -> TableMessage:
    """Any message of any member, sensible or not."""
    by = chance.choice(("m0", "m1", "m2", "m3", "host", "w0", "stranger"))
    place, id = chance.randrange(-1, 5), f"id{chance.randrange(40)}"
    asks = shell.told(chance.randrange(4), AskNews)
    ask = asks[-1] if asks else AskNews("d0", "turn", ("pass",))
    choices: list[TableMessage] = [
        messages.Hello(by=by, have=chance.choice((None, 0, shell.table.state.v, 10**6))),
        messages.SignOfLife(by=by),
        messages.Bye(by=by),
        messages.Resync(by=by, have=chance.randrange(50)),
        messages.WatchTable(by=by, name="W"),
        messages.StopWatching(by=by),
        messages.TakeSeat(by=by, name=f"New {chance.randrange(3)}", place=chance.choice((None, place))),
        messages.AskForSeat(by=by, name="Asker"),
        messages.AnswerSeat(by="host", member=by, yes=chance.random() < 0.5),
        messages.AddBot(by="host", place=place, level=chance.choice(LEVELS)),
        messages.ChangeBot(by="host", place=place, level=chance.choice(LEVELS)),
        messages.RemoveBot(by="host", place=place),
        messages.StartMatch(by="host"),
        messages.PauseTable(by="host"),
        messages.AgreePause(by=by),
        messages.ResumeTable(by="host"),
        messages.LetWatch(by="host", on=chance.random() < 0.8),
        messages.LetHints(by="host", on=chance.random() < 0.7),
        messages.UseHints(by=by, on=chance.random() < 0.7),
        messages.SetPace(by="host", pace=chance.choice(("fast", "slow"))),
        messages.GrantTime(by="host", place=place),
        messages.HandOver(by=by, place=place),
        Act(by=by, id=id, decision=ask.decision, action=chance.choice(ask.legal)),
        messages.GiveNonce(by=by, deal=chance.randrange(3), nonce="ab" * 16),
        messages.ReadyForDeal(by=by),
        messages.GoOn(by=by, window=f"w{shell.table.state.v}"),
        messages.AgreeClock(by=by, off=chance.random() < 0.7),
        messages.AgreeHands(by=by, open=chance.random() < 0.7),
        messages.AgreeBack(by=by, yes=chance.random() < 0.9),
        messages.MarkDead(by=by, place=place),
        messages.React(by=by, reaction="thanks"),
        messages.WantRematch(by=by),
        messages.BotActs(place % 4, ask.decision, chance.randrange(147)),
        messages.TimePassed(),
    ]
    if chance.random() < 0.02:
        choices = [messages.LeaveTable(by=by), messages.EndAfterDeal(by="host")]
    return chance.choice(choices)


def some_lesson(shell: Shell) -> None:
    """All persons agree to take a step back."""
    for place in shell.table.state.persons:
        shell.say(messages.AgreeBack(by=shell.member(place)))


def some_marking(shell: Shell, chance: Random) -> None:
    """Three seats mark the fourth."""
    place = chance.randrange(4)
    for other in range(4):
        if other != place:
            shell.say(messages.MarkDead(by=f"m{other}", place=place))


def same_after_a_restart(shell: Shell) -> None:
    """The law."""
    assert LiveTable.folded(shell.lines, shell.secrets) == shell.table.restarted()


@given(st.integers(0, 1 << 30))
def test_a_table_read_from_its_lines_is_the_table_that_went_on(seed: int) -> None:
    chance = Random(seed)
    rules = rules_of(chance.choice(RULESETS)).with_options({"play.rounds": 1})
    persons = chance.randrange(1, 5)
    shell = Shell(
        rules,
        persons,
        terms=LiveTerms(teaching=chance.random() < 0.5, minutes=chance.choice((0, 0, 7))),
        choose=wild(chance),
        watchers=chance.randrange(2),
        seeds=str(seed),
        delay=chance.choice((1, 2_000)),
    )
    shell.silent = {place for place in range(4) if chance.random() < 0.1}
    for _ in range(chance.randrange(20, 250)):
        if chance.random() < 0.15:
            shell.now += chance.choice((0, 10, 3_000, 40_000))
            shell.say(some_message(shell, chance))
        elif not shell.step():
            break
        if chance.random() < 0.01:
            some_marking(shell, chance)
        if chance.random() < 0.05:
            same_after_a_restart(shell)
    same_after_a_restart(shell)


@settings(max_examples=25)
@given(st.integers(0, 1 << 30))
def test_a_restarted_table_plays_on(seed: int) -> None:
    """Killed again and again, the match continues to its end, and its record is complete."""
    from sikwu.play.replay import replay

    chance = Random(seed)
    rules = rules_of(chance.choice(RULESETS)).with_options({"play.rounds": 1})
    shell = Shell(rules, 4, choose=wild(chance), seeds=str(seed))
    for _ in range(3):
        for _ in range(chance.randrange(1, 120)):
            shell.step()
        shell.table = LiveTable.folded(shell.lines, shell.secrets, shell.now)
        shell.posted = [each for each in shell.posted if isinstance(each[2], Act)]
    shell.say(messages.EndAfterDeal(by="host"))
    shell.run()
    assert replay(typed_lines(shell.record)).ended
    same_after_a_restart(shell)


def window_with_a_question(shell: Shell) -> AskNews:
    """Plays until a seat may claim."""
    shell.run(
        lambda each: (
            each.table.state.awaited is not None
            and each.table.state.awaited.kind == "window"
            and bool(each.table.state.awaited.persons)
        )
    )
    awaited = shell.table.state.awaited
    assert awaited is not None
    place = awaited.persons[0]
    ask = shell.told(place, AskNews)[-1]
    assert ask.decision == awaited.decision
    return ask


def test_an_acknowledged_answer_in_an_open_window_survives() -> None:
    shell = Shell("hk-standard", 4, delay=2_500)
    ask = window_with_a_question(shell)
    shell.posted = []
    awaited = shell.table.state.awaited
    assert awaited is not None
    place = awaited.persons[0]
    claim = ask.legal[-1]
    shell.say(Act(by=f"m{place}", id="mine", decision=ask.decision, action=claim))
    assert shell.told(place)[-1] == AckNews("mine", shell.table.state.v)
    shell.table = LiveTable.folded(shell.lines, shell.secrets, shell.now)
    shell.say(messages.TimePassed())
    again = shell.told(place, AskNews)[-1]
    assert (again.decision, again.answered, again.left) == (ask.decision, claim, 3_000)
    assert shell.told(place, WindowNews)[-1].left == 3_000
    shell.silent = {0, 1, 2, 3}
    shell.pass_time(3_300)
    decisions = [line for line in shell.lines if line["type"] == "decision" and line["at"] == "discard"]
    assert any(line["chosen"] == claim and "default" not in line for line in decisions)


def test_the_reply_to_an_id_outlives_the_process() -> None:
    shell = Shell("hk-standard", 4)
    shell.run(lambda each: len(each.told(0, AckNews)) > 3)
    acts = [line for line in shell.lines if line["type"] == "act" and line["place"] == 0]
    replies = {each.id: each for each in shell.told(0, AckNews)}
    shell.table = LiveTable.folded(shell.lines, shell.secrets, shell.now)
    for act in acts:
        shell.say(Act(by="m0", id=act["id"], decision="d999", action="pass"))
        assert shell.told(0, AckNews)[-1] == replies[act["id"]]


@pytest.mark.parametrize("fault", ["changed", "left out", "swapped"])
def test_a_log_that_does_not_follow_is_refused(fault: str) -> None:
    shell = Shell("hk-standard", 4)
    shell.run(lambda each: each.table.state.v > 60)
    lines = list(shell.lines)
    events = [number for number, line in enumerate(lines) if line["type"] == "dahai"]
    if fault == "changed":
        lines[events[3]] = {**lines[events[3]], "pai": "中" if lines[events[3]]["pai"] != "中" else "白"}
    elif fault == "left out":
        del lines[events[3]]
    else:
        one, other = events[2], events[3]
        lines[one], lines[other] = lines[other], lines[one]
    with pytest.raises(PlayError, match="does not follow"):
        LiveTable.folded(lines, shell.secrets)


def decisions(lines: list[dict[str, Any]]) -> list[int]:
    """The places of the decisions in a log."""
    return [number for number, line in enumerate(lines) if line["type"] == "decision"]


@pytest.mark.parametrize("fault", ["chosen", "legal", "seat", "twice", "left out"])
def test_a_decision_that_does_not_follow_is_refused(fault: str) -> None:
    """Checks not only the choice, but also the legal actions and the seat."""
    shell = Shell("hk-standard", 4)
    shell.run(lambda each: each.table.state.v > 60)
    lines = list(shell.lines)
    number = decisions(lines)[5]
    if fault == "legal":
        lines[number] = {**lines[number], "legal": lines[number]["legal"][:-1]}
    elif fault == "seat":
        lines[number] = {**lines[number], "seat": "S" if lines[number]["seat"] != "S" else "W"}
    elif fault == "twice":
        lines.insert(number, lines[number])
    elif fault == "left out":
        del lines[number]
    else:
        lines[number] = {**lines[number], "chosen": "false_win"}
    with pytest.raises(PlayError, match="does not follow"):
        LiveTable.folded(lines, shell.secrets)


@pytest.mark.parametrize("marked", [True, False])
def test_an_opening_without_its_end_is_refused(marked: bool) -> None:
    """Whatever comes after it: a turn, or the mark of a seat that was marked meanwhile."""
    shell = Shell("club16", 4)
    shell.run(lambda each: each.table.state.awaited is not None and each.table.state.awaited.kind == "opening")
    for place in range(3 if marked else 0):
        shell.say(messages.MarkDead(by=f"m{place}", place=3))
    shell.run(lambda each: each.table.state.v > 20)
    kinds = [line["type"] for line in shell.record]
    assert ("dead" in kinds[: kinds.index("dahai")]) == marked
    same_after_a_restart(shell)
    lines = [line for line in shell.lines if line["type"] != "opening_closed"]
    assert len(lines) == len(shell.lines) - 1
    with pytest.raises(PlayError, match="does not follow"):
        LiveTable.folded(lines, shell.secrets)


def test_a_note_that_is_none_is_refused() -> None:
    with pytest.raises(PlayError, match="seat_back"):
        LiveTable.folded([{"type": "seat_back", "place": "two"}], {})
    with pytest.raises(PlayError, match="Line 1"):
        LiveTable.folded([{"type": "no such line"}], {})


def test_a_planted_fault_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The law notices if a note has no effect."""
    from sikwu.live import fold

    shell = Shell("hk-standard", 4)
    shell.run(lambda each: each.table.state.v > 30)
    noted = fold._noted
    shell.table, out = shell.table.take(messages.SetPace(by="host", pace="fast"), shell.now)
    shell._do(out)
    same_after_a_restart(shell)
    monkeypatch.setattr(
        fold,
        "_noted",
        lambda state, note, seeds: None if type(note).__name__ == "PaceNote" else noted(state, note, seeds),
    )
    with pytest.raises(AssertionError):
        same_after_a_restart(shell)


def test_every_note_is_written_by_some_table() -> None:
    """The law above has met every kind of line; a line of the time played comes only between deals."""
    timed = Shell("hk-standard", 4, choose=greedy, terms=LiveTerms(minutes=60))
    timed.keep_alive()
    timed.run(lambda shell: shell.table.state.awaited is not None and shell.table.state.awaited.kind == "rest")
    same_after_a_restart(timed)
    seen = {line["type"] for line in timed.lines}
    for seed in range(80):
        chance = Random(seed)
        shell = Shell(
            rules_of(RULESETS[seed % 5]).with_options({"play.rounds": 1}),
            1 + seed % 4,
            terms=LiveTerms(teaching=seed % 3 > 0),
            choose=wild(chance),
            seeds=str(seed),
        )
        for _ in range(400):
            if chance.random() < 0.2:
                shell.now += chance.choice((0, 10, 3_000, 40_000))
                shell.say(some_message(shell, chance))
            elif not shell.step():
                break
            if chance.random() < 0.01:
                some_marking(shell, chance)
                some_lesson(shell)
        seen |= {line["type"] for line in shell.lines}
        if seen >= NOTES:
            return
    assert seen >= NOTES, NOTES - seen


def test_evolve_refuses_a_second_opening() -> None:
    shell = Shell("hk-standard", 4, start=False)
    with pytest.raises(PlayError):
        evolve(shell.table.state.copy(), log_line(shell.lines[0], 1), {})
