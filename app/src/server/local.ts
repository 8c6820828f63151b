/** Judging without a network: the kernel in WebAssembly, loaded when it is first needed. */
import type { Judge } from './hand.svelte.ts';
import type { Hand } from './shapes.ts';

export const judge: Judge = async (text, by, rules) => {
  const { judge: alone } = await import('../kernel/offline.ts');
  return (await alone(text, by, rules)) as Hand | null;
};
