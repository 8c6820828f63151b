/** Describes a step in a few words: its pulls or payments. The figures come from the server. */
import { amount } from '../score/money.ts';
import type { EntryDraft } from './entry.ts';
import { dollars, fans } from './units.ts';
import { say, t, type Message } from '../texts/texts.svelte.ts';
import { wordsOf } from './events.ts';
import type { BookState, Entry, Step } from './wire.ts';

/**
 * The number of each hand in effect, by its entry; if only the end of the log is available, counted back from the
 * state.
 */
export function handNumbers(state: BookState, entries: readonly Entry[]): ReadonlyMap<number, number> {
  const changed = new Set(
    entries.flatMap((each) => (each.event.type === 'edit' && each.status === 'in effect' ? [each.event.target] : [])),
  );
  const hands = entries.filter(
    (each) => each.event.type === 'hand' && (each.status === 'in effect' || changed.has(each.seq)),
  );
  return new Map(hands.map((each, at) => [each.seq, state.hands - (hands.length - 1 - at)]));
}

/** Whether the dealer's extra fan matters to this winner. */
export function dealerConcerns(draft: EntryDraft, winner: string, dealer: string | null): boolean {
  return dealer !== null && (winner === dealer || draft.self || draft.from === dealer || draft.liable === dealer);
}

/**
 * The entry of each hand by its number: of all in effect if the whole log is available, otherwise of the last ones.
 */
export function handsTold(state: BookState, entries: readonly Entry[]): ReadonlyMap<number, Message> {
  const found = new Map(state.last.flatMap((each) => (each.hand === null ? [] : [[each.hand, each.words] as const])));
  if (entries.length < state.seq) return found;
  const changed = new Map(
    entries.flatMap((each) =>
      each.event.type === 'edit' && each.status === 'in effect'
        ? [[each.event.target, wordsOf(each.event.event)] as const]
        : [],
    ),
  );
  const words = new Map(entries.map((each) => [each.seq, changed.get(each.seq) ?? each.words]));
  return new Map([...[...handNumbers(state, entries)].map(([seq, n]) => [n, words.get(seq)!] as const), ...found]);
}

/** The dealer's extra fan and streak in words; empty if there is nothing to say. */
export function dealing({ streak, dealer, dealer_fan: fan }: BookState): string {
  if (dealer === null) return '';
  if (!fan) return streak ? t('app.books.streak', { n: streak }) : '';
  return streak ? t('app.books.streak.fan', { n: streak, fan }) : t('app.books.dealer.fan', { fan });
}

/** Why an entry is impossible, without the words of the command line. */
export function because(why: Message): string {
  return why.code === 'book.below_minimum' ? t('app.books.below', why.facts ?? {}) : say(why);
}

export function brief(step: Step): string {
  const [first, ...more] = step.pulls;
  if (!first) return step.moves.length ? [...new Set(step.moves.map((each) => dollars(each.amount)))].join('、') : '–';
  if (more.length)
    return t(step.pulls.every((each) => each.was === null) ? 'app.books.recent.opened' : 'app.books.recent.pairs', {
      n: step.pulls.length,
    });
  if (first.now === null) return t('app.books.pull.gone');
  return first.was === null
    ? t('app.books.recent.pulls', { n: fans(first.now) })
    : t('app.books.recent.grown', { was: amount(first.was), now: fans(first.now) });
}

/** How an older pull grew, and the payments beside it. */
export function details(step: Step, state: BookState): string {
  const [first, ...more] = step.pulls;
  const factor = state.rules.pull;
  const grown = first && !more.length && first.was !== null && first.now !== null && factor !== null;
  const sum = grown
    ? [
        t('app.books.recent.sum', {
          was: amount(first.was),
          factor: amount(factor),
          fan: fans(step.booked.map((each) => amount(each.amount)).join(' ＋ ')),
        }),
      ]
    : [];
  const paid = first
    ? step.moves.map((each) => `${each.from} → ${each.to || t('app.books.pot')} ${dollars(each.amount)}`)
    : [];
  return [...sum, ...paid].join(' · ');
}
