/** The last hands on this phone, each once: a hand with another discarder or seat counts as the same hand. */
import { keep, recall } from '../server/kept.ts';
import type { HouseRules } from '../server/shapes.ts';
import { tilesOf } from './draft.ts';
import { read } from './line.ts';

export interface Past {
  readonly line: string;
  readonly rules: HouseRules;
  readonly fan: number;
  readonly at: string;
}
const MOST = 50;

export const history = (): readonly Past[] => recall<Past[]>('history', []);

/** Saves a hand after the next paint, so that a tap does not wait for the storage. */
export function remember(line: string, rules: HouseRules, fan: number): void {
  requestAnimationFrame(() => setTimeout(() => note(line, rules, fan)));
}

/** The tiles of a line; for an unreadable line, the line itself. */
function same(line: string): string {
  const draft = read(line);
  return draft ? tilesOf(draft) : line;
}

function note(line: string, rules: HouseRules, fan: number): void {
  const own = same(line);
  const rest = history().filter((each) => same(each.line) !== own || each.rules.base !== rules.base);
  keep('history', [{ line, rules, fan, at: new Date().toISOString() }, ...rest].slice(0, MOST));
}
