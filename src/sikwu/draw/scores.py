"""A score and a settlement as small HTML pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sikwu.draw.appearance import Appearance
from sikwu.draw.paper import HtmlPage, amount, card, safe
from sikwu.draw.pictures import tiles_svg, win_svg
from sikwu.draw.sheet import number
from sikwu.explaining import CountedPattern, DroppedPattern, Explanation, PatternName, explain, waited
from sikwu.money.amount import money_text
from sikwu.money.settlement import Settlement, settle
from sikwu.money.words import reason_text
from sikwu.money.worth import worth_words
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score
from sikwu.texts import SikwuError, say
from sikwu.tiles import Tile

_SMALL = 17
"""The width of tiles beside a line."""
_PITCH = 16
"""The distance from one engraved figure to the next."""


def score_html(score: Score, look: Appearance) -> str:
    """The total, the hand, a line for each pattern with its tiles, what did not count and why, waits, payments.

    >>> from sikwu import score
    >>> page = score_html(score("456p 9s (中中中<S) (發發發<N) (白白白<W) +9s 2f"), Appearance(lang="en"))
    >>> "Big three dragons" in page, "<script" in page
    (True, False)
    """
    paper, told = HtmlPage(look, f"{score.win.text} {score.ruleset.hash} {look}"), explain(score)
    lines = [_counted(paper, each) for each in told.counted] + [_dropped(paper, each) for each in told.dropped]
    if told.label is not None:
        lines.insert(0, _line(paper, "0", _names(paper, told.label), paper.words(told.label_says), ()))
    notes = [f'<div class="muted">{paper.words(each)}</div>' for each in (told.ceiling, told.spicy) if each is not None]
    return paper.done(
        _head(paper, score, told),
        win_svg(score.win, look, paper.sheet),
        card(*lines) if lines else "",
        *notes,
        _waits(paper, score),
        _paid(paper, score),
    )


def settlement_html(settlement: Settlement, look: Appearance) -> str:
    """What each seat gains or loses, and each payment with its reason."""
    paper = HtmlPage(look, f"{settlement} {look}")
    return paper.done(*_settled(paper, settlement))


# --- a score


def _head(paper: HtmlPage, score: Score, told: Explanation) -> str:
    """The total engraved, the verdict, the circumstances and the rules."""
    verdict, kind = (say("draw.valid"), "good") if score.valid else (say("draw.short"), "bad")
    badges = f'<span class="badge {kind}">{paper.words(verdict)}</span>'
    if score.limit_hand:
        badges += f' <span class="badge gold">{paper.words(say("draw.limit"))}</span>'
    return (
        f'<div class="head"><div class="figure" role="img" aria-label="{paper.words(told.headline)}">'
        f"{_figure(paper, score.capped)}</div>"
        f'<div>{badges}<div>{paper.words(told.situation)}</div><div class="muted">{paper.words(told.rules)}</div></div></div>'
    )


def _figure(paper: HtmlPage, value: int) -> str:
    digits = str(value)
    drawn = "".join(paper.sheet.use(f"n{digit}", _PITCH * at - 2, 0, 20, 23) for at, digit in enumerate(digits))
    width = _PITCH * len(digits)
    big = f'<svg width="{number(width * 2.2)}" height="50.6" viewBox="0 0 {number(width)} 23" fill="currentColor">{drawn}</svg>'
    if paper.lang == "en":
        return f'{big}<span class="title">{paper.words(say("draw.fan"))}</span>'
    fan = paper.sheet.use("fan", 0, 0, 40, 40)
    return f'{big}<svg width="26" height="26" viewBox="0 0 40 40" fill="currentColor">{fan}</svg>'


def _names(paper: HtmlPage, name: PatternName, more: str = "") -> str:
    """A pattern's names, the reader's language first."""
    en = paper.lang == "en"
    first, rest = (
        (name.en or name.zh, f"{name.zh} {name.jyutping}") if en else (name.zh or name.en, f"{name.jyutping} {name.en}")
    )
    rest = rest.strip() if rest.strip() != first else ""
    return f'<span class="name">{safe(first)}</span> <span class="muted">{safe(rest)}</span>{more}'


def _line(
    paper: HtmlPage, fan: str, names: str, says: str, tiles: Sequence[Tile], shown: str = "", off: bool = False
) -> str:
    if tiles:
        shown = tiles_svg(tiles, replace(paper.look, width=_SMALL, index=False), paper.sheet)
    return (
        f'<div class="line{" off" if off else ""}"><div class="fan">{fan}</div><div class="grow">{names}'
        f'<div class="muted">{says}</div></div><div class="tiles muted">{shown}</div></div>'
    )


def _counted(paper: HtmlPage, each: CountedPattern) -> str:
    more = f' <span class="badge">×{each.times}</span>' if each.times > 1 else ""
    more += f' <span class="badge gold">{paper.words(say("draw.limit"))}</span>' if each.limit else ""
    shown = "" if each.tiles or each.shown is None else paper.words(each.shown)
    return _line(paper, str(each.fan), _names(paper, each.name, more), paper.words(each.says), each.tiles, shown)


def _dropped(paper: HtmlPage, each: DroppedPattern) -> str:
    return _line(paper, "–", _names(paper, each.name), paper.words(each.sentence), each.tiles, off=True)


def _waits(paper: HtmlPage, score: Score) -> str:
    if not waited(score.win) or not score.waits:
        return ""
    tiles = tiles_svg(score.waits, replace(paper.look, width=_SMALL, index=False), paper.sheet)
    return f'<div class="muted">{paper.words(say("draw.waits"))} {tiles}</div>'


def _paid(paper: HtmlPage, score: Score) -> str:
    """The payments, if they are known: a discard without a discarder has no price."""
    if not score.valid:
        return ""
    try:
        settlement = settle(score)
    except SikwuError as error:
        return f'<div class="muted">{safe(error.message(paper.lang))}</div>'
    worth = (f'<div class="muted">{paper.words(line)}</div>' for line in worth_words(score, settlement))
    return f"<h3>{paper.words(say('draw.who_pays'))}</h3>" + "".join(
        [*_settled(paper, settlement, score.ruleset), *worth]
    )


# --- money


def _settled(paper: HtmlPage, settlement: Settlement, rules: Ruleset | None = None) -> list[str]:
    if not settlement.transfers:
        return [f"<div>{paper.words(say('draw.nobody_pays'))}</div>"]
    rows = []
    for seat, change in settlement.payments.items():
        mark = ""
        if seat in settlement.winners:
            mark = f'<span class="badge good">{paper.words(say("draw.wins"))}</span>'
        elif seat is settlement.liable:
            mark = f'<span class="badge gold">{paper.words(say("draw.liable"))}</span>'
        name = paper.words(say("draw.seat", seat=seat))
        rows.append(f'<tr><th class="key"><b>{name}</b></th><td>{mark}</td>{amount(change)}</tr>')
    moves = [
        f'<tr><td class="key">{paper.words(say("draw.payment", payer=move.payer, payee=move.payee))}</td>'
        f'<td class="muted">{paper.words(reason_text(move.reason, rules))}</td>'
        f'<td class="sum">{money_text(move.amount)}</td></tr>'
        for move in settlement.transfers
    ]
    return [card(f"<table>{''.join(rows)}</table>"), card(f"<table>{''.join(moves)}</table>")]
