"""Windows and clocks of a live table: fixed lengths, defaults, time banks, suspended processes, tables without a clock."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from live_tables import RULESETS, Shell, greedy, lazy, wild
from sikwu.live.effects import AskBot
from sikwu.live.history import Replies
from sikwu.live.messages import (
    Act,
    AgreeClock,
    BotActs,
    EndAfterDeal,
    GoOn,
    GrantTime,
    ReadyForDeal,
    SignOfLife,
    TimePassed,
    WatchTable,
)
from sikwu.live.news import AckNews, AskNews, EventNews, RefusalNews, RestNews, SeatsNews, TurnNews, WindowNews
from sikwu.live.playing import OPENS_WINDOW
from sikwu.live.state import TableWait
from sikwu.live.table import LiveTable
from sikwu.live.terms import BANK, BOT_TURNS, EXTRA, GRACE, LATE, MOST_BANK, REST, SOLO, TURN, WINDOWS, LiveTerms
from sikwu.play.lines import Line
from sikwu.play.match import Match
from sikwu.play.reader import typed_lines
from sikwu.play.replay import replay
from sikwu.play.verify import verify
from sikwu.play.wall import Wall
from sikwu.players import Sitting, player
from sikwu.rules.files import from_toml
from sikwu.rules.presets import rules_of


def awaits(kind: str, asked: bool | None = None) -> Callable[[Shell], bool]:
    """Whether the table waits for this, with or without a seat that has a choice."""

    def holds(shell: Shell) -> bool:
        awaited = shell.table.state.awaited
        return awaited is not None and awaited.kind == kind and (asked is None or bool(awaited.persons) == asked)

    return holds


def awaited_of(shell: Shell) -> TableWait:
    """What the table waits for."""
    awaited = shell.table.state.awaited
    assert awaited is not None
    return awaited


# --- whole matches


@pytest.mark.parametrize("rules", RULESETS)
def test_a_whole_match_is_a_record_that_holds(rules: str) -> None:
    shell = Shell(rules_of(rules).with_options({"play.rounds": 1}), 4, choose=greedy, seeds=rules)
    shell.keep_alive()
    shell.run()
    played = replay(typed_lines(shell.record))
    assert played.ended
    assert played.match.deals >= 4
    checked = list(verify(shell.record))
    assert len(checked) == played.match.deals
    assert all(each.proven and not each.faults for each in checked)


def test_a_house_with_patterns_of_its_own_plays() -> None:
    own = "[[patterns]]\nid = 'red'\nzh = '有中'\nen = 'Red dragon'\nfan = 5\nwhen = 'pungs.of(DRAGONS) >= 1'\n"
    rules = from_toml("ruleset = 'hk-standard'\n" + own).with_options({"play.rounds": 1})
    shell = Shell(rules, 4, choose=greedy)
    shell.keep_alive()
    shell.run(awaits("turn"))
    shell.say(EndAfterDeal(by="host"))
    shell.run()
    assert "house" in shell.record[0]
    assert replay(typed_lines(shell.record)).ended
    again = LiveTable.folded(shell.lines, {})
    assert again == shell.table.restarted()
    assert again.state.rules.hash == rules.hash


@pytest.mark.parametrize("rules", RULESETS)
def test_four_quick_bots_write_the_same_lines_as_a_sitting(rules: str) -> None:
    """The same walls, the same players: the table adds time and company, and nothing to the game."""
    shell = Shell(rules_of(rules).with_options({"play.rounds": 1}), 0, seeds=rules)
    shell.bot = shell.quick_bot
    deals = 3

    def walls(match: Match) -> Wall:
        deal = match.deals + 1
        nonces = [shell.bytes_of(f"nonce {deal} {match.players.index(name)}", 16).hex() for name in match.seats]
        return Wall.made(shell.bytes_of(f"seed {deal}", 128), match.table, deal, match.rules.hash, nonces)

    shell.run(lambda each: sum(line["type"] == "start_kyoku" for line in each.record) == deals)
    if shell.table.status != "over":
        shell.say(EndAfterDeal(by="host"))
    shell.run()
    match = Match.new(shell.table.state.rules, ["quick", "quick 2", "quick 3", "quick 4"], "t1")
    sitting = Sitting(match, [player("quick")] * 4, walls)
    lines: list[Line] = [match.start_line()]
    while not sitting.match.over:
        lines += sitting.deal(last=sitting.match.deals + 1 == deals)
    assert typed_lines(shell.record) == lines


@pytest.mark.parametrize("rules", RULESETS)
def test_a_window_stands_after_every_discard_and_every_kong(rules: str) -> None:
    shell = Shell(rules_of(rules).with_options({"play.rounds": 1}), 4, choose=wild(Random(rules)), watchers=1)
    shell.keep_alive()
    shell.run(lambda each: each.table.state.v > 600)
    seen = [(each.at, each.news) for each in shell.sent if each.to == 4]
    opened = 0
    for (at, news), (then, after) in pairwise(seen):
        if isinstance(news, EventNews) and isinstance(news.line, OPENS_WINDOW):
            assert isinstance(after, WindowNews)
            assert (then, after.on, after.left) == (at, news.v, 3_000)
            opened += 1
    assert opened > 100


def test_nothing_that_follows_an_exposed_kong_is_known_before_its_window_is_over() -> None:
    """These rules do not allow robbing it, so the game has already drawn: no line shows that, and the table is the
    same when read again.
    """
    found, one_round = 0, rules_of("hk-standard").with_options({"play.rounds": 1})
    for number in range(4):
        shell = Shell(one_round, 4, choose=greedy, seeds=str(number))
        shell.keep_alive()
        shell.run(lambda each: awaits("window")(each) and each.lines[-1]["type"] == "daiminkan")
        if shell.table.status == "over":
            continue
        playing = shell.table.state.playing
        assert playing is not None
        assert playing.open
        assert awaited_of(shell).asked == ()
        assert LiveTable.folded(shell.lines, shell.secrets) == shell.table.restarted()
        start, v = shell.now, shell.table.state.v
        shell.run(lambda each, v=v: each.table.state.v > v)  # type: ignore[misc]
        assert shell.now - start == WINDOWS["normal"] + GRACE
        assert (shell.record[-1]["type"], shell.record[-1].get("back")) in (
            ("tsumo", "kong"),
            ("flower", None),
            ("tsumo", "flower"),
        )
        found += 1
    assert found > 1


@pytest.mark.parametrize("pace", ["fast", "normal", "slow"])
def test_a_window_lasts_its_length_whoever_can_claim_and_whoever_answers(pace: str) -> None:
    """The time between a discard and the next line is constant: with people who answer, bots and an absent person."""
    terms = LiveTerms(pace=pace)  # type: ignore[arg-type]
    gaps, asked = set(), set()
    for persons, silent in ((4, set[int]()), (2, set[int]()), (4, {1})):
        shell = Shell("hk-standard", persons, choose=wild(Random(3)), terms=terms, watchers=1)
        shell.silent = silent
        shell.keep_alive()
        for _ in range(400):
            shell.step()
            if awaits("window")(shell):
                asked.add(bool(awaited_of(shell).asked))
        events = [each for each in shell.sent if each.to == 4 and isinstance(each.news, EventNews)]
        for one, other in pairwise(events):
            assert isinstance(one.news, EventNews)
            if isinstance(one.news.line, OPENS_WINDOW):
                gaps.add(other.at - one.at)
    assert gaps == {WINDOWS[terms.pace] + GRACE}
    assert asked == {True, False}


def test_a_window_that_closes_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control of the law above."""
    from sikwu.live import windows

    monkeypatch.setattr(windows, "_complete", lambda state, awaited: awaited.kind != "rest" and not awaited.asked)
    with pytest.raises(AssertionError):
        test_a_window_lasts_its_length_whoever_can_claim_and_whoever_answers("fast")


# --- answers


def asked_in_a_window(shell: Shell) -> tuple[int, AskNews]:
    """Plays to a window in which a person has a choice; from then on all persons are silent."""
    shell.run(awaits("window", asked=True))
    shell.silent = {0, 1, 2, 3}
    shell.posted = []
    place = awaited_of(shell).persons[0]
    return place, shell.told(place, AskNews)[-1]


def test_the_last_answer_before_the_end_counts() -> None:
    shell = Shell("hk-standard", 4)
    place, ask = asked_in_a_window(shell)
    for id, action in (("a", ask.legal[-1]), ("b", "pass"), ("c", ask.legal[-1])):
        shell.pass_time(900)
        shell.say(Act(by=f"m{place}", id=id, decision=ask.decision, action=action))
    shell.pass_time(599)
    assert awaits("window")(shell)
    shell.pass_time(1)
    decided = [line for line in shell.record if line["type"] == "decision" and line["chosen"] == ask.legal[-1]]
    assert decided[-1]["legal"] == list(ask.legal)
    assert "default" not in decided[-1]


def test_one_millisecond_after_grace_is_stale_and_harmless() -> None:
    for extra, stands in ((0, True), (1, False)):
        shell = Shell("hk-standard", 4)
        place, ask = asked_in_a_window(shell)
        v = shell.table.state.v
        shell.pass_time(3_000 + GRACE - 1 + extra)
        shell.say(Act(by=f"m{place}", id="late", decision=ask.decision, action=ask.legal[-1]))
        told = [news for news in shell.told(place) if isinstance(news, AckNews | RefusalNews)][-1]
        assert told == (AckNews("late", v) if stands else RefusalNews("act.stale", {}, "late"))


def test_each_id_gets_its_reply_for_ever() -> None:
    shell = Shell("hk-standard", 4)
    place, ask = asked_in_a_window(shell)
    by, lines = f"m{place}", len(shell.lines)
    replies = []
    for action in ("pass", "fly", ask.legal[-1]):
        shell.say(Act(by=by, id="one", decision=ask.decision, action=action))
        replies.append(shell.told(place)[-1])
    assert replies == [AckNews("one", shell.table.state.v)] * 3
    shell.say(Act(by=by, id="two", decision=ask.decision, action="fly"))
    shell.say(Act(by=by, id="two", decision=ask.decision, action="pass"))
    assert shell.told(place)[-2:] == [RefusalNews("act.not_legal", {}, "two")] * 2
    assert len(shell.lines) == lines + 2
    shell.say(Act(by=f"m{(place + 1) % 4}", id="one", decision="d0", action="pass"))
    assert shell.told((place + 1) % 4)[-1] == RefusalNews("act.stale", {}, "one")


def test_replies_that_are_forgotten_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: without the memory of ids an act is taken twice."""
    monkeypatch.setattr(Replies, "of", lambda self, key: None)
    with pytest.raises(AssertionError):
        test_each_id_gets_its_reply_for_ever()


@pytest.mark.parametrize("id", ["", "x" * 65, "a\nb", "é"])
def test_an_id_has_one_to_64_plain_characters(id: str) -> None:
    shell = Shell("hk-standard", 4)
    place, ask = asked_in_a_window(shell)
    lines = len(shell.lines)
    shell.say(Act(by=f"m{place}", id=id, decision=ask.decision, action="pass"))
    assert shell.told(place)[-1].code == "act.id"
    shell.say(Act(by=f"m{place}", id="x" * 64, decision=ask.decision, action="pass"))
    assert len(shell.lines) == lines + 1


def test_questions_go_to_the_seat_concerned_alone() -> None:
    shell = Shell("hk-taiwanese", 4, choose=wild(Random(2)))
    for _ in range(300):
        before = len(shell.sent)
        shell.step()
        state = shell.table.state
        for each in shell.sent[before:]:
            if (
                isinstance(each.news, AskNews)
                and state.awaited is not None
                and each.news.decision == state.awaited.decision
            ):
                assert each.to in state.awaited.persons


# --- silence


def test_silence_does_the_written_default_and_the_archive_says_so() -> None:
    shell = Shell("hk-standard", 4)
    shell.silent = {0, 1, 2, 3}
    shell.run(awaits("turn"))
    place = awaited_of(shell).persons[0]
    playing = shell.table.state.playing
    assert playing is not None
    drawn = playing.game.dealt.drawn
    assert drawn is not None
    start = shell.now
    while shell.record[-1]["type"] != "dahai":
        for each in range(4):
            shell.say(SignOfLife(by=f"m{each}"))
        shell.step()
    assert shell.now - start == TURN + BANK + GRACE
    assert shell.record[-1]["pai"] == drawn.text
    assert shell.record[-2]["default"] is True
    assert shell.table.state.banks[place] == 0


def test_a_bank_pays_for_what_a_turn_takes_beyond_its_clock() -> None:
    shell = Shell("hk-standard", 4)
    shell.run(awaits("turn"))
    shell.posted = []
    place = awaited_of(shell).persons[0]
    ask, turn = shell.told(place, AskNews)[-1], shell.told(4, TurnNews)[-1]
    assert (turn.left, turn.bank) == (TURN, BANK)
    shell.pass_time(TURN + 4_000)
    shell.say(Act(by=f"m{place}", id="slow", decision=ask.decision, action=lazy(ask)))
    assert shell.table.state.banks[place] == BANK - 4_000
    assert shell.table.state.awaited is not None
    assert shell.table.state.awaited.kind == "window"


def test_extra_time_is_added_to_an_open_turn_up_to_a_limit() -> None:
    shell = Shell("hk-standard", 4)
    shell.run(awaits("turn"))
    place, closes = awaited_of(shell).persons[0], awaited_of(shell).closes
    assert closes is not None
    shell.say(GrantTime(by="host", place=place))
    assert awaited_of(shell).closes == closes + EXTRA
    assert shell.told(4, TurnNews)[-1].bank == BANK + EXTRA
    for _ in range(2):
        shell.say(GrantTime(by="host", place=place))
    assert shell.table.state.banks[place] == MOST_BANK
    out = shell.say(GrantTime(by="host", place=place))
    assert any(getattr(getattr(each, "news", None), "code", "") == "table.bank_full" for each in out)


# --- a suspended process


def test_a_suspended_process_gives_everybody_the_lost_time_back() -> None:
    shell = Shell("hk-standard", 4)
    place, ask = asked_in_a_window(shell)
    shell.pass_time(1_000)
    shell.now += 30_000
    shell.say(Act(by=f"m{place}", id="woken", decision=ask.decision, action="pass"))
    assert isinstance(shell.told(place)[-1], AckNews)
    assert awaits("window")(shell)
    assert all(shell.table.state.here(each) for each in range(4))
    wake = shell.table.wake
    assert wake is not None
    rest = awaited_of(shell).closes
    assert rest is not None
    left = rest - shell.table.state.time
    assert 1_000 <= left <= 2_000 + GRACE
    shell.pass_time(left)
    assert not awaits("window")(shell) or awaited_of(shell).decision != ask.decision


def test_a_table_woken_a_little_late_has_lost_nothing() -> None:
    for late, lost in ((LATE, 0), (LATE + 1, LATE + 1)):
        shell = Shell("hk-standard", 4)
        wake = shell.table.wake
        assert wake is not None
        shell.now = wake + late
        shell.say(TimePassed())
        assert shell.table.state.clock.lost == lost


def test_time_that_runs_backwards_does_nothing() -> None:
    shell = Shell("hk-standard", 4)
    shell.run(awaits("turn"))
    time = shell.table.state.time
    shell.now -= 3_600_000
    shell.say(TimePassed())
    assert shell.table.state.time == time


def test_a_clock_that_believes_every_jump_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: without the check of wake-ups every seat would time out."""
    from sikwu.live import clock

    monkeypatch.setattr(clock, "LATE", 10**9)
    with pytest.raises(AssertionError):
        test_a_suspended_process_gives_everybody_the_lost_time_back()


# --- bots


@pytest.mark.parametrize("pace", ["fast", "normal", "slow"])
def test_a_bots_turn_is_played_at_its_pace_however_long_it_thinks(pace: str) -> None:
    """Answers after 1 ms, late ones and none at all: the discard falls at the same moment."""
    moments = set()
    for think in (1, 300, BOT_TURNS[pace] - 1, BOT_TURNS[pace], None):  # type: ignore[index]
        shell = Shell("hk-standard", 1, terms=LiveTerms(pace=pace))  # type: ignore[arg-type]
        thinking(shell, think)
        shell.run(
            lambda each: (
                each.table.state.awaited is not None
                and each.table.state.awaited.kind == "turn"
                and 0 not in dict(each.table.state.awaited.asked)
            )
        )
        start, v = shell.now, shell.table.state.v
        shell.run(lambda each, v=v: each.table.state.v > v)  # type: ignore[misc]
        moments.add(shell.now - start)
    assert moments == {BOT_TURNS[pace]}  # type: ignore[index]


def thinking(shell: Shell, think: int | None) -> None:
    """A table whose bots answer after this time."""
    simple = shell.simple_bot

    def bot(asked: AskBot) -> BotActs:
        answer = simple(asked)
        if think is not None:
            shell.post(think, answer)
        return BotActs(asked.place, "no question", None)

    shell.bot = bot


@pytest.mark.parametrize(("answer", "why"), [(146, "illegal"), (None, "raised"), (-1, "illegal")])
def test_a_bot_that_answers_nonsense_is_replaced_by_the_default_and_named(answer: int | None, why: str) -> None:
    shell = Shell("hk-standard", 1)
    shell.bot = lambda asked: BotActs(asked.place, asked.decision, answer)
    shell.run(lambda each: any(line["type"] == "bot_fault" for line in each.lines))
    fault = next(line for line in shell.lines if line["type"] == "bot_fault")
    assert (fault["level"], fault["why"]) == ("quick", why)
    assert any(line.get("default") for line in shell.record)


def test_a_second_answer_of_a_bot_is_nothing() -> None:
    shell = Shell("hk-standard", 1)
    shell.bot = lambda asked: BotActs(asked.place, asked.decision, asked.legal[0])
    shell.run(lambda each: each.table.state.awaited is not None and bool(each.table.state.awaited.answers))
    awaited = awaited_of(shell)
    place, answer = next(iter(awaited.answers.items()))
    shell.say(BotActs(place, awaited.decision, 5))
    assert awaited_of(shell).answers[place] == answer


# --- solo tables


def test_a_solo_table_does_not_wait_where_its_person_has_nothing_to_decide() -> None:
    shell = Shell("hk-standard", 1, terms=LiveTerms(solo=True))
    gaps: dict[bool, set[int]] = {True: set(), False: set()}
    shell.keep_alive()
    for _ in range(600):
        shell.step()
        if awaits("window")(shell) and awaited_of(shell).started == shell.now - shell.table.state.clock.lost:
            asked = bool(awaited_of(shell).persons)
            start, window = shell.now, awaited_of(shell).window
            shell.run(lambda each, window=window: not awaits("window")(each) or awaited_of(each).window != window)  # type: ignore[misc]
            gaps[asked].add(shell.now - start)
    assert gaps == {False: {SOLO}, True: {SOLO}}


def test_a_solo_person_who_thinks_has_the_whole_window() -> None:
    shell = Shell("hk-standard", 1, terms=LiveTerms(solo=True))
    shell.run(awaits("window", asked=True))
    assert shell.told(0, WindowNews)[-1].left == 3_000


def test_somebody_who_watches_makes_a_solo_table_wait_as_any_other() -> None:
    shell = Shell("hk-standard", 1, terms=LiveTerms(solo=True))
    shell.say(WatchTable(by="w0", name="W"))
    shell.run(awaits("window", asked=False))
    assert shell.told(0, WindowNews)[-1].left == 3_000


# --- between deals, and without a clock


def test_the_next_deal_begins_after_four_are_ready_or_fifteen_seconds() -> None:
    shell = Shell("hk-standard", 4, choose=greedy)
    shell.keep_alive()
    shell.run(awaits("rest"))
    shell.posted = []
    start = shell.now
    for place in range(3):
        shell.say(ReadyForDeal(by=f"m{place}"))
    assert shell.told(4, RestNews)[-1].ready == (0, 1, 2)
    assert awaits("rest")(shell)
    assert awaited_of(shell).closes == shell.table.state.time + REST
    shell.say(ReadyForDeal(by="m3"))
    assert shell.table.state.wanted == 2
    assert shell.now == start
    shell = Shell("hk-standard", 4, choose=greedy)
    shell.keep_alive()
    shell.run(awaits("rest"))
    shell.posted, start = [], shell.now
    shell.run(lambda each: each.table.state.wanted == 2)
    assert shell.now - start == REST


def test_without_a_clock_a_window_waits_for_everybody_also_those_without_a_choice() -> None:
    shell = Shell("hk-standard", 4)
    for place in range(4):
        assert shell.table.state.timed
        shell.say(AgreeClock(by=f"m{place}", off=True))
    assert not shell.told(4, SeatsNews)[-1].timed
    shell.keep_alive()
    shell.run(awaits("window"))
    shell.posted = []
    window = awaited_of(shell).window
    assert b"left" not in bytes(shell.told(4, WindowNews)[-1])
    for _ in range(60):
        shell.step()
    assert awaited_of(shell).window == window
    asked = awaited_of(shell).persons
    for place in range(4):
        assert awaits("window")(shell)
        if place in asked:
            ask = shell.told(place, AskNews)[-1]
            shell.say(Act(by=f"m{place}", id="x", decision=ask.decision, action="pass"))
        else:
            shell.say(GoOn(by=f"m{place}", window=window))
    assert not awaits("window")(shell)
    shell.say(AgreeClock(by="m2", off=False))
    assert shell.table.state.timed


def test_a_person_who_does_not_agree_keeps_the_clock() -> None:
    shell = Shell("hk-standard", 4)
    for place in range(3):
        shell.say(AgreeClock(by=f"m{place}", off=True))
    assert shell.table.state.timed


def test_a_server_in_a_hurry_waits_less_but_thinks_as_long() -> None:
    shell = Shell("hk-standard", 4, terms=LiveTerms(pace="fast", hurry=20))
    shell.run(awaits("window"))
    assert awaited_of(shell).closes == shell.table.state.time + (WINDOWS["fast"] + GRACE) // 20
    shell.run(awaits("turn"))
    closes = awaited_of(shell).closes
    assert closes is not None
    assert closes >= shell.table.state.time + TURN
