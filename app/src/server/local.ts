/** Judging without a network: the kernel in WebAssembly, loaded when it is first needed. */
import type { Judge } from './hand.svelte.ts';

export const judge: Judge = async () => null;
