/** A step in few words: what became of its pulls, or what was paid. The figures are the server's. */
import { amount } from '../score/money.ts';
import { t } from '../texts/texts.svelte.ts';
import type { BookState, Step } from './wire.ts';

export function brief(step: Step): string {
  const [first, ...more] = step.pulls;
  if (!first) return step.moves.length ? [...new Set(step.moves.map((each) => amount(each.amount)))].join('、') : '–';
  if (more.length) return t(step.pulls.every((each) => each.was === null) ? 'app.books.recent.opened' : 'app.books.recent.pairs', { n: step.pulls.length });
  if (first.now === null) return t('app.books.pull.gone');
  return first.was === null ? t('app.books.recent.pulls', { n: amount(first.now) }) : t('app.books.recent.grown', { was: amount(first.was), now: amount(first.now) });
}

/** How one older pull grew, and the payments beside it. */
export function details(step: Step, state: BookState): string {
  const [first, ...more] = step.pulls;
  const factor = state.rules.pull;
  const grown = first && !more.length && first.was !== null && first.now !== null && factor !== null;
  const sum = grown ? [t('app.books.recent.sum', { was: amount(first.was!), factor: amount(factor), fan: step.booked.map((each) => amount(each.amount)).join(' ＋ ') })] : [];
  const paid = first ? step.moves.map((each) => `${each.from} → ${each.to || t('app.books.pot')} ${amount(each.amount)}`) : [];
  return [...sum, ...paid].join(' · ');
}
