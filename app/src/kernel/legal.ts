// Why tiles are no win: what they lack, or the clause of the rules that a complete hand breaks; twin of `_not_a_win` in src/sikwu/scoring.py.
import { ruleText, say, type SentMessage, type RuleText } from './answer.ts';
import type { Condition, RulesHead } from './bundle.ts';
import type { Door, Judged } from './door.ts';
import { FLOWERS, type Won } from './won.ts';

export function noWin(won: Won, judged: Judged, rules: RulesHead, door: Door, handle: number): SentMessage {
  if (judged.complete) {
    const says = brokenClause(rules, door.facts(handle, won.row)),
      flowers = won.by === FLOWERS;
    if (says === null) return say(flowers ? 'offline.no_flower_win' : 'offline.not_legal');
    return say(flowers ? 'win.no_flower_win' : 'win.not_legal', { says });
  }
  if (judged.pairs) {
    const sevens = rules.size === 13;
    if (sevens && !rules.patterns.some(([id]) => id === 'seven_pairs')) return say('win.pairs_not_played');
    const option = `${sevens ? 'seven' : 'eight'}_pairs.four_of_a_kind_as_two_pairs`;
    return say('win.fours_are_no_pairs', { option });
  }
  const tile = won.tile === null ? [] : [won.text(won.tile)];
  return say(judged.waits.length ? 'win.not_complete' : 'win.not_ready', { tile, waits: won.texts(judged.waits) });
}

// The first clause that no reading satisfies; if each clause has a reading, the last. Null in an older bundle without clauses.
function brokenClause({ clauses = [] }: RulesHead, readings: readonly (readonly number[])[]): RuleText | null {
  const found = clauses.find(([wanted]) => !readings.some((facts) => holds(wanted, facts))) ?? clauses.at(-1);
  return found === undefined ? null : ruleText(found[1], found[2], found[3]);
}

function holds(condition: Condition, facts: readonly number[]): boolean {
  switch (condition[0]) {
    case '&':
    case '|': {
      const [sign, ...parts] = condition,
        told = parts.filter((part) => holds(part, facts)).length;
      return sign === '&' ? told === parts.length : told > 0;
    }
    case '~':
      return !holds(condition[1], facts);
    default: {
      const [sign, fact, ...values] = condition,
        value = facts[fact] ?? 0,
        n = values[0] ?? 0;
      if (sign === '==') return value === n;
      if (sign === '!=') return value !== n;
      if (sign === '>=') return value >= n;
      if (sign === '<=') return value <= n;
      return values.some((each) => (sign === 'in' ? value === each : (value >> each) & 1));
    }
  }
}
