"""Environments for learners, in English."""

from __future__ import annotations

TABLE: dict[str, str] = {
    "env.encode": 'There is no encoding "{name}"; there are: {known:and}.',
    "env.opponents": "A learner has three opponents, each by name or None; {count} were given.",
    "env.size": "{n} deals cannot be stepped at once: from 1 to 1,048,576, and at least one seat asked from outside.",
    "env.action": "Action {action} is not legal in slot {slot}; no deal has been changed.",
    "env.reward": 'There is no reward "{name}"; there are: {known:and}.',
    "env.episode": 'There is no episode "{name}"; there are: {known:and}.',
}
