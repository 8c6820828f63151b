"""The rules of a house on a sheet for the wall: what counts how much, what it costs, who is liable, how it is played.

`rules_sheet` gathers the sheet, `sheet_html` lays it out as one HTML page for A4 paper. Everything comes from the
ruleset, so the sheet says what this house plays and nothing else.

>>> from sikwu import ruleset
>>> made = rules_sheet(ruleset("hk-standard"))
>>> made.fingerprint, made.limits.en, [row.fan for row in made.prices][:3]
('64cd 006a', '3 fan needed to win, at most 13 counted', [3, 4, 5])
>>> [group.fan for group in made.patterns][-1], made.duties[0].name.zh
(13, '清一色包')
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import NamedTuple
from urllib.parse import urlsplit

from sikwu.draw.appearance import Appearance
from sikwu.draw.paper import safe
from sikwu.draw.pictures import html_language, tiles_svg
from sikwu.draw.sheet import Sheet
from sikwu.explaining import limits_line, name_of
from sikwu.links import rules_field
from sikwu.money.amount import Money, money_text
from sikwu.practice.examples import examples_of
from sikwu.practice.pictures import families, picture, standing
from sikwu.rules.changes import Value
from sikwu.rules.duty import summary_words
from sikwu.rules.groups import GROUPS, group_of
from sikwu.rules.naming import basis, called
from sikwu.rules.options import Option, PatternIds, value_text
from sikwu.rules.pattern import Pattern
from sikwu.rules.presets import ruleset
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.schemes import SeatPayment
from sikwu.rules.texts import option_words
from sikwu.texts import Message, RulesError, Text, say
from sikwu.tiles import Tile, Wind

_WINNER, _DISCARDER, _BYSTANDER = Wind.SOUTH, Wind.WEST, Wind.NORTH
"""The dealer is none of them, so no row holds a dealer's fan."""
_MOST_ROWS = 14
"""The most rows of the price table; with more fan between minimum and ceiling, some are left out."""
_DECIDING = frozenset(
    {
        "tiles.flowers_in_play",
        "score.progression",
        "score.gun",
        "score.full_fan",
        "score.chips_per_fan",
        "score.base_chips",
        "score.win_includes_base",
        "win.multiple_winners",
        "dealer.fan_scope",
        "ledger.enabled",
        "play.rounds",
        "false_win.payment",
    }
)
"""Options that a sheet names even if the house plays them as the document does."""


class SheetPattern(NamedTuple):
    """A pattern in use: its names, the tiles that stand for it, and its sentence if the house wrote it itself."""

    id: str
    name: Text
    tiles: tuple[Tile, ...]
    own: Text | None
    limit: bool
    changed: bool
    """Whether it is worth something else in the document, or is not in use there."""


class FanGroup(NamedTuple):
    """The patterns with the same number of fan."""

    fan: int
    patterns: tuple[SheetPattern, ...]


class PriceRow(NamedTuple):
    """What a hand costs whoever is not the dealer: after a discard, and for a self-draw."""

    fan: int
    discarder: Money
    bystander: Money
    self_draw: Money


class DutyLine(NamedTuple):
    """A liability rule in force, and when it applies."""

    name: Text
    when: Text


class TermLine(NamedTuple):
    """An option, its value in words, and whether the house changed it."""

    says: Text
    value: Text
    changed: bool


class TermGroup(NamedTuple):
    """The options of one group."""

    name: Text
    lines: tuple[TermLine, ...]


class RulesSheet(NamedTuple):
    """Everything on the sheet."""

    title: Text
    basis: Message
    fingerprint: str
    limits: Message
    sentence: Text
    patterns: tuple[FanGroup, ...]
    prices: tuple[PriceRow, ...]
    duties: tuple[DutyLine, ...]
    house: tuple[TermLine, ...]
    """What the further tables of the house's file say, except prices of patterns."""
    terms: tuple[TermGroup, ...]


def rules_sheet(rules: Ruleset, title: Text | None = None) -> RulesSheet:
    """The sheet of a ruleset, under its own name or another title."""
    return RulesSheet(
        rules.name if title is None else title,
        called(rules),
        f"{rules.hash[:4]} {rules.hash[4:8]}",
        limits_line(rules),
        rules.sentence() if rules.says("en") else Text("", ""),
        tuple(_by_fan(rules)),
        tuple(_prices(rules)),
        tuple(_duties(rules)),
        tuple(_house(rules)),
        tuple(_terms(rules)),
    )


# --- what counts


def _by_fan(rules: Ruleset) -> Iterable[FanGroup]:
    groups: dict[int, list[SheetPattern]] = {}
    own = {each.pattern.id for each in rules.house}
    for pattern in rules.patterns:
        worth = rules.worth(pattern.id)
        if worth is not None and pattern.only_beside is None:
            groups.setdefault(worth, []).append(_pattern(rules, pattern, pattern.id in own))
    return (FanGroup(fan, tuple(groups[fan])) for fan in sorted(groups))


def _pattern(rules: Ruleset, pattern: Pattern, own: bool) -> SheetPattern:
    named = name_of(pattern)
    name = Text(named.zh or named.en, named.en)
    says = rules.sentence(pattern.id) if own and rules.sentence(pattern.id)("en") else None
    plain = ruleset(rules.document.id)
    changed = own or plain.worth(pattern.id) != rules.worth(pattern.id)
    return SheetPattern(pattern.id, name, _tiles(rules, pattern.id), says, rules.marks_limit(pattern.id), changed)


def _tiles(rules: Ruleset, id: str) -> tuple[Tile, ...]:
    family = families().get((rules.document.texts, id), "shapes")
    if family == "events":
        return ()
    for example in examples_of(id, rules):
        shown = example.under
        return standing(id, family, example.score) if shown is None else picture(id, family, shown)
    return ()


# --- what it costs


def _prices(rules: Ruleset) -> Iterable[PriceRow]:
    for fan in _fans(rules):
        given = _sums(rules.money.discard(_WINNER, _DISCARDER, fan))
        drawn = _sums(rules.money.drawn(_WINNER, fan))
        yield PriceRow(fan, given.get(_DISCARDER, 0), given.get(_BYSTANDER, 0), drawn.get(_BYSTANDER, 0))


def _fans(rules: Ruleset) -> list[int]:
    """The fan of the rows: from the minimum to the ceiling, or as far as it is useful."""
    least = rules.minimum
    most = rules.cap if rules.cap is not None else max(least + 10, max(g.fan for g in _by_fan(rules)))
    every = list(range(least, most + 1))
    if len(every) <= _MOST_ROWS:
        return every
    step = -(-len(every) // (_MOST_ROWS - 1))
    return sorted({*every[::step], most})


def _sums(payments: Iterable[SeatPayment]) -> dict[Wind, Money]:
    paid: dict[Wind, Money] = {}
    for each in payments:
        paid[each.payer] = paid.get(each.payer, 0) + each.amount
    return paid


# --- who is liable, and how it is played


def _duties(rules: Ruleset) -> Iterable[DutyLine]:
    for duty in rules.duties:
        when = summary_words(duty.summary(rules.settings))
        if when is not None:
            yield DutyLine(Text(duty.zh, duty.en), when)


def _house(rules: Ruleset) -> Iterable[TermLine]:
    for table in rules.tables:
        for point in table.points(rules):
            if not point.pattern:
                yield TermLine(point.name, point.says, changed=True)


def _terms(rules: Ruleset) -> Iterable[TermGroup]:
    lines: dict[str, list[TermLine]] = {}
    named = basis(rules).document.defaults
    for option in rules.shown_options:
        value = rules.settings[option.id]
        changed = named[option.id] != value
        priced = option.id.endswith(".fan") or option.id in ("limit.cap_fan", "hand.min_fan")
        if (changed or option.id in _DECIDING) and not priced and rules.no_effect(option.id) is None:
            line = TermLine(option_words(rules, option.id).says, _value(rules, option, value), changed)
            lines.setdefault(group_of(option), []).append(line)
    for group in GROUPS:
        if group in lines:
            yield TermGroup(GROUPS[group], tuple(lines[group]))


def _value(rules: Ruleset, option: Option, value: Value) -> Text:
    """A value in words: the choice's own, names of patterns, or the value itself."""
    words = option_words(rules, option.id).choices.get(value_text(value))
    if words is not None:
        return words
    if isinstance(option.values, PatternIds) and isinstance(value, tuple):
        names = [name_of(rules.pattern(str(id))) for id in value]
        return Text("、".join(each.zh for each in names) or "—", ", ".join(each.en for each in names) or "—")
    return Text(value_text(value), value_text(value))


# --- the page

STYLE = """
@page{size:A4;margin:11mm}
*{box-sizing:border-box}
body{margin:0 auto;max-width:190mm;padding:6mm;background:#fff;color:#1b231f;font:9.5pt/1.35 system-ui,"PingFang HK","Noto Sans HK","Noto Sans CJK HK","Microsoft JhengHei",sans-serif}
@media print{body{padding:0;max-width:none}}
header{display:flex;gap:6mm;align-items:flex-start;border-bottom:.6mm solid #12483c;padding-bottom:3mm;margin-bottom:3mm}
header>div{flex:1;min-width:0}
h1{margin:0;font-size:19pt;line-height:1.15;overflow-wrap:anywhere}
h2{margin:3.5mm 0 1.2mm;font-size:11.5pt;color:#12483c;break-after:avoid}
p{margin:.6mm 0}
.limits{font-size:12.5pt;font-weight:700;color:#a9231b}
.muted{color:#59635c}
.print{font-family:ui-monospace,monospace;font-weight:700;white-space:nowrap}
.qr{width:27mm;flex:none;text-align:center;font-size:7pt}
.qr svg{display:block;width:27mm;height:27mm}
.fans{columns:3 54mm;column-gap:5mm}
.fans section{break-inside:avoid-column;margin:0 0 1.6mm}
.fans.long section{break-inside:auto}
.fans h3{margin:0;padding:.3mm 0;font-size:10.5pt;color:#a9231b;border-bottom:.2mm solid #dfd5c0;break-after:avoid}
.fans ul{list-style:none;margin:0;padding:0}
.fans li{display:flex;align-items:center;justify-content:space-between;gap:2mm;min-height:6.2mm;break-inside:avoid}
.fans li div{min-width:0}
.fans svg{flex:none;height:6mm;width:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;break-inside:avoid}
th{font-weight:600;text-align:right;color:#59635c}
td{text-align:right;border-top:.2mm solid #dfd5c0;padding:.35mm 0}
th:first-child,td:first-child{text-align:left}
td:first-child{font-weight:700;color:#a9231b}
.beside{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:7mm}
dl{margin:0}
dt{float:left;clear:left;font-weight:700;margin-right:1.5mm}
dd{margin:0 0 .6mm}
dd::after{content:"";display:block;clear:left}
.terms{columns:2 80mm;column-gap:6mm}
.terms section{break-inside:avoid}
.terms h3{margin:1mm 0 .2mm;font-size:9.5pt;color:#12483c}
.terms ul{margin:0;padding:0 0 0 3.5mm}
.fans b,.terms b{color:#8a5b0b}
footer{margin-top:3mm;padding-top:1.5mm;border-top:.2mm solid #dfd5c0;font-size:7.5pt}
"""


MOST_QR = 1_200
"""The longest address in a QR code of this size that a phone still reads."""
MOST_SHOWN = 150
"""The longest address that a person may type."""


def rules_link(rules: Ruleset, url: str) -> str:
    """The address of an app under which it shows these rules.

    >>> from sikwu import ruleset
    >>> rules_link(ruleset("hk-common"), "https://example.org/")
    'https://example.org/house#1c'
    """
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise RulesError.of("sheet.url", url=url[:80])
    return f"{url.rstrip('/')}/house#{rules_field(rules)}"


def _qr_picture(link: str) -> str:
    """The QR code of an address as SVG; empty if segno (part of the extra [web]) is missing or the address is too long."""
    try:
        import segno
    except ImportError:
        return ""
    if not link or len(link) > MOST_QR:
        return ""
    out = BytesIO()
    segno.make(link, error="m", micro=False).save(out, kind="svg", xmldecl=False, svgns=True, border=1, omitsize=True)
    return out.getvalue().decode()


def sheet_html(sheet: RulesSheet, lang: str, link: str = "") -> str:
    """The sheet as a complete HTML page for one or two A4 pages, without script and without any other file.

    `link` is the address under which the house's rules are found; the page shows it as a QR code.
    """
    faces = Sheet("face")  # the only one of the page, so that the same rules give the same bytes
    body = "".join(_Page(sheet, lang, faces).parts(_qr_picture(link), link))
    return (
        f'<!doctype html><html lang="{html_language(lang)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{safe(sheet.title(lang))} {sheet.fingerprint}</title><style>{STYLE}</style></head>"
        f"<body>{faces.hidden()}{body}</body></html>\n"
    )


class _Page:
    """The page while it is written."""

    def __init__(self, sheet: RulesSheet, lang: str, faces: Sheet) -> None:
        self.sheet, self.lang, self.faces = sheet, lang, faces
        self.look = Appearance(lang=lang, width=16, felt=False)

    def parts(self, qr: str, link: str) -> Iterable[str]:
        yield self._head(qr, link)
        yield self._title("sheet.patterns") + self._patterns()
        yield f'<div class="beside"><div>{self._prices()}</div><div>{self._duties()}</div></div>'
        yield self._house()
        yield self._terms()
        yield f"<footer class='muted'>{self._words(say('sheet.foot', hash=self.sheet.fingerprint))}</footer>"

    def _words(self, said: Message | Text) -> str:
        return safe(said(self.lang))

    def _title(self, code: str) -> str:
        return f"<h2>{self._words(say(code))}</h2>"

    def _head(self, qr: str, link: str) -> str:
        sheet, told = self.sheet, self.sheet.sentence(self.lang)
        picture = f'<div class="qr">{qr}<span class="muted">{self._words(say("sheet.scan"))}</span></div>' if qr else ""
        told_link = safe(link) if len(link) <= MOST_SHOWN else self._words(say("sheet.long"))
        address = f'<p class="muted">{told_link}</p>' if link and not qr else ""
        return (
            f"<header><div><h1>{self._words(sheet.title)}</h1>"
            f'<p class="muted">{self._words(sheet.basis)} · {self._words(say("sheet.fingerprint"))}'
            f' <span class="print">{sheet.fingerprint}</span></p>'
            f'<p class="limits">{self._words(sheet.limits)}</p>'
            + (f"<p>{safe(told)}</p>" if told else "")
            + f"{address}</div>{picture}</header>"
        )

    def _patterns(self) -> str:
        groups = []
        long = max(len(group.patterns) for group in self.sheet.patterns) > 14
        for group in self.sheet.patterns:
            rows = "".join(self._pattern(each) for each in group.patterns)
            groups.append(f"<section><h3>{self._words(say('fan', n=group.fan))}</h3><ul>{rows}</ul></section>")
        return f'<div class="fans{" long" if long else ""}">{"".join(groups)}</div>'

    def _pattern(self, each: SheetPattern) -> str:
        mark = f" {self._words(say('sheet.limit'))}" if each.limit else ""
        own = "" if each.own is None else f'<div class="muted">{self._words(each.own)}</div>'
        tiles = tiles_svg(each.tiles, self.look, self.faces) if each.tiles else ""
        name = f"<b>{self._words(each.name)}</b>" if each.changed else self._words(each.name)
        return f"<li><div>{name}{mark}{own}</div>{tiles}</li>"

    def _prices(self) -> str:
        rows, bystander = self.sheet.prices, any(row.bystander for row in self.sheet.prices)
        heads = ["draw.fan", "sheet.discarder", *(["sheet.bystander"] if bystander else []), "sheet.self_draw"]
        head = "".join(f"<th>{self._words(say(code))}</th>" for code in heads)
        lines = []
        for row in rows:
            sums = [row.discarder, *([row.bystander] if bystander else []), row.self_draw]
            cells = "".join(f"<td>{safe(money_text(each))}</td>" for each in sums)
            lines.append(f"<tr><td>{row.fan}</td>{cells}</tr>")
        return f"{self._title('sheet.prices')}<table><tr>{head}</tr>{''.join(lines)}</table>"

    def _duties(self) -> str:
        if not self.sheet.duties:
            return f"{self._title('sheet.duties')}<p>{self._words(say('sheet.no_duties'))}</p>"
        lines = "".join(f"<dt>{self._words(d.name)}</dt><dd>{self._words(d.when)}</dd>" for d in self.sheet.duties)
        return f"{self._title('sheet.duties')}<dl>{lines}</dl>"

    def _house(self) -> str:
        if not self.sheet.house:
            return ""
        lines = "".join(self._term(each) for each in self.sheet.house)
        return f'{self._title("sheet.house")}<div class="terms"><section><ul>{lines}</ul></section></div>'

    def _terms(self) -> str:
        if not self.sheet.terms:
            return ""
        sections = []
        for group in self.sheet.terms:
            lines = "".join(self._term(each) for each in group.lines)
            sections.append(f"<section><h3>{self._words(group.name)}</h3><ul>{lines}</ul></section>")
        return f'{self._title("sheet.terms")}<div class="terms">{"".join(sections)}</div>'

    def _term(self, line: TermLine) -> str:
        words = self._words(say("sheet.term", says=line.says, value=line.value))
        return f"<li><b>{words}</b></li>" if line.changed else f"<li>{words}</li>"
