"""The game as a value: answers depend on it alone, nothing is changed, and every driver makes the same record."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from matches import Eager, some_match, some_walls
from reference.samples import many
from sikwu import ruleset
from sikwu.play import finished
from sikwu.play.actions import ACTIONS, CUT, PASS, action_text
from sikwu.play.deal_game import Question
from sikwu.play.game import Game, GameStep
from sikwu.play.lines import (
    CutLine,
    DeadHandLine,
    DealLine,
    DecisionLine,
    DrawLine,
    EndLine,
    Line,
    ProofLine,
    ResultLine,
    WinLine,
)
from sikwu.play.match import Match, seeded_walls
from sikwu.play.problems import PlayError
from sikwu.play.replay import replay, replay_decisions
from sikwu.play.view import View, seen_record
from sikwu.players import Sitting, player
from sikwu.players.chance import Chance
from sikwu.tiles import Wind
from test_play_laws import choice
from test_play_twin import RULESETS, some_rules

SEATS = tuple(Wind)


def seen(game: Game) -> tuple[object, ...]:
    """Everything visible of a game."""
    return game.phase, game.questions(), game.match, tuple(map(game.view, (*SEATS, None)))


def chosen(game: Game, question: Question, chance: Random) -> int:
    return chance.choice(question.legal) if question.at == "cut" else choice(game.dealt, question.seat, chance)


def some_game(name: str, number: int, *, holds: bool = False) -> tuple[Game, Random]:
    chance = Random(f"game {name} {number}")
    rules = some_rules(name, chance)
    if "ledger.cut_interval" in rules.settings:
        rules = rules.with_options({"ledger.cut_interval": 1, "hand.min_fan": 0})
    return Game(Match.new(rules, table=f"g{number}"), holds=holds), chance


# --- a value


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_is_never_changed_and_answers_the_same_twice(name: str) -> None:
    asked: Counter[str] = Counter()
    for number in range(many(3)):
        game, chance = some_game(name, number)
        game = game.deal(seeded_walls(number)(game.match)).game
        while game.phase not in ("wall", "over"):
            before, questions = seen(game), game.questions()
            for question in questions:
                action = chosen(game, question, chance)
                one, two = game.answer(question.seat, action), game.answer(question.seat, action)
                assert one.lines == two.lines
                assert seen(one.game) == seen(two.game)
                wrong = chance.choice([each for each in range(ACTIONS) if each not in question.legal])
                with pytest.raises(PlayError):
                    game.answer(question.seat, wrong)
                asked[question.at] += 1
            other = [seat for seat in SEATS if seat not in {question.seat for question in questions}]
            with pytest.raises(PlayError):
                game.answer(chance.choice(other or SEATS), -1)
            game.expire()
            assert seen(game) == before
            game = one.game
    assert asked["turn"] > 20
    assert asked["discard"] > 10


def test_what_a_phase_does_not_allow_is_refused() -> None:
    game = Game(Match.new())
    wall = seeded_walls(1)(game.match)
    dealt = game.deal(wall).game
    for refused in (
        lambda: game.answer(Wind.EAST, PASS),
        lambda: game.view(Wind.EAST),
        lambda: game.mark_dead(Wind.EAST),
        lambda: dealt.deal(wall),
        lambda: dealt.played(dealt.dealt),
        lambda: game.stop().game.deal(wall),
        lambda: game.stop().game.answer(Wind.EAST, PASS),
    ):
        with pytest.raises(PlayError) as told:
            refused()
        assert told.value.code == "play.phase"
    assert game.expire() == GameStep(game, ())


# --- one order of lines


class Following:
    """A game and its lines so far."""

    def __init__(self, step: GameStep) -> None:
        self.game, self.lines = step.game, list(step.lines)

    def take(self, step: GameStep) -> tuple[Line, ...]:
        """Continues; returns the new lines."""
        self.game = step.game
        self.lines += step.lines
        return step.lines


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_that_holds_makes_the_same_record(name: str) -> None:
    """Every window is held, first answers are replaced, silent seats pass: no line differs, and none comes before its
    window closes.
    """
    silent = again = 0
    for number in range(many(3)):
        game, chance = some_game(name, number)
        wall = seeded_walls(number)(game.match)
        plain, held = Following(game.deal(wall)), Following(some_game(name, number, holds=True)[0].deal(wall))
        while plain.game.phase not in ("wall", "over"):
            while not held.game.questions():
                assert held.game.held
                held.take(held.game.expire())
                silent += 1
            questions, stands = plain.game.questions(), held.game.held
            assert held.game.questions() == questions
            answers = [(question, chosen(plain.game, question, chance)) for question in questions]
            for question, action in answers:
                first = chance.choice(question.legal)
                if stands:
                    assert held.take(held.game.answer(question.seat, first)) == ()
                    assert question._replace(answer=first) in held.game.questions()
                    again += first != action
                more = held.take(held.game.answer(question.seat, action))
                assert not stands or more == ()
                plain.take(plain.game.answer(question.seat, action))
            if stands:
                held.take(held.game.expire())
        while held.game.running:
            held.take(held.game.expire())
        assert held.lines == plain.lines
        assert held.game.match == plain.game.match
    assert silent > 20
    assert again > 5


def test_time_that_is_up_keeps_answers_and_gives_the_default_to_the_others() -> None:
    """In a held window with two seats, one has answered: its line has its choice, the other's line has the default
    action.
    """
    found = 0
    for number in range(60):
        game, chance = some_game("hk-standard", number, holds=True)
        game = game.deal(seeded_walls(number)(game.match)).game
        while game.running:
            questions = game.questions()
            if len(questions) > 1 and game.held:
                first, *others = questions
                step = game.answer(first.seat, first.legal[-1]).game.expire()
                lines = [line for line in step.lines if isinstance(line, DecisionLine)]
                assert [line.default for line in lines] == [False] + [True] * len(others)
                assert lines[0].chosen == first.texts[-1]
                assert [line.chosen for line in lines[1:]] == [action_text(each.usual) for each in others]
                found += 1
            if questions and not game.held:
                game = game.answer(questions[0].seat, choice(game.dealt, questions[0].seat, chance)).game
            else:
                game = game.expire().game
    assert found > 3


@pytest.mark.parametrize("name", ["hk-taiwanese", "club16"])
def test_after_a_deal_come_its_result_its_proof_the_cuts_and_the_next_wall(name: str) -> None:
    cuts = asked = 0
    for number in range(many(8)):
        game, chance = some_game(name, number)
        walls, lines = seeded_walls(number), list[Line]()
        while game.phase != "over" and game.match.deals < 3:
            step = game.deal(walls(game.match), last=game.match.deals == 2)
            while step.game.running:
                lines += step.lines
                question = step.game.questions()[0]
                step = step.game.answer(question.seat, chosen(step.game, question, chance))
            end = [type(line) for line in step.lines][-3:]
            game, offered = step.game, step.game.match.cuts
            assert end[-2:] == [ResultLine, ProofLine] or end == [ResultLine, ProofLine, EndLine]
            assert (EndLine in end) == (game.phase == "over")
            for pair in offered if game.phase == "cuts" else ():
                (question,) = game.questions()
                assert (question.at, question.legal) == ("cut", (PASS, CUT))
                assert game.seats is not None
                assert game.seats[question.seat] == pair.debtor
                view = game.view(question.seat)
                assert (view.at, view.cut) == ("cut", question.cut)
                assert all(game.view(seat).at == "" for seat in SEATS if seat is not question.seat)
                with pytest.raises(PlayError):
                    game.answer(Wind((question.seat + 1) % 4), PASS)
                game, more = game.answer(question.seat, chance.choice((PASS, CUT)))
                assert isinstance(more[0], DecisionLine)
                assert [type(line) for line in more[1:]] in ([], [CutLine])
                cuts, asked = cuts + len(more[1:]), asked + 1
            assert game.phase in ("wall", "over")
    assert (asked > 3 and cuts > 0) or name == "club16"


def test_a_match_is_stopped_now_or_after_its_deal() -> None:
    game = Game(Match.new())
    stopped, lines = game.stop()
    assert (stopped.phase, [line.type for line in lines]) == ("over", ["end_game"])
    assert stopped.stop() == GameStep(stopped, ())
    running = game.deal(seeded_walls(1)(game.match)).game
    ending, lines = running.stop()
    assert lines == ()
    while ending.running:
        ending, lines = ending.expire()
    assert [line.type for line in lines[-3:]] == ["end_kyoku", "proof", "end_game"]
    assert ending.match.over == "stopped"


def test_a_seat_is_marked_dead_before_the_next_draw_from_the_front() -> None:
    """As a table marks it: the record replays, and the mark is where the deal puts it."""
    for number in range(many(6)):
        game, chance = some_game("hk-common", number)
        begun = game.begin()
        step = game.deal(seeded_walls(number)(game.match), last=True)
        lines, count, seat = [begun, *step.lines], 0, Wind(number % 4)
        game = step.game
        while game.running:
            count += 1
            if count == 12:
                game = game.mark_dead(seat).mark_dead(seat)
            question = game.questions()[0]
            game, more = game.answer(question.seat, choice(game.dealt, question.seat, chance))
            lines += more
        if count < 12:
            continue
        places = [place for place, line in enumerate(lines) if isinstance(line, DeadHandLine)]
        if places:  # the deal may end before anybody draws again
            assert len(places) == 1
            assert isinstance(lines[places[0] + 1], DrawLine)
        assert replay(lines).ended


def test_a_deal_that_was_played_outside_is_taken_in() -> None:
    game = Game(Match.new("hk-taiwanese"))
    dealt = game.deal(seeded_walls(3)(game.match)).game
    deal, inside = dealt.dealt.copy(), dealt
    while (window := deal.window) is not None:
        deal.apply(window.waiting[0], deal.usual(window.waiting[0]))
    while inside.running:
        inside, lines = inside.expire()
    taken = dealt.played(deal)
    assert taken.lines == lines[-2:]
    assert taken.game.match == inside.match


# --- scored and settled once


@pytest.mark.parametrize("name", RULESETS)
def test_a_win_is_scored_and_settled_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told: Counter[str] = Counter()

    def noted(what: str, function: Any) -> Any:
        def counted(*args: Any) -> Any:
            told[what] += what == "score" or not args[1:]  # an ending without a win has its own rules
            return function(*args)

        return counted

    for module in (finished, __import__("sikwu.book.tiles", fromlist=["settle"])):
        for what in ("score", "settle"):
            monkeypatch.setattr(module, what, noted(what, getattr(module, what)))
    sitting = Sitting(Match.new(name), [Eager()] * 4, some_walls(Random(name)), seed=3)
    lines: list[Line] = [sitting.game.begin()]
    for _ in range(6):
        lines += sitting.deal()
        if sitting.match.over:
            break
    wins = sum(isinstance(line, WinLine) for line in lines)
    assert wins > 0
    assert told == {"score": wins, "settle": wins}
    told.clear()
    replay(lines)
    assert told == {"score": wins, "settle": wins}


# --- built on replay


@pytest.mark.parametrize("name", RULESETS)
def test_replay_yields_every_decision_with_what_its_seat_saw(name: str) -> None:
    views: list[View] = []

    class Noting(Eager):
        def choose_with(self, view: View, legal: Any, chance: Chance) -> int:
            views.append(view)
            return super().choose_with(view, legal, chance)

    rules = ruleset(name)
    if name == "hk-taiwanese":
        rules = rules.with_options({"ledger.cut_interval": 1, "hand.min_fan": 0})
    sitting = Sitting(Match.new(rules), [Noting()] * 4, some_walls(Random(f"noting {name}")), seed=5)
    lines = [sitting.game.begin(), *sitting.deal(), *sitting.deal(), *sitting.deal(last=True)]
    told = list(replay_decisions(lines))
    assert [each.view for each in told] == views
    written = [line for line in lines if isinstance(line, DecisionLine)]
    assert [(each.at, each.default) for each in told] == [(line.at, line.default) for line in written]
    assert [action_text(each.chosen, each.view.offered) for each in told] == [line.chosen for line in written]
    assert all(each.view.legal == each.legal for each in told)
    deals = [line.deal for line in lines if isinstance(line, DealLine)]
    assert sorted({each.deal for each in told}) == deals
    for deal in deals:
        assert [each.step for each in told if each.deal == deal] == list(range(sum(each.deal == deal for each in told)))


@pytest.mark.parametrize("holds", [False, True])
@pytest.mark.parametrize("name", ["hk-standard", "hk-taiwanese", "club16"])
def test_a_game_goes_on_from_the_lines_of_a_deal_that_is_not_finished(name: str, holds: bool) -> None:
    """Like a table that was stopped: the lines so far and the wall give the game, whatever the last line is."""
    goes_on = 0
    for number in range(many(2)):
        game, chance = some_game(name, number, holds=holds)
        wall = seeded_walls(number)(game.match)
        following = Following(game.deal(wall))
        lines: list[Line] = [game.begin()]
        while following.game.running:
            done = replay([*lines, *following.lines], wall, holds=holds)
            assert done.kept == 1 + len(following.lines)
            there = done.game
            while holds and there.phase == "window" != following.game.phase:  # it closed without a line
                there, more = there.expire()
                assert more == ()
            assert seen(there) == seen(following.game)
            goes_on += 1
            held, questions = following.game.held, following.game.questions()
            for question in questions:
                action = chosen(following.game, question, chance)
                following.take(following.game.answer(question.seat, action))
            if held:
                following.take(following.game.expire())
    assert goes_on > 30


def test_a_record_that_ends_between_two_cuts_goes_on_with_the_next() -> None:
    """Wherever the record was truncated between two deals, the continued match makes a record that replays."""
    tried = 0
    for number in range(12):
        lines = some_match("hk-taiwanese", number)[1]
        for place, line in enumerate(lines[1:], 1):
            cut = isinstance(line, DecisionLine) and line.at == "cut"
            if not cut:
                continue
            for end in (place, place + 1):
                done = replay(lines[:end])
                assert done.kept <= end
                sitting = Sitting(done.game, [player("quick")] * 4, seed=1)
                again = [*lines[: done.kept], *sitting.deal(last=True)]
                assert replay(again).ended
                tried += 1
    assert tried > 4


@pytest.mark.parametrize("name", RULESETS)
def test_everybody_reads_the_same_lines_but_for_decisions(name: str) -> None:
    """Four seats and a spectator: each gets one line for every line that is not a decision, so the numbers are the
    same for all.
    """
    for number in range(2):
        match, lines, _ = some_match(name, number)
        hidden = match.rules.terms.kongs.hidden
        views = [list(seen_record(lines, who, hidden)) for who in (*match.players, None)]
        for view in views:
            plain = [[line.type for line in each if not isinstance(line, DecisionLine)] for each in (lines, view)]
            assert plain[0] == plain[1]
        assert not any(isinstance(line, DecisionLine) for line in views[-1])
        told = sum(isinstance(line, DecisionLine) for view in views for line in view)
        assert told == sum(isinstance(line, DecisionLine) for line in lines)
