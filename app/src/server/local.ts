/** Judging without a network: the kernel in WebAssembly, loaded when it is first needed. */
import type { Judge } from './hand.svelte.ts';
import type { Hand, RulesRef } from './shapes.ts';

export const judge: Judge = async (text, by, rules) => {
  const { judge: alone } = await import('../kernel/offline.ts');
  return (await alone(text, by, rules)) as Hand | null;
};

/** Fetches a house's own rules while there is a network, so that they judge without one; documents and presets need no fetching. */
export async function prepare(rules: RulesRef): Promise<void> {
  const { prepare: fetched } = await import('../kernel/offline.ts');
  await fetched(rules);
}
