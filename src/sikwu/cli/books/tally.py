"""Short summaries for the bookkeeper after every hand: pulls, stakes, totals."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console

from sikwu.book.book import Book
from sikwu.book.ledger import Pair
from sikwu.cli.shared.paper import UnbrokenText, WrappedText
from sikwu.money.amount import Money, exact, money_text
from sikwu.rules.prices import STAKES, stake
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import Text, say


def stake_of(rules: Ruleset) -> Text | None:
    """The name of the stake of a table that plays for points; None: it plays for chips.

    >>> from sikwu import ruleset
    >>> stake_of(ruleset("hk-standard")).zh, stake_of(ruleset("club16"))
    ('二五雞', None)
    """
    if "score.unit_multiplier" not in rules.settings:
        return None
    unit = exact(rules.settings["score.unit_multiplier"])
    found = next((each for each in STAKES if each.unit == unit), None) or stake(unit)
    return Text(found.zh, found.en)


# --- the state of a table


def print_tally(console: Console, book: Book, lang: str) -> None:
    """Prints round, dealer and streak, each player's seat and total, and the open pulls, in few lines of any width."""
    state, table = book.state, book.state.table
    streak = say("cli.book.streak", n=table.streak) if table.streak else None
    number = state.hands + 1
    stands = say("cli.tally.stands", round=table.round, dealer=table.dealer_name or "–", streak=streak, hand=number)
    console.print(WrappedText((stands(lang), "bold cyan")))
    _print_seats(console, book, lang)
    pulls = [_pull(book, pair, lang) for pair, _ in state.ledger.ordered(state.accounts)]
    if pulls:
        console.print(WrappedText(say("cli.tally.pulls")(lang), *_between(pulls)))
    for told in (("cli.book.over", state.over), ("cli.book.closed", state.closed)):
        if told[1]:
            console.print(WrappedText((say(told[0])(lang), "bold yellow")))


def _between(pieces: list[str]) -> Iterator[str]:
    for number, piece in enumerate(pieces):
        yield ("  " if number else "") + UnbrokenText(piece)


def _pull(book: Book, pair: Pair, lang: str) -> str:
    state, pull = book.state, book.state.ledger.pulls[pair]
    code = "cli.tally.pull_cut" if pair in state.ledger.offered else "cli.tally.pull"
    return say(code, debtor=pair.debtor, creditor=pair.creditor, fan=money_text(pull.amount), hands=pull.hands)(lang)


def _print_seats(console: Console, book: Book, lang: str) -> None:
    """Prints seat, name and total of each player, the dealer first; two or four side by side."""
    state = book.state
    closing = book.closing().accounts if state.ledger.pulls else state.accounts
    cells = []
    for player in state.table.turn:
        total = signed(state.accounts[player])
        if closing[player] != state.accounts[player]:
            total += f" ({signed(closing[player])})"
        if state.chips is not None and player in state.chips.held:
            total = say("cli.tally.chips", chips=money_text(state.chips.held[player]), total=total)(lang)
        wind = say(f"seat.{state.table.wind(player).text}")(lang)
        cells.append(f"{wind} {player} {total}")
    wide = max(map(cell_len, cells), default=0) + 3
    beside = 4 if wide * 4 <= console.width + 3 else 2 if wide * 2 <= console.width + 3 else 1
    for start in range(0, len(cells), beside):
        row = cells[start : start + beside]
        line = "".join(cell + " " * (wide - cell_len(cell)) for cell in row[:-1]) + row[-1]
        console.print(WrappedText(line))
    if state.chips is not None and state.chips.pot:
        console.print(WrappedText(say("cli.book.pot", amount=money_text(state.chips.pot))(lang)))


def signed(amount: Money) -> str:
    """An amount with its sign; zero without one.

    >>> signed(5), signed(-3), signed(0)
    ('+5', '-3', '0')
    """
    return f"{'+' if amount > 0 else ''}{money_text(amount)}"
