"""`explain(score)`: turns a recorded score into messages and rule texts, which can be rendered in any language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from sikwu.reading import Group, Kind, Reading, Shape
from sikwu.reasons import ConditionLine, lines_of, of_the_win, spoken_of
from sikwu.rules.changes import Raise
from sikwu.rules.naming import called, changes
from sikwu.rules.pattern import Pattern
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Count, JudgedReading, Score, UncountedPattern
from sikwu.texts import Message, Text, say, wrong_type
from sikwu.tiles import KINDS, Tile
from sikwu.win import By, FirstTurn, Win
from sikwu.wording import group_word, groups, place_word, shape_word, situation


@dataclass(frozen=True, slots=True)
class PatternName:
    """The names of a pattern, always in both languages."""

    zh: str
    jyutping: str
    en: str

    def __call__(self, lang: str) -> str:
        """All its names, the reader's language first."""
        chinese = f"{self.zh} {self.jyutping}".strip()
        return " ".join(w for w in ((self.en, chinese) if lang == "en" else (chinese, self.en)) if w)

    @property
    def text(self) -> Text:
        """One name in each language."""
        return Text(self.zh or self.en, self.en or self.zh)

    def short(self, lang: str) -> str:
        """One name."""
        return self.text(lang)


@dataclass(frozen=True, slots=True)
class CountedPattern:
    """A pattern that counted, once or several times."""

    pattern: str
    name: PatternName
    fan: int
    times: int
    tiles: tuple[Tile, ...]
    """Empty: the whole hand, or no tiles to show."""
    shown: Message | None
    """The tiles set by set."""
    limit: bool
    """Whether it is a limit hand (例牌)."""
    says: Text
    source: str


@dataclass(frozen=True, slots=True)
class DroppedPattern:
    """A pattern that held and did not count, and the rule that excludes it."""

    pattern: str
    name: PatternName
    by: str
    why: str
    tiles: tuple[Tile, ...]
    sentence: Message
    source: str


@dataclass(frozen=True, slots=True)
class ExplainedReading:
    """A reading of the hand, with its total."""

    fan: int
    capped: int
    groups: tuple[Group, ...]
    place: Message | None
    patterns: tuple[tuple[PatternName, int], ...]
    text: Message


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything a player wants to know about a win."""

    headline: Message
    situation: Message
    rules: Message
    label: PatternName | None
    label_says: Text
    label_source: str
    counted: tuple[CountedPattern, ...]
    dropped: tuple[DroppedPattern, ...]
    ceiling: Message | None
    """Why the total differs from the sum; None if it does not."""
    spicy: Message | None
    reading: ExplainedReading
    others: tuple[ExplainedReading, ...]
    waits: Message | None


@dataclass(frozen=True, slots=True)
class PatternAnswer:
    """Why a pattern holds in a hand or does not: one answer, then part by part."""

    pattern: str
    name: PatternName
    holds: bool
    verdict: Message
    ways: tuple[tuple[ConditionLine, ...], ...]
    """The parts of each way to make the pattern."""


_NOTHING = Text("", "")


def explain(score: Score) -> Explanation:
    """The explanation of a score.

    >>> from sikwu import score
    >>> told = explain(score("555888m E (222m<N) (中中中<E) +E<N seat=S round=W 1f"))
    >>> told.headline.en, told.headline.yue
    ('7 fan: a win', '7 番，食得')
    >>> [(each.name.short("en"), each.fan, each.shown.en) for each in told.counted][-1]
    ('Dragon pung', 1, '中中中')
    """
    if not isinstance(score, Score):
        raise wrong_type("explain()", "Score", score)
    rules = score.ruleset
    label = None if score.label is None else rules.pattern(score.label)
    return Explanation(
        _headline(score),
        situation(score.win),
        rules_line(rules),
        None if label is None else name_of(label),
        _NOTHING if label is None else rules.sentence(label.id),
        "" if label is None else label.source,
        _counted(score),
        _dropped(score),
        _ceiling(score),
        None if score.spicy is None else say(f"spicy.{score.spicy}"),
        _read(score, score.best),
        tuple(_read(score, other) for other in score.others),
        _waits(score),
    )


def explain_text(score: Score, lang: str = "yue") -> str:
    """The score as plain text, a few lines for each pattern."""
    told = explain(score)
    out = [told.headline(lang), told.situation(lang), told.rules(lang), ""]
    if told.label is not None:
        out += [told.label(lang), f"  {told.label_says(lang)}", f"  {told.label_source}"]
    for each in told.counted:
        out.append(say("told.counted", fan=each.fan, name=each.name(lang), limit=limit_mark(each))(lang))
        shown = "" if each.shown is None else each.shown(lang)
        out += [f"  {line}" for line in (shown, each.says(lang), each.source) if line]
    if told.dropped:
        out += ["", say("told.dropped")(lang)]
        out += [f"  {each.name(lang)}\n    {each.sentence(lang)}\n    {each.source}" for each in told.dropped]
    out += ["", *(line(lang) for line in (told.ceiling, told.spicy) if line is not None)]
    out.append(say("told.reading", text=told.reading.text)(lang))
    out += [say("told.other", text=other.text, why=patterns_line(other))(lang) for other in told.others]
    out += [] if told.waits is None else [told.waits(lang)]
    return "\n".join(out) + "\n"


def because(score: Score, pattern: str) -> PatternAnswer:
    """Why a pattern holds in the reading that counts, or does not, part by part.

    >>> from sikwu import score
    >>> told = because(score("555888m E (222m<N) (中中中<E) +E<N seat=S round=W 1f"), "four_concealed_pungs")
    >>> told.verdict.en, [(line.holds, line.text.en, line.value.en) for line in told.ways[0]]
    ('does not hold', [(False, 'exactly 4 pungs drawn by yourself', '2')])
    """
    rules, name = score.ruleset, name_of(score.ruleset.pattern(pattern))
    if rules.pattern(pattern).only_beside is not None:
        return _because_label(score, pattern, name)
    raised = rules.draft.raised
    if raised is not None and raised.pattern == pattern:
        return _because_raised(score, raised, name)
    parts = score.check(pattern)
    rows = [row for row, of in zip(rules.lowered.rows, rules.lowered.pattern_of, strict=True) if of == pattern]
    ways: list[tuple[ConditionLine, ...]] = []
    for part, row in zip(parts, (rules.draft.rows[name].row for name in rows), strict=True):
        way = () if row.mark else lines_of(row, part.condition, part, score.win)
        if way and way not in ways:
            ways.append(way)
    holds = any(all(line.holds for line in way if not line.depth) for way in ways)
    if not ways:
        verdict = _not_in_use(rules, pattern)
    elif pattern in score.patterns:
        verdict = say("because.counts", fan=score.patterns[pattern])
    elif holds:
        told = [each.sentence for each in _dropped(score, every=True) if each.pattern == pattern]
        verdict = say("because.dropped", why=told[0]) if told else say("because.worthless")
    else:
        verdict = say("because.no")
    return PatternAnswer(pattern, name, holds, verdict, tuple(ways))


def _because_raised(score: Score, raised: Raise, name: PatternName) -> PatternAnswer:
    """The answer for 一變五, which depends on the total of the other rows, not on the hand."""
    holds = raised.pattern in score.patterns
    line = ConditionLine(
        0, say("because.raised", n=raised.total), holds, say("value.number", n=1 if holds else score.fan)
    )
    verdict = say("because.counts", fan=raised.to) if holds else say("because.no")
    return PatternAnswer(raised.pattern, name, holds, verdict, ((line,),))


def because_text(score: Score, pattern: str, lang: str = "yue") -> str:
    """`because` as plain text."""
    told = because(score, pattern)
    out = [say("told.because", name=told.name(lang), verdict=told.verdict)(lang)]
    for number, way in enumerate(told.ways, 1):
        if len(told.ways) > 1:
            out.append(say("told.way", number=number)(lang))
        out += [f"  {'  ' * line.depth}{line_text(line, lang)}" for line in way]
    return "\n".join(out) + "\n"


# --- parts shared by command line, server and notebook


def name_of(pattern: Pattern) -> PatternName:
    """A pattern's names; its id if it has none."""
    return PatternName(pattern.zh, pattern.jyutping, pattern.en if pattern.en or pattern.zh else pattern.id)


def fan_words(fan: int, lang: str) -> str:
    """`3 番` or `3 fan`."""
    return say("fan", n=fan)(lang)


def limit_mark(counted: CountedPattern) -> Message | None:
    """The mark after the name of a limit hand."""
    return say("told.limit") if counted.limit else None


def line_text(line: ConditionLine, lang: str) -> str:
    """A line of a condition with ✓ or ✗ and the value of the hand."""
    mark = {True: "✓ ", False: "✗ ", None: "· "}[line.holds]
    value = None if line.value is None else say("line.here", value=line.value)
    return mark + say("line.text", text=line.text, value=value)(lang)


def patterns_line(read: ExplainedReading) -> Message | None:
    """The patterns that count in a reading, in brackets; None if there are none."""
    named = tuple(
        say("told.pattern" if fan != 1 else "told.name", name=name.text, fan=fan) for name, fan in read.patterns
    )
    return say("told.patterns", patterns=named) if named else None


def rules_line(rules: Ruleset) -> Message:
    """The rules in a line: names, minimum, ceiling."""
    return say("rules.line", name=rules.name, zh=rules.name.zh, en=rules.name.en, limits=limits_line(rules))


def limits_line(rules: Ruleset) -> Message:
    """Minimum and ceiling."""
    if rules.cap is None:
        return say("rules.no_ceiling", minimum=rules.minimum)
    return say("rules.limits", minimum=rules.minimum, cap=rules.cap)


# --- the sentences


def _headline(score: Score) -> Message:
    least = score.ruleset.minimum
    counted = score.toward_minimum
    if score.valid and score.payer_fan and counted < least:
        return say("headline.with_payer", fan=score.capped, paid=score.payer_fan)
    if score.valid:
        return say("headline.win", fan=score.capped)
    short = least - counted - score.payer_fan
    if counted < score.fan:
        return say("headline.aside", fan=score.capped, least=least, counted=counted, short=short)
    return say("headline.short", fan=score.capped, least=least, short=short)


def _ceiling(score: Score) -> Message | None:
    cap, fan, capped = score.ruleset.cap, score.fan, score.capped
    if cap is None or fan == capped:
        return None
    unified = score.limit_hand and score.ruleset.draft.unify
    return say("ceiling.unified" if unified else "ceiling.over", cap=cap, fan=fan)


def _counted(score: Score) -> tuple[CountedPattern, ...]:
    each: dict[str, list[Count]] = {}
    for count in score.counted:
        each.setdefault(count.pattern, []).append(count)
    out = []
    draft = score.ruleset.draft
    for id, counts in each.items():
        pattern = score.ruleset.pattern(id)
        counts.sort(key=lambda count: _by_flower(count.tiles))
        made = [_tiles(score, count) for count in counts]
        shown = say("told.whole_hand") if None in made else _shown((tiles for tiles in made if tiles), score.reading)
        of_dealer = all(draft.rows[count.row].row.of_dealer for count in counts)
        out.append(
            CountedPattern(
                id,
                name_of(pattern),
                sum(count.fan for count in counts),
                1 if of_dealer else _times(counts, made),
                tuple(tile for tiles in made for tile in tiles or ()),
                shown,
                any(_limit(score.ruleset, count) for count in counts),
                score.ruleset.sentence(id),
                pattern.source,
            )
        )
    return tuple(sorted(out, key=lambda counted: -counted.fan))


def _times(counts: Iterable[Count], made: Iterable[tuple[Tile, ...] | None]) -> int:
    """How often a pattern counted; a row that adds to the tiles of another row is not counted again."""
    of_row: dict[str, list[tuple[Tile, ...] | None]] = {}
    for count, tiles in zip(counts, made, strict=True):
        of_row.setdefault(count.row, []).append(tiles)
    times, seen = 0, set[tuple[Tile, ...] | None]()
    for own in of_row.values():
        times += 0 if seen.issuperset(own) else len(own)
        seen.update(own)
    return times


def _limit(rules: Ruleset, count: Count) -> bool:
    """Whether a counted pattern is a limit hand and that makes a difference."""
    limit = count.pattern in rules.draft.limit_hands or count.row in rules.draft.limit_hands
    return limit and rules.tells_limit(count.fan, count.pattern)


def _tiles(score: Score, count: Count) -> tuple[Tile, ...] | None:
    if count.tiles or score.ruleset.draft.rows[count.row].row.of_dealer:
        return count.tiles
    return spoken_of(score.ruleset.lowered.conditions[count.row], score.reading, score.win)


def _dropped(score: Score, every: bool = False) -> tuple[DroppedPattern, ...]:
    """The patterns that held and did not count; `every`: also those that are left out by default."""
    each: dict[tuple[str, str, str], list[UncountedPattern]] = {}
    counted = {(count.pattern, count.tiles) for count in score.counted}
    for one in score.not_counted:
        if every or _is_told(one, score, counted):
            each.setdefault((one.pattern, one.by, one.why), []).append(one)
    out = []
    for (id, by, why), ones in each.items():
        rules = score.ruleset
        name, over = name_of(rules.pattern(id)), name_of(rules.pattern(by))
        ones.sort(key=lambda one: _by_flower(one.tiles))
        tiles = tuple(tile for one in ones for tile in one.tiles)
        shown = _shown((one.tiles for one in ones), score.reading)
        kind = "alone" if why == "absorbed" and stands_alone(rules, by) else why
        bracketed = None if shown is None else say("told.brackets", what=shown)
        sentence = say(f"dropped.{kind}", it=name.text, by=over.text, tiles=bracketed)
        out.append(DroppedPattern(id, name, by, why, tiles, sentence, rules.pattern(by).source))
    return tuple(out)


def _by_flower(tiles: tuple[Tile, ...]) -> int:
    """Sorts flowers by their numbers, whatever rows counted them; sets stay as they are."""
    return tiles[0] if tiles and tiles[0] >= KINDS else 0


def _is_told(one: UncountedPattern, score: Score, counted: set[tuple[str, tuple[Tile, ...]]]) -> bool:
    """Whether to mention that a pattern did not count: not if it counts in another row, nor for tiles that a win by
    flowers leaves out.
    """
    if score.win.by is By.FLOWERS and not of_the_win(score.ruleset.lowered.conditions[one.row]):
        return False
    counts = one.pattern in score.patterns
    return not counts or (bool(one.tiles) and (one.pattern, one.tiles) not in counted)


def _shown(times: Iterable[tuple[Tile, ...]], reading: Reading) -> Message | None:
    """Tiles set by set, each set once."""
    told: list[tuple[tuple[Tile, ...], ...]] = []
    for tiles in times:
        sets: list[tuple[Tile, ...]] = []
        rest = tiles
        for group in reading.groups:
            if rest[: len(group.tiles)] == group.tiles:
                sets.append(group.tiles)
                rest = rest[len(group.tiles) :]
        sets += [rest] if rest else []
        if sets:
            told.append(tuple(sets))
    each = tuple(groups(sets) for sets in dict.fromkeys(told))
    return say("told.each", each=each) if each else None


def stands_alone(rules: Ruleset, pattern: str) -> bool:
    """Whether nothing counts beside a pattern."""
    return any(row.enabled and row.row.alone for row in rules.draft.named(pattern))


def _read(score: Score, judged: JudgedReading) -> ExplainedReading:
    reading, rules = judged.reading, score.ruleset
    sets = tuple(map(_group_text, reading.groups)) if reading.shape is Shape.STANDARD else (_special(reading),)
    place = _place(reading, score)
    capped = judged.capped != judged.fan
    text = say(
        "read.text",
        groups=sets,
        place=None if place is None else say("read.place", place=place),
        total=say("read.capped" if capped else "fan", n=judged.fan, fan=judged.fan, capped=judged.capped),
    )
    patterns = tuple((name_of(rules.pattern(id)), fan) for id, fan in judged.patterns.items())
    return ExplainedReading(judged.fan, judged.capped, reading.groups, place, patterns, text)


def _special(reading: Reading) -> Message:
    """The shape of a hand that is not sets and a pair; a pung beside the pairs is named."""
    pung = next((group.tiles for group in reading.groups if group.kind is Kind.PUNG), None)
    if reading.shape is Shape.PAIRS and pung is not None:
        return say("shape.pairs_and_pung", tiles=pung)
    return shape_word(reading.shape)


@lru_cache(2048)
def _group_text(group: Group) -> Message:
    """The text of a group; cached, because there are few different ones."""
    return say("group.text", tiles=group.tiles, kind=group_word(group.kind, group.made))


def _place(reading: Reading, score: Score) -> Message | None:
    if score.win.tile is None or not waited(score.win):
        return None
    tile, place = (score.win.tile,), place_word(reading.place)
    if reading.at is None or reading.shape is not Shape.STANDARD:
        return say("place.on", tile=tile, place=place) if len(score.waits) == 1 else None
    return say("place.completes", tile=tile, place=place, group=reading.groups[reading.at].tiles)


def waited(win: Win) -> bool:
    """Whether the winner waited for a tile. A win by flowers has no wait, and a dealt hand was complete at once."""
    return win.by is not By.FLOWERS and win.at.first_turn is not FirstTurn.HEAVENLY


def _waits(score: Score) -> Message | None:
    if not waited(score.win):
        return None
    return say("waits.text", tiles=score.waits, n=len(score.waits))


def _because_label(score: Score, pattern: str, name: PatternName) -> PatternAnswer:
    holds = score.label == pattern
    beside = score.ruleset.pattern(pattern).only_beside or ()
    allowed = _names(score.ruleset, (id for id in beside if score.ruleset.in_use(id)))
    others = _names(score.ruleset, (id for id in score.patterns if id not in beside))
    value = say("value.names", names=others) if others else None
    way = ConditionLine(0, say("because.label", names=allowed), holds, value)
    return PatternAnswer(pattern, name, holds, say("because.is_label" if holds else "because.no"), ((way,),))


def _names(rules: Ruleset, ids: Iterable[str]) -> tuple[Text, ...]:
    return tuple(name_of(rules.pattern(id)).text for id in ids)


def _not_in_use(rules: Ruleset, pattern: str) -> Message:
    option = f"{pattern}.enabled"
    known, named = option in rules.settings, called(rules) if changes(rules) else rules.name
    return say("because.not_in_use", rules=named, option=say("because.option", option=option) if known else None)
