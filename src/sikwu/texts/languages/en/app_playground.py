"""The words of the playground, which has no server, in English."""

from __future__ import annotations

TABLE: dict[str, str] = {
    "app.playground.title": "About this page",
    "app.playground.says": "This page is files and nothing else. Your browser judges every hand itself, with the same kernel as the server’s, and asks nobody.",
    "app.playground.works": "What works here",
    "app.playground.works.score": "Score: any hand under the five rulesets and every preset, with reasons, waits and payments.",
    "app.playground.works.house": "House: every ruleset and preset, and one changed option at a time with its hands before and after.",
    "app.playground.works.learn": "Learn: the first lessons, every pattern with examples and near misses, the fan quiz and the drill.",
    "app.playground.needs": "What needs a server",
    "app.playground.needs.books": "Books, tables and replays.",
    "app.playground.needs.rules": "Several changed options at once, own patterns, own prices and rules files: the rules are compiled by Python.",
    "app.playground.needs.compare": "The page of comparisons, and why a pattern does not count.",
    "app.playground.needs.offline": "Opening without a network: this page installs nothing. Opened from a disk, it needs none.",
    "app.playground.how": "With Python and a C++ compiler, this serves the whole app:",
    "app.playground.server": "This needs a server; this page has none.",
    "app.playground.one": "This page has no server: only one option can be changed at a time. Put the other one back first.",
    "app.playground.own": "This page has no server: it cannot check own patterns.",
    "app.playground.preset": "This page has no server: options can be changed under the five rulesets, not under presets.",
    "app.playground.value": "This page has no server: it does not know the rules with this value. Try a common one.",
    "app.playground.diff": "This page has no server: it compares a change only with the ruleset it was made from.",
}
