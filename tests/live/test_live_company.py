"""Seats, bots, host, absence, watchers, reactions and rematches of a live table; every limit one past it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from live_tables import Shell, greedy, lazy
from sikwu.live.effects import Append, AskBot, Effect, Reopen, Tell, WantSeed
from sikwu.live.messages import (
    Act,
    AddBot,
    AgreeClock,
    AgreePause,
    AnswerSeat,
    AskForSeat,
    Bye,
    ChangeBot,
    EndAfterDeal,
    GiveNonce,
    HandOver,
    Hello,
    LeaveTable,
    LetHints,
    LetWatch,
    MarkDead,
    PauseTable,
    React,
    ReadyForDeal,
    RemoveBot,
    ResumeTable,
    Resync,
    SealWall,
    SetPace,
    SignOfLife,
    StartMatch,
    StopWatching,
    TableMessage,
    TakeSeat,
    TimePassed,
    UseHints,
    WantRematch,
    WatchTable,
)
from sikwu.live.news import (
    AskNews,
    PauseNews,
    PresenceNews,
    ReactionNews,
    RefusalNews,
    ReturnedNews,
    SeatAnswerNews,
    SeatAskedNews,
    SeatsNews,
    SnapshotNews,
    WallNews,
    WatchersNews,
    WelcomeNews,
    WindowNews,
)
from sikwu.live.step import TableRefusal
from sikwu.live.table import LiveTable
from sikwu.live.terms import (
    HOST_GONE,
    HOUR,
    MOST_ASKING,
    MOST_WATCHERS,
    PAUSE,
    REACTION_GAP,
    SILENT,
    STAND_IN,
    LiveTerms,
)
from sikwu.play.reader import typed_lines
from sikwu.play.replay import replay
from sikwu.play.verify import verify
from sikwu.play.wall import NO_NONCE
from sikwu.rules.presets import rules_of
from test_live_windows import awaited_of, awaits


def refused(out: Sequence[Effect]) -> str:
    """The code of a refusal; empty if there was none."""
    codes = [each.news.code for each in out if isinstance(each, Tell) and isinstance(each.news, RefusalNews)]
    return codes[0] if codes else ""


def empty(**terms: object) -> Shell:
    """A table with nobody at it."""
    shell = Shell("hk-standard", 0, start=False, terms=LiveTerms(**terms))  # type: ignore[arg-type]
    for place in range(4):
        shell.say(RemoveBot(by="host", place=place))
    return shell


# --- sitting down


def test_people_sit_down_where_they_like_or_where_there_is_room() -> None:
    shell = empty()
    assert not refused(shell.say(TakeSeat(by="a", name=" Ann ", place=2)))
    assert not refused(shell.say(TakeSeat(by="b", name="Ben")))
    told = shell.told(4, SeatsNews)[-1]
    assert [seat.name for seat in told.seats] == ["Ben", "", "Ann", ""]
    assert [seat.presence for seat in told.seats] == ["here", "free", "here", "free"]
    assert refused(shell.say(TakeSeat(by="c", name="Cat", place=2))) == "table.seat_taken"
    assert refused(shell.say(TakeSeat(by="c", name="Ann"))) == "table.name_taken"
    assert refused(shell.say(TakeSeat(by="c", name="public"))) == "table.name_taken"
    assert refused(shell.say(TakeSeat(by="c", name="Cat", place=4))) == "table.place"
    assert refused(shell.say(TakeSeat(by="a", name="Again"))) == "table.seated_already"
    assert refused(shell.say(StartMatch(by="host"))) == "table.seats_empty"
    for member in ("c", "d"):
        shell.say(TakeSeat(by=member, name=member))
    assert refused(shell.say(TakeSeat(by="e", name="Eve"))) == "table.seats_full"


@pytest.mark.parametrize(("name", "code"), [("x" * 41, "text.long"), ("", "text.empty"), ("a\u202eb", "text.control")])
def test_names_are_names(name: str, code: str) -> None:
    shell = empty()
    assert refused(shell.say(TakeSeat(by="a", name=name))) == code
    assert refused(shell.say(WatchTable(by="w", name=name))) == code
    assert not refused(shell.say(TakeSeat(by="a", name="x" * 40)))


def test_a_code_lets_one_ask_and_the_host_answers() -> None:
    shell = empty()
    shell.say(AskForSeat(by="a", name="Ann"))
    assert shell.told(4, SeatAskedNews)[-1].asking == {"a": "Ann"}
    assert refused(shell.say(AnswerSeat(by="a", member="a", yes=True))) == "table.not_host"
    assert refused(shell.say(AnswerSeat(by="host", member="b", yes=True))) == "table.not_asking"
    shell.say(AnswerSeat(by="host", member="a", yes=True, place=3))
    assert shell.told(4, SeatAnswerNews)[-1] == SeatAnswerNews(yes=True, place=3)
    shell.say(AskForSeat(by="b", name="Ben"))
    shell.say(AnswerSeat(by="host", member="b", yes=False))
    assert shell.told(4, SeatAnswerNews)[-1] == SeatAnswerNews(yes=False)
    assert shell.table.state.place_of("b") is None
    for number in range(MOST_ASKING):
        assert not refused(shell.say(AskForSeat(by=f"x{number}", name=f"X {number}")))
    assert refused(shell.say(AskForSeat(by="more", name="More"))) == "table.asking_full"


def test_bots_are_added_changed_and_removed_by_the_host_alone() -> None:
    shell = empty()
    for message in (
        AddBot(by="x", place=0, level="quick"),
        ChangeBot(by="x", place=0, level="quick"),
        RemoveBot(by="x", place=0),
    ):
        assert refused(shell.say(message)) == "table.not_host"
    assert refused(shell.say(AddBot(by="host", place=0, level="deep"))) == "table.bot_unknown"
    for place in range(4):
        shell.say(AddBot(by="host", place=place, level="quick"))
    assert [seat.name for seat in shell.table.state.seats] == ["quick", "quick 2", "quick 3", "quick 4"]
    assert refused(shell.say(AddBot(by="host", place=0, level="quick"))) == "table.seat_taken"
    shell.say(ChangeBot(by="host", place=0, level="random"))
    assert shell.table.state.seats[0].bot == "random"
    shell.say(RemoveBot(by="host", place=0))
    assert not shell.table.state.seats[0].taken
    assert refused(shell.say(RemoveBot(by="host", place=0))) == "table.no_bot"
    assert refused(shell.say(ChangeBot(by="host", place=7, level="quick"))) == "table.place"


def test_in_a_match_a_removed_bot_plays_on_until_somebody_takes_its_seat_between_deals() -> None:
    shell = Shell("hk-standard", 3, choose=greedy)
    shell.keep_alive()
    shell.run(awaits("turn"))
    shell.say(RemoveBot(by="host", place=3))
    assert shell.told(4, SeatsNews)[-1].seats[3].presence == "free"
    assert shell.table.state.seats[3].bot == "quick"
    assert refused(shell.say(TakeSeat(by="new", name="New", place=3))) == "table.seat_later"
    shell.run(awaits("rest"))
    assert not refused(shell.say(TakeSeat(by="new", name="New", place=3)))
    told = shell.told(4, SeatsNews)[-1].seats[3]
    assert (told.player, told.name, told.bot) == ("quick", "New", "")


# --- the host


def test_host_powers_are_the_hosts() -> None:
    shell = Shell("hk-standard", 4)
    shell.run(awaits("turn"))
    powers: list[TableMessage] = [
        StartMatch(by="m1"),
        PauseTable(by="m1"),
        ResumeTable(by="m1"),
        SetPace(by="m1", pace="fast"),
        EndAfterDeal(by="m1"),
        HandOver(by="m1", place=1),
    ]
    before = shell.table
    for message in powers:
        assert refused(shell.say(message)) == "table.not_host"
    shell.say(HandOver(by="host", place=1))
    assert shell.told(4, SeatsNews)[-1].host == 1
    assert not refused(shell.say(SetPace(by="m1", pace="fast")))
    assert refused(shell.say(SetPace(by="host", pace="fast"))) == "table.not_host"
    assert before.state.host == "host"


def test_a_pace_holds_from_the_next_deal_on() -> None:
    shell = Shell("hk-standard", 4, choose=greedy)
    shell.keep_alive()
    shell.run(awaits("turn"))
    shell.say(SetPace(by="host", pace="fast"))
    shell.run(awaits("window"))
    assert shell.told(4, WindowNews)[-1].left == 3_000
    shell.run(awaits("rest"))
    shell.run(awaits("window"))
    assert shell.told(4, WindowNews)[-1].left == 2_000
    assert refused(shell.say(SetPace(by="host", pace="warp"))) == "table.pace"  # type: ignore[arg-type]


def test_the_hosts_pause_waits_for_the_end_of_the_deal_and_lasts_five_minutes_at_most() -> None:
    shell = Shell("hk-standard", 4, choose=greedy)
    shell.keep_alive()
    shell.run(awaits("turn"))
    shell.say(PauseTable(by="host"))
    assert shell.table.status == "playing"
    shell.run(lambda each: each.table.status == "paused")
    start = shell.now
    assert shell.table.state.between
    assert shell.told(4, PauseNews)[-1] == PauseNews(on=True, left=PAUSE)
    shell.run(lambda each: each.table.status == "playing")
    assert shell.now - start == PAUSE


def test_three_seats_pause_at_once_and_clocks_stand() -> None:
    shell = Shell("hk-standard", 4)
    shell.run(awaits("window"))
    shell.posted = []
    shell.pass_time(1_000)
    closes = awaited_of(shell).closes
    for place in range(3):
        assert shell.table.status == "playing"
        shell.say(AgreePause(by=f"m{place}"))
    assert shell.table.status == "paused"
    shell.keep_alive()
    for _ in range(40):
        shell.step()
    assert awaited_of(shell).closes == closes
    stood = shell.now
    ask = AskNews("d0", "turn", ("pass",))
    assert (
        refused(shell.say(Act(by="m0", id="p", decision=awaited_of(shell).decision, action=lazy(ask)))) == "act.stale"
    )
    shell.say(ResumeTable(by="host"))
    assert shell.table.status == "playing"
    left = awaited_of(shell).closes
    assert left is not None
    assert left - shell.table.state.time == 2_300
    assert stood == shell.now


def test_two_pauses_an_hour() -> None:
    shell = Shell("hk-standard", 4)
    shell.silent = {0, 1, 2, 3}
    shell.run(awaits("turn"))
    for _ in range(2):
        for place in range(3):
            shell.say(AgreePause(by=f"m{place}"))
        assert shell.table.status == "paused"
        shell.say(ResumeTable(by="host"))
    assert refused(shell.say(AgreePause(by="m0"))) == "table.pause_often"
    assert refused(shell.say(PauseTable(by="host"))) == "table.pause_often"
    first = shell.table.state.pauses[0]
    while shell.table.state.time <= first + HOUR:
        shell.pass_time(10_000)
        for place in range(4):
            shell.say(SignOfLife(by=f"m{place}"))
        shell.say(SignOfLife(by="host"))
        if shell.table.status == "over":
            return
    assert not refused(shell.say(AgreePause(by="m0")))


def test_the_match_ends_after_this_deal_or_at_once_between_two() -> None:
    shell = Shell("hk-standard", 4, choose=greedy)
    shell.keep_alive()
    shell.run(awaits("turn"))
    shell.say(EndAfterDeal(by="host"))
    assert refused(shell.say(EndAfterDeal(by="host"))) == "table.ending"
    shell.run()
    assert replay(typed_lines(shell.record)).ended
    assert shell.record[-1]["type"] == "end_game"
    assert next(line for line in shell.record if line["type"] == "end_kyoku")["next"] == {"over": "stopped"}
    shell = Shell("hk-standard", 4, choose=greedy)
    shell.keep_alive()
    shell.run(awaits("rest"))
    shell.say(EndAfterDeal(by="host"))
    assert shell.table.status == "over"
    assert replay(typed_lines(shell.record)).ended


def test_a_host_who_is_gone_for_five_minutes_is_replaced_by_the_longest_present() -> None:
    shell = Shell("hk-standard", 4)
    shell.say(HandOver(by="host", place=0))
    shell.pass_time(10)
    shell.say(Bye(by="m1"))
    shell.say(Hello(by="m1"))
    shell.say(Bye(by="m0"))
    gone = shell.table.state.time
    shell.silent = {0}
    shell.keep_alive()
    shell.run(lambda each: each.table.state.host != "m0")
    assert shell.table.state.host == "m2"
    assert shell.table.state.time - gone == HOST_GONE


# --- absence


def test_away_after_25_s_of_silence_and_a_bot_30_s_later_from_the_next_question_on() -> None:
    shell = Shell("hk-standard", 4)
    shell.run(awaits("turn"))
    shell.silent = {2}
    last = shell.table.state.signs["m2"].last
    shell.keep_alive()
    shell.run(lambda each: not each.table.state.here(2))
    assert shell.table.state.time - last == SILENT
    assert shell.told(4, PresenceNews)[-1] == PresenceNews(2, "away")
    away = shell.table.state.time
    shell.run(lambda each: each.table.state.seats[2].stand_in)
    assert shell.table.state.time - away == STAND_IN
    assert shell.told(4, PresenceNews)[-1] == PresenceNews(2, "bot")
    awaited = shell.table.state.awaited
    assert awaited is None or 2 not in awaited.bots
    before = len(shell.effects)
    shell.run(lambda each: any(isinstance(e, AskBot) and e.place == 2 for e in each.effects[before:]))


def test_a_closed_socket_is_away_at_once_and_the_seat_is_given_back_with_what_the_bot_did() -> None:
    shell = Shell("hk-standard", 4)
    shell.run(awaits("turn"))
    shell.silent = {1}
    shell.say(Bye(by="m1"))
    assert shell.told(4, PresenceNews)[-1] == PresenceNews(1, "away")
    shell.keep_alive()
    shell.run(lambda each: len(each.table.state.seats[1].did) >= 3)
    did = shell.table.state.seats[1].did
    shell.run(awaits("window"))
    did = shell.table.state.seats[1].did
    shell.silent = set()
    shell.say(Hello(by="m1", have=0))
    assert shell.table.state.seats[1].stand_in
    assert isinstance(shell.told(1, WelcomeNews)[-1], WelcomeNews)
    window = awaited_of(shell).window
    shell.run(lambda each: not each.table.state.seats[1].stand_in)
    assert shell.table.state.awaited is None or awaited_of(shell).window != window
    assert shell.told(4, PresenceNews)[-1] == PresenceNews(1, "here")
    returned = shell.told(1, ReturnedNews)[-1]
    assert returned.did[: len(did)] == did
    assert not shell.told(0, ReturnedNews)
    assert not shell.told(4, ReturnedNews)


def test_a_seat_that_is_given_back_at_once_hears_of_it_after_the_welcome() -> None:
    """In another player's turn no question can be the bot's: a socket hears nothing before its welcome."""
    shell = Shell("hk-standard", 4)
    shell.run(awaits("turn"))
    shell.silent = {1}
    shell.say(Bye(by="m1"))
    shell.keep_alive()
    shell.run(lambda each: len(each.table.state.seats[1].did) >= 1)
    shell.run(lambda each: awaits("turn")(each) and awaited_of(each).of(1) is None)
    before = len(shell.effects)
    shell.silent = set()
    shell.say(Hello(by="m1", have=0))
    assert not shell.table.state.seats[1].stand_in
    told = [type(each.news) for each in shell.effects[before:] if isinstance(each, Tell) and each.to in (1, "m1")]
    assert told.index(WelcomeNews) < told.index(ReturnedNews)


def test_when_a_seat_is_given_back_tells_nobody_whether_it_was_asked() -> None:
    """In a window the seat waits for its end, asked or not."""
    for asked in (True, False):
        shell = Shell("hk-standard", 4)
        shell.run(awaits("turn"))
        shell.silent = {1}
        shell.say(Bye(by="m1"))
        shell.keep_alive()
        shell.run(lambda each: each.table.state.seats[1].stand_in)
        shell.run(
            lambda each, asked=asked: (
                awaits("window")(each) and 1 in awaited_of(each).bots and (awaited_of(each).of(1) is not None) == asked
            )
        )  # type: ignore[misc]
        shell.say(Hello(by="m1"))
        assert shell.table.state.seats[1].stand_in


def test_a_person_who_is_back_cannot_answer_the_bots_question() -> None:
    shell = Shell("hk-standard", 4)
    shell.run(awaits("turn"))
    shell.silent = {1}
    shell.say(Bye(by="m1"))
    shell.keep_alive()
    shell.run(lambda each: each.table.state.seats[1].stand_in)
    shell.run(lambda each: awaits("turn")(each) and awaited_of(each).of(1) is not None and 1 in awaited_of(each).bots)
    shell.say(Hello(by="m1"))
    asked = awaited_of(shell).of(1)
    assert asked is not None
    out = shell.say(Act(by="m1", id="mine", decision=awaited_of(shell).decision, action=asked.texts[0]))
    assert refused(out) == "act.stand_in"


def test_leaving_on_purpose_gives_the_open_question_to_a_bot_at_once() -> None:
    shell = Shell("hk-standard", 4)
    shell.run(awaits("turn"))
    shell.posted = []
    place = awaited_of(shell).persons[0]
    out = shell.say(LeaveTable(by=f"m{place}"))
    assert [each.place for each in out if isinstance(each, AskBot)] == [place]
    seat = shell.told(4, SeatsNews)[-1].seats[place]
    assert (seat.presence, seat.bot) == ("free", "quick")
    v = shell.table.state.v
    shell.run(lambda each: each.table.state.v > v)
    assert "default" not in shell.record[-2]
    assert refused(shell.say(Hello(by=f"m{place}"))) == "table.not_seated"


def test_an_answer_of_somebody_who_leaves_stands() -> None:
    shell = Shell("hk-standard", 4)
    shell.run(awaits("window", asked=True))
    shell.posted = []
    place = awaited_of(shell).persons[0]
    ask = shell.told(place, AskNews)[-1]
    shell.say(Act(by=f"m{place}", id="last", decision=ask.decision, action=ask.legal[-1]))
    assert not [each for each in shell.say(LeaveTable(by=f"m{place}")) if isinstance(each, AskBot)]
    shell.table = LiveTable.folded(shell.lines, shell.secrets, shell.now)
    shell.silent = {0, 1, 2, 3}
    shell.pass_time(3_301)
    assert [line["chosen"] for line in shell.record if line["type"] == "decision"][-1] == ask.legal[-1]


def test_without_a_clock_a_bot_takes_the_open_question_of_somebody_absent() -> None:
    shell = Shell("hk-standard", 4)
    for place in range(4):
        shell.say(AgreeClock(by=f"m{place}", off=True))
    shell.run(awaits("turn"))
    shell.posted = []
    place, v = awaited_of(shell).persons[0], shell.table.state.v
    shell.silent = {place}
    shell.say(Bye(by=f"m{place}"))
    shell.keep_alive()
    start = shell.now
    shell.run(lambda each: each.table.state.v > v)
    assert shell.now - start == STAND_IN + shell.table.state.terms.bot_turn


def test_a_pause_between_deals_ends_with_the_match() -> None:
    shell = Shell("hk-standard", 4, choose=greedy)
    shell.keep_alive()
    shell.run(awaits("turn"))
    shell.say(PauseTable(by="host"))
    shell.run(lambda each: each.table.status == "paused")
    shell.say(EndAfterDeal(by="host"))
    assert shell.table.status == "over"


def test_a_seed_that_comes_after_the_end_is_nothing() -> None:
    shell = Shell("hk-standard", 4, choose=greedy)
    shell.keep_alive()
    shell.run(lambda each: each.table.state.wanted == 2)
    shell.say(EndAfterDeal(by="host"))
    assert shell.table.status == "over"
    lines = len(shell.lines)
    shell.say(SealWall(2, bytes(128)))
    assert len(shell.lines) == lines


def test_when_everybody_has_left_the_match_ends_after_the_deal() -> None:
    shell = Shell("hk-standard", 4)
    shell.run(awaits("turn"))
    for place in range(4):
        shell.say(LeaveTable(by=f"m{place}"))
    shell.run()
    assert shell.table.status == "over"
    assert sum(line["type"] == "start_kyoku" for line in shell.record) == 1


def test_a_host_who_leaves_hands_the_role_on() -> None:
    shell = Shell("hk-standard", 4)
    shell.say(HandOver(by="host", place=3))
    shell.say(LeaveTable(by="m3"))
    assert shell.table.state.host == "m0"


# --- walls


def sealed(persons: int = 4) -> Shell:
    """A table that waits for nonces."""
    shell = Shell("hk-standard", persons)
    shell.silent = {0, 1, 2, 3}
    shell.run(awaits("nonces"))
    return shell


def test_the_commitment_is_on_the_disk_before_it_is_told_and_before_any_nonce() -> None:
    shell = sealed()
    kinds = [type(each).__name__ for each in shell.effects]
    assert shell.lines[-1]["type"] == "wall_sealed"
    told = next(each for each in shell.effects if isinstance(each, Tell) and isinstance(each.news, WallNews))
    note = next(each for each in shell.effects if isinstance(each, Append) and each.line.type == "wall_sealed")
    assert shell.effects.index(note) < shell.effects.index(told)
    assert "WantSeed" in kinds


def test_nonces_that_are_late_missing_second_or_malformed() -> None:
    shell = sealed()
    assert refused(shell.say(GiveNonce(by="m0", deal=1, nonce="AB" * 16))) == "table.nonce"
    assert refused(shell.say(GiveNonce(by="m0", deal=1, nonce="ab" * 15))) == "table.nonce"
    assert refused(shell.say(GiveNonce(by="m0", deal=2, nonce="ab" * 16))) == "table.nonce_late"
    assert not refused(shell.say(GiveNonce(by="m0", deal=1, nonce="ab" * 16)))
    assert refused(shell.say(GiveNonce(by="m0", deal=1, nonce="cd" * 16))) == "table.nonce_twice"
    assert refused(shell.say(GiveNonce(by="host", deal=1, nonce="cd" * 16))) == "table.not_seated"
    shell.pass_time(2_300)
    assert shell.record[-1]["type"] != "start_game"
    assert refused(shell.say(GiveNonce(by="m1", deal=1, nonce="ab" * 16))) == "table.nonce_late"
    shell.say(EndAfterDeal(by="host"))
    shell.silent = set()
    shell.choose = greedy
    shell.run()
    proof = next(line for line in shell.record if line["type"] == "proof")
    assert proof["nonces"] == ["ab" * 16, NO_NONCE, NO_NONCE, NO_NONCE]
    assert all(each.proven and not each.faults for each in verify(shell.record))


def test_nobody_gets_another_wall_by_leaving_or_by_a_second_seed() -> None:
    shell = sealed()
    commit = shell.lines[-1]["commit"]
    shell.say(SealWall(1, bytes(128)))
    shell.say(LeaveTable(by="m0"))
    shell.run(lambda each: each.table.state.v > 5)
    head = next(line for line in shell.record if line["type"] == "start_kyoku")
    assert head["commit"] == commit
    assert sum(line["type"] == "wall_sealed" for line in shell.lines) == 1


@pytest.mark.parametrize("seed", [b"", bytes(127), bytes(129)])
def test_a_seed_has_128_bytes(seed: bytes) -> None:
    shell = Shell("hk-standard", 4)
    out = shell.table.take(SealWall(1, seed), shell.now)[1]
    assert not any(isinstance(each, Append) for each in out)
    assert "seed" not in repr(SealWall(1, b"secret"))


def test_a_seed_is_wanted_once_for_each_deal() -> None:
    shell = Shell("hk-standard", 4, choose=greedy)
    shell.keep_alive()
    shell.run(lambda each: sum(line["type"] == "start_kyoku" for line in each.record) == 3)
    assert [each.deal for each in shell.effects if isinstance(each, WantSeed)] == [1, 2, 3]


def test_a_match_that_is_to_end_while_cuts_are_asked_ends_after_them() -> None:
    """Debtors are asked all the same; then the match is over, without another deal."""
    rules = rules_of("hk-taiwanese").with_options({"ledger.cut_interval": 1, "hand.min_fan": 0})
    shell = Shell(rules, 4, choose=greedy)
    shell.keep_alive()
    shell.run(awaits("cut"))
    deals = sum(line["type"] == "start_kyoku" for line in shell.record)
    assert not refused(shell.say(EndAfterDeal(by=shell.table.state.host)))
    assert awaits("cut")(shell)
    shell.run()
    assert [line["type"] for line in shell.record if line["type"] != "decision"][-2:] == ["cut", "end_game"]
    assert sum(line["type"] == "start_kyoku" for line in shell.record) == deals
    assert replay(typed_lines(shell.record)).ended
    assert LiveTable.folded(shell.lines, {}) == shell.table.restarted()


# --- 相公


def test_three_seats_mark_the_fourth_from_the_next_draw_on() -> None:
    shell = Shell(rules_of("hk-standard"), 4)
    shell.keep_alive()
    shell.run(lambda each: awaits("window")(each) and each.table.state.v > 30)
    for place in (0, 1):
        assert not refused(shell.say(MarkDead(by=f"m{place}", place=3)))
        assert not refused(shell.say(MarkDead(by=f"m{place}", place=3)))
    assert refused(shell.say(MarkDead(by="m3", place=3))) == "table.place"
    assert not any(line["type"] == "seat_marked" for line in shell.lines)
    shell.say(MarkDead(by="m2", place=3))
    assert refused(shell.say(MarkDead(by="m2", place=3))) == "table.marked"
    shell.run(lambda each: any(line["type"] == "dead" for line in each.record))
    number = next(number for number, line in enumerate(shell.record) if line["type"] == "dead")
    seat = shell.table.state.playing.seat(3).text  # type: ignore[union-attr]
    assert shell.record[number]["actor"] == seat
    shell.say(EndAfterDeal(by="host"))
    shell.run()
    assert shell.record[number + 1]["type"] == "tsumo"
    assert replay(typed_lines(shell.record)).ended
    assert LiveTable.folded(shell.lines, {}) == shell.table.restarted()


def test_nobody_is_marked_between_deals() -> None:
    shell = Shell("hk-standard", 4, choose=greedy)
    shell.keep_alive()
    shell.run(awaits("rest"))
    assert refused(shell.say(MarkDead(by="m0", place=1))) == "table.no_deal"


# --- watchers, reactions, rematch


def test_fifty_watch_and_no_more_and_players_see_who() -> None:
    shell = Shell("hk-standard", 4)
    for number in range(MOST_WATCHERS):
        assert not refused(shell.say(WatchTable(by=f"w{number}", name=f"Watcher {number}")))
    assert refused(shell.say(WatchTable(by="more", name="More"))) == "table.watchers_full"
    assert len(shell.told(0, WatchersNews)[-1].names) == MOST_WATCHERS
    assert not refused(shell.say(WatchTable(by="w0", name="Watcher 0")))
    shell.say(StopWatching(by="w0"))
    assert not refused(shell.say(WatchTable(by="more", name="More")))
    shell.say(Bye(by="more"))
    assert "More" not in shell.told(0, WatchersNews)[-1].names
    assert refused(shell.say(Resync(by="more"))) == "table.not_seated"


def test_a_table_may_be_played_without_watchers() -> None:
    shell = Shell("hk-standard", 4, terms=LiveTerms(watchers=False))
    assert refused(shell.say(WatchTable(by="w0", name="W"))) == "table.no_watchers"
    assert refused(shell.say(LetWatch(by="m0", on=True))) == "table.not_host"
    shell.say(LetWatch(by="host", on=True))
    assert not refused(shell.say(WatchTable(by="w0", name="W")))
    shell.say(LetWatch(by="host", on=False))
    assert shell.told(0, WatchersNews)[-1].names == ()
    assert refused(shell.say(WatchTable(by="w0", name="W"))) == "table.no_watchers"


def hinted(shell: Shell, viewer: int) -> tuple[bool, list[bool]]:
    """Whether hints are allowed and who has them on, as a viewer last heard."""
    news = shell.told(viewer, SeatsNews)[-1]
    return news.hints, [seat.hinted for seat in news.seats]


def test_who_has_hints_on_is_told_to_everybody() -> None:
    shell = Shell("hk-standard", 3, watchers=1)
    assert not refused(shell.say(UseHints(by="m1", on=True)))
    for viewer in range(5):
        assert hinted(shell, viewer) == (True, [False, True, False, False])
    lines = len(shell.lines)
    shell.say(UseHints(by="m1", on=True))  # once is enough
    assert len(shell.lines) == lines
    folded = LiveTable.folded(shell.lines, shell.secrets, shell.now)
    assert [seat.hinted for seat in folded.state.seats] == [False, True, False, False]
    shell.say(UseHints(by="m1", on=False))
    assert hinted(shell, 4) == (True, [False] * 4)
    assert refused(shell.say(UseHints(by="w0", on=True))) == "table.not_seated"


def test_the_host_forbids_hints_and_then_nobody_has_them() -> None:
    shell = Shell("hk-standard", 4, watchers=1)
    shell.say(UseHints(by="m2", on=True))
    assert refused(shell.say(LetHints(by="m2", on=False))) == "table.not_host"
    assert not refused(shell.say(LetHints(by="host", on=False)))
    assert hinted(shell, 0) == hinted(shell, 4) == (False, [False] * 4)
    assert refused(shell.say(UseHints(by="m2", on=True))) == "table.no_hints"
    assert not refused(shell.say(UseHints(by="m2", on=False)))
    folded = LiveTable.folded(shell.lines, shell.secrets, shell.now)
    assert not folded.state.terms.hints
    shell.say(LetHints(by="host", on=True))
    assert not refused(shell.say(UseHints(by="m2", on=True)))


def test_a_newcomer_has_no_hints_on() -> None:
    shell = Shell("hk-standard", 2, terms=LiveTerms(hints=True))
    shell.say(UseHints(by="m1", on=True))
    shell.say(LeaveTable(by="m1"))
    assert hinted(shell, 0) == (True, [False] * 4)
    forbidden = Shell("hk-standard", 2, terms=LiveTerms(hints=False))
    assert refused(forbidden.say(UseHints(by="m1", on=True))) == "table.no_hints"


def test_watchers_and_strangers_do_nothing_at_the_table() -> None:
    shell = Shell("hk-standard", 4, watchers=1)
    shell.run(awaits("turn"))
    for by in ("w0", "stranger", ""):
        messages: list[TableMessage] = [
            Act(by=by, id="x", decision=awaited_of(shell).decision, action="pass"),
            ReadyForDeal(by=by),
            React(by=by, reaction="thanks"),
            MarkDead(by=by, place=0),
            AgreePause(by=by),
            LeaveTable(by=by),
            UseHints(by=by, on=True),
            WantRematch(by=by),
        ]
        for message in messages:
            assert refused(shell.say(message)) == "table.not_seated"


def test_one_reaction_in_three_seconds_from_the_fixed_list() -> None:
    shell = Shell("hk-standard", 4, watchers=1)
    assert refused(shell.say(React(by="m0", reaction="free text"))) == "table.reaction"
    assert not refused(shell.say(React(by="m0", reaction="hurry")))
    assert shell.told(4, ReactionNews)[-1] == ReactionNews(0, "hurry")
    shell.pass_time(REACTION_GAP - 1)
    assert refused(shell.say(React(by="m0", reaction="hurry"))) == "table.reaction_soon"
    assert not refused(shell.say(React(by="m1", reaction="hurry")))
    shell.pass_time(1)
    lines = len(shell.lines)
    assert not refused(shell.say(React(by="m0", reaction="thanks")))
    assert len(shell.lines) == lines


def test_a_rematch_keeps_seats_rules_terms_and_book() -> None:
    terms = LiveTerms(title="Friday", pace="fast", book="b1")
    shell = Shell(rules_of("club16").with_options({"play.rounds": 1}), 2, choose=greedy, terms=terms)
    shell.keep_alive()
    shell.run(awaits("turn"))
    assert refused(shell.say(WantRematch(by="m0"))) == "table.not_over"
    shell.say(EndAfterDeal(by="host"))
    shell.run()
    assert not [each for each in shell.say(WantRematch(by="m0")) if isinstance(each, Reopen)]
    assert [each for each in shell.say(WantRematch(by="m1")) if isinstance(each, Reopen)] == [Reopen("t1")]
    assert not [each for each in shell.say(WantRematch(by="m1")) if isinstance(each, Reopen)]
    again, out = shell.table.again("t2", shell.now)
    lines = [each.line.to_dict() for each in out if isinstance(each, Append)]
    assert LiveTable.folded(lines, {}) == again.restarted()
    old, new = shell.table.state, again.state
    assert (new.rules, new.terms, new.host) == (old.rules, terms, old.host)
    assert [(seat.member, seat.name, seat.bot) for seat in new.seats] == [
        (seat.member, seat.name, seat.bot) for seat in old.seats
    ]
    assert again.take(StartMatch(by="host"), shell.now)[0].status == "playing"


# --- arriving


def test_whoever_arrives_is_told_everything_that_stands_open() -> None:
    shell = Shell("hk-standard", 4)
    shell.run(awaits("window", asked=True))
    shell.posted = []
    shell.pass_time(1_000)
    place = awaited_of(shell).persons[0]
    before = len(shell.sent)
    shell.silent = {0, 1, 2, 3}
    shell.say(Hello(by=f"m{place}"))
    told = [each.news for each in shell.sent[before:] if each.to == place]
    assert [type(each) for each in told] == [WelcomeNews, SnapshotNews, SeatsNews, WindowNews, AskNews]
    assert told[3].left == told[4].left == 2_000  # type: ignore[attr-defined]
    assert told[0].hash == told[1].hash  # type: ignore[attr-defined]
    before = len(shell.sent)
    shell.say(Hello(by="host", have=shell.table.state.v))
    told = [each.news for each in shell.sent[before:]]
    assert [type(each) for each in told] == [WelcomeNews, SeatsNews, WindowNews]


def test_a_table_needs_bots_to_stand_in_and_a_title_that_can_be_read() -> None:
    with pytest.raises(TableRefusal):
        LiveTable.opened("t", "hk-standard", host="h", now=0, terms=LiveTerms(levels=()))
    with pytest.raises(TableRefusal):
        LiveTable.opened("t", "hk-standard", host="h", now=0, terms=LiveTerms(title="x" * 81))
    assert LiveTable.opened("t", "hk-standard", host="h", now=0, terms=LiveTerms(title="x" * 80))


def test_a_table_that_is_over_wants_no_time() -> None:
    shell = Shell(rules_of("club16").with_options({"play.rounds": 1}), 4, choose=greedy)
    shell.keep_alive()
    shell.run(awaits("turn"))
    shell.say(EndAfterDeal(by="host"))
    shell.run()
    shell.say(TimePassed())
    assert shell.table.wake is None


@pytest.mark.parametrize("of_the_rules", [False, True])
def test_a_match_ends_after_the_deal_in_which_its_time_is_over(of_the_rules: bool) -> None:
    """No deal begins after it, and the deal that was played then is played to its end: as the table was opened, or by its rules."""
    rules = rules_of("hk-standard").with_options({"play.minutes": 12 if of_the_rules else 0})
    shell = Shell(rules, 4, choose=greedy, terms=LiveTerms(minutes=0 if of_the_rules else 12))
    shell.keep_alive()
    shell.run()
    told = [line["played"] for line in shell.lines if line["type"] == "time"]
    assert all(each < 720_000 for each in told[:-1])
    ends = [line for line in shell.record if line["type"] == "end_kyoku"]
    assert ends[-1]["next"]["over"] == "stopped"
    assert len(ends) > 1
    assert shell.table.state.time >= 720_000
    assert len(told) in (len(ends) - 1, len(ends))


def test_the_time_played_survives_a_restart() -> None:
    shell = Shell("hk-standard", 4, choose=greedy, terms=LiveTerms(minutes=60))
    shell.keep_alive()
    shell.run(awaits("rest"))
    played = shell.table.state.played
    assert played > 0
    assert shell.table.restarted().state.played == played
    free = Shell("hk-standard", 4, choose=greedy)
    free.keep_alive()
    free.run(awaits("rest"))
    assert free.table.state.played == 0
    assert not any(line["type"] == "time" for line in free.lines)


def test_a_table_that_has_written_very_much_ends_after_its_deal() -> None:
    shell = Shell("hk-standard", 4, choose=greedy, terms=LiveTerms(most_lines=40))
    shell.keep_alive()
    shell.run()
    assert sum(line["type"] == "start_kyoku" for line in shell.record) == 1
