/** Entries waiting on this phone: sent in order, one at a time, each with its own key. None is dropped without an acknowledgement or a person's choice. */
import type { Failure } from '../server/shapes.ts';
import type { BookEvent } from './events.ts';

export interface Waiting {
  /** Its idempotency key. */
  readonly id: string;
  readonly book: string;
  /** The number of its hand; null if it has none. */
  readonly hand: number | null;
  readonly event: BookEvent;
  readonly written: string;
  /** Its place in the queue. */
  readonly order: number;
  /** It was sent, and the result is not known yet. */
  readonly tried?: boolean;
  /** The user wants it back: undone as soon as it is known to be recorded. */
  readonly undo?: boolean;
  /** Why the server refused it; it and all entries behind it stay. */
  readonly refused?: Failure;
}
export type Verdict =
  | { readonly kind: 'written'; readonly seq: number }
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'later' };

export const queued = (all: readonly Waiting[], book: string): Waiting[] =>
  all.filter((each) => each.book === book).sort((a, b) => a.order - b.order);

/** The next entry to send: the first one, unless it was refused. */
export function next(queue: readonly Waiting[]): Waiting | null {
  const first = queue[0];
  return first && !first.refused ? first : null;
}

/** The queue after an answer. */
export function answered(queue: readonly Waiting[], id: string, verdict: Verdict): Waiting[] {
  if (verdict.kind === 'written') return queue.filter((each) => each.id !== id);
  if (verdict.kind === 'refused')
    return queue.map((each) => (each.id === id ? { ...each, refused: verdict.failure } : each));
  return [...queue];
}

/**
 * The queue after the user wants an entry back: an entry that was never sent is removed; for one that may have
 * arrived, the server is asked first.
 */
export function takenBack(queue: readonly Waiting[], id: string): Waiting[] {
  return queue.flatMap((each) =>
    each.id !== id ? [each] : each.tried && !each.refused ? [{ ...each, undo: true }] : [],
  );
}

/** The event that undoes an entry that turned out to be recorded; sent before everything else. */
export function undoing(item: Waiting, id: string, target: number, written: string): Waiting {
  return { id, book: item.book, hand: null, event: { type: 'undo', target }, written, order: item.order };
}

/** The number of the next hand entered here, counting the waiting ones. */
export function handFor(hands: number, queue: readonly Waiting[]): number {
  return Math.max(hands, ...queue.map((each) => each.hand ?? 0)) + 1;
}

/** A refused entry to be sent again as another hand, with a new key. */
export function again(item: Waiting, id: string, hand: number | null): Waiting {
  const { book, event, written, order } = item;
  return { id, book, hand, event, written, order };
}

/**
 * The queue after a refused hand got another number. Hands behind it with free numbers stay behind it; one whose
 * number somebody else has used meanwhile keeps it, and will be refused and compared in its turn.
 */
export function renumbered(queue: readonly Waiting[], sent: Waiting, hands: number): Waiting[] {
  let last = sent.hand ?? 0;
  return queue.map((each) => {
    if (each.hand === null || each.order <= sent.order || each.hand <= hands || sent.hand === null) return each;
    last = Math.max(each.hand, last + 1);
    return { ...each, hand: last };
  });
}

/** The queue without a discarded entry: the hands behind it move up, unless somebody else now has its number. */
export function without(queue: readonly Waiting[], gone: Waiting, hands: number): Waiting[] {
  const free = gone.hand !== null && gone.hand > hands;
  return queue
    .filter((each) => each.id !== gone.id)
    .map((each) =>
      free && each.hand !== null && each.order > gone.order && !each.tried ? { ...each, hand: each.hand - 1 } : each,
    );
}

/** Whether an answer is final, or the same request may be sent again. */
export function verdictOf(failure: Failure): Verdict {
  const transient =
    failure.code.startsWith('limit.') ||
    failure.code.startsWith('store.') ||
    failure.code === 'key.in_flight' ||
    failure.retry === 'same' ||
    typeof failure.retry === 'number';
  return transient ? { kind: 'later' } : { kind: 'refused', failure };
}

/** A unique key; browsers offer `randomUUID` only on https. */
export function freshKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, '0')).join('');
}
