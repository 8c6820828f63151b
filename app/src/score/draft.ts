/** The hand being built as a value, and the operations on it: pure functions without rules. */
import {
  counts,
  isFlower,
  isKind,
  isSuited,
  numberOf,
  SEATS,
  sorted,
  suitOf,
  type Kind,
  type Seat,
} from '../tiles/kinds.ts';

export type MeldKind = 'chow' | 'pung' | 'kong' | 'added' | 'concealed';
/** The seat that fed something, or `?` if unknown. */
export type Feeder = Seat | '?';
export interface Meld {
  readonly kind: MeldKind;
  /** The tile; for a chow the lowest. */
  readonly tile: Kind;
  readonly from: Feeder | null;
  readonly sameTurn?: boolean;
  readonly fresh?: boolean;
}
export type By = 'self_draw' | 'discard' | 'rob_kong' | 'flowers_win';
/** Circumstances by the words of the hand line: `last_tile: true`, `first_turn: 'heavenly'`. */
export type At = Readonly<Record<string, true | string>>;
export interface Draft {
  readonly concealed: readonly Kind[];
  readonly melds: readonly Meld[];
  /** The winning tile. */
  readonly tile: Kind | null;
  readonly flowers: readonly Kind[];
  readonly by: By;
  readonly from: Feeder;
  readonly seat: Seat;
  readonly round: Seat;
  readonly streak: number;
  readonly at: At;
  /** The additions in order, so that the last one can be undone. */
  readonly added: readonly Added[];
  /** The state before a circumstance changed other fields; removing it restores this. */
  readonly was?: Pick<Draft, 'seat' | 'by' | 'from'>;
}
/** An addition: `tile`, `meld`, `win`, or a flower by its kind. */
export type Added = Kind;
export type Mode = 'hand' | 'chow' | 'pung' | 'kong' | 'concealed';

export const EMPTY: Draft = {
  concealed: [],
  melds: [],
  tile: null,
  flowers: [],
  by: 'discard',
  from: '?',
  seat: 'E',
  round: 'E',
  streak: 0,
  at: {},
  added: [],
};

const WAYS: readonly unknown[] = ['self_draw', 'discard', 'rob_kong', 'flowers_win'];
const MELDS: readonly unknown[] = ['chow', 'pung', 'kong', 'added', 'concealed'];
const isTile = (kind: unknown): boolean => typeof kind === 'string' && isKind(kind) && !isFlower(kind);
const isSeat = (seat: unknown): boolean => (SEATS as readonly unknown[]).includes(seat);
const isFeeder = (from: unknown): boolean => from === '?' || isSeat(from);

function isMeld(meld: unknown): boolean {
  const { kind, tile, from } = (meld ?? {}) as Partial<Meld>;
  const fits = MELDS.includes(kind) && isTile(tile) && (kind === 'concealed' ? from === null : isFeeder(from));
  return fits && (kind !== 'chow' || (isSuited(tile!) && numberOf(tile!) <= 7));
}

/** Whether a stored value, which anybody could have changed, is a hand. */
export function isDraft(kept: unknown): kept is Draft {
  if (typeof kept !== 'object' || kept === null) return false;
  const own = kept as { [K in keyof Draft]?: unknown };
  const list = (value: unknown, each: (one: unknown) => boolean, most: number): boolean =>
    Array.isArray(value) && value.length <= most && value.every(each);
  return (
    list(own.concealed, isTile, 17) &&
    list(own.melds, isMeld, 5) &&
    list(own.flowers, (each) => typeof each === 'string' && isKind(each) && isFlower(each), 8) &&
    (own.tile === null || isTile(own.tile)) &&
    WAYS.includes(own.by) &&
    isFeeder(own.from) &&
    isSeat(own.seat) &&
    isSeat(own.round) &&
    Number.isInteger(own.streak) &&
    (own.streak as number) >= 0 &&
    (own.streak as number) < 1000 &&
    typeof own.at === 'object' &&
    own.at !== null &&
    Object.values(own.at).every((each) => each === true || typeof each === 'string') &&
    list(own.added, (each) => typeof each === 'string', 40)
  );
}

/** The number of tiles, a meld counting three, without the winning one. */
export const held = (draft: Draft): number => draft.concealed.length + 3 * draft.melds.length;
export const isEmpty = (draft: Draft): boolean => held(draft) === 0 && !draft.flowers.length && !draft.tile;
export const isFull = (draft: Draft, size: number): boolean => held(draft) === size && draft.tile !== null;

export function meldTiles(meld: Meld): Kind[] {
  if (meld.kind === 'chow') return [0, 1, 2].map((n) => `${numberOf(meld.tile) + n}${suitOf(meld.tile)}`);
  return Array<Kind>(meld.kind === 'pung' ? 3 : 4).fill(meld.tile);
}

/**
 * The identity of the tiles, sets and winning tile: another seat, feeder or way of winning is still the same hand.
 */
export function tilesOf(draft: Draft): string {
  const melds = draft.melds.map((meld) => `${meld.kind}${meld.tile}`).sort();
  return [...sorted(draft.concealed), '|', ...melds, '|', draft.tile ?? ''].join(' ');
}

/** Every tile of the hand, without flowers. */
export function allTiles(draft: Draft): Kind[] {
  return [...draft.concealed, ...draft.melds.flatMap(meldTiles), ...(draft.tile ? [draft.tile] : [])];
}

/** Copies of each kind that are neither in the hand nor visible elsewhere. */
export function left(draft: Draft): (kind: Kind) => number {
  const own = counts(allTiles(draft));
  const seen = new Map<Kind, number>();
  const visible = draft.at['visible'];
  if (typeof visible === 'string')
    for (const each of visible.split(',')) {
      const [kind, n] = each.split(':');
      if (kind) seen.set(kind, Number(n ?? 1));
    }
  return (kind) =>
    Math.max(
      0,
      (isFlower(kind) ? 1 : 4) - (own.get(kind) ?? 0) - (seen.get(kind) ?? 0) - (draft.flowers.includes(kind) ? 1 : 0),
    );
}

/** Adds a tile: to the hand, as the winning tile if the hand is ready, or replacing it if the hand is full. */
export function addTile(draft: Draft, kind: Kind, size: number): Draft {
  if (held(draft) < size) return { ...draft, concealed: [...draft.concealed, kind], added: [...draft.added, 'tile'] };
  const added = draft.tile ? draft.added : [...draft.added, 'win'];
  return { ...draft, tile: kind, added };
}

export function addMeld(draft: Draft, kind: MeldKind, tile: Kind): Draft {
  const from: Feeder | null = kind === 'concealed' ? null : kind === 'chow' ? before(draft.seat) : '?';
  return { ...draft, melds: [...draft.melds, { kind, tile, from }], added: [...draft.added, 'meld'] };
}

/** The seat before this one: only it can feed a chow. */
export const before = (seat: Seat): Seat => ({ E: 'N', S: 'E', W: 'S', N: 'W' })[seat] as Seat;

export function toggleFlower(draft: Draft, flower: Kind): Draft {
  return draft.flowers.includes(flower)
    ? {
        ...draft,
        flowers: draft.flowers.filter((each) => each !== flower),
        added: draft.added.filter((each) => each !== flower),
      }
    : { ...draft, flowers: [...draft.flowers, flower], added: [...draft.added, flower] };
}

/** Removes the last addition. */
export function removeLast(draft: Draft): Draft {
  const last = draft.added.at(-1);
  const added = draft.added.slice(0, -1);
  if (last === 'win' || (last === undefined && draft.tile)) return { ...draft, tile: null, added };
  if (last === 'meld') return { ...draft, melds: draft.melds.slice(0, -1), added };
  if (last !== undefined && isFlower(last))
    return { ...draft, flowers: draft.flowers.filter((each) => each !== last), added };
  if (draft.concealed.length) return { ...draft, concealed: draft.concealed.slice(0, -1), added };
  if (draft.melds.length) return { ...draft, melds: draft.melds.slice(0, -1), added };
  return { ...draft, flowers: draft.flowers.slice(0, -1), added };
}

/** Removes one concealed tile; the winning tile takes its place in the hand. */
export function removeTile(draft: Draft, kind: Kind): Draft {
  const at = draft.concealed.lastIndexOf(kind);
  if (at < 0) return draft;
  const concealed = draft.concealed.filter((_, n) => n !== at);
  return {
    ...draft,
    concealed: draft.tile ? [...concealed, draft.tile] : concealed,
    tile: null,
    added: without(draft.added, draft.tile ? 'win' : 'tile'),
  };
}

export const removeWin = (draft: Draft): Draft => ({ ...draft, tile: null, added: without(draft.added, 'win') });

/** Makes a concealed tile the winning one. */
export function makeWin(draft: Draft, kind: Kind): Draft {
  const at = draft.concealed.lastIndexOf(kind);
  if (at < 0) return draft;
  const concealed = draft.concealed.filter((_, n) => n !== at);
  return { ...draft, concealed: draft.tile ? [...concealed, draft.tile] : concealed, tile: kind };
}

export function removeMeld(draft: Draft, at: number): Draft {
  return {
    ...draft,
    melds: draft.melds.filter((_, n) => n !== at),
    tile: null,
    added: without(without(draft.added, 'meld'), draft.tile ? 'win' : ''),
  };
}

export function feedMeld(draft: Draft, at: number, from: Feeder): Draft {
  return { ...draft, melds: draft.melds.map((meld, n) => (n === at ? { ...meld, from } : meld)) };
}

/** Changes the kind of a kong, or a pung into a kong. */
export function changeMeld(draft: Draft, at: number, kind: MeldKind): Draft {
  const from = (meld: Meld): Feeder | null => (kind === 'concealed' ? null : (meld.from ?? '?'));
  return { ...draft, melds: draft.melds.map((meld, n) => (n === at ? { ...meld, kind, from: from(meld) } : meld)) };
}

export function setAt(draft: Draft, name: string, value: true | string | null): Draft {
  const at = { ...draft.at };
  if (value === null) delete at[name];
  else at[name] = value;
  return { ...draft, at };
}

/** Sets the heavenly hand: the dealer's, and self-drawn. The previous values are stored. */
export function setHeavenly(draft: Draft): Draft {
  const next = setAt(draft, 'first_turn', 'heavenly');
  if (draft.seat === 'E' && draft.by === 'self_draw') return next;
  const { seat, by, from } = draft;
  return { ...sit(next, 'E'), by: 'self_draw', from: '?', was: { seat, by, from } };
}

/** Removes it; seat and way of winning are restored unless they were changed since. */
export function unsetHeavenly(draft: Draft): Draft {
  const { was, ...rest } = setAt(draft, 'first_turn', null);
  if (!was || draft.seat !== 'E' || draft.by !== 'self_draw') return rest;
  return { ...sit(rest, was.seat), by: was.by, from: was.from };
}

/** Sets the winner's seat; feeders cannot be that seat. */
export function sit(draft: Draft, seat: Seat): Draft {
  const melds = draft.melds.map((meld) =>
    meld.kind === 'chow'
      ? { ...meld, from: before(seat) }
      : meld.from === seat
        ? { ...meld, from: '?' as const }
        : meld,
  );
  return { ...draft, seat, melds, from: draft.from === seat ? '?' : draft.from };
}

function without<T>(list: readonly T[], each: T): readonly T[] {
  const at = list.lastIndexOf(each);
  return at < 0 ? list : list.filter((_, n) => n !== at);
}
