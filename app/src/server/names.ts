/** What rules are called for short, and the part of a hash that people compare. */
import { has, t } from '../texts/texts.svelte.ts';

/** The short name of a document; of other rules what they are called elsewhere, or their id. */
export const shortName = (id: string, elsewhere: string = id): string => (has(`app.rules.${id}`) ? t(`app.rules.${id}` as 'app.rules.club16') : elsewhere);

/** Two groups of four digits: equal digits, equal rules (or books). */
export const fingerprint = (hash: string): string => `${hash.slice(0, 4)} ${hash.slice(4, 8)}`;
