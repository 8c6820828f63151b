/** The book that is open on this page: opened when a screen first shows it, closed when the last one leaves it. */
import { OpenBook } from './book.svelte.ts';
import { mine } from './mine.svelte.ts';

let current: { readonly id: string; readonly book: OpenBook; users: number } | null = null;

/**
 * Calls `take` with the book as soon as it is known whether this phone has it; returns a function that releases it.
 */
export function openBook(id: string, take: (book: OpenBook | null) => void): () => void {
  let gone = false;
  let own: typeof current = null;
  void mine.load().then(() => {
    const known = mine.get(id);
    if (gone) return;
    if (!known) return take(null);
    if (current?.id !== id) {
      current = { id, book: new OpenBook(known), users: 0 };
      void current.book.open();
    }
    own = current;
    own.users++;
    take(own.book);
  });
  return () => {
    gone = true;
    if (!own) return;
    own.users--;
    const left = own;
    // Another screen of the same book may follow.
    setTimeout(() => {
      if (left.users > 0) return;
      left.book.close();
      if (current === left) current = null;
    }, 500);
  };
}
