"""A deal played by a script: what each seat does at which point; everywhere else it takes the default action."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sikwu.play.deal_game import Question
from sikwu.play.game import Game
from sikwu.play.lines import Line
from sikwu.tiles import Tile, Wind

ScriptLine = Sequence[str]
"""[seat, action] or [seat, action, where]; where: turn, turn 6m, discard, discard 6m, kong, flower, opening."""


def play_script(
    game: Game, script: Sequence[ScriptLine], note: Callable[[Wind, int], object] | None = None
) -> tuple[Game, list[Line], list[ScriptLine]]:
    """Plays the current deal to its end. Returns the game, the lines, and the lines of the script that were not used.

    At each decision the seat's next script line is used if its place matches and its action is legal; otherwise the
    seat takes the default action. An action that begins with ? or = only marks a place. `note` is called for every
    choice.
    """
    left, lines = list(script), list[Line]()
    while game.running:
        assert game.play is not None
        drawn = game.play.deal.drawn
        for question in game.questions():
            action = _chosen(left, question, question.claimed if question.at != "turn" else drawn)
            if note is not None:
                note(question.seat, action)
            game, more = game.answer(question.seat, action)
            lines += more
    return game, lines, left


def _chosen(left: list[ScriptLine], question: Question, tile: Tile | None) -> int:
    texts = question.texts
    while (line := next((each for each in left if each[0] == question.seat.text), None)) is not None:
        if len(line) > 2 and not _holds(line[2], question.at, tile):
            break
        if line[1][:1] in ("?", "="):
            left.remove(line)
            continue
        if line[1] not in texts:
            break
        left.remove(line)
        return question.legal[texts.index(line[1])]
    return question.usual


def _holds(where: str, at: str, tile: Tile | None) -> bool:
    place, _, named = where.partition(" ")
    return place == at and (not named or (tile is not None and named == tile.text))
