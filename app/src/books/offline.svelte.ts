/** Whether it is to be said that a book has no network: a moment without a socket is nobody's business. */
import { net } from '../server/net.svelte.ts';
import type { OpenBook } from './book.svelte.ts';

const PATIENCE = 700;

export function offline(book: () => OpenBook): { readonly shown: boolean } {
  let shown = $state(false);
  $effect(() => {
    const now = !net.up || book().socket.standing === 'waiting';
    const timer = setTimeout(() => (shown = now), now ? PATIENCE : 0);
    return () => clearTimeout(timer);
  });
  return { get shown() { return shown; } };
}
