/** Judges a hand once: on the server, otherwise on this phone; null if neither can. */
import { Offline, post } from '../server/api.ts';
import { judge } from '../server/local.ts';
import { net } from '../server/net.svelte.ts';
import type { Hand, RulesRef } from '../server/shapes.ts';

export async function judged(text: string, rules: RulesRef): Promise<Hand | null> {
  try {
    const told = await post<Hand>('/hand', { text, by: 'self_draw', rules });
    net.up = true;
    return told;
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
    net.up = false;
    return judge(text, 'self_draw', rules).catch(() => null);
  }
}
