"""Texts: the same codes in every language, each rendered with its facts; every code is used, and every used code has a text."""

from __future__ import annotations

import ast
import copy
import json
import pickle
import re
from pathlib import Path

import pytest

import sikwu
from sikwu.texts import LANGUAGES, Message, SikwuError, Text, problem, render, say
from sikwu.texts.render import places
from sikwu.texts.tables import exported, table

SOURCE = Path(sikwu.__file__).parent
APP = Path(__file__).parent.parent.parent / "app" / "src"
CODES = sorted(table("en"))
KINDS = {
    "tile": "5m",
    "tiles": ("1m", "2m", "E", "E", "1f", "5f"),
    "groups": (("1m", "2m", "3m"), ("E", "E")),
    "seat": "E",
    "by": "self_draw",
    "meld": "kong_exposed",
    "or": ("a", "b"),
    "and": ("a", "b"),
    "inside": Text("大三元", "Big three dragons"),
}


def facts_of(code: str) -> dict[str, object]:
    """A fact of the right kind for every place of a code, in any language."""
    facts: dict[str, object] = {}
    for lang in LANGUAGES:
        for found in re.finditer(r"\{~?(\w+)(?::(\w+))?(\|[^}]*)?\}", table(lang)[code]):
            name, kind = found[1], found[2]
            if name not in facts or kind:
                facts[name] = KINDS.get(kind, "x") if kind else 2
    return facts


def test_languages_have_the_same_codes() -> None:
    assert set(table("yue")) == set(table("zh")) == set(table("en"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_code_is_said_with_its_facts(lang: str) -> None:
    for code in CODES:
        said = render(Message(code, facts_of(code)), lang)
        assert "{" not in said, code
        assert "}" not in said, code
        # A place that a language leaves out is meant: a counter in English, a noun that Chinese does not need.
        if not places(table(lang)[code]):
            assert said == table(lang)[code]


def test_chinese_is_chinese_and_english_english() -> None:
    chinese = re.compile(r"[\u4e00-\u9fff]")
    plain = re.compile(r"\{[^}]*\}")
    allowed = re.compile(r"中|發|白|東|南|西|北|萬|筒|索|春|夏|秋|冬|梅|蘭|菊|竹|一|二|三|天糊|地糊|人糊|包")
    for code in CODES:
        english = plain.sub("", table("en")[code])
        assert not chinese.search(allowed.sub("", english)) or "「" in english or "（" not in english, code
    # Spoken Cantonese does not say these.
    for code in CODES:
        assert not re.search(r"不可以|沒有|現在|甚麼|這個|那個", plain.sub("", table("yue")[code])), code


def said_in(tree: ast.AST) -> tuple[set[str], list[str]]:
    """Codes that a module says, and the beginnings of those it puts together."""
    whole: set[str] = set()
    starts: list[str] = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name not in {"say", "problem", "Message", "Problem", "of"}:
            continue
        for choice in ast.walk(node.args[0]):
            if isinstance(choice, ast.Constant) and isinstance(choice.value, str) and "." in choice.value.strip("."):
                whole.add(choice.value)
            if isinstance(choice, ast.JoinedStr) and isinstance(choice.values[0], ast.Constant):
                starts.append(str(choice.values[0].value))
    return whole, starts


def test_every_code_that_is_said_has_words() -> None:
    known = set(CODES)
    for path in SOURCE.rglob("*.py"):
        whole, starts = said_in(ast.parse(path.read_text(encoding="utf-8")))
        for code in whole:
            assert code in known or any(each.startswith(code) for each in known), f"{path.name}: {code}"
        for start in starts:
            assert any(code.startswith(start) for code in known), f"{path.name}: {start}…"


def test_every_word_is_said_by_somebody() -> None:
    paths = [path for path in SOURCE.rglob("*.py") if "languages" not in path.parts]
    paths += [path for path in APP.rglob("*") if path.suffix in (".ts", ".svelte")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    literal = set(re.findall(r"[\"'`]([a-z_]+(?:\.[a-z_0-9=]+)*\.?)(?=[\"'`{$])", text))
    kinds = {kind for code in CODES for kind in re.findall(r":(\w+)\}", table("en")[code])}  # said by other words
    starts = (*(each for each in literal if each.endswith(".")), *(f"{kind}." for kind in kinds))
    starts += ("tile.", "suit.", "by.", "meld.", "list.")
    lost = [code for code in CODES if code not in literal and not code.startswith(starts)]
    assert lost == []


def test_a_message_is_a_value() -> None:
    told = say("value.missing", name="seat")
    assert told == say("value.missing", name="seat") != say("value.missing", name="round")
    assert hash(told) == hash(say("value.missing", name="seat"))
    assert pickle.loads(pickle.dumps(told)) == told == copy.deepcopy(told)
    wrong = problem("value.missing", name="seat", at=(1, 3))
    assert pickle.loads(pickle.dumps(wrong)) == wrong != problem("value.missing", name="seat")
    error = pickle.loads(pickle.dumps(SikwuError([wrong])))
    assert error.problems == (wrong,)
    with pytest.raises(AttributeError):
        told.code = "x"
    assert json.loads(json.dumps(say("told.counted", fan=2, name=Text("甲", "A"), limit=told).to_json())) == {
        "code": "told.counted",
        "facts": {
            "fan": 2,
            "name": {"zh": "甲", "en": "A"},
            "limit": {"code": "value.missing", "facts": {"name": "seat"}},
        },
    }


def test_a_rule_text_has_three_languages() -> None:
    spoken, written = Text("不計", "Not counted", "唔計"), Text("不計", "Not counted")
    assert [spoken(lang) for lang in LANGUAGES] == ["唔計", "不計", "Not counted"]
    assert [written(lang) for lang in LANGUAGES] == ["不計", "不計", "Not counted"]
    assert spoken != written == Text("不計", "Not counted", "不計")
    assert len({spoken, written, Text("不計", "Not counted", "唔計")}) == 2
    for text in (spoken, written):
        assert pickle.loads(pickle.dumps(text)) == copy.deepcopy(text) == text == eval(repr(text))
    told = say("told.name", name=spoken)
    assert (told.yue, told.zh, told.to_json()["facts"]) == (
        "唔計",
        "不計",
        {"name": {"zh": "不計", "en": "Not counted", "yue": "唔計"}},
    )


def test_the_export_is_plain_json() -> None:
    assert json.loads(json.dumps(exported(), ensure_ascii=False)) == exported()
    assert set(exported()) == {"yue", "zh", "en"}


def test_unknown_codes_and_languages() -> None:
    assert render(Message("no.such.code", {"n": 1}), "en") == "no.such.code {'n': 1}"
    with pytest.raises(ValueError, match="yue, zh, en"):
        render(Message("fan"), "fr")


@pytest.mark.parametrize(
    ("code", "extra"), [("serve.package", "web"), ("arena.ray", "ray"), ("book.store_missing", "book")]
)
def test_what_is_missing_can_be_installed_from_a_clone(code: str, extra: str) -> None:
    """Most people have the source and no package index that knows sikwu."""
    for lang in LANGUAGES:
        told = problem(code, package="x")(lang)
        assert f'pip install ".[{extra}]"' in told
        assert f'pip install "sikwu[{extra}]"' in told
