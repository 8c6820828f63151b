"""Environments for learners, in English."""

from __future__ import annotations

TABLE: dict[str, str] = {
    "env.encode": 'There is no encoding "{name}"; choose {known:or}.',
    "env.opponents": "A learner needs three opponents, each a name or None; you gave {count}.",
    "env.size": "The number of deals must be from 1 to 1,048,576, not {n}.",
    "env.first": "The first slot must be from 0 to 1,073,741,824, not {first}.",
    "env.actions": "step() needs one whole number for each of {n} {n|deal|deals}, as an array of shape ({n},); it was given {kind} of shape {shape}. No deal was changed.",
    "env.parts": "pick() needs one number from 0 to 1 for each of {n} {n|deal|deals}, as an array of shape ({n},); it was given {kind} of shape {shape}.",
    "env.not_reset": "The deals have not been started: call reset() first.",
    "env.busy": "Another thread is using these deals: only one thread can use them at a time.",
    "env.action": "Action {action} is not legal in slot {slot}. No deal was changed.",
    "env.reward": 'There is no reward "{name}"; choose {known:or}.',
    "env.episode": 'There is no episode "{name}"; choose {known:or}.',
}
