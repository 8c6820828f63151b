"""A book, or only its state, as a small HTML page: the table, totals, open pulls, the last hands."""

from __future__ import annotations

from collections.abc import Mapping

from sikwu.book.book import Book
from sikwu.book.money import POT
from sikwu.book.state import BookState
from sikwu.book.words import step_words
from sikwu.draw.appearance import Appearance
from sikwu.draw.paper import HtmlPage, amount, card, named, safe, signed
from sikwu.money.amount import Money, money_text
from sikwu.texts import Message, say
from sikwu.tiles import Wind

_SHOWN = 8
"""The number of latest entries shown."""
_ROUND_THE_TABLE = (None, Wind.WEST, None, Wind.NORTH, "middle", Wind.SOUTH, None, Wind.EAST, None)
"""The dealer sits below and the next player to the right, as seen from above the table."""


def book_html(book: Book, look: Appearance) -> str:
    """The current state of a book: totals count open pulls as paid.

    >>> from sikwu import ruleset
    >>> page = book_html(Book.new("Friday", ["A", "B", "C", "<b>"], ruleset("hk-standard"), id="x"), Appearance(lang="en"))
    >>> "&lt;b&gt;" in page, "<bdi>Friday</bdi>" in page
    (True, True)
    """
    paper = HtmlPage(look, f"{book.head.hash} {look}")
    state, closing = book.state, book.closing().accounts
    title = (
        f'<div class="head"><span class="title">{named(book.name)}</span>'
        f'<span class="muted">{paper.words(book.ruleset.name)}</span></div>'
    )
    return paper.done(
        title, _table(paper, state, closing), _others(paper, state, closing), _pulls(paper, state), _last(paper, book)
    )


def state_html(state: BookState, look: Appearance) -> str:
    """The state of a book: cash only, because the worth of pulls depends on the rules."""
    paper = HtmlPage(look, f"{state} {look}")
    title = f'<div class="head"><span class="title">{named(state.name)}</span></div>'
    return paper.done(
        title, _table(paper, state, state.accounts), _others(paper, state, state.accounts), _pulls(paper, state)
    )


def _table(paper: HtmlPage, state: BookState, totals: Mapping[str, Money]) -> str:
    """Four seats around the middle of the table."""
    cells = []
    for cell in _ROUND_THE_TABLE:
        if cell == "middle":
            cells.append(_middle(paper, state))
        elif isinstance(cell, Wind):
            cells.append(_seat(paper, state, cell, totals))
        else:
            cells.append("<div></div>")
    return f'<div class="felt">{"".join(cells)}</div>'


def _middle(paper: HtmlPage, state: BookState) -> str:
    table = state.table
    said: list[Message] = [say("draw.next_hand", n=state.hands + 1)]
    if table.streak:
        said.append(say("draw.streak", n=table.streak))
    if state.closed:
        said = [say("draw.closed")]
    elif state.over:
        said = [say("draw.over")]
    lines = "".join(f'<div class="muted">{paper.words(each)}</div>' for each in said)
    return f'<div><div class="title">{paper.words(say("draw.round", round=table.round))}</div>{lines}</div>'


def _seat(paper: HtmlPage, state: BookState, wind: Wind, totals: Mapping[str, Money]) -> str:
    table = state.table
    player = table.seats[(table.dealer + wind) % 4]
    deals = " deals" if wind is Wind.EAST else ""
    badge = f'<span class="wind{deals}">{paper.words(say("draw.seat", seat=wind))}</span>'
    if player is None:
        return f'<div class="seat">{badge} <span class="muted">{paper.words(say("draw.empty_seat"))}</span></div>'
    total, cash = totals[player], state.accounts[player]
    apart = "" if total == cash else f'<div class="muted">{paper.words(say("draw.cash", amount=signed(cash)))}</div>'
    return f'<div class="seat">{badge} <b>{named(player)}</b>{amount(total, "div", "total")}{apart}</div>'


def _others(paper: HtmlPage, state: BookState, totals: Mapping[str, Money]) -> str:
    """The players who have left, and the pot."""
    away = [who for who in state.players if who not in state.table.seated]
    rows = [
        f'<tr><td>{named(who)}</td><td class="muted">{paper.words(say("draw.away"))}</td>{amount(totals[who])}</tr>'
        for who in away
    ]
    if state.accounts[POT]:
        rows.append(f"<tr><td>{paper.words(say('draw.pot'))}</td><td></td>{amount(state.accounts[POT])}</tr>")
    return card(f"<table>{''.join(rows)}</table>") if rows else ""


def _pulls(paper: HtmlPage, state: BookState) -> str:
    """Open pulls, in fan."""
    rows = [
        f"<tr><td>{_both(paper, pair.debtor, pair.creditor)}</td>"
        f'<td><span class="badge gold">{paper.words(say("draw.pull_hands", n=pull.hands))}</span></td>'
        f'<td class="sum">{money_text(pull.amount)}</td></tr>'
        for pair, pull in state.ledger.ordered(state.accounts)
    ]
    return f"<h3>{paper.words(say('draw.pulls'))}</h3>" + card(f"<table>{''.join(rows)}</table>") if rows else ""


def _both(paper: HtmlPage, debtor: str, creditor: str) -> str:
    return paper.words(say("draw.pull", debtor=debtor, creditor=creditor))


def _last(paper: HtmlPage, book: Book) -> str:
    """The last entries in effect, the newest first, each with its payments."""
    title = f"<h3>{paper.words(say('draw.last_hands'))}</h3>"
    steps = book.steps[-_SHOWN:][::-1]
    if not steps:
        return title + card(f'<div class="line muted">{paper.words(say("draw.no_hands"))}</div>')
    rows = []
    for step in steps:
        change = ((who, value) for who, value in step.outcome.change().items() if value)
        moved = " ".join(
            f'<span class="{"good" if value > 0 else "bad"}">{named(who) if who else paper.words(say("draw.pot"))} {signed(value)}</span>'
            for who, value in change
        )
        told = step_words(step.shown, step.outcome.idle_dice)(paper.lang)
        rows.append(
            f'<tr><td class="key muted">{step.seq}</td><td>{safe(told)}<div class="muted">{moved}</div></td></tr>'
        )
    return title + card(f"<table>{''.join(rows)}</table>")
