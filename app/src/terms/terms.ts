/** Which word of the glossary a place of the table is about. Pure: it is given names of classes and texts. */
import type { Vocabulary } from '../server/vocabulary.ts';

/** Selectors of what stands at a table, each with its entry of the glossary; the first that fits counts. */
export const PLACES: readonly (readonly [string, string])[] = [
  ['.key.chow', 'chow'],
  ['.key.pung', 'pung'],
  ['.key.kong, .key.kong_concealed, .key.kong_added', 'kong'],
  ['.key.ready', 'declared'],
  ['.key.cut', 'cut'],
  ['.key.false_win', 'false_win'],
  ['.key.win_flowers', 'flower'],
  ['.key.win .fan', 'fan'],
  ['.key.win', 'winning'],
  ['.wind.dealer', 'dealer'],
  ['.wind', 'seat_wind'],
  ['.compass .middle, .appbar .left', 'wall'],
  ['.melds .flower', 'flower'],
  ['.melds', 'exposed'],
  ['.river', 'discard'],
  ['.plate .sum', 'settling'],
  ['.waits', 'ready'],
  ['.pulls', 'pull'],
];
/** What everybody meets at a table, in the order in which it is met; a word that the table itself does not show is found here too. */
export const TABLE_WORDS = [
  'seat_wind',
  'dealer',
  'round',
  'wall',
  'drawing',
  'discard',
  'flower',
  'pair',
  'chow',
  'pung',
  'kong',
  'concealed',
  'exposed',
  'ready',
  'declared',
  'winning',
  'gun',
  'fan',
  'minimum',
  'ceiling',
  'draw',
  'false_win',
  'settling',
  'pull',
  'kick',
  'cut',
] as const;

/** Around a place of a longer text, as many letters are looked at. */
const REACH = 24;
/** A short text is about one thing: any place of it stands for its longest word. */
const SHORT = 18;

/** The entry that a text names; `at`: the place in it that was pressed. A word that covers the place counts before others, a longer one before a shorter. */
export function wordIn(vocabulary: Vocabulary, text: string, at: number | null): string | null {
  const whole = text.trim();
  if (!whole) return null;
  const exact = vocabulary.explained(whole);
  if (exact) return exact.id;
  const lower = text.toLowerCase();
  let best: { readonly id: string; readonly length: number } | null = null;
  for (const { id, words } of vocabulary.table.glossary) {
    for (const word of words.map((each) => each.toLowerCase())) {
      for (let from = lower.indexOf(word); from >= 0; from = lower.indexOf(word, from + 1)) {
        const covers = at !== null && from <= at && at <= from + word.length && Math.abs(at - from) <= REACH;
        if (!bounded(lower, from, word) || !(covers || whole.length <= SHORT)) continue;
        if (!best || word.length > best.length) best = { id, length: word.length };
      }
    }
  }
  return best?.id ?? null;
}
/** A word of letters stands alone: not "fan" in "fancy". */
const LETTER = /[a-z]/;
const bounded = (text: string, from: number, word: string): boolean =>
  !LETTER.test(word[0] ?? '') || !(LETTER.test(text[from - 1] ?? '') || LETTER.test(text[from + word.length] ?? ''));
