"""What strangers meet first: notices, workflows, issue forms, the package's description, and no addresses of registries."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
from tools import notices  # noqa: E402

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
MADE = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_no_notice_is_missing() -> None:
    if not notices.MODULES.is_dir():
        pytest.skip("the app's packages are not installed: make app")
    named = notices.bundled()
    assert notices.needed(named) <= set(named)
    assert "idb" in notices.needed(named), "the service worker keeps its times with it"
    assert notices.OUT.read_text("utf-8") == notices.page(), "run `make notices`"
    for each in notices.notices():
        assert len(each.text) > 200 or "brings no text" in each.text, each.name
        assert each.licence, each.name
    files = MADE["project"]["license-files"]
    assert {"LICENSE", "NOTICES.txt"} <= set(files)


def test_workflows_only_call_make_and_pin_what_they_use() -> None:
    assert {path.stem for path in WORKFLOWS} == {"test", "wheels", "docs", "release", "nightly"}
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for path in WORKFLOWS:
        text = path.read_text("utf-8")
        for run in re.findall(r"^ *(?:- )?run: *(.*)$", text, re.MULTILINE):
            assert run.startswith("make "), (path.name, run)
        for target in [*re.findall(r"run: make ([a-z-]+)", text), *nightly(text)]:
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), (path.name, target)
        for used in re.findall(r"uses: (\S+)", text):
            assert used.startswith("./") or re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}", used), (path.name, used)
        assert re.search(r"^permissions:\n  contents: read$", text, re.MULTILINE), path.name
        assert len(re.findall(r"timeout-minutes:", text)) >= len(re.findall(r"runs-on:", text)), path.name
        assert "secrets." not in text, path.name
        checkouts = text.count("actions/checkout@")
        assert text.count("persist-credentials: false") == checkouts, path.name


def nightly(text: str) -> list[str]:
    found = re.search(r"target: \[(.*?)\]", text)
    return [] if found is None else found[1].split(", ")


def test_linters_know_the_workflows() -> None:
    """`make lint-workflows` installs them; where they are, they run, and a planted fault is found."""
    programs = ROOT / "build" / "workflows" / "bin"
    if not (programs / "zizmor").exists():
        pytest.skip("the linters of workflows are not installed: make lint-workflows")
    schema = [str(programs / "check-jsonschema"), "--builtin-schema", "vendor.github-workflows"]
    assert subprocess.run([*schema, *map(str, WORKFLOWS)], capture_output=True, check=False).returncode == 0
    lint = [str(programs / "zizmor"), "--offline", "--no-progress"]
    assert subprocess.run([*lint, str(WORKFLOWS[0].parent)], capture_output=True, check=False).returncode == 0


def test_a_fault_in_a_workflow_is_found(tmp_path: Path) -> None:
    programs = ROOT / "build" / "workflows" / "bin"
    if not (programs / "zizmor").exists():
        pytest.skip("the linters of workflows are not installed: make lint-workflows")
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(
        "on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: echo ${{ github.event.issue.title }}\n      - uses: a/b@v1\n"
    )
    lint = [str(programs / "zizmor"), "--offline", "--no-progress", str(wrong)]
    assert subprocess.run(lint, capture_output=True, check=False).returncode != 0
    wrong.write_text("on: push\njobs:\n  a:\n    runs_on: x\n")
    schema = [str(programs / "check-jsonschema"), "--builtin-schema", "vendor.github-workflows", str(wrong)]
    assert subprocess.run(schema, capture_output=True, check=False).returncode != 0


def test_issue_forms_ask_for_what_is_needed() -> None:
    text = {path.stem: path.read_text("utf-8") for path in FORMS}
    assert {"wrong-score", "house-rule", "wrong-word"} <= set(text)
    for id in ("line", "rules", "expected", "source"):
        assert re.search(rf"id: {id}\n(?:.*\n)*?    validations:\n      required: true", text["wrong-score"]), id


def test_the_package_is_described() -> None:
    project = MADE["project"]
    assert "urls" not in project, "there is no public address yet: an invented one misleads"
    assert {f"Programming Language :: Python :: 3.{n}" for n in (11, 12, 13, 14)} <= set(project["classifiers"])
    assert MADE["tool"]["cibuildwheel"]["test-command"].endswith("tests/smoke_wheel.py")


def test_the_version_is_the_same_everywhere() -> None:
    """The package's, that of the newest release in the CHANGELOG, of the citation and of the manual page."""
    (version,) = re.findall(
        r'^__version__ = "(.*)"$', (ROOT / "src/sikwu/__init__.py").read_text("utf-8"), re.MULTILINE
    )
    newest, date = re.findall(r"^## (\S+) \((\S+)\)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)[0]
    cited = (ROOT / "CITATION.cff").read_text("utf-8")
    assert newest == version
    assert re.findall(r'^version: "(.*)"$', cited, re.MULTILINE) == [version]
    assert re.findall(r'^date-released: "(.*)"$', cited, re.MULTILINE) == [date]
    assert f'"sikwu {version}"' in (ROOT / "docs/sikwu.1").read_text("utf-8").splitlines()[0]


def test_100_cases_of_the_corpus_are_what_a_wheel_is_tried_with() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "smoke_wheel.py")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "100 cases" in done.stdout


def test_nothing_names_a_registry() -> None:
    # Spelled with brackets, so that this file names none of them either.
    hosts = re.compile(
        r"p[y]pi\.org|pythonh[o]sted|registry\.np[m]js|np[m]js\.(?:com|org)|d[o]cker\.io|gh[c]r\.io|q[u]ay\.io"
    )
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False).stdout.decode()
    found = []
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        if path.is_file() and path.suffix not in (".jpg", ".png", ".db"):
            found += [name] if hosts.search(path.read_text("utf-8", errors="replace")) else []
    assert found == []
    assert hosts.search("https://p" + "ypi.org/simple")
