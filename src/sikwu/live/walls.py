"""The wall of a deal: commitment, nonces, deal. The seed comes from outside; until the proof only `LiveMatch` has it, and it is never printed."""

from __future__ import annotations

import re

from sikwu.live.acting import seated
from sikwu.live.effects import WantNonce
from sikwu.live.messages import BotNonce, GiveNonce, SealWall
from sikwu.live.news import WallNews
from sikwu.live.notes import NonceNote, SealedNote
from sikwu.live.state import NOBODY, PLACES, TableWait
from sikwu.live.step import Step, TableRefusal
from sikwu.live.terms import BANK
from sikwu.play.wall import SEED_BYTES, commit_of

_NONCE = re.compile(r"[0-9a-f]{32}")


def seal(step: Step, said: SealWall) -> None:
    """A seed arrives: its commitment is noted before any nonce is known."""
    state = step.state
    if said.deal != state.wanted or len(said.seed) != SEED_BYTES or not state.between:
        return
    step.note(SealedNote(said.deal, commit_of(said.seed)), {said.deal: said.seed})
    state.wanted = 0
    state.banks = (BANK,) * 4
    state.marks_agreed = {}


def awaited(step: Step) -> None:
    """Publishes the commitment, and waits for nonces."""
    state, playing = step.state, step.playing
    long = state.terms.nonces
    state.awaited = TableWait("nonces", state.time, state.time + long + state.terms.grace, long)
    step.tell_all(WallNews(playing.number, playing.sealed, long))
    for place in PLACES:
        if state.seats[place].played_by_bot and not playing.nonces[place]:
            step.out.append(WantNonce(playing.number, place))
    _complete(step)


def nonce(step: Step, said: GiveNonce) -> None:
    """A seat's nonce; late ones and second ones are refused."""
    _taken(step, seated(step.state, said.by), said.deal, said.nonce)


def bot_nonce(step: Step, said: BotNonce) -> None:
    """A nonce for a seat that a bot plays; ignored if it comes too late."""
    state = step.state
    open = state.awaited is not None and state.awaited.kind == "nonces" and state.seats[said.place].played_by_bot
    if open and not step.playing.nonces[said.place]:
        _taken(step, said.place, said.deal, said.nonce)


def _taken(step: Step, place: int, deal: int, nonce: str) -> None:
    waiting = step.state.awaited
    if waiting is None or waiting.kind != "nonces" or deal != step.playing.number:
        raise TableRefusal.of("table.nonce_late")
    if not _NONCE.fullmatch(nonce):
        raise TableRefusal.of("table.nonce")
    if step.playing.nonces[place]:
        raise TableRefusal.of("table.nonce_twice")
    step.note(NonceNote(deal, place, nonce))
    _complete(step)


def _complete(step: Step) -> None:
    waiting = step.state.awaited
    if waiting is not None and all(step.playing.nonces):
        step.state.awaited = waiting._replace(closes=step.state.time)


def begun(step: Step) -> None:
    """All nonces are fixed: the deal begins."""
    step.state.playing = step.playing.begun()
    step.state.awaited = None
    step.state.pause_agreed = NOBODY
