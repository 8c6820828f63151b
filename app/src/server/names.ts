/** Short names of rules, and the part of a hash that people compare. */
import { has, t, words } from '../texts/texts.svelte.ts';
import { DOCUMENTS } from './chosen.svelte.ts';

/** The short name of a document; for other rules their other name, or their id. */
export const shortName = (id: string, elsewhere: string = id): string =>
  has(`app.rules.${id}`) ? t(`app.rules.${id}` as 'app.rules.club16') : elsewhere;

/** Rules with a house's changes: 「雞四＋2」. */
export const changedName = (id: string, changes: number, own?: string): string => {
  const name = own ?? shortName(id);
  return changes ? t('app.rules.changed', { name, n: changes }) : name;
};

/**
 * The source of a rule in a form for people: documents by their short names, notes in the reader's language, without
 * our decision numbers.
 */
export function cited(source: string): string {
  const named = source
    .split('; ')
    .filter((part) => !/^(?:(?:D|S|C-|HK-|EX)\d+(?:, )?)+$/.test(part))
    .map((part) =>
      part.replace(/doc00(\d)(?:-\w+)?/g, (whole, digit: string) =>
        DOCUMENTS[Number(digit)] ? shortName(DOCUMENTS[Number(digit)]!) : whole,
      ),
    );
  if (words.lang === 'en') return named.join('; ');
  return named.map((part) => part.replace(/\bnotes? /g, '註 ').replace(/, /g, '、')).join('；');
}

/** Two groups of four digits: equal digits mean equal rules (or books). */
export const fingerprint = (hash: string): string => `${hash.slice(0, 4)} ${hash.slice(4, 8)}`;
