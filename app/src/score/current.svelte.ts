/** The one hand of this phone: it stays while one looks at the rules or the patterns. */
import { HandDraft } from './draft.svelte.ts';

export const current = new HandDraft();
