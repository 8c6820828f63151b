/** Undoes the last action and says what it was. */
import { toasts } from '../shell/toast.svelte.ts';
import { say, t, type Message } from '../texts/texts.svelte.ts';
import type { OpenBook } from './book.svelte.ts';
import { wordsOf } from './events.ts';

/** Undoes the last waiting entry of this phone; if there is none, the last entry of the log. */
export async function undo(book: OpenBook): Promise<void> {
  const last = book.queue.filter((each) => !each.undo).at(-1);
  const target = book.state?.undo ?? null;
  if (last) {
    // An entry that may have arrived is redone from the log.
    tell(wordsOf(last.event), last.tried ? null : () => void book.write(last.event));
    await book.takeBack(last);
  } else if (target !== null && book.mayWrite) {
    const words =
      book.state?.last.find((each) => each.seq === target)?.words ??
      book.entries.find((each) => each.seq === target)?.words;
    if (words) tell(words, () => void redo(book, target));
    await book.write({ type: 'undo', target });
  }
}

async function redo(book: OpenBook, target: number): Promise<void> {
  if (book.state?.redo === target) await book.write({ type: 'redo', target });
}

function tell(words: Message, again: (() => void) | null): void {
  const told = t('app.books.taken_back', { what: say(words) });
  if (again) toasts.tell(told, t('app.books.redo'), again);
  else toasts.tell(told);
}
