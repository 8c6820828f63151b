"""A score in words, Chinese and English: the recorded computation and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sikwu.reading import Reading, Shape
from sikwu.reasons import Line, lines, spoken_of
from sikwu.rules.edits import Raise
from sikwu.rules.pattern import Pattern
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Count, JudgedReading, NotCounted, Score
from sikwu.tiles import Tile
from sikwu.win import By, Win
from sikwu.wording import PLACES, SHAPES, apart, circumstances_text, group_word, said, tiles_text

LANGUAGES = ("zh", "en")


@dataclass(frozen=True, slots=True)
class Name:
    """What a pattern is called: always in both languages."""

    zh: str
    jyutping: str
    en: str

    def __call__(self, lang: str) -> str:
        """All its names, those of the reader's language first."""
        chinese = f"{self.zh} {self.jyutping}".strip()
        return " ".join(w for w in ((chinese, self.en) if lang == "zh" else (self.en, chinese)) if w)

    def short(self, lang: str) -> str:
        """One name."""
        return (self.zh or self.en) if lang == "zh" else (self.en or self.zh)

    def inside(self, lang: str) -> str:
        """One name as it stands inside a sentence."""
        name = self.short(lang)
        return name if lang == "zh" else name[:1].lower() + name[1:]


@dataclass(frozen=True, slots=True)
class Counted:
    """A pattern that counted, once or several times."""

    pattern: str
    name: Name
    fan: int
    times: int
    tiles: tuple[Tile, ...]
    """Empty: the whole hand, or nothing to show."""
    shown: str
    """The tiles in words."""
    limit: bool
    """A limit hand (例牌)."""
    says: str
    source: str


@dataclass(frozen=True, slots=True)
class Dropped:
    """A pattern that held and did not count, and the rule that says so."""

    pattern: str
    name: Name
    by: str
    why: str
    tiles: tuple[Tile, ...]
    sentence: str
    source: str


@dataclass(frozen=True, slots=True)
class Read:
    """A reading of the hand in words, with its total."""

    fan: int
    capped: int
    groups: tuple[str, ...]
    place: str
    patterns: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything a player wants to be told of a win, as ready sentences."""

    lang: str
    headline: str
    situation: str
    rules: str
    label: Name | None
    label_says: str
    label_source: str
    counted: tuple[Counted, ...]
    dropped: tuple[Dropped, ...]
    ceiling: str
    """Why the total is not the sum; empty if it is."""
    spicy: str
    reading: Read
    others: tuple[Read, ...]
    waits: str


@dataclass(frozen=True, slots=True)
class Because:
    """Why a pattern holds in a hand or not: one answer, then part by part."""

    pattern: str
    name: Name
    holds: bool
    verdict: str
    ways: tuple[tuple[Line, ...], ...]
    """The parts of each way to make the pattern."""


def explain(score: Score, lang: str = "zh") -> Explanation:
    """The score in words.

    >>> from sikwu import score
    >>> told = explain(score("555888m E (222m<N) (中中中<E) +E<N seat=S round=W 1f"), "en")
    >>> told.headline
    '7 fan: a win'
    >>> [(each.name.short("en"), each.fan, each.shown) for each in told.counted][-1]
    ('Dragon pung', 1, '中中中')
    """
    rules = score.ruleset
    label = None if score.label is None else rules.pattern(score.label)
    return Explanation(
        lang,
        _headline(score, lang),
        situation(score.win, lang),
        rules_line(rules, lang),
        None if label is None else name_of(label),
        "" if label is None else rules.sentence(label.id)(lang),
        "" if label is None else label.source,
        _counted(score, lang),
        _dropped(score, lang),
        _ceiling(score, lang),
        _spicy(score, lang),
        _read(score, score.best, lang),
        tuple(_read(score, other, lang) for other in score.others),
        _waits(score, lang),
    )


def explain_text(score: Score, lang: str = "zh") -> str:
    """The score as plain text, a few lines for each pattern."""
    told = explain(score, lang)
    out = [told.headline, told.situation, told.rules, ""]
    if told.label is not None:
        out += [told.label(lang), f"  {told.label_says}", f"  {told.label_source}"]
    for each in told.counted:
        out.append(f"{fan_words(each.fan, lang)}  {each.name(lang)}{limit_mark(each, lang)}")
        out += [f"  {line}" for line in (each.shown, each.says, each.source) if line]
    if told.dropped:
        out += ["", said(("有但不計：", "Held, not counted:"), lang)]
        out += [f"  {each.name(lang)}\n    {each.sentence}\n    {each.source}" for each in told.dropped]
    out += ["", *(line for line in (told.ceiling, told.spicy) if line)]
    out.append(said(("牌的讀法：", "The reading: "), lang) + told.reading.text)
    join = said(("、", ", "), lang)
    for other in told.others:
        why = join.join(other.patterns)
        out.append(
            said(("另一讀法：", "Another: "), lang) + other.text + said((f"（{why}）", f" ({why})"), lang) * bool(why)
        )
    out += [told.waits] if told.waits else []
    return "\n".join(out) + "\n"


def because(score: Score, pattern: str, lang: str = "zh") -> Because:
    """Part by part, why a pattern holds in the reading that counts, or not.

    >>> from sikwu import score
    >>> told = because(score("555888m E (222m<N) (中中中<E) +E<N seat=S round=W 1f"), "four_concealed_pungs", "en")
    >>> told.verdict, [(line.holds, line.text, line.value) for line in told.ways[0]]
    ('does not hold', [(False, 'exactly 4 pungs drawn by yourself', '2')])
    """
    rules, name = score.ruleset, name_of(score.ruleset.pattern(pattern))
    if rules.pattern(pattern).only_beside is not None:
        return _because_label(score, pattern, name, lang)
    raised = rules.draft.raised
    if raised is not None and raised.pattern == pattern:
        return _because_raised(score, raised, name, lang)
    parts = score.check(pattern)
    rows = [row for row, of in zip(rules.lowered.rows, rules.lowered.pattern_of, strict=True) if of == pattern]
    counting = [part for part, row in zip(parts, rows, strict=True) if not rules.draft.rows[row].row.mark]
    ways: list[tuple[Line, ...]] = []
    for part in counting:
        way = lines(part.condition, lang, part, score.win)
        if way not in ways:
            ways.append(way)
    holds = any(part.holds for part in counting)
    if not counting:
        verdict = _not_in_use(rules, pattern, lang)
    elif pattern in score.patterns:
        fan = fan_words(score.patterns[pattern], lang)
        verdict = said((f"成立，計 {fan}", f"holds and counts {fan}"), lang)
    elif holds:
        told = [each.sentence for each in _dropped(score, lang) if each.pattern == pattern]
        verdict = said(("成立，但不計。", "holds, but does not count. "), lang) + "".join(told[:1])
    else:
        verdict = said(("不成立", "does not hold"), lang)
    return Because(pattern, name, holds, verdict.strip(), tuple(ways))


def _because_raised(score: Score, raised: Raise, name: Name, lang: str) -> Because:
    """一變五 looks at the total of the other rows, not at the hand."""
    holds = raised.pattern in score.patterns
    total = raised.total if holds else score.fan
    text = said((f"其他番種合共剛好 {raised.total} 番", f"the other patterns come to exactly {raised.total} fan"), lang)
    verdict = ("成立，計 ", "holds and counts ") if holds else ("不成立", "does not hold")
    fan = fan_words(raised.to, lang) if holds else ""
    return Because(raised.pattern, name, holds, said(verdict, lang) + fan, ((Line(0, text, holds, str(total)),),))


def because_text(score: Score, pattern: str, lang: str = "zh") -> str:
    """`because` as plain text."""
    told = because(score, pattern, lang)
    out = [f"{told.name(lang)}{said(('：', ': '), lang)}{told.verdict}"]
    for number, way in enumerate(told.ways, 1):
        if len(told.ways) > 1:
            out.append(said((f"第 {number} 種情況", f"Way {number}"), lang))
        out += [f"  {'  ' * line.depth}{line_text(line, lang)}" for line in way]
    return "\n".join(out) + "\n"


# --- parts, shared with the command line


def name_of(pattern: Pattern) -> Name:
    """A pattern's names; its id where it has none."""
    return Name(pattern.zh, pattern.jyutping, pattern.en if pattern.en or pattern.zh else pattern.id)


def fan_words(fan: int, lang: str) -> str:
    """`3 番` or `3 fan`."""
    return said((f"{fan} 番", f"{fan} fan"), lang)


def limit_mark(counted: Counted, lang: str) -> str:
    """What stands behind the name of a limit hand."""
    return said(("（例牌）", " (limit hand)"), lang) if counted.limit else ""


def line_text(line: Line, lang: str) -> str:
    """A line of a condition with ✓ or ✗ and what the hand has."""
    mark = {True: "✓ ", False: "✗ ", None: "· "}[line.holds]
    return mark + line.text + (said((f"：現在 {line.value}", f"; here {line.value}"), lang) if line.value else "")


def rules_line(rules: Ruleset, lang: str) -> str:
    """Which rules: names, minimum, ceiling."""
    name = " ".join((rules.name.zh, rules.name.en) if lang == "zh" else (rules.name.en, rules.name.zh))
    return name + said(("，", ", "), lang) + limits_line(rules, lang)


def limits_line(rules: Ruleset, lang: str) -> str:
    """Minimum and ceiling."""
    if lang == "zh":
        return f"{rules.minimum} 番起糊，{'不設封頂' if rules.cap is None else f'{rules.cap} 番封頂'}"
    return f"minimum {rules.minimum}, {'no ceiling' if rules.cap is None else f'ceiling {rules.cap}'}"


def situation(win: Win, lang: str) -> str:
    """Who won, how, and under what circumstances.

    >>> situation(Win.parse("E +E<W seat=S last_discard"), "en")
    'seat S, round E; won on E discarded by W; the last discard'
    """
    seat, round_, tile = win.seat, win.round, "" if win.tile is None else tiles_text((win.tile,), lang)
    fed = "" if win.feeder is None else said((f"{win.feeder.zh}家", win.feeder.text), lang)
    how = {
        By.DISCARD: (
            f"食{fed}出銃的{apart(tile)}",
            f"won on {tile}" + (f" discarded by {fed}" if fed else " discarded"),
        ),
        By.SELF_DRAW: (f"自摸{apart(tile)}", f"won by drawing {tile}"),
        By.ROB_KONG: (f"搶{fed}的槓{apart(tile)}", f"won by robbing {tile}" + (f" from {fed}" if fed else "")),
        By.FLOWERS: ("食花糊", "won by flowers"),
    }[win.by]
    more = circumstances_text(win, lang)
    if lang == "zh":
        return f"{seat.zh}位，{round_.zh}圈，{how[0]}" + (f"（{more}）" if more else "")
    return f"seat {seat.text}, round {round_.text}; {how[1]}" + (f"; {more}" if more else "")


# --- the sentences


def _headline(score: Score, lang: str) -> str:
    least, fan = score.ruleset.minimum, fan_words(score.capped, lang)
    if score.valid and score.payer_fan and score.fan < least:
        paid = fan_words(score.payer_fan, lang)
        words = f"{fan}，連賠錢莊家的 {paid}夠起糊，食得", f"{fan}: a win, with the paying dealer's {paid}"
        return said(words, lang)
    if score.valid:
        return said((f"{fan}，食得", f"{fan}: a win"), lang)
    short = least - score.fan - score.payer_fan
    return said(
        (
            f"{fan}，未夠 {least} 番起糊，差 {short} 番，食不得",
            f"{fan}: no win, {short} fan short of the minimum of {least}",
        ),
        lang,
    )


def _ceiling(score: Score, lang: str) -> str:
    cap, fan, capped = score.ruleset.cap, score.fan, score.capped
    if cap is None or fan == capped:
        return ""
    if score.limit_hand and score.ruleset.draft.unify:
        return said(
            (
                f"例牌一律計 {cap} 番（逐項加起來是 {fan} 番）",
                f"A limit hand counts exactly {cap} fan (the sum is {fan})",
            ),
            lang,
        )
    return said((f"{fan} 番，爆棚封 {cap} 番", f"{fan} fan, over the ceiling: {cap} fan count"), lang)


def _spicy(score: Score, lang: str) -> str:
    if score.spicy == "triple":
        return said(("三辣：例牌賠滿糊價的三倍", "Triple spicy: a limit hand pays three times the full price"), lang)
    if score.spicy == "double":
        return said(("雙辣：清一色賠滿糊價的兩倍", "Double spicy: a full flush pays twice the full price"), lang)
    return ""


def _counted(score: Score, lang: str) -> tuple[Counted, ...]:
    each: dict[str, list[Count]] = {}
    for count in score.counted:
        each.setdefault(count.pattern, []).append(count)
    out = []
    for id, counts in each.items():
        pattern = score.ruleset.pattern(id)
        made = [_tiles(score, count) for count in counts]
        shown = "" if None in made else _shown((tiles for tiles in made if tiles), score.reading, lang)
        limits = score.ruleset.draft.limit_hands
        out.append(
            Counted(
                id,
                name_of(pattern),
                sum(count.fan for count in counts),
                1 if all(score.ruleset.draft.rows[count.row].row.of_dealer for count in counts) else len(counts),
                tuple(tile for tiles in made for tile in tiles or ()),
                said(("整副牌", "the whole hand"), lang) if None in made else shown,
                any(count.pattern in limits or count.row in limits for count in counts),
                score.ruleset.sentence(id)(lang),
                pattern.source,
            )
        )
    return tuple(sorted(out, key=lambda counted: -counted.fan))


def _tiles(score: Score, count: Count) -> tuple[Tile, ...] | None:
    if count.tiles or score.ruleset.draft.rows[count.row].row.of_dealer:
        return count.tiles
    return spoken_of(score.ruleset.lowered.conditions[count.row], score.reading, score.win)


def _dropped(score: Score, lang: str) -> tuple[Dropped, ...]:
    each: dict[tuple[str, str, str], list[NotCounted]] = {}
    for one in score.not_counted:
        each.setdefault((one.pattern, one.by, one.why), []).append(one)
    out = []
    for (id, by, why), ones in each.items():
        rules = score.ruleset
        name, over = name_of(rules.pattern(id)), name_of(rules.pattern(by))
        tiles = tuple(tile for one in ones for tile in one.tiles)
        shown = _shown((one.tiles for one in ones), score.reading, lang)
        sentence = _why(name, over, why, _stands_alone(rules, by), shown, lang)
        out.append(Dropped(id, name, by, why, tiles, sentence, rules.pattern(by).source))
    return tuple(out)


def _why(name: Name, over: Name, why: str, alone: bool, tiles: str, lang: str) -> str:
    it, by = name.inside(lang), over.short(lang)
    shown = "" if not tiles else f"（{tiles}）" if lang == "zh" else f" ({tiles})"
    if why == "shared":
        both = (f"{by}已用了這些牌{shown}，不再計{it}", f"{by} counts these tiles{shown} already, so {it} does not")
    elif why == "lost":
        both = (
            f"同一組牌只可以用在其中一樣；計{by}總番最多，所以不計{it}{shown}",
            f"These sets may serve one pattern only; {over.inside(lang)} gives the best total, "
            f"so {it}{shown} is not counted",
        )
    elif alone:
        both = (f"{by}價錢固定，{it}不加上去{shown}", f"{by} has a fixed price, so {it}{shown} is not added")
    else:
        both = (f"計了{by}，就不再計{it}{shown}", f"{by} counts, so {it}{shown} is not counted again")
    return said(both, lang)


def _shown(times: Iterable[tuple[Tile, ...]], reading: Reading, lang: str) -> str:
    """Tiles set by set; the same sets told once."""
    told: list[str] = []
    for tiles in times:
        sets: list[str] = []
        rest = tiles
        for group in reading.groups:
            if rest[: len(group.tiles)] == group.tiles:
                sets.append(tiles_text(group.tiles, lang))
                rest = rest[len(group.tiles) :]
        sets += [tiles_text(rest, lang)] if rest else []
        if sets:
            told.append(" ".join(sets))
    return said(("、", ", "), lang).join(dict.fromkeys(told))


def _stands_alone(rules: Ruleset, pattern: str) -> bool:
    return any(row.enabled and row.row.alone for row in rules.draft.named(pattern))


def _read(score: Score, judged: JudgedReading, lang: str) -> Read:
    reading, rules = judged.reading, score.ruleset
    groups = tuple(f"{tiles_text(g.tiles, lang)} {said(group_word(g.kind, g.made), lang)}" for g in reading.groups)
    if reading.shape is not Shape.STANDARD:
        groups = (said(SHAPES[reading.shape], lang),)
    patterns = tuple(
        name_of(rules.pattern(id)).short(lang) + (f" {fan}" if fan != 1 else "") for id, fan in judged.patterns.items()
    )
    place = _place(reading, score, lang)
    total = fan_words(judged.fan, lang)
    if judged.capped != judged.fan:
        total += said((f"（計 {judged.capped} 番）", f" ({judged.capped} count)"), lang)
    text = said(("、", ", "), lang).join(groups)
    text += f"{said(('；', '; '), lang)}{place}" if place else ""
    text += said((f"；{total}", f"; {total}"), lang)
    return Read(judged.fan, judged.capped, groups, place, patterns, text)


def _place(reading: Reading, score: Score, lang: str) -> str:
    if score.win.tile is None or reading.shape is Shape.FLOWERS:
        return ""
    tile, place = tiles_text((score.win.tile,), lang), said(PLACES[reading.place], lang)
    if reading.at is None or reading.shape is not Shape.STANDARD:
        return said((f"{tile}{place}", f"{tile} on a {place}"), lang) if len(score.waits) == 1 else ""
    group = reading.groups[reading.at]
    return said(
        (
            f"{tile}{place}，成 {tiles_text(group.tiles, lang)}",
            f"{tile} completes {tiles_text(group.tiles, lang)}, a {place}",
        ),
        lang,
    )


def _waits(score: Score, lang: str) -> str:
    if score.win.by is By.FLOWERS:
        return ""
    waits = score.waits
    kinds = f"{len(waits)} kind" + ("s" if len(waits) != 1 else "")
    return said(
        (f"叫糊：{tiles_text(waits, lang)}（{len(waits)} 種）", f"Waited for {tiles_text(waits, lang)} ({kinds})"), lang
    )


def _because_label(score: Score, pattern: str, name: Name, lang: str) -> Because:
    holds = score.label == pattern
    beside = score.ruleset.pattern(pattern).only_beside or ()
    allowed = _names(score.ruleset, (id for id in beside if score.ruleset.in_use(id)), lang)
    others = _names(score.ruleset, (id for id in score.patterns if id not in beside), lang)
    way = Line(0, said((f"除了{allowed}，甚麼番都沒有", f"nothing counts but {allowed}"), lang), holds, others)
    verdict = said(("成立，是稱呼，本身 0 番", "holds; a name, worth nothing itself"), lang)
    return Because(pattern, name, holds, verdict if holds else said(("不成立", "does not hold"), lang), ((way,),))


def _names(rules: Ruleset, ids: Iterable[str], lang: str) -> str:
    return said(("、", ", "), lang).join(name_of(rules.pattern(id)).inside(lang) for id in ids)


def _not_in_use(rules: Ruleset, pattern: str, lang: str) -> str:
    option = f"{pattern}.enabled"
    tail = f"（{option}）" if lang == "zh" else f" ({option})"
    tail = tail if option in rules.settings else ""
    return said((f"{rules.id} 不計這一項{tail}", f"not in use under {rules.id}{tail}"), lang)
