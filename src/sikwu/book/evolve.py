"""`evolve`: the only function that changes the state of a book. It uses no clock and no storage, only values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from types import MappingProxyType

from sikwu.book.chips import Chips
from sikwu.book.events import (
    Close,
    Collect,
    Content,
    Cut,
    Dice,
    Fine,
    HandEvent,
    Kong,
    Penalty,
    Redraw,
    Rename,
    Result,
    Seats,
    Swap,
    TableEvent,
)
from sikwu.book.hands import HandDebts, Judge, own_dealer_fan, seated
from sikwu.book.ledger import Pair, PullPayment
from sikwu.book.money import POT
from sikwu.book.problems import BookError
from sikwu.book.state import BookState, Outcome
from sikwu.money.amount import Money, balanced, exact
from sikwu.money.payment import Payment, Reason
from sikwu.money.settlement import DiceThrow, Kongs, settle
from sikwu.money.side import SideEvent, SideFacts, side_moves
from sikwu.rules.schemes import MOST_FAN
from sikwu.rules.side_money import ENDINGS, HAND, OF_HAND, OF_ITSELF
from sikwu.scoring import payer_fan
from sikwu.seats import Table
from sikwu.texts import nearest, say


def evolve(state: BookState, event: Content, judge: Judge) -> tuple[BookState, Outcome]:
    """The state after an event, and the outcome of the event. Raises an error if the event is impossible."""
    if isinstance(event, Rename):  # allowed for a closed book too
        return state._replace(name=event.name), Outcome()
    if state.closed:
        raise BookError.of("book.closed", name=state.name)
    if type(event) is Result:
        quick = _as_before(state, event, judge)
        if quick is not None:
            return quick
    now = _EventWork(state, judge)
    match event:
        case Result():
            now.hand(event)
        case Cut():
            now.cut(Pair(event.debtor, event.creditor))
        case Fine():
            now.seated(event.player)
            now.fine(event.player)
        case Dice():
            if judge.terms.dice is None or not judge.terms.dice.paid:
                raise BookError.of("book.not_this_game", rules=judge.ruleset.name, what="dice")
            now.dice(event.dice)
        case Kong():
            if judge.terms.kong_pay is None and not any(each.on == KONG for each in judge.ruleset.side):
                raise BookError.of("book.not_this_game", rules=judge.ruleset.name, what="kong")
            now.may_play()
            now.seated(event.player)
            now.kongs((event.player,))
            now.side((SideEvent(KONG, event.player),), now.facts("win"))
        case Penalty():
            now.penalty(event.payer, event.payees, event.amount, False)
        case Collect():
            now.penalty(event.payee, event.payers, event.amount, True)
        case TableEvent():
            now.happening(event)
        case Swap():
            now.swap(event)
        case Seats():
            now.reseat(event.order)
        case Redraw():
            now.redraw(event.order)
        case Close():
            now.close()
    after = now.state()
    # Our own rules never cause this. A book that does not sum to zero is not written; unchanged accounts need no
    # check.
    if after.accounts is not state.accounts and not balanced(after.accounts.values()):
        raise AssertionError(f"the books do not balance after {event!r}")
    return after, now.outcome()


def _plus(total: Money, amount: Money) -> Money:
    """The sum, as a whole number if it is one; computed over one denominator, which is fast.

    >>> from fractions import Fraction
    >>> _plus(Fraction(1, 2), Fraction(3, 2)), _plus(1, Fraction(1, 3))
    (2, Fraction(4, 3))
    """
    if type(total) is int and type(amount) is int:
        return total + amount
    below = total.denominator * amount.denominator
    if below.bit_length() > 1024:  # for long numbers, `Fraction` computes only the common factor
        return exact(total + amount)
    above = total.numerator * amount.denominator + amount.numerator * total.denominator
    whole, rest = divmod(above, below)
    return Fraction(above, below) if rest else whole


JudgeQuestion = tuple[object, ...]
KONG = "kong_concealed"
"""The event that the lists of concealed kongs tell of."""


def _question(hand: Result, table: Table) -> JudgeQuestion | None:
    """The question of a plain hand, without tiles, throws, fines, kongs and dead players; None: the hand is not
    plain.
    """
    if hand.tiles or hand.dice or hand.fines or hand.kongs or hand.dead or hand.told or hand.events:
        return None
    who = (hand.source, hand.by, hand.flowers_by, hand.robbed, hand.liable, hand.liable_share)
    return (table.seats, table.dealer, table.streak, hand.result, who, *hand.wins.items())


def _as_before(state: BookState, hand: Result, judge: Judge) -> tuple[BookState, Outcome] | None:
    """The result of a plain hand for cash that was judged before; in a book of thousands that is nearly every hand.

    Its payments were checked to sum to zero when they were first computed, so the accounts still do.
    """
    terms = judge.terms
    if state.chips is not None or terms.ledger is not None or hand.cuts or judge.ruleset.side:
        return None
    name, table, cash, ledger, _, hands, _, _ = state
    question = _question(hand, table)
    found: HandEffect | None = judge.known.get(question)
    if found is None or None in table.seats:
        return None
    verdict = found[0]
    moves = tuple([move for move in verdict.moves if move[2]])
    if moves:
        accounts = dict(cash)
        for payer, payee, amount, _ in moves:
            accounts[payer] = _plus(accounts[payer], -amount)
            accounts[payee] = _plus(accounts[payee], amount)
        cash = MappingProxyType(accounts)
    if hand.result == "draw":
        table = table.after_draw(terms.streak)
    elif hand.result == "false_win":
        table = table.after_false_win(terms.streak)
    else:
        table = table.after_win(verdict.winners, terms.streak)
    return BookState(name, table, cash, ledger, None, hands + 1), Outcome(moves, (), verdict)


def _check_liable(hand: Result, liable: str) -> None:
    """By fan, a player may be named liable for one winner's discard or self-draw; the feeder of a kong and the maker
    of a robbed kong are liable anyway.
    """
    if hand.result not in ("discard", "self_draw") or hand.robbed:
        raise BookError.of("book.extra", result="rob_kong" if hand.robbed else hand.result, key="liable")
    if hand.tiles:
        raise BookError.of("book.liable_tiles", player=liable)
    if len(hand.wins) != 1:
        raise BookError.of("book.liable_one", player=liable, count=len(hand.wins))
    if liable in hand.wins:
        raise BookError.of("book.liable_self", player=liable)
    if hand.liable_share == "half" and hand.result == "self_draw":
        raise BookError.of("book.liable_half", player=liable)


def _result(hand: Result) -> str:
    return hand.result if hand.result in ("draw", "false_win") else "win"


def happened(hand: Result, verdict: HandDebts, table: Table) -> Iterator[SideEvent]:
    """Everything in a hand that a house may pay for: what the entry names, and what follows from it."""
    dealer, winners = table.dealer_name, verdict.winners
    yield SideEvent("deal", dealer)
    if hand.dice is not None:
        if len(set(hand.dice)) == 1:
            yield SideEvent("dice_alike", dealer)
        if sorted(hand.dice) == [1, 2, 3]:
            yield SideEvent("dice_one_two_three", dealer)
    for player in dict.fromkeys(hand.kongs):
        yield SideEvent(KONG, player, hand.kongs.count(player))
    for event in hand.events:
        makers = winners if event.player is None else (event.player,)
        for maker in makers:
            yield SideEvent(event.event, maker, event.count, event.source or hand.source)
    if hand.result == "draw":
        yield SideEvent("draw", dealer)
    if hand.result == "false_win":
        yield SideEvent("false_win", hand.by)
    for winner in winners:
        yield SideEvent("win", winner, 1, hand.source)
        if hand.result == "discard":
            yield SideEvent("robbed" if hand.robbed else "discard", winner, 1, hand.source)
        elif hand.result == "self_draw":
            yield SideEvent("self_draw", winner)
        if winner in hand.told:
            for pattern in hand.told[winner].patterns:
                if pattern not in ENDINGS:
                    yield SideEvent(pattern, winner, 1, hand.source)


HandEffect = tuple[HandDebts, tuple[Payment[str], ...], dict[Pair, Money]]


class _EventWork:
    """The parts of the state while one event changes them."""

    __slots__ = (
        "before", "booked", "cash", "chips", "closed", "hands", "idle_dice", "judge", "ledger", "moves", "offered", "over", "table",
        "terms", "verdict",
    )  # fmt: skip

    def __init__(self, state: BookState, judge: Judge) -> None:
        self.before, self.judge, self.terms = state, judge, judge.terms
        self.table, self.ledger, self.chips = state.table, state.ledger, state.chips
        self.cash = dict(state.accounts)
        self.hands, self.over, self.closed = state.hands, state.over, False
        self.moves: list[Payment[str]] = []
        self.booked: tuple[Payment[str], ...] = ()
        self.verdict: HandDebts | None = None
        self.offered: tuple[Pair, ...] = ()
        self.idle_dice = False

    def state(self) -> BookState:
        name, cash = self.before.name, self.before.accounts
        if self.cash != cash:
            cash = MappingProxyType(self.cash)
        return BookState(name, self.table, cash, self.ledger, self.chips, self.hands, self.over, self.closed)

    def outcome(self) -> Outcome:
        return Outcome(tuple(self.moves), self.booked, self.verdict, self.offered, self.idle_dice)

    # --- who

    @property
    def out(self) -> Collection[str]:
        """The players who lost everything, if that means leaving the game."""
        if self.chips is None or self.terms.chips is None or self.terms.chips.bust_plays_on:
            return ()
        return self.chips.bust

    def seated(self, *players: str) -> None:
        out = self.out
        for player in players:
            if player in self.table.seats and player not in out:
                continue
            names = self.table.seated
            if player not in self.cash or player == POT:
                guess = nearest(player, self.table.seated)
                hint = say("hint.player", guess=guess) if guess else None
                raise BookError.of("book.unknown_player", player=player, seated=names, hint=hint)
            if player not in self.table.seats:
                raise BookError.of("book.not_seated", player=player, seated=names)
            raise BookError.of("book.bust_player", player=player)

    # --- money

    def pay(self, moves: Iterable[Payment[str]]) -> None:
        """Pays in cash, or in chips if the game uses them."""
        out = self.out
        moves = [move for move in moves if move.amount]
        if out:
            moves = [move for move in moves if move.payer not in out and move.payee not in out]
        if self.chips is not None and self.terms.chips is not None:
            self.chips, real = self.chips.paid(moves, self.table.turn, self.terms.chips)
            moves = [move for move in real if move.amount]
        cash = self.cash
        for payer, payee, amount, _ in moves:
            cash[payer] = _plus(cash[payer], -amount)
            cash[payee] = _plus(cash[payee], amount)
        self.moves += moves

    def pay_records(self, paid: Collection[PullPayment]) -> None:
        if paid:
            self.pay(
                Payment(each.pair.debtor, each.pair.creditor, each.amount, Reason(f"pull.{each.why}")) for each in paid
            )

    def take_chips(self, chips: Chips, why: str) -> None:
        """Moves chips into or out of the pot."""
        assert self.chips is not None
        for player, held in chips.held.items():
            change = held - self.chips.held[player]
            if change:
                self.cash[player] += change
                self.cash[POT] -= change
                reason = Reason(why)
                taken = Payment(POT, player, change, reason)
                self.moves.append(taken if change > 0 else Payment(player, POT, -change, reason))
        self.chips = chips

    # --- a hand

    def hand(self, hand: Result) -> None:
        self.may_play()
        verdict, booked, trades = self._found(hand)
        self.verdict = verdict
        self._owe(hand, verdict, booked, trades)
        if self.judge.ruleset.side:
            self.side(happened(hand, verdict, self.table), self.facts(_result(hand), verdict))
        if self.ledger.offered:
            self.offered = tuple(pair for pair, _ in self.ledger.ordered(self.cash) if pair in self.ledger.offered)
        for pair in hand.cuts:
            self.cut(Pair(*pair))
        self._pot(hand, verdict)
        self._deal(hand, verdict)
        self.hands += 1
        terms = self.terms.chips
        self.over = self.chips is not None and terms is not None and self.chips.over(terms)

    def _found(self, hand: Result) -> HandEffect:
        """What a hand makes players owe, checked; side payments are made here."""
        known = self.judge.known
        # The same few results occur again and again: in a long book most have been checked and judged before.
        question = None if self.out else _question(hand, self.table)
        if question is not None:
            found: HandEffect | None = known.get(question)
            if found is not None:
                return found
        self._check(hand)  # before anything is paid: nobody leaves the game in the middle of a hand
        if hand.dice is not None:
            self.dice(hand.dice)
        for player in hand.fines:
            self.fine(player)
        pay = self.terms.kong_pay
        if pay is not None and (pay.at_once or hand.result != "false_win"):
            self.kongs(hand.kongs)
        verdict = self.judge.verdict(hand, self.table)
        found = (verdict, *self._trades(verdict))
        if question is not None:
            known[question] = found
        return found

    def _trades(self, verdict: HandDebts) -> tuple[tuple[Payment[str], ...], dict[Pair, Money]]:
        """The trades that a verdict writes into the ledger, if there is one: move by move in fan, and pair by pair."""
        terms, booked = self.terms.ledger, verdict.moves
        trades: dict[Pair, Money] = {}
        if terms is None:
            return booked, trades
        if terms.unit != 1:
            booked = tuple(move._replace(amount=terms.fan(move.amount)) for move in verdict.moves)
        for move in booked:
            pair = Pair(move.payer, move.payee)
            trades[pair] = trades[pair] + move.amount if pair in trades else move.amount
        return booked, trades

    def may_play(self) -> None:
        if self.over:
            assert self.chips is not None
            raise BookError.of("book.over", count=len(self.chips.bust))
        if None in self.table.seats:
            raise BookError.of("book.seat_empty", count=len(self.table.seated))

    def _check(self, hand: Result) -> None:
        others = (hand.source, hand.by, hand.flowers_by, hand.liable)
        sides = [each for event in hand.events for each in (event.player, event.source) if each is not None]
        named = (*hand.wins, *hand.tiles, *hand.fines, *hand.kongs, *hand.dead, *sides)
        self.seated(*named, *[each for each in others if each is not None])
        # T8, doc004: a 相公 cannot win, not by flowers either, but pays like everybody else (C-32)
        for player in hand.dead:
            if player in hand.wins or player in hand.tiles or player == hand.flowers_by:
                raise BookError.of("book.dead_wins", player=player)
        won = hand.result not in ("draw", "false_win")
        fed = hand.result in ("discard", "kong_replacement")
        if hand.wins and not won:
            raise BookError.of("book.extra", result=hand.result, key="wins")
        if hand.source is not None and not fed:
            raise BookError.of("book.extra", result=hand.result, key="from")
        if hand.by is not None and hand.result != "false_win":
            raise BookError.of("book.extra", result=hand.result, key="by")
        if hand.flowers_by is not None and hand.result != "heavenly_and_flowers":
            raise BookError.of("book.extra", result=hand.result, key="flowers_by")
        if hand.result == "false_win" and hand.by is None:
            raise BookError.of("book.no_offender")
        if fed and hand.source is None:
            raise BookError.of("book.no_source", result=hand.result)
        if won and not hand.wins:
            raise BookError.of("book.no_winner")
        if won and hand.result != "discard" and len(hand.wins) != 1:
            raise BookError.of("book.winners", result=hand.result, count=len(hand.wins))
        if hand.source in hand.wins:
            raise BookError.of("book.win_from_self", player=hand.source)
        if hand.liable is not None:
            _check_liable(hand, hand.liable)
        elif hand.liable_share is not None:
            raise BookError.of("book.extra", result=hand.result, key="liable")
        self.check_events(hand.events)
        dealer = self.table.dealer_name
        if hand.result == "heavenly_and_flowers":
            if self.terms.chips is None:
                raise BookError.of("book.not_this_game", rules=self.judge.ruleset.name, what=hand.result)
            if set(hand.wins) != {dealer} or hand.flowers_by in (None, dealer):
                raise BookError.of("book.heavenly_dealer", dealer=dealer)
        for player, fan in hand.wins.items():
            if player in hand.told:  # judged with its tiles
                continue
            if not 0 <= fan <= MOST_FAN:
                raise BookError.of("book.fan_range", player=player, fan=fan, most=MOST_FAN)
            self._check_minimum(hand, player, fan)

    def _check_minimum(self, hand: Result, player: str, fan: int) -> None:
        ruleset = self.judge.ruleset
        source = None if hand.source is None else self.table.wind(hand.source)
        own = own_dealer_fan(ruleset, self.table.wind(player), self.table.streak)
        own += payer_fan(ruleset, self.table.wind(player), source, self.table.streak)
        if fan + own < ruleset.minimum:
            raise BookError.of("book.below_minimum", player=player, fan=fan + own, minimum=ruleset.minimum)

    def _owe(
        self, hand: Result, verdict: HandDebts, booked: tuple[Payment[str], ...], trades: dict[Pair, Money]
    ) -> None:
        """Writes debts into the ledger, or pays them."""
        terms = self.terms.ledger
        if terms is None:
            self.pay(verdict.moves)
        elif hand.result == "draw":
            self.ledger, paid = self.ledger.drawn(terms)
            self.pay_records(paid)
        elif hand.result == "false_win" and not (terms.false_win_pulled and trades):  # not a win
            self.ledger = self.ledger.untouched(terms)
            self.pay(verdict.moves)
        else:
            self.booked = booked
            self.ledger, paid = self.ledger.won(trades, terms)
            self.pay_records(paid)

    def _pot(self, hand: Result, verdict: HandDebts) -> None:
        terms = self.terms.chips
        if self.chips is None or terms is None or not self.chips.pot:
            return
        if verdict.winners:
            self.take_chips(self.chips.collected(verdict.winners, terms), "pot")
        elif hand.result == "draw":
            self.take_chips(self.chips.drawn(terms), "pot")

    def _deal(self, hand: Result, verdict: HandDebts) -> None:
        streak, out = self.terms.streak, self.out
        if hand.result == "draw":
            self.table = self.table.after_draw(streak, out)
        elif hand.result == "false_win":
            self.table = self.table.after_false_win(streak, out)
        else:
            self.table = self.table.after_win(verdict.winners, streak, out)
        if self.table.dealer_name in out:  # a dealer who would stay dealer but has lost everything
            self.table = self.table.passed(out)

    # --- beside the hands

    def cut(self, pair: Pair) -> None:
        terms = self.terms.ledger
        if terms is None:
            raise BookError.of("book.not_this_game", rules=self.judge.ruleset.name, what="cut")
        self.seated(*pair)
        pull = self.ledger.pulls.get(pair)
        if pull is None:
            raise BookError.of("book.no_pull", debtor=pair.debtor, creditor=pair.creditor)
        if pair not in self.ledger.offered:
            step = pull.hands // terms.interval * terms.interval + terms.interval
            later = say("hint.cut_later", hands=pull.hands, step=step)
            hint = say("hint.cut_never") if terms.endless else later
            raise BookError.of("book.cut_not_offered", debtor=pair.debtor, creditor=pair.creditor, hint=hint)
        self.ledger, paid = self.ledger.cut(pair, terms)
        self.pay_records((paid,))

    def fine(self, player: str) -> None:
        if self.chips is None or self.terms.chips is None:
            raise BookError.of("book.not_this_game", rules=self.judge.ruleset.name, what="fine")
        self.take_chips(self.chips.fined(player, self.terms.chips), "fine")

    def dice(self, dice: tuple[int, int, int]) -> None:
        """A triple: the others pay the dealer. 1-2-3: the dealer pays them. Once a round, or at every throw."""
        self.may_play()
        agreed = self.terms.dice
        if agreed is None or not agreed.paid or not (agreed.each_deal or self.table.opening):
            self.idle_dice = True
            return
        self.pay(seated(settle(DiceThrow(dice), self.judge.ruleset, len(self.table.seats)).transfers, self.table))
        # The throw that opens a round counts once, even if it is recorded apart from the hand.
        self.table = self.table._replace(opening=False)

    def kongs(self, players: Iterable[str]) -> None:
        """Each concealed kong: one base, or more, from each other player."""
        players = tuple(players)
        if players and self.terms.kong_pay is not None:
            count = {self.table.wind(player): players.count(player) for player in players}
            self.pay(seated(settle(Kongs(count), self.judge.ruleset, len(self.table.seats)).transfers, self.table))

    def penalty(self, one: str, others: tuple[str, ...], told: str, collects: bool) -> None:
        """One player pays several, or several pay one."""
        self.seated(one, *others)
        amount = exact(told)
        if amount <= 0 or not others or (self.chips is not None and amount.denominator != 1):
            raise BookError.of("book.amount", amount=told)
        if one in others:
            raise BookError.of("book.pay_self", player=one)
        each, why = dict.fromkeys(others), Reason("collect" if collects else "penalty")
        self.pay(Payment(other, one, amount, why) if collects else Payment(one, other, amount, why) for other in each)

    # --- what the house pays beside the hands

    def check_events(self, events: Iterable[HandEvent | TableEvent]) -> None:
        """Refuses an event that the house does not pay for, and one that only a hand can hold."""
        rules = self.judge.ruleset
        known = dict.fromkeys(each.on for each in rules.side if each.on not in (*ENDINGS, *OF_ITSELF))
        for event in events:
            if event.event not in known:
                if not known:
                    raise BookError.of("book.no_events", rules=rules.name, event=event.event)
                guess = nearest(event.event, known)
                hint = say("hint.player", guess=guess) if guess else None
                raise BookError.of("book.unknown_event", event=event.event, known=tuple(known), hint=hint)
            if event.source is not None and event.source == event.player:
                raise BookError.of("book.win_from_self", player=event.source)
            asks_feeder = any(each.on == event.event and "feeder" in (each.payer, each.payee) for each in rules.side)
            if asks_feeder and event.source is None:
                raise BookError.of("book.event_feeder", event=event.event)

    def happening(self, event: TableEvent) -> None:
        """An event apart from a hand."""
        self.may_play()
        self.seated(*[each for each in (event.player, event.source) if each is not None])
        self.check_events((event,))
        asked = [each for each in self.judge.ruleset.side if each.on == event.event]
        if any({each.payer, each.payee} & OF_HAND or each.amount == HAND for each in asked):
            raise BookError.of("book.event_of_hand", event=event.event)
        if event.player is None and any("maker" in (each.payer, each.payee) for each in asked):
            raise BookError.of("book.event_player", event=event.event)
        self.side((SideEvent(event.event, event.player, event.count, event.source),), self.facts("win"))

    def facts(self, result: str, verdict: HandDebts | None = None) -> SideFacts:
        """What side payments need to know of a deal."""
        winners, moves = ((), ()) if verdict is None else (verdict.winners, verdict.moves)
        table, pot = self.table, self.cash[POT]
        return SideFacts(result, table.turn, table.dealer_name, winners, moves, table.waiting, max(pot, 0))

    def side(self, events: Iterable[SideEvent], facts: SideFacts) -> None:
        """Pays what the house pays for some events."""
        self.pay(side_moves(self.judge.ruleset.side, tuple(events), facts))

    def swap(self, event: Swap) -> None:
        leaves, joins = event.leaves, event.joins
        if leaves is None and joins is None:
            raise BookError.of("book.swap_nobody")
        if joins is not None and joins in self.table.seats:
            raise BookError.of("book.seated_already", player=joins)
        if leaves is not None:
            if leaves not in self.out:
                self.seated(leaves)
            if self.terms.ledger is not None:
                self.ledger, paid = self.ledger.closed(self.terms.ledger, of=leaves)
                self.pay_records(paid)
        elif None not in self.table.seats:
            raise BookError.of("book.no_empty_seat")
        place = self.table.seats.index(leaves)
        self.table = self.table._replace(seats=(*self.table.seats[:place], joins, *self.table.seats[place + 1 :]))
        if joins is not None:
            self.cash.setdefault(joins, 0)
        if self.chips is not None and self.terms.chips is not None:
            self.chips = self.chips.exchanged(leaves, joins, self.terms.chips)

    def reseat(self, order: tuple[str, ...]) -> None:
        if sorted(order) != sorted(self.table.seated):
            raise BookError.of("book.seats_order", seated=self.table.seated)
        self.table = self.table._replace(seats=order)

    def redraw(self, order: tuple[str, ...]) -> None:
        self.reseat(order)
        self.table = Table(order)
        if self.chips is not None and self.terms.chips is not None:
            self.chips = Chips.issued(self.terms.chips, order)._replace(pot=self.chips.pot)
        self.over = False

    def close(self) -> None:
        if self.terms.ledger is not None:
            self.ledger, paid = self.ledger.closed(self.terms.ledger)
            self.pay_records(paid)
        self.closed = True
