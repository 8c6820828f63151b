/** Decides when to show that there is no network or no live connection: short interruptions are not shown. */
import { net } from '../server/net.svelte.ts';
import type { Message } from '../texts/render.ts';
import type { OpenBook } from './book.svelte.ts';

const PATIENCE = 700;

export function offline(book: () => OpenBook): { readonly shown: boolean; readonly refusal: Message | null } {
  let shown = $state(false);
  $effect(() => {
    const { standing, refusal } = book().socket;
    const now = !net.up || standing === 'waiting' || refusal !== null;
    const timer = setTimeout(() => (shown = now), now ? PATIENCE : 0);
    return () => clearTimeout(timer);
  });
  return {
    get shown() {
      return shown;
    },
    /** The server's reason; it means that there is a network. */
    get refusal() {
      return net.up ? book().socket.refusal : null;
    },
  };
}
