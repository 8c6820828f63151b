/** The 42 kinds of tiles: their codes as the library writes them, the ids of their faces, order and groups. */

export const SUITS = ['m', 'p', 's'] as const;
export const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
export const SEATS = ['E', 'S', 'W', 'N'] as const;
export type Seat = (typeof SEATS)[number];
export const DRAGONS = ['中', '發', '白'] as const;
export const HONOURS = [...SEATS, ...DRAGONS] as const;
export const FLOWERS = ['1f', '2f', '3f', '4f', '5f', '6f', '7f', '8f'] as const;
/** A code such as `5m`, `E`, `白`, `3f`. */
export type Kind = string;

export const KINDS: readonly Kind[] = [...SUITS.flatMap((suit) => NUMBERS.map((n) => `${n}${suit}`)), ...HONOURS];
const ORDER = new Map<Kind, number>([...KINDS, ...FLOWERS].map((kind, at) => [kind, at]));
const FACES: Readonly<Record<string, string>> = {
  E: '1z',
  S: '2z',
  W: '3z',
  N: '4z',
  白: '5z',
  發: '6z',
  中: '7z',
};
const FROM_FACE: Readonly<Record<string, Kind>> = Object.fromEntries(Object.entries(FACES).map(([k, v]) => [v, k]));
const INDEX: Readonly<Record<string, string>> = {
  E: 'iE',
  S: 'iS',
  W: 'iW',
  N: 'iN',
  中: 'iC',
  發: 'iF',
  白: 'iB',
};

export const isKind = (code: string): boolean => ORDER.has(code);
export const isFlower = (kind: Kind): boolean => kind.endsWith('f');
export const isSuited = (kind: Kind): boolean => kind.length === 2 && !isFlower(kind);
export const suitOf = (kind: Kind): string => (isSuited(kind) ? kind[1]! : '');
export const numberOf = (kind: Kind): number => (isSuited(kind) || isFlower(kind) ? Number(kind[0]) : 0);

/** The id of a face in the sprite: `5m`, `1z`. */
export const face = (kind: Kind): string => FACES[kind] ?? kind;
/** The kind of an id such as `5z`. */
export const ofFace = (id: string): Kind => FROM_FACE[id] ?? id;
/** The id of the large index in a tile's corner. */
export const index = (kind: Kind): string => INDEX[kind] ?? `n${numberOf(kind)}`;

export const byOrder = (a: Kind, b: Kind): number => (ORDER.get(a) ?? 99) - (ORDER.get(b) ?? 99);
export const sorted = (tiles: readonly Kind[]): Kind[] => [...tiles].sort(byOrder);

/** The number of each kind among these tiles. */
export function counts(tiles: Iterable<Kind>): Map<Kind, number> {
  const out = new Map<Kind, number>();
  for (const tile of tiles) out.set(tile, (out.get(tile) ?? 0) + 1);
  return out;
}
