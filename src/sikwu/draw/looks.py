"""An unfinished hand, and one hand under several rulesets, as small HTML pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sikwu.comparing import Clause, Comparison
from sikwu.draw.appearance import Appearance
from sikwu.draw.paper import HtmlPage, amount, card
from sikwu.draw.pictures import hand_svg, tiles_svg, win_svg
from sikwu.explaining import name_of
from sikwu.looking import Discard, HandState, Look, UsefulTile, Wait, WaitWorth
from sikwu.rules.naming import called
from sikwu.rules.options import value_text
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import Message, SikwuError, say
from sikwu.tiles import Tile, Wind
from sikwu.wording import situation

_SMALL = 22
"""The width of tiles in a line."""
_MOST = 5
"""The number of discards shown, the best first."""


def look_html(told: Look, look: Appearance) -> str:
    """The state of the hand, the hand, each wait with its worth, useful tiles, the best discards.

    >>> from sikwu import look
    >>> page = look_html(look("22678m 白白 (發發發<E) (中中中<N) 26f seat=S"), Appearance(lang="en"))
    >>> "Ready: 2 kinds complete the hand, 4 tiles left." in page, "<script" in page
    (True, False)
    """
    paper = HtmlPage(look, f"{told} {look}")
    parts = [_stands(paper, told)]
    if told.hand.concealed or told.hand.melds:
        parts.append(hand_svg(told.hand, look, paper.sheet))
    parts += [f'<div class="bad">{paper.words(each)}</div>' for each in told.problems]
    waits = told.waits or told.wins
    if waits:
        parts.append(card(_worths(paper, waits, told.ruleset)))
    if told.useful and not told.waits:
        title = say("cli.waits.useful", n=len(told.useful), left=sum(each.left for each in told.useful))
        parts.append(f"<h3>{paper.words(title)}</h3>{card(_line(_copies(paper, told.useful)))}")
    if told.discards and not told.wins:
        parts.append(card(_discards(paper, told.discards)))
    return paper.done(*parts)


def comparison_html(told: Comparison, look: Appearance) -> str:
    """The hand, and side by side what every ruleset counts and pays; differences are marked.

    >>> from sikwu import compare
    >>> page = comparison_html(compare("999p 111s 999s E (111m<S) +E last_tile", ["hk-standard", "hk-common"]), Appearance(lang="en"))
    >>> "Mixed terminals" in page, "Total" in page
    (True, True)
    """
    paper = HtmlPage(look, f"{told.win.text} {[column.ruleset.hash for column in told.columns]} {look}")
    rows = [_header(paper, told), *_patterns(paper, told), *_totals(paper, told), *_payments(paper, told)]
    notes = [_note(paper, say("cli.compare.held", mark="–"))] if any(map(_held, _clauses(told))) else []
    for column in told.columns:
        if column.problems:
            message = SikwuError(column.problems).message(paper.lang)
            notes.append(_note(paper, f"{column.ruleset.name(paper.lang)}: {message}", "bad"))
    for remedy in told.remedies:
        names = [told.columns[place].ruleset.name for place in (remedy.column, remedy.like)]
        changes = ", ".join(f"{id}={value_text(value)}" for id, value in remedy.options.items())
        notes.append(_note(paper, say("cli.compare.remedy", one=names[0], other=names[1], changes=changes)))
    if told.alike:
        same = len({str(column.payments) for column in told.columns}) == 1
        notes.append(_note(paper, say("cli.compare.alike" if same else "cli.compare.alike_fan")))
    head = f'<div class="muted">{paper.words(situation(told.win))}</div>'
    return paper.done(
        win_svg(told.win, look, paper.sheet), head, card(f'<table class="beside">{"".join(rows)}</table>'), *notes
    )


def _tiles(paper: HtmlPage, tiles: Sequence[Tile]) -> str:
    return tiles_svg(tiles, replace(paper.look, width=_SMALL, index=False), paper.sheet)


def _line(inside: str) -> str:
    return f'<div class="line"><div class="grow">{inside}</div></div>'


def _note(paper: HtmlPage, said: Message | str, kind: str = "muted") -> str:
    return f'<div class="{kind}">{paper.words(said)}</div>'


# --- a look


def _stands(paper: HtmlPage, told: Look) -> str:
    kind = "good" if told.state is HandState.READY or told.wins else "bad" if told.state is HandState.IMPOSSIBLE else ""
    rules = "" if told.ruleset is None else f'<span class="muted">{paper.words(told.ruleset.name)}</span>'
    # Problems are listed in full below the hand.
    title = say("draw.impossible") if told.state is HandState.IMPOSSIBLE else told.headline
    return f'<div class="head"><span class="title {kind}">{paper.words(title)}</span>{rules}</div>'


def _worths(paper: HtmlPage, waits: Iterable[Wait], rules: Ruleset | None) -> str:
    """One row per wait: the tile, the copies left, its worth by discard and by self-draw, and the patterns."""
    heads = [paper.words(say(f"cli.waits.column.{name}")) for name in ("tile", "left", "discard", "self_draw")]
    rows = ["".join(f'<th class="muted">{head}</th>' for head in (*heads, ""))]
    for wait in waits:
        cells = f'<td class="key">{_tiles(paper, (wait.tile,))}</td><td class="key">{wait.left}</td>'
        if wait.told:
            cells += _worth(paper, wait.discard) + _worth(paper, wait.self_draw)
            cells += f'<td class="muted">{_named(paper, wait.self_draw, rules)}</td>'
        else:
            cells += f'<td class="muted" colspan="3">{paper.words(say("cli.waits.dead"))}</td>'
        rows.append(cells)
    return '<table class="middle">' + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def _worth(paper: HtmlPage, won: WaitWorth) -> str:
    """The worth of a way of winning; if it is below the minimum, that is said in words, not only by colour."""
    if won.problem is not None:
        return f'<td class="bad">{paper.words(say("cli.waits.refused"))}</td>'
    if not won.valid:
        return f'<td class="bad">{paper.words(say("cli.waits.short", fan=won.fan))}</td>'
    code = "cli.waits.capped" if won.capped != won.fan else "fan"
    return f'<td class="good"><b>{paper.words(say(code, n=won.fan, capped=won.capped))}</b></td>'


def _named(paper: HtmlPage, won: WaitWorth, rules: Ruleset | None) -> str:
    """The patterns of the self-draw with their fan; a discard has no further ones."""
    if won.problem is not None:
        return paper.words(won.problem)
    if rules is None:
        return ""
    each = tuple(say("told.pattern", name=name_of(rules.pattern(id)).text, fan=fan) for id, fan in won.patterns)
    return paper.words(say("value.each", each=each)) if each else ""


def _copies(paper: HtmlPage, useful: Iterable[UsefulTile]) -> str:
    """Tiles with the copies left; none is broken over two lines."""
    return " ".join(
        f'<span style="white-space:nowrap">{_tiles(paper, (one.tile,))}<span class="muted">×{one.left}</span></span>'
        for one in useful
    )


def _discards(paper: HtmlPage, discards: Sequence[Discard]) -> str:
    heads = [paper.words(say(f"cli.waits.column.{name}")) for name in ("away_with", "then", "copies", "useful")]
    rows = ["".join(f'<th class="muted">{head}</th>' for head in heads)]
    for each in [one for one in discards if one.away == discards[0].away][:_MOST]:
        then = say("cli.waits.then_ready" if each.away == 1 else "cli.waits.then", n=each.away - 1)
        cells = f'<td class="key">{_tiles(paper, (each.tile,))}</td><td class="key">{paper.words(then)}</td>'
        rows.append(f'{cells}<td class="key">{each.copies}</td><td>{_copies(paper, each.useful)}</td>')
    return '<table class="middle">' + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


# --- a comparison


def _clauses(told: Comparison) -> list[Clause]:
    return [clause for row in told.rows for clause in row.clauses]


def _held(clause: Clause) -> bool:
    """The mark for a pattern that held without counting."""
    return clause.why != "counts" and clause.by is not None


def _header(paper: HtmlPage, told: Comparison) -> str:
    cells = [
        f'<th class="sum">{paper.words(column.ruleset.name)}<div class="muted">{paper.words(called(column.ruleset))}</div></th>'
        for column in told.columns
    ]
    return f"<tr><th></th>{''.join(cells)}</tr>"


def _patterns(paper: HtmlPage, told: Comparison) -> Iterable[str]:
    """The fan of each pattern: a number, – if it held without counting, otherwise empty; the reason is shown on
    hover.
    """
    for row in told.rows:
        rules = next(c.ruleset for c in told.columns if any(each.id == row.pattern for each in c.ruleset.patterns))
        mark = ' <span class="badge gold">≠</span>' if row.differs else ""
        cells = []
        for clause in row.clauses:
            shown = str(clause.fan) if clause.why == "counts" else "–" if _held(clause) else ""
            cells.append(f'<td class="sum" title="{paper.words(clause.says)}">{shown}</td>')
        name = name_of(rules.pattern(row.pattern)).text
        yield f"<tr><td>{paper.words(name)}{mark}</td>{''.join(cells)}</tr>"


def _totals(paper: HtmlPage, told: Comparison) -> Iterable[str]:
    scores = [column.score for column in told.columns]
    none = paper.words(say("cli.compare.no_win"))
    totals = "".join(f'<td class="sum"><b>{none if each is None else each.fan}</b></td>' for each in scores)
    yield f"<tr><td><b>{paper.words(say('cli.compare.total'))}</b></td>{totals}</tr>"
    if any(each is not None and each.capped != each.fan for each in scores):
        capped = "".join(f'<td class="sum">{"" if each is None else each.capped}</td>' for each in scores)
        yield f"<tr><td>{paper.words(say('cli.compare.capped'))}</td>{capped}</tr>"
    marks = "".join(
        f'<td class="sum {"good" if good else "bad"}">{"✓" if good else "✗"}</td>'
        for good in (each is not None and each.valid for each in scores)
    )
    yield f"<tr><td>{paper.words(say('cli.compare.enough'))}</td>{marks}</tr>"


def _payments(paper: HtmlPage, told: Comparison) -> Iterable[str]:
    """What each seat gains or loses in every column, the winner first; seats that pay in no column are left out."""
    paid = [column.payments for column in told.columns]
    for seat in (Wind((told.win.seat + step) % 4) for step in range(4)):
        if any(each and each[seat] for each in paid):
            cells = "".join('<td class="sum"></td>' if each is None else amount(each[seat]) for each in paid)
            yield f"<tr><td>{paper.words(say('cli.compare.pays', seat=seat))}</td>{cells}</tr>"
