/** Automatic passing (自動過): how long it lasts, and which questions it never answers. Pure. */
import type { Question } from './actions.ts';

/** Not at all, until the next own draw, or for this deal. */
export const SPANS = ['off', 'draw', 'deal'] as const;
export type Span = (typeof SPANS)[number];
export interface AutoPass {
  readonly span: Span;
  /** Whether a win is passed by too: 唔食. */
  readonly wins: boolean;
}
export const ASKING: AutoPass = { span: 'off', wins: false };

/** The next span that a tap on the switch leads to. */
export const nextSpan = (span: Span): Span => SPANS[(SPANS.indexOf(span) + 1) % SPANS.length]!;

/** Answers of one's own turn are never given by the switch. */
const CLAIMS: ReadonlySet<string> = new Set(['discard', 'kong', 'flower']);
const WINS: ReadonlySet<string> = new Set(['win', 'win_flowers', 'false_win']);

/** Whether this question is passed by. A win is always asked about, unless wins are passed too; a false win is no win. */
export function passes({ span, wins }: AutoPass, question: Question): boolean {
  if (span === 'off' || !CLAIMS.has(question.at) || !question.legal.includes('pass')) return false;
  return wins || !question.legal.some((action) => WINS.has(action) && action !== 'false_win');
}

/** What is left of the switch when an own tile is drawn, and when a deal begins. */
export const afterDraw = (auto: AutoPass): AutoPass => (auto.span === 'draw' ? ASKING : auto);
