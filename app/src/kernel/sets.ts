// The sets and the pair of a reading, and their names.
import { say, sayWord, type SentMessage } from './answer.ts';
import type { SpellingsHead, Spoken } from './bundle.ts';
import type { Story } from './door.ts';
import { KINDS, type Won } from './won.ts';

const CHOW = 0,
  PAIR = 3,
  WINDS = 27,
  SIZES = [3, 3, 4, 2],
  EIGHT = [0, 1, 2, 3, 4, 5, 6, 7];
const WORDS: { readonly [made: string]: string } = {
  'chow self': 'chow_self',
  'chow won': 'chow_won',
  'chow chowed': 'chow_claimed',
  'pung self': 'pung_self',
  'pung won': 'pung_won',
  'pung punged': 'pung_claimed',
  'kong exposed': 'kong_exposed',
  'kong added': 'kong_added',
  'kong concealed': 'kong_concealed',
};

export interface Group {
  readonly kind: number;
  readonly made: string;
  readonly tiles: readonly number[];
}

export function groupsOf(story: Story, words: SpellingsHead): Group[] {
  return story.groups.map((code) => {
    const kind = Math.floor((code >> 7) / KINDS),
      low = (code >> 7) % KINDS;
    const tiles = Array.from({ length: SIZES[kind] ?? 0 }, (_, i) => low + (kind === CHOW ? i : 0));
    return { kind, made: words.made[Math.log2(code & 127)] ?? '', tiles };
  });
}

export function setWord(group: Group, words: SpellingsHead): SentMessage {
  const kind = words.kinds[group.kind] ?? '';
  return sayWord('group', WORDS[`${kind} ${group.made}`] ?? kind);
}

// The tiles of a mask: groups in the low eight bits, flowers above.
export function tilesIn(mask: number, groups: readonly Group[]): number[] {
  const sets = groups.filter((_, i) => (mask >> i) & 1).flatMap((group) => group.tiles);
  return [...sets, ...EIGHT.filter((i) => (mask >> (8 + i)) & 1).map((i) => KINDS + i)];
}

// Whether a condition about certain sets, or a certain pair, is about this one.
export function speaksOf(
  [kinds, tiles, dynamic, made]: Spoken,
  group: Group,
  { seat, round }: Won,
  words: SpellingsHead,
): boolean {
  const came = made === undefined || ((made >> words.made.indexOf(group.made)) & 1) !== 0;
  const fits = came && (kinds === 0 ? group.kind === PAIR : ((kinds >> group.kind) & 1) !== 0);
  const winds = (bit: number, tile: number): boolean =>
    ((dynamic & bit) !== 0 && tile === WINDS + seat) || ((dynamic & (2 * bit)) !== 0 && tile === WINDS + round);
  return (
    fits && group.tiles.every((tile) => (Math.floor(tiles / 2 ** tile) % 2 === 1 || winds(1, tile)) && !winds(4, tile))
  );
}

// Tiles set by set, each set once.
export function shown(times: readonly (readonly number[])[], groups: readonly Group[], won: Won): SentMessage | null {
  const told = new Map<string, string[][]>();
  for (const tiles of times) {
    const sets: string[][] = [];
    let rest = tiles;
    for (const { tiles: own } of groups) {
      if (rest.length < own.length || !own.every((tile, i) => rest[i] === tile)) continue;
      sets.push(won.texts(own));
      rest = rest.slice(own.length);
    }
    if (rest.length) sets.push(won.texts(rest));
    if (sets.length) told.set(JSON.stringify(sets), sets);
  }
  return told.size ? say('told.each', { each: [...told.values()].map((sets) => say('tiles.groups', { sets })) }) : null;
}
