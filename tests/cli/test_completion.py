"""Shell completion, called as shells do: rulesets, options and their values, patterns, books."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from loaded import program
from sikwu import names, ruleset
from sikwu.book import Store
from sikwu.rules.presets import DOCUMENTS


def asked(line: str, folder: Path, shell: str = "bash", **environment: str) -> list[str]:
    """The completions for a command line up to the cursor."""
    words = line.split(" ")
    env = os.environ | {"_SIKWU_COMPLETE": f"complete_{shell}", "LC_ALL": "C.UTF-8", **environment}
    if shell == "bash":
        env |= {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    else:
        env |= {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    told = subprocess.run(program(), env=env, cwd=folder, capture_output=True, text=True, check=False)
    assert told.stderr == ""
    return told.stdout.strip().splitlines()


@pytest.mark.parametrize(
    "line", ["sikwu score --rules ", "sikwu waits -r ", "sikwu rules diff hk-common ", "sikwu book new -r "]
)
def test_rulesets(line: str, tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text("")
    offered = asked(line, tmp_path)
    assert offered == [*names(), "house.toml"]
    assert set(DOCUMENTS) < set(offered)


def test_a_start_narrows_it(tmp_path: Path) -> None:
    assert asked("sikwu rules options hk-c", tmp_path) == ["hk-common", "hk-classic"]
    assert asked("sikwu rules compare x hk-standard cl", tmp_path) == ["club16"]


def test_options_of_the_rules_that_are_named(tmp_path: Path) -> None:
    offered = asked("sikwu score --rules club16 -o ", tmp_path)
    assert offered == sorted(f"{option.id}=" for option in ruleset("club16").options)
    every = {f"{option.id}=" for document in DOCUMENTS for option in ruleset(document).options}
    assert set(asked("sikwu score -o ", tmp_path)) == every
    assert asked("sikwu score --rules hk-standard --option ledger.", tmp_path) == []
    assert asked("sikwu rules options hk-standard lim", tmp_path) == ["limit"]


def test_the_values_of_the_only_option_that_fits(tmp_path: Path) -> None:
    assert asked("sikwu score -o score.gu", tmp_path) == ["score.gun=full", "score.gun=half"]
    assert asked("sikwu score -o limit.cap_fan", tmp_path) == ["limit.cap_fan=13", "limit.cap_fan=none"]
    assert asked("sikwu score -r hk-common -o limit.cap_fan", tmp_path)[0] == "limit.cap_fan=10"
    half = asked("sikwu score -o score.gun=h", tmp_path, "fish")
    assert half == ["score.gun=half\tHalf gun: the discarder pays half, the other two a quarter each"]


def test_patterns_to_show_by_id_and_by_name(tmp_path: Path) -> None:
    offered = set(asked("sikwu rules show ", tmp_path))
    assert {pattern.id for document in DOCUMENTS for pattern in ruleset(document).patterns} < offered
    assert {duty.id for document in DOCUMENTS for duty in ruleset(document).duties} | set(names()) < offered
    assert "大三元" in asked("sikwu rules show 大", tmp_path)
    assert asked("sikwu rules show full_flush.f", tmp_path) == ["full_flush.fan"]
    assert asked("sikwu score --why half_f", tmp_path) == ["half_flush"]
    assert asked("sikwu rules show half_f", tmp_path, "fish") == ["half_flush\t混一色 Half flush"]


def test_books_that_there_are_and_none_is_made(tmp_path: Path) -> None:
    file = tmp_path / "books.db"
    assert asked("sikwu book play ", tmp_path, SIKWU_BOOKS=str(file)) == []
    assert not file.exists()
    with Store(str(file)) as store:
        store.create("Friday", ("A", "B", "C", "D"), ruleset("hk-standard"))
    assert asked("sikwu book play ", tmp_path, SIKWU_BOOKS=str(file)) == ["Friday"]
    assert asked("sikwu book show --book F", tmp_path, SIKWU_BOOKS=str(file)) == ["Friday"]


def test_what_cannot_be_read_offers_nothing_and_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text("[")
    assert asked("sikwu score --rules broken.toml -o lim", tmp_path) == []
    assert asked("sikwu score --rules nobody -o lim", tmp_path) == []
