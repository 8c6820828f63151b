"""The arena, in English."""

from __future__ import annotations

TABLE: dict[str, str] = {
    "arena.players": "An arena is for two to four players, not {count}: such as sikwu arena quick random.",
    "arena.deals": "The number of deals must be 1 to {most}.",
    "arena.seed": "A seed is a whole number from 0 up.",
    "arena.file": 'The results cannot be kept in "{file}": {why}.',
    "arena.line": 'Line {line} of "{file}" is no result of an arena; nothing was changed. Give another file, or remove this one.',
    "arena.other": '"{file}" has the results of another contest (players, rules, seed or seats differ); nothing was changed. Give another file.',
    "arena.ray": "Ray is not installed: pip install 'sikwu[ray]'.",
    "arena.ray_address": 'The Ray cluster "{address}" cannot be reached: {why}.',
    "cli.arena.plan": "{players}: {walls} {walls|wall|walls}, each in {seatings} seatings, {deals} deals.",
    "cli.arena.stopped": "Stopped after {deals} deals; nothing was kept. With --results FILE a run can go on later.",
    "cli.arena.goes_on": 'Stopped after {deals} deals, which are kept in "{file}": the same command goes on.',
    "cli.arena.so_far": "{points} ± {half} a deal · {rate} deals/s · {left} left",
    "cli.arena.head": "{rules} ({hash}), {deals} deals, seed {seed}. Points per deal, 99 % intervals over walls:",
    "cli.arena.player": "player",
    "cli.arena.points": "points",
    "cli.arena.interval": "99 % interval",
    "cli.arena.win": "wins",
    "cli.arena.draw": "draws",
    "cli.arena.fed": "deal-ins",
    "cli.arena.fan": "fan",
    "cli.arena.turn": "turns",
    "cli.arena.price": "won",
    "cli.arena.both": "Few walls, so the wider interval counts: Student {student}, bootstrap {bootstrap}.",
    "cli.arena.better": "{player} is better at 99 %.",
    "cli.arena.worse": "{player} is worse at 99 %.",
    "cli.arena.level": "Not decided at 99 %.",
    "cli.arena.luck": "A deal swings by {deviation} points; blocks of the same wall leave {ratio} of the variance. To see one point a deal takes about {deals} deals.",
    "cli.arena.defaults": "For {player} the written default answered: {reasons}.",
}
