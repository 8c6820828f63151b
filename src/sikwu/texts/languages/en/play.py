"""Deals, walls and records, in English."""

from __future__ import annotations

TABLE: dict[str, str] = {
    "play.action": '"{text}" is no action: write it like pass, win, discard 5m, chow 3m 4m or kong_added E.',
    "play.not_legal": '{seat:seat} cannot do "{action}" now; nothing has been changed.',
    "play.wall": "This is no wall: it must be all 144 tiles, each as often as it exists, and a round and streak that can be.",
    "play.native_player": 'There is no native player "{name}"; there are: {known:and}.',
    "play.four_natives": "Four players sit at a table, or one plays in all seats; {count} were named.",
    "play.many": "Many deals need whole walls of 144 tiles or a number of them up to {most}, and rounds 0-3, one for each.",
    "play.record_line": "Line {line} of the record cannot be read: {why}.",
    "play.record_chain": "Line {line} of the record does not follow from the line before it: something was changed, left out or moved.",
    "play.record_cut": "The last line of the record, line {line}, is cut off and was left out.",
    "play.record_deal": "Line {line} of the record does not follow by the rules: {why}.",
}
