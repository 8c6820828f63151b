"""A message: a code with plain facts, not yet in any language; and rule texts, which are data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

TYPE_CHECKING = False  # as in typing, without the cost of importing it
if TYPE_CHECKING:
    from typing import TypeAlias

    Fact: TypeAlias = bool | int | str | "Text" | "Message" | tuple["Fact", ...] | None
else:
    Fact = object


class Text:
    """A name or a sentence that belongs to a rule, in three languages; without Cantonese, the written Chinese is
    used.

    >>> Text("大三元", "Big three dragons")("en"), Text("不計", "Not counted", "唔計")("yue"), Text("大三元", "")("yue")
    ('Big three dragons', '唔計', '大三元')
    """

    __slots__ = ("en", "yue", "zh")
    zh: str
    en: str
    yue: str

    def __init__(self, zh: str, en: str, yue: str | None = None) -> None:
        object.__setattr__(self, "zh", zh)
        object.__setattr__(self, "en", en)
        object.__setattr__(self, "yue", zh if yue is None else yue)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a text cannot be changed: {name}")

    def __call__(self, lang: str) -> str:
        return self.en if lang == "en" else self.zh if lang == "zh" else self.yue

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and self._all == other._all

    def __hash__(self) -> int:
        return hash(self._all)

    def __repr__(self) -> str:
        return f"Text({', '.join(map(repr, self._all if self.spoken else self._all[:2]))})"

    def __reduce__(self) -> tuple[type[Text], tuple[str, str, str]]:
        return Text, self._all

    @property
    def spoken(self) -> str | None:
        """The Cantonese, if it differs from the written Chinese."""
        return None if self.yue == self.zh else self.yue

    @property
    def _all(self) -> tuple[str, str, str]:
        return self.zh, self.en, self.yue


class Message:
    """A code and the facts of the case; the interface that shows it renders it in any language.

    Facts are plain: numbers, texts, rule texts, codes of tiles and seats, lists of these, other messages.

    >>> told = Message("list.separator")
    >>> told.code, dict(told.facts)
    ('list.separator', {})
    """

    __slots__ = ("_hash", "code", "facts")
    _hash: int
    """A cached hash: repeated messages are looked up by it."""
    code: str
    """Stable and dotted, such as `tiles.five_copies`; never translated, never reused."""
    facts: Mapping[str, Fact]

    def __init__(self, code: str, facts: Mapping[str, object] = MappingProxyType({})) -> None:
        object.__setattr__(self, "code", code)
        told = {name: fact if type(fact) in _PLAIN else plain(fact) for name, fact in facts.items()}
        object.__setattr__(self, "facts", MappingProxyType(told))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a message cannot be changed: {name}")

    def __call__(self, lang: str) -> str:
        """The message in words."""
        from sikwu.texts.render import render  # imports this module

        return render(self, lang)

    @property
    def yue(self) -> str:
        """In Cantonese."""
        return self("yue")

    @property
    def zh(self) -> str:
        """In written Chinese."""
        return self("zh")

    @property
    def en(self) -> str:
        """In English."""
        return self("en")

    def to_json(self) -> dict[str, object]:
        """The message as it leaves the process: code and facts.

        >>> Message("value.missing", {"name": "seat"}).to_json()
        {'code': 'value.missing', 'facts': {'name': 'seat'}}
        """
        return {"code": self.code, "facts": {name: as_json(fact) for name, fact in self.facts.items()}}

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and (self.code, self.facts) == (other.code, other.facts)

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", hash((self.code, *self.facts.values())))
            return self._hash

    def __str__(self) -> str:
        """The message in English, for programmers; code that shows it to people chooses a language."""
        return self("en")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.code!r}, {dict(self.facts)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, dict(self.facts))


def say(code: str, **facts: object) -> Message:
    """The message with this code.

    >>> say("value.missing", name="seat").en
    '"seat" is missing.'
    """
    return Message(code, facts)


def worded(message: Message | Text) -> Text:
    """A message as a text in three languages, for places that hold the texts of rules.

    >>> worded(say("value.missing", name="seat")).en
    '"seat" is missing.'
    """
    return message if isinstance(message, Text) else Text(message.zh, message.en, message.yue)


def either(parts: Iterable[object]) -> Fact:
    """One or the other, joined by "or" in each language: numbers, ids, values.

    >>> told = say("value.each", each=either((3, 7, 9)))
    >>> told.zh, told.en
    ('3 或 7 或 9', '3 or 7 or 9')
    """
    out: Fact = None
    for part in parts:
        out = plain(part) if out is None else say("list.either", one=out, other=part)
    return out


def plain(fact: object) -> Fact:
    """A fact as messages store it: values with a text (tiles, seats, how a win came) become that text."""
    kind = type(fact)
    if kind in _PLAIN or fact is None or isinstance(fact, _SAID):
        return fact  # type: ignore[return-value]
    if isinstance(fact, (tuple, list)):
        return tuple([each if type(each) in _PLAIN else plain(each) for each in fact])
    text = getattr(fact, "text", None)
    return text if isinstance(text, str) else str(fact)


_PLAIN, _SAID = frozenset((str, int, bool)), (Text, Message)


def as_json(fact: Fact) -> object:
    """A fact as JSON."""
    if isinstance(fact, Message):
        return fact.to_json()
    if isinstance(fact, Text):
        told = {"zh": fact.zh, "en": fact.en}
        return told if fact.spoken is None else {**told, "yue": fact.spoken}
    return [as_json(each) for each in fact] if isinstance(fact, tuple) else fact
