/** Parses and formats tiles; the grammar is the library's (docs: the hand line). */
import { counts, FLOWERS, KINDS, ofFace, sorted, suitOf, type Kind } from './kinds.ts';

const NUMERALS: Readonly<Record<string, string>> = {
  一: '1',
  二: '2',
  三: '3',
  四: '4',
  五: '5',
  伍: '5',
  六: '6',
  七: '7',
  八: '8',
  九: '9',
};
const SUIT_SIGNS: Readonly<Record<string, string>> = {
  m: 'm',
  p: 'p',
  s: 's',
  z: 'z',
  f: 'f',
  萬: 'm',
  万: 'm',
  筒: 'p',
  餅: 'p',
  饼: 'p',
  索: 's',
  條: 's',
  条: 's',
};
const SIGNS: Readonly<Record<string, Kind>> = {
  E: 'E',
  S: 'S',
  W: 'W',
  N: 'N',
  東: 'E',
  东: 'E',
  南: 'S',
  西: 'W',
  北: 'N',
  中: '中',
  發: '發',
  发: '發',
  白: '白',
  春: '1f',
  夏: '2f',
  秋: '3f',
  冬: '4f',
  梅: '5f',
  蘭: '6f',
  兰: '6f',
  菊: '7f',
  竹: '8f',
};
/** Two-character words for one tile; the second character adds nothing. */
const SECOND: Readonly<Record<string, string>> = {
  E: '風风',
  S: '風风',
  W: '風风',
  N: '風风',
  白: '板',
  發: '財财',
  中: '',
};
const PICTURES = ['E', 'S', 'W', 'N', '中', '發', '白'];
const PLANTS = ['5f', '6f', '8f', '7f', '1f', '2f', '3f', '4f'];

/** The tiles of a text, or null if a part of it is not a tile. */
export function readTiles(text: string): Kind[] | null {
  const out: Kind[] = [];
  let numbers = '';
  const chars = [...text];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at]!;
    const picture = ofPicture(char.codePointAt(0)!);
    const number = /[1-9]/.test(char) ? char : NUMERALS[char];
    if (number) numbers += number;
    else if (numbers) {
      const suit = SUIT_SIGNS[char];
      if (!suit) return null;
      for (const each of numbers) {
        const kind = suit === 'z' ? ofFace(`${each}z`) : `${each}${suit}`;
        if (!KINDS.includes(kind) && !(FLOWERS as readonly string[]).includes(kind)) return null;
        out.push(kind);
      }
      numbers = '';
    } else if (picture) out.push(picture);
    else if (char === '紅' && chars[at + 1] === '中') continue;
    else if (SIGNS[char]) {
      const kind = SIGNS[char];
      out.push(kind);
      const next = chars[at + 1];
      if (next && (SECOND[kind] ?? '').includes(next)) at++;
    } else if (!/[\s,、，]|\ufe0f|\ufe0e/.test(char)) return null;
  }
  return numbers ? null : out;
}

function ofPicture(code: number): Kind | undefined {
  const at = code - 0x1f000;
  if (at < 0 || at > 0x29) return undefined;
  if (at < 7) return PICTURES[at];
  if (at < 16) return `${at - 6}m`;
  if (at < 25) return `${at - 15}s`;
  if (at < 34) return `${at - 24}p`;
  return PLANTS[at - 34];
}

/** Tiles as the library writes them: `22678m 白白`. */
export function writeTiles(tiles: readonly Kind[]): string {
  const words: string[] = [];
  let last = '';
  for (const kind of sorted(tiles)) {
    const suit = suitOf(kind);
    if (suit && suit === suitOf(last)) words[words.length - 1] = words[words.length - 1]!.slice(0, -1) + kind;
    else if (kind === last) words[words.length - 1] += kind;
    else words.push(kind);
    last = kind;
  }
  return words.join(' ');
}

/** Flowers together: `26f`. */
export const writeFlowers = (flowers: readonly Kind[]): string =>
  flowers.length
    ? `${sorted(flowers)
        .map((each) => each[0])
        .join('')}f`
    : '';

/** Whether tiles are a chow, a pung or a kong, and of which tile (the lowest of a chow). */
export function setOf(tiles: readonly Kind[]): { kind: 'chow' | 'pung' | 'kong'; tile: Kind } | null {
  const own = sorted(tiles);
  const [first] = own;
  if (!first) return null;
  if (counts(own).size === 1)
    return own.length === 3 ? { kind: 'pung', tile: first } : own.length === 4 ? { kind: 'kong', tile: first } : null;
  const suit = suitOf(first);
  const low = Number(first[0]);
  const run = own.length === 3 && suit !== '' && own.every((each, at) => each === `${low + at}${suit}`);
  return run ? { kind: 'chow', tile: first } : null;
}
