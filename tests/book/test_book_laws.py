"""Laws of books over random walks: every entry balances, replay equals the live book, undo, redo and edits agree."""

from __future__ import annotations

import os
from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

import sikwu
from reference.samples import many
from sikwu.book import Book, BookError
from sikwu.book import book as book_module
from sikwu.book.events import (
    Anything,
    Close,
    Cut,
    Dice,
    Edit,
    Fine,
    Kong,
    Penalty,
    Redraw,
    Result,
    Reverse,
    Seats,
    SentEvent,
    Swap,
    broken_at,
)
from sikwu.book.evolve import _EventWork, evolve
from sikwu.book.exchange import from_csv, from_jsonl, to_csv, to_jsonl
from sikwu.book.quick import won
from sikwu.book.state import standing
from sikwu.book.stats import stats
from sikwu.money.amount import Money
from sikwu.money.payment import Payment
from sikwu.rules.options import OneOf, Ratio, Whole
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import SikwuError

GAMES = ("hk-standard", "hk-common", "hk-classic", "hk-taiwanese", "club16")
AT = "2024-06-01T20:00:00Z"
TABLES = 1_000_000 if os.environ.get("SIKWU_LONG") else 100_000
WINS = {
    13: "123678m 中中中 發發發 白 +白 1f",
    16: "123678m 中中中 發發發 789p 白 +白 1f",
}


# --- laws over random walks


def random_value(chance: Random, values: object) -> object:
    match values:
        case OneOf():
            return chance.choice(values.values)
        case Whole():
            return chance.randrange(values.least, min(values.most or values.least + 9, values.least + 9) + 1)
        case Ratio():
            return chance.choice(["1", "3/2", "2", "1/2", "0", "4/3"])
    return None


def random_rules(chance: Random) -> Ruleset:
    base = sikwu.ruleset(chance.choice(GAMES))
    groups = ("ledger", "dealer", "dice", "concealed_kong", "false_win", "fines", "bust", "chips", "score", "win")
    options: dict[str, object] = {"hand.min_fan": chance.choice([0, 1])}
    for option in base.options:
        if option.id.split(".")[0] in groups and chance.random() < 0.4:
            value = random_value(chance, option.values)
            if value is not None and option.problem(value, frozenset()) is None:
                options[option.id] = value
    return base.with_options({key: value for key, value in options.items() if key in base.settings})


def random_hand(chance: Random, book: Book) -> Result:
    players = list(book.state.table.seated)
    chance.shuffle(players)
    players += [each for each in book.state.players if each not in players]  # where several have left
    first, second, third, *_ = players
    terms = book.ruleset.terms.ledger
    extra: dict[str, object] = {"note": chance.choice(["", "", "好牌"])}
    if terms is not None and chance.random() < 0.2:
        extra |= {"kongs": (third,), "dice": tuple(chance.choices((1, 2, 3), k=3))}
    if book.ruleset.terms.chips is not None and chance.random() < 0.2:
        extra["fines"] = (second,)
    fan = chance.randrange(1, 12)
    kind = chance.random()
    if kind < 0.1:
        return Result("draw", **extra)  # type: ignore[arg-type]
    if kind < 0.17:
        return Result("false_win", by=first, **extra)  # type: ignore[arg-type]
    if kind < 0.4:
        return Result("self_draw", {first: fan}, **extra)  # type: ignore[arg-type]
    if kind < 0.48:
        return Result("kong_replacement", {first: fan}, second, **extra)  # type: ignore[arg-type]
    if kind < 0.56:
        return Result(
            "self_draw", source=chance.choice([None, second]), tiles={first: WINS[book.ruleset.document.size]}, **extra
        )  # type: ignore[arg-type]
    wins = {first: fan, third: fan + 2} if kind > 0.88 else {first: fan}
    return Result("discard", wins, second, robbed=chance.random() < 0.1, **extra)  # type: ignore[arg-type]


def random_event(chance: Random, book: Book) -> Anything:
    state = book.state
    kind = chance.random()
    if kind < 0.62 and len(state.table.seated) == 4:
        return random_hand(chance, book)
    if kind < 0.70:
        return book.undoing() if chance.random() < 0.6 else book.redoing()
    if kind < 0.78:
        target = chance.choice(book.entries).seq
        return Reverse(target) if chance.random() < 0.3 else Edit(target, random_hand(chance, book))
    if kind < 0.82 and state.ledger.pulls:
        return Cut(*chance.choice(list(state.ledger.pulls)))
    if kind < 0.86 and len(state.table.seated) >= 2:
        return Penalty(*chance.sample(state.table.seated, 1), tuple(chance.sample(state.table.seated, 2)), "3")
    if kind < 0.90:
        return Swap(chance.choice(state.table.seats), chance.choice([None, "E", "F", "A"]))
    if kind < 0.94:
        order = chance.sample(state.table.seated, len(state.table.seated))
        return (Seats if chance.random() < 0.5 else Redraw)(tuple(order))  # type: ignore[arg-type]
    if kind < 0.97:
        return chance.choice([Fine("A"), Kong("A"), Dice((1, 2, 3))])
    return Close()


def walk(seed: int, length: int, check: Callable[[Book], None]) -> tuple[Book, int]:
    """A book with random entries; everything refused leaves it as it was."""
    chance = Random(seed)
    book = Book.new(f"walk {seed}", list("ABCD"), random_rules(chance), at=AT, id=f"{seed:032}")
    written = 0
    for _ in range(length):
        before = (book.state, len(book.entries), len(book.steps))
        try:
            book.accept(book.prepare(random_event(chance, book), AT))
        except SikwuError:
            assert (book.state, len(book.entries), len(book.steps)) == before
            continue
        written += 1
        check(book)
    return book, written


def balances(book: Book) -> None:
    state = book.state
    assert sum(state.accounts.values()) == 0, book.head
    assert sum(standing(state, book.ruleset.terms).values()) == 0, book.head
    assert all(type(amount) in (int, Fraction) for amount in state.accounts.values())
    for step in book.steps[-2:]:
        assert sum(step.outcome.change().values()) == 0


def test_every_entry_balances_and_replay_equals_the_live_book() -> None:
    total = 0
    for seed in range(many(160)):
        book, written = walk(seed, 25, balances)
        total += written
        again = Book.replay(book.entries)
        assert again.state == book.state, seed
        assert again.steps == book.steps, seed
        assert broken_at(book.entries, len(book.entries), book.head.hash) is None
    assert total > 12 * many(160)


def test_every_event_of_many_tables_balances() -> None:
    chance = Random(5)
    events = 0
    for _ in range(100):
        book = Book.new("many", list("ABCD"), random_rules(chance), at=AT)
        hands = [random_hand(chance, book) for _ in range(60)]
        hands = [hand for hand in hands if not hand.tiles]
        for _ in range(TABLES // 100):
            state = book.start
            for hand in chance.choices(hands, k=2):
                try:
                    state, outcome = evolve(state, hand, book.judge)
                except BookError as error:
                    assert error.code in ("book.over", "book.bust_player")  # noqa: PT017 - other tables go on
                    break
                events += 1
                assert sum(state.accounts.values()) == 0
                assert sum(outcome.change().values()) == 0
    assert events > TABLES


def test_undo_then_redo_is_nothing_and_undo_gives_the_old_state() -> None:
    for seed in range(many(40)):
        chance = Random(seed)
        book, _ = walk(seed, 12, lambda book: None)
        states = [book.state]
        for _ in range(4):
            try:
                book.accept(book.prepare(random_event(chance, book), AT))
            except SikwuError:
                continue
            if type(book.head.event).__name__ not in ("Undo", "Redo"):
                states.append(book.state)
            else:
                states = [book.state]
        for before, after in zip(states[-2::-1], states[:0:-1], strict=True):
            book.undo(AT)
            assert book.state == before, seed
            book.redo(AT)
            assert book.state == after, seed
            book.undo(AT)


def test_an_edited_book_equals_one_written_so_from_the_start() -> None:
    checked = 0
    for seed in range(many(120)):
        chance = Random(seed)
        book, _ = walk(seed, 12, lambda book: None)
        if not book.steps or book.state.closed:
            continue
        target = chance.choice(book.steps)
        try:
            book.record(Edit(target.seq, random_hand(chance, book)), AT)
        except SikwuError:
            continue
        state = book.start
        for step in book.steps:
            state, _ = evolve(state, step.event, book.judge)
        assert state == book.state, seed
        checked += 1
    assert checked > many(20)


def test_the_journal_adds_up() -> None:
    for seed in range(many(25)):
        book, _ = walk(seed, 20, lambda book: None)
        total: dict[str, Money] = {}
        for line in book.journal():
            assert sum(line.change.values()) == 0
            for who, change in line.change.items():
                total[who] = total.get(who, 0) + change
        assert {who: amount for who, amount in total.items() if amount} == {
            who: amount for who, amount in book.state.accounts.items() if amount
        }


def test_files_bring_a_book_back() -> None:
    for seed in range(many(25)):
        book, _ = walk(seed, 20, lambda book: None)
        for again in (from_jsonl(to_jsonl(book)), from_csv(to_csv(book))):
            assert again.entries == book.entries
            assert again.state == book.state


def test_statistics_count_every_hand() -> None:
    for seed in range(many(15)):
        book, _ = walk(seed, 25, lambda book: None)
        found = stats(book)
        wins = [step.outcome.verdict.winners for step in book.hands() if step.outcome.verdict]
        assert sum(each.wins for each in found.values()) == sum(map(len, wins))
        assert all(len(each.running) == len(book.hands()) - each.joined + 1 for each in found.values())
        assert sum(each.total for each in found.values()) == -standing(book.state, book.ruleset.terms)[""]


# --- each law finds a planted fault


def test_an_unbalanced_payment_is_never_written(monkeypatch: pytest.MonkeyPatch) -> None:
    real = _EventWork.pay

    def planted(self: _EventWork, moves: object) -> None:
        real(self, moves)  # type: ignore[arg-type]
        for player in self.cash:
            self.cash[player] += 1
            break

    book = Book.new("planted", list("ABCD"), sikwu.ruleset("hk-standard"), at=AT)
    monkeypatch.setattr(_EventWork, "pay", planted)
    with pytest.raises(AssertionError, match="balance"):
        book.record(Result("discard", {"B": 3}, "A"), AT)
    assert len(book.entries) == 1


def test_an_undo_gives_back_the_state_before() -> None:
    undone = 0
    for seed in range(many(30)):
        book, _ = walk(seed, 8, balances)
        before = book.state
        try:
            book.record(Result("draw"), AT)
        except SikwuError:  # closed, over, or a seat is empty
            continue
        book.undo(AT)
        assert book.state == before, seed
        undone += 1
    assert undone > 5


def test_the_law_of_undoing_finds_an_undo_that_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Book, "_unapply", lambda self, slots, seq: None)
    with pytest.raises((AssertionError, KeyError)):
        test_an_undo_gives_back_the_state_before()


def test_the_edit_law_finds_a_history_that_is_not_recomputed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Book._replayed

    def planted(self: Book, kept: int, slots: list, edited: int | None = None) -> object:
        for number, step in enumerate(real(self, kept, slots, edited)):
            old = self.steps[kept + number] if kept + number < len(self.steps) else None
            # Planted: only the edited entry is computed again; the states after it do not change.
            yield step if number == 0 or old is None else step._replace(state=old.state)

    monkeypatch.setattr(Book, "_replayed", planted)
    with pytest.raises((AssertionError, SikwuError)):
        test_an_edited_book_equals_one_written_so_from_the_start()


def test_the_journal_law_finds_a_lost_payment(monkeypatch: pytest.MonkeyPatch) -> None:
    real = book_module.evolve

    def planted(state: object, event: object, agreed: object) -> object:
        after, outcome = real(state, event, agreed)  # type: ignore[arg-type]
        moves = tuple(move._replace(amount=move.amount + 1) for move in outcome.moves[:1]) + outcome.moves[1:]
        if moves and isinstance(moves[0], Payment):
            cash = dict(after.accounts)
            cash[moves[0].payer] -= 1
            after = after._replace(accounts=cash)
        return after, outcome

    monkeypatch.setattr(book_module, "evolve", planted)
    with pytest.raises(AssertionError):
        test_the_journal_adds_up()


# --- by fan and by tiles

ON_KONG = {
    13: "456m 77m 99m (123p<{before}) (2222s<{feeder}) +9m 1f replacement=kong kong_feeder={feeder}",
    16: "34578m 12399s (567p<{before}) (2222p<{feeder}) +9m 1f replacement=kong kong_feeder={feeder}",
}
ROBBED = {
    13: "123m 567p 345s 78s NN +6s<{feeder} 1f rob_kong",
    16: "123m 567p 345s 345m 78s NN +6s<{feeder} 1f rob_kong",
}


def payment_settings(rules: Ruleset) -> list[dict[str, object]]:
    """Every value of every option that affects payments or a duty, alone and, if there is half gun, together with it."""
    found: list[dict[str, object]] = [{}]
    of_duties = {option for duty in rules.duties for option in duty.options}
    for option in rules.options:
        if (option.touches == "payment" or option.id in of_duties) and isinstance(option.values, OneOf):
            found += [{option.id: value} for value in option.values.values]
    if any(option.id == "score.gun" for option in rules.options):
        found += [{**each, "score.gun": "half"} for each in found if "score.gun" not in each]
    return found


def told(book: Book) -> object:
    """The money of a book: what each player has, what is owed, and the last entry's part of it."""
    written: dict[tuple[int, str, str], Money] = {}
    for where, moves in enumerate(book.steps[-1].outcome[:2]):
        for move in moves:  # a dealer's fan may be a separate move
            pair = where, move.payer, move.payee
            written[pair] = written.get(pair, 0) + move.amount
    return book.state.cash, book.state.ledger, book.state.chips, written


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("how", ["on_kong", "robbed"])
def test_a_hand_by_fan_is_paid_as_the_same_hand_by_tiles(name: str, how: str) -> None:
    """Under every value of the options that affect payments, for every winner and every feeder."""
    paid: set[int] = set()
    for settings in payment_settings(sikwu.ruleset(name)):
        try:
            rules = sikwu.ruleset(name).with_options({"hand.min_fan": 1, **settings})
        except SikwuError:
            continue  # what needs another option first
        names = ("Ann", "Ben", "Cat", "Dan")
        for winner in range(4):
            for fed in (other for other in range(4) if other != winner):
                seats = {"feeder": "ESWN"[fed], "before": "ESWN"[(winner + 3) % 4]}
                text = (ON_KONG if how == "on_kong" else ROBBED)[rules.document.size].format(**seats)
                by_tiles, by_fan = (Book.new("Friday", names, rules) for _ in range(2))
                by_tiles.record(Result("self_draw", tiles={names[winner]: text}), AT)
                fan = by_tiles.steps[-1].event.wins[names[winner]]  # type: ignore[union-attr]
                kong = how == "on_kong"
                by_fan.win(names[winner], fan, from_=names[fed], on_kong=kong, robbed=not kong)
                assert told(by_fan) == told(by_tiles), (settings, text)
                paid.add(len({move.payer for moves in by_tiles.steps[-1].outcome[:2] for move in moves}))
    assert paid >= ({1, 3} if how == "on_kong" else {1}), paid


def test_a_kong_that_all_three_pay_is_booked_as_a_self_draw_and_an_old_entry_stays_as_it_was_paid() -> None:
    book = Book.new("Friday", ("Ann", "Ben", "Cat", "Dan"), sikwu.ruleset("hk-standard"))
    sent = SentEvent(won("Cat", 9, from_="Ann", on_kong=True), key="k1")
    entry = book.record(sent, AT)
    hand = book.steps[-1].event
    assert isinstance(hand, Result)
    assert (hand.result, hand.source) == ("self_draw", None)
    paid = {"Ann": -48, "Ben": -48, "Cat": 144, "Dan": -48}
    assert book.state.cash == paid
    assert book.record(sent, AT) is entry  # sent again it is the same entry
    book.record(Edit(entry.seq, won("Cat", 9, from_="Dan", on_kong=True)), AT)
    assert book.state.cash == paid
    # As a book of an earlier version holds it: its feeder has paid for all three, and that stands.
    old = Result("kong_replacement", {"Cat": 9}, "Ann")
    state, _ = evolve(Book.new("Old", ("Ann", "Ben", "Cat", "Dan"), book.ruleset).state, old, book.judge)
    assert state.cash == {"Ann": -144, "Ben": 0, "Cat": 144, "Dan": 0}
