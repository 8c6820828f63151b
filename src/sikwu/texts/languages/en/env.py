"""Environments for learners, in English."""

from __future__ import annotations

TABLE: dict[str, str] = {
    "env.encode": 'There is no encoding "{name}"; there are: {known:and}.',
    "env.opponents": "A learner has three opponents, each by name or None; {count} were given.",
    "env.size": "{n} deals cannot be stepped at once: from 1 to 1,048,576.",
    "env.first": "The first slot cannot be {first}: from 0 to 1,073,741,824.",
    "env.actions": "step() takes one whole number for each of {n} {n|deal|deals}, as an array of shape ({n},); given was {kind} of shape {shape}. No deal has been changed.",
    "env.parts": "pick() takes one number from 0 to 1 for each of {n} {n|deal|deals}, as an array of shape ({n},); given was {kind} of shape {shape}.",
    "env.not_reset": "The deals have not been started: call reset() first.",
    "env.busy": "Another thread is at these deals: only one may ask at a time.",
    "env.action": "Action {action} is not legal in slot {slot}; no deal has been changed.",
    "env.reward": 'There is no reward "{name}"; there are: {known:and}.',
    "env.episode": 'There is no episode "{name}"; there are: {known:and}.',
}
