"""Bots of live tables: whatever a bot does, the table continues with the default action, its record names the bot, and no process is left."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from live_tables import Shell
from patience import PATIENCE, until
from sikwu.bots import BotLimits, Bots
from sikwu.live import acting, messages, table
from sikwu.live.effects import AskBot
from sikwu.live.messages import BotActs, ChangeBot, StartMatch
from sikwu.live.step import Step
from sikwu.live.terms import LiveTerms
from sikwu.play.problems import PlayError
from sikwu.play.reader import typed_lines
from sikwu.play.replay import replay
from sikwu.play.verify import verify
from sikwu.players.protocol import PlayerError

SHORT = BotLimits(seconds=0.3, start=PATIENCE, rest=0)
LONG = BotLimits(seconds=PATIENCE, start=PATIENCE, rest=0)


class House:
    """An event loop with bots, for tests that are not coroutines."""

    def __init__(self, runner: asyncio.Runner) -> None:
        self.runner, self.made = runner, list[Bots]()

    def bots(self, *levels: str, limits: BotLimits = LONG) -> Bots:
        """Bots that are closed at the end of the test."""
        made = Bots([f"tests.bad_bots:{each}" if each[0].isupper() else each for each in levels], limits)
        self.made.append(made)
        return made

    def ask(self, bots: Bots, asked: AskBot, left: float = PATIENCE) -> BotActs:
        """One answer."""
        return self.runner.run(bots.ask(asked, left))


@pytest.fixture
def house() -> Iterator[House]:
    with asyncio.Runner() as runner:
        made = House(runner)
        yield made
        pids = [pid for bots in made.made for pid in bots.pids]
        for bots in made.made:
            runner.run(bots.close())
        assert not [pid for pid in pids if alive(pid)], "a process is left"
        assert not runner.run(tasks()), "a task is left"


async def tasks() -> int:
    return len(asyncio.all_tasks()) - 1


def alive(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def question(level: str, at: str = "turn") -> AskBot:
    """A question of a real table for a bot of this level."""
    shell = Shell(persons=0, start=False, terms=LiveTerms(levels=("quick", level)))
    for place in range(4):
        shell.say(ChangeBot(by="host", place=place, level=level))
    shell.say(StartMatch(by="host"))
    shell.run(lambda each: any(isinstance(one, AskBot) and one.view.at == at for one in each.effects))
    return next(each for each in shell.effects if isinstance(each, AskBot) and each.view.at == at)


def bad(name: str) -> AskBot:
    return question(f"tests.bad_bots:{name}")


# --- the result of each faulty bot


def test_levels_of_ours_are_the_players_of_that_name(house: House) -> None:
    bots = house.bots("quick", "random")

    def plays(bot: Callable[[Shell], Callable[[AskBot], BotActs]]) -> Shell:
        shell = Shell(persons=0)
        shell.bot = bot(shell)
        shell.run(lambda each: each.table.state.v > 150)
        return shell

    through = plays(lambda _: lambda asked: house.ask(bots, asked))
    assert through.lines == plays(lambda shell: shell.quick_bot).lines
    answer = house.ask(bots, question("random"))
    assert answer.action in question("random").legal
    assert not answer.why


@pytest.mark.parametrize("name", ["Good", "Chatty", "SlowToStart"])
def test_a_foreign_class_answers_as_it_would_in_this_process(house: House, name: str) -> None:
    bots, asked = house.bots(name), bad(name)
    assert house.ask(bots, asked) == BotActs(asked.place, asked.decision, Shell(persons=0).quick_bot(asked).action)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Hangs", "late"),
        ("Spins", "late"),
        ("Forks", "late"),
        ("Exits", "crashed"),
        ("Leaves", "crashed"),
        ("Crashes", "crashed"),
        ("Raises", "raised"),
        ("SaysNothing", "illegal"),
        ("SaysText", "illegal"),
        ("SaysTrue", "illegal"),
        ("SaysTooMuch", "illegal"),
        ("Writes", "illegal"),
        ("WritesMuch", "illegal"),
        ("AnswersTwice", "illegal"),
        ("CannotStart", "raised"),
        ("OnlyRows", "raised"),
        ("Missing", "raised"),
    ],
)
def test_a_bad_bot_is_an_answer_with_a_reason(house: House, name: str, why: str) -> None:
    bots, asked = house.bots(name, limits=SHORT if why == "late" else LONG), bad(name)
    assert house.ask(bots, asked) == BotActs(asked.place, asked.decision, None, why)


def test_a_fault_of_our_own_levels_is_an_answer_with_a_reason_too(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(asked: AskBot, chance: int) -> int:
        raise LookupError(f"the hand is {asked.view.hand}")

    monkeypatch.setattr("sikwu.bots.bots.chosen", fails)
    asked = question("quick")
    assert house.ask(house.bots("quick"), asked) == BotActs(asked.place, asked.decision, None, "raised")
    assert "quick could not decide: LookupError." in caplog.text
    assert "hand" not in caplog.text  # no tile is in a log


def test_memory_has_an_end(house: House) -> None:
    bots = house.bots("Eats", "Good", limits=BotLimits(seconds=PATIENCE, start=PATIENCE, memory=1 << 29))
    assert house.ask(bots, bad("Eats")).why == "memory"
    assert house.ask(bots, bad("Good")).action is not None


def test_what_a_bot_raised_is_told_to_people(house: House) -> None:
    bots = house.bots("Raises", "CannotStart")
    house.ask(bots, bad("Raises"))
    assert bots.why("tests.bad_bots:Raises") == "LookupError: no such plan"
    with pytest.raises(PlayerError, match=r"CannotStart.*no such weights"):
        house.runner.run(bots.check())


def test_a_level_that_nobody_knows_is_refused_and_one_that_is_gone_is_told() -> None:
    with pytest.raises(PlayerError):
        Bots(["quik"])
    with asyncio.Runner() as runner:
        bots = Bots(["quick"])
        assert runner.run(bots.ask(question("lost:Class"), PATIENCE)).why == "unknown"
        runner.run(bots.close())


# --- processes


def test_a_child_that_hangs_is_killed_with_all_that_it_started(house: House) -> None:
    bots = house.bots("Forks", limits=BotLimits(seconds=PATIENCE, start=PATIENCE))

    async def goes() -> list[int]:
        asking = asyncio.create_task(bots.ask(bad("Forks"), PATIENCE))
        while len(group := grouped(bots.pids)) < 2:
            await asyncio.sleep(0.01)
        await bots.close()
        assert asking.done() or (await asyncio.wait({asking}))[0]
        return group

    group = house.runner.run(goes())
    until(lambda: not any(map(alive, group)))


def grouped(leaders: list[int]) -> list[int]:
    """Every process in the groups of these."""
    found = []
    for each in Path("/proc").iterdir():
        if each.name.isdigit():
            try:
                if os.getpgid(int(each.name)) in leaders and alive(int(each.name)):
                    found.append(int(each.name))
            except ProcessLookupError:
                continue
    return found


def test_after_a_hang_another_child_answers(house: House) -> None:
    bots, name = house.bots("HangsInTurns", limits=SHORT), "tests.bad_bots:HangsInTurns"
    assert house.ask(bots, question(name)).why == "late"
    assert bots.pids == []
    slow = house.bots("HangsInTurns")
    assert house.ask(slow, question(name, "discard")).action is not None


def test_a_child_that_somebody_kills_is_replaced(house: House) -> None:
    bots = house.bots("Good")
    assert house.ask(bots, bad("Good")).action is not None
    (before,) = bots.pids
    os.kill(before, signal.SIGKILL)
    until(lambda: not alive(before))
    assert house.ask(bots, bad("Good")).why == "crashed"
    assert house.ask(bots, bad("Good")).action is not None
    assert before not in bots.pids


def test_a_slow_start_is_late_and_not_lost(house: House) -> None:
    bots = house.bots("SlowToStart")
    assert house.ask(bots, bad("SlowToStart"), left=0.01).why == "late"
    assert house.ask(bots, bad("SlowToStart")).action is not None


def test_a_start_without_an_end_has_one(house: House) -> None:
    bots = house.bots("NeverStarts", limits=BotLimits(start=0.5))
    assert house.ask(bots, bad("NeverStarts")).why == "late"
    assert bots.pids == []


def test_a_start_that_is_given_up_leaves_no_process(house: House) -> None:
    bots = house.bots("NeverStarts")

    async def gives_up() -> None:
        asking = asyncio.create_task(bots.ask(bad("NeverStarts"), PATIENCE))
        while not playing("NeverStarts"):
            await asyncio.sleep(0.01)
        await bots.close()
        assert (await asyncio.wait({asking}))[0]

    house.runner.run(gives_up())
    until(lambda: not playing("NeverStarts"))


def playing(name: str) -> list[int]:
    """Children of this process that play a class."""
    found = []
    for each in Path("/proc").iterdir():
        if each.name.isdigit() and f":{name}" in _text(each / "cmdline") and f" {os.getpid()} " in _text(each / "stat"):
            found.append(int(each.name))
    return found


def _text(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


def test_a_class_that_fails_in_a_row_rests(house: House) -> None:
    bots = house.bots("Exits", limits=BotLimits(seconds=PATIENCE, start=PATIENCE, rest=PATIENCE))
    assert [house.ask(bots, bad("Exits")).why for _ in range(4)] == ["crashed", "crashed", "resting", "resting"]


def test_many_bots_at_once_share_a_few_children(house: House) -> None:
    bots, asked = house.bots("Good", "quick"), bad("Good")
    native = question("quick")

    async def all_at_once() -> list[BotActs]:
        return await asyncio.gather(*(bots.ask(each, PATIENCE) for each in [asked, native] * 40))

    answers = house.runner.run(all_at_once())
    assert len(answers) == 80
    assert all(each.action is not None for each in answers)
    assert len(bots.pids) == 2


def test_the_loop_goes_on_while_bots_think(house: House) -> None:
    bots = house.bots("Spins", limits=LONG)

    async def goes_on() -> int:
        asking = asyncio.create_task(bots.ask(bad("Spins"), PATIENCE))
        while not bots.pids:
            await asyncio.sleep(0.001)
        beats = 0
        while beats < 50:
            await asyncio.sleep(0)
            beats += 1
        assert not asking.done()
        asking.cancel()
        return beats

    assert house.runner.run(goes_on()) == 50


def test_a_child_sees_nothing_of_the_server_and_writes_no_file(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIKWU_SECRET", "x")
    bots = house.bots("Looks")
    house.ask(bots, bad("Looks"))
    assert bots.why("tests.bad_bots:Looks") == "LookupError: seen: []"


def test_children_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "server.py"
    program.write_text(
        "import asyncio, sys\n"
        "sys.path[:0] = ['tests', 'tests/live']\n"
        "from test_bots import Bots, bad\n"
        "async def main():\n"
        "    bots = Bots(['tests.bad_bots:Spins'])\n"
        "    asking = asyncio.create_task(bots.ask(bad('Spins'), 1000))\n"
        "    while not bots.pids: await asyncio.sleep(0.01)\n"
        "    print(*bots.pids, flush=True)\n"
        "    await asking\n"
        "asyncio.run(main())\n"
    )
    with subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        (pid,) = map(int, server.stdout.readline().split())
        server.kill()
    until(lambda: not alive(pid))


# --- at a table


@pytest.mark.parametrize("name", ["Raises", "SaysText", "Exits"])
def test_a_match_with_a_bad_bot_goes_on_and_its_record_names_it(house: House, name: str) -> None:
    level = f"tests.bad_bots:{name}"
    bots = house.bots(name, "quick", limits=BotLimits(seconds=PATIENCE, start=PATIENCE, rest=PATIENCE))
    shell = Shell(persons=0, start=False, terms=LiveTerms(levels=("quick", level)))
    shell.say(ChangeBot(by="host", place=2, level=level))
    shell.say(StartMatch(by="host"))
    shell.bot = lambda asked: house.ask(bots, asked)
    shell.run(lambda each: any(line["type"] == "proof" for line in each.lines))
    faults = [line for line in shell.record if line.get("fault")]
    assert faults
    assert all(line["default"] and line["fault"]["bot"] == level for line in faults)
    assert {line["fault"]["why"] for line in faults} <= {"raised", "illegal", "crashed", "resting"}
    notes = [line for line in shell.lines if line["type"] == "bot_fault"]
    assert len(notes) == len(faults)
    assert all(not checked.faults and checked.proven for checked in verify(shell.record))
    assert replay(typed_lines(shell.record)).match.deals == 1
    restarted = type(shell.table).folded(shell.lines, shell.secrets, shell.now)
    assert restarted == shell.table.restarted(shell.now)
    assert "fault" not in json.dumps([json.loads(sent.bytes) for sent in shell.sent])


def test_a_fault_stands_only_beside_a_default() -> None:
    line = {
        "type": "decision",
        "at": "turn",
        "seat": "E",
        "legal": ["discard 1m", "discard 2m"],
        "chosen": "discard 1m",
    }
    fault = {"bot": "mine:Clever", "why": "late"}
    assert typed_lines([{**line, "default": True, "fault": fault}])[0].fault.why == "late"  # type: ignore[union-attr]
    with pytest.raises(PlayError, match="fault"):
        typed_lines([{**line, "fault": fault}])


# --- timing reveals nothing


def moments(delay: int, rules: str = "hk-standard") -> list[tuple[int, int, bytes]]:
    """All news of a table with their times, for a given thinking time of its bots."""
    shell = Shell(rules, persons=1, watchers=1)

    def bot(asked: AskBot) -> BotActs:
        shell.post(delay, shell.quick_bot(asked))
        return BotActs(asked.place, "another question", None)

    shell.bot = bot
    shell.run(lambda each: each.table.state.v > 120)
    return [(sent.at, sent.to, sent.bytes) for sent in shell.sent if sent.to != 0 or b'"ack"' not in sent.bytes]


@pytest.mark.parametrize("rules", ["hk-standard", "club16"])
def test_a_fast_bot_and_a_slow_one_act_at_the_same_moments(rules: str) -> None:
    assert moments(0, rules) == moments(700, rules)


def test_a_table_that_acts_when_its_bots_have_answered_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def hasty(step: Step, said: BotActs) -> None:
        acting.bot_acts(step, said)
        awaited = step.state.awaited
        if awaited is not None and awaited.kind == "turn" and awaited.answers:
            step.state.awaited = awaited._replace(closes=step.state.time)

    monkeypatch.setitem(table._HANDLERS, messages.BotActs, hasty)
    assert moments(0) != moments(700)
