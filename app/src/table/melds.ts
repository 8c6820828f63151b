/** The position of a meld's tiles: the claimed tile is turned, and its place shows who fed it. */
import type { Kind, Seat } from '../tiles/kinds.ts';
import { HIDDEN, SEATED } from './lines.ts';
import type { LaidMeld } from './board.ts';

export interface MeldTile {
  readonly kind: Kind;
  readonly back: boolean;
  /** Turned towards the feeder. */
  readonly aside: boolean;
  /** A fourth tile that lies on this one. */
  readonly on: boolean;
}
/** 1: who plays next (right), 2: opposite, 3: who played before (left). */
const from = (owner: Seat, feeder: Seat): number => (SEATED[feeder] - SEATED[owner] + 4) % 4;

/** The tiles of a meld from its owner's left. A chow is always fed from the left, so nothing in it is turned. */
export function meldTiles(meld: LaidMeld, owner: Seat): readonly MeldTile[] {
  const plain = meld.tiles.map((kind): MeldTile => ({ kind, back: kind === HIDDEN, aside: false, on: false }));
  if (meld.kind === 'kong_concealed') return plain.map((each, at) => ({ ...each, back: each.back || at % 3 === 0 }));
  if (meld.kind === 'chow' || meld.feeder === '') return plain;
  const flat = meld.kind === 'kong_added' ? plain.slice(0, 3) : plain;
  const place = { 1: flat.length - 1, 2: 1, 3: 0 }[from(owner, meld.feeder)];
  return flat.map((each, at) => (at === place ? { ...each, aside: true, on: meld.kind === 'kong_added' } : each));
}

/** Its length in widths of a tile. */
export const meldLength = (tiles: readonly MeldTile[]): number =>
  tiles.reduce((sum, each) => sum + (each.aside ? 4 / 3 : 1), 0);
