"""What a client makes of its board and a question is what the table shows the seat: players answer the same at either end."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from live_tables import RULESETS, Shell, greedy, wild
from sikwu.client.seen import River, view_of
from sikwu.live.news import AskNews, EventNews
from sikwu.rules.presets import rules_of


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("seed", range(3))
def test_a_view_made_of_a_board_is_the_view_of_the_table(rules: str, seed: int) -> None:
    ruleset = rules_of(rules).with_options({"play.rounds": 1})
    choose = greedy if seed else wild(Random(seed))
    shell = Shell(ruleset, 4, choose=choose, seeds=str(seed))
    rivers, read, seen = [River() for _ in range(4)], 0, dict[str, int]()
    while shell.table.status != "over" and shell.table.state.v < 900 and shell.step():
        for sent in shell.sent[read:]:
            if isinstance(sent.news, EventNews) and sent.to < 4:
                rivers[sent.to].follow(sent.news.line)
        for sent in shell.sent[read:]:
            awaited, playing = shell.table.state.awaited, shell.table.state.playing
            if not isinstance(sent.news, AskNews) or awaited is None or playing is None:
                continue
            asked = awaited.of(sent.to)
            if asked is None or awaited.decision != sent.news.decision:
                continue
            made = view_of(shell.table.state.boards[sent.to], sent.news, ruleset, rivers[sent.to].thrown)
            assert replace(made, result="") == replace(playing.view(asked), result="")
            seen[asked.at] = seen.get(asked.at, 0) + 1
        read = len(shell.sent)
    assert seen["turn"] > 50
    assert seen["discard"] > 5
