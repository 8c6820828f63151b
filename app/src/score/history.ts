/** The last hands on this phone. */
import { keep, recall } from '../server/kept.ts';
import type { HouseRules } from '../server/shapes.ts';

export interface Past {
  readonly line: string;
  readonly rules: HouseRules;
  readonly fan: number;
  readonly at: string;
}
const MOST = 50;

export const history = (): readonly Past[] => recall<Past[]>('history', []);

/** Notes a hand once the picture of it is drawn: whoever taps waits for no disk. */
export function remember(line: string, rules: HouseRules, fan: number): void {
  requestAnimationFrame(() => setTimeout(() => note(line, rules, fan)));
}

function note(line: string, rules: HouseRules, fan: number): void {
  const rest = history().filter((each) => each.line !== line || each.rules.base !== rules.base);
  keep('history', [{ line, rules, fan, at: new Date().toISOString() }, ...rest].slice(0, MOST));
}
