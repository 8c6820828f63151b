/** Computes the place of everything on the table, in pixels: pure geometry. Places: 0 is the viewer at the bottom, 1 the next to the right, 2 opposite, 3 left.

`tall` is a phone held upright: all tiles upright, rivers in a board of three by three. `wide` is everything else: tiles are turned towards
their players. Nothing overlaps, and nothing moves while a deal is played: the keys have their place even when there are none. */
import type { Seat } from '../tiles/kinds.ts';
import { SEATED } from './lines.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
export type Four<T> = readonly [T, T, T, T];
/** Quarter turns, clockwise, with which the tiles of a place lie. */
export type Turn = 0 | 1 | 2 | 3;
export interface Layout {
  readonly mode: 'tall' | 'wide';
  readonly centre: Box;
  readonly rivers: Four<Box>;
  readonly plates: Four<Box>;
  /** Concealed tiles, melds and flowers of the others; of the viewer only what `own` is for. */
  readonly racks: Four<Box>;
  readonly melds: Four<Box>;
  readonly bar: Box;
  /** The viewer's hand; the tiles are at its bottom edge. */
  readonly own: Box;
  /** Tiles that are waited for, and the switches: a line under the hand where there is room for one. */
  readonly foot: Box;
  /** One key that opens the switches, where there is none. */
  readonly more: Box;
  readonly turns: Four<Turn>;
  readonly most: { readonly river: number; readonly rack: number; readonly own: number };
  /** Rows of the viewer's own hand. */
  readonly rows: 1 | 2;
}
export interface Wanted {
  readonly width: number;
  readonly height: number;
  /** Tiles of a hand before the draw: 13 or 16. */
  readonly size: number;
  /** Whether there are keys to press; a replay has none. */
  readonly keys: boolean;
  /** Larger own tiles, in two rows on a phone held upright. */
  readonly large?: boolean;
  /** Whether the phone is held in the left hand. */
  readonly left?: boolean;
}
const NOWHERE: Box = { x: 0, y: 0, w: 0, h: 0 };

/** A tile is three wide and four high, and its edge shows under it. */
export const TALL = 1.333 + 0.14;
/** One that lies on its side takes a little more than its width. */
const ASIDE = 1.1;
const UPRIGHT: Four<Turn> = [0, 0, 0, 0];
const FACING: Four<Turn> = [0, 3, 2, 1];
const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

export function layout(wanted: Wanted): Layout {
  return wanted.width < 600 && wanted.height >= wanted.width ? tall(wanted) : wide(wanted);
}

function tall({ width: W, height: H, size, keys, large = false, left: lefty = false }: Wanted): Layout {
  const low = H < 620;
  const gap = low ? 4 : 6;
  const rows = large && keys ? 2 : 1;
  const perRow = Math.ceil((size + 1) / rows);
  const tile = clamp((W - 2 * gap - 8) / perRow, 12, rows === 2 && low ? 28 : 40);
  const ownHeight = Math.max(keys ? 56 : 0, rows * tile * TALL + (keys ? 16 : 4));
  const plateHeight = low ? 34 : 42;
  const footHeight = keys && !low ? 40 : 0;
  const foot: Box = footHeight ? { x: gap, y: H - footHeight - 2, w: W - 2 * gap, h: footHeight } : NOWHERE;
  const own: Box = { x: gap, y: H - ownHeight - gap - footHeight, w: W - 2 * gap, h: ownHeight };
  const ownPlate = own.y - plateHeight - 2;
  const barHeight = keys ? (low ? 64 : 92) : 0;
  const bar: Box = { x: 0, y: ownPlate - barHeight - 2, w: W, h: barHeight };
  const column = (W - 4 * gap) / 3;
  const river = clamp(column / 6, 12, 32);
  // The key beside the viewer's own plate: at the thumb's side.
  const moreWidth = keys && low ? 40 : 0;
  const more: Box = moreWidth
    ? { x: lefty ? gap : W - gap - moreWidth, y: ownPlate, w: moreWidth, h: plateHeight }
    : NOWHERE;
  const [ownLeft, ownRight] = lefty && moreWidth ? [2 * gap + moreWidth, W - gap] : [gap, W - gap - moreWidth];
  const head = plateHeight + gap;
  const board = bar.y - head - 2 * gap;
  const centre = Math.min(column, board * 0.36);
  // Five rows of a river are as many as there ever are: what is left over lies around the board, not within it.
  const band = Math.min((board - centre) / 2, 5 * TALL * river);
  const top = head + (board - centre - 2 * band) / 2;
  const left = gap;
  const middle = 2 * gap + column;
  const right = 3 * gap + 2 * column;
  const [a, b, c] = [top, top + band + gap, top + band + centre + 2 * gap];
  const side = (x: number, y: number, h: number): Box => ({ x, y, w: column, h });
  const half = (W - 2 * gap) / 2;
  const indent = low ? 0 : 4 * gap;
  return {
    mode: 'tall',
    centre: { x: middle + (column - centre) / 2, y: b, w: centre, h: centre },
    rivers: [side(middle, c, band), side(right, b, centre), side(middle, a, band), side(left, b, centre)],
    plates: [
      { x: ownLeft, y: ownPlate, w: column, h: plateHeight },
      side(right, a, plateHeight),
      { x: left + indent, y: 2, w: column - indent, h: plateHeight },
      side(left, a, plateHeight),
    ],
    racks: [
      { x: 0, y: 0, w: 0, h: 0 },
      side(right, a + plateHeight + 2, band - plateHeight - 2),
      { x: middle, y: 2, w: half * 0.62, h: plateHeight },
      side(left, a + plateHeight + 2, band - plateHeight - 2),
    ],
    melds: [
      { x: ownLeft + column + gap, y: ownPlate, w: ownRight - ownLeft - column - gap - 2, h: plateHeight },
      side(right, c, band),
      { x: middle + half * 0.62 + gap, y: 2, w: W - gap - (middle + half * 0.62 + gap), h: plateHeight },
      side(left, c, band),
    ],
    bar,
    own,
    foot,
    more,
    turns: UPRIGHT,
    most: { river, rack: river, own: tile },
    rows,
  };
}

function wide({ width: W, height: H, size, keys, large = false }: Wanted): Layout {
  const low = H < 560;
  const gap = low ? 6 : 12;
  const plate = { w: clamp(W * 0.12, 96, 132), h: low ? 30 : 46 };
  const tile = clamp((W - plate.w - 3 * gap - 8) / (size + (large ? 2.5 : 3)), 16, (low ? 38 : 56) * (large ? 1.2 : 1));
  const ownHeight = Math.max(keys ? (low ? 56 : plate.h + 32) : 0, tile * TALL + (keys ? 16 : 6));
  const own: Box = { x: plate.w + 2 * gap, y: H - ownHeight - gap, w: W - plate.w - 3 * gap, h: ownHeight };
  const under = keys && !low ? 84 : 0;
  const rack = low ? clamp(H * 0.055, 14, 22) : clamp(H * 0.045, 13, 30);
  const depth = rack * TALL + 2;
  const top = gap + depth + gap;
  const room = own.y - under - top - gap;
  // The size of the middle in tiles, and the number of river rows above, below and beside it.
  const [wideness, highness, rows, columns] = low ? [10, 4 * ASIDE, 2, 5] : [6, 6 * ASIDE, 3, 3];
  const river = clamp(
    Math.min(
      room / (highness + 2 * rows * TALL + 0.6),
      (W - 2 * depth - 4 * gap) / (wideness + 2 * columns * TALL + 0.6),
    ),
    9,
    40,
  );
  const centre = { w: river * wideness + 4, h: river * highness + 4 };
  const reach = river * TALL * rows;
  const sideways = river * TALL * columns;
  const cx = W / 2;
  const [x, y] = [cx - centre.w / 2, top + (room - centre.h) / 2];
  const aside = Math.max(top, gap + plate.h + 2);
  const below = aside + plate.h + gap;
  const sides = (left: number): Box => ({ x: left, y: below, w: depth, h: own.y - under - gap - below });
  const hand = sides(gap);
  const split = (box: Box, from: number, to: number): Box => ({
    ...box,
    y: box.y + box.h * from,
    h: box.h * (to - from) - 4,
  });
  const other = sides(W - gap - depth);
  const rackWidth = (W - plate.w - 5 * gap) * 0.5;
  return {
    mode: 'wide',
    centre: { x, y, ...centre },
    rivers: [
      { x, y: y + centre.h + 2, w: centre.w, h: reach },
      { x: x + centre.w + 4, y, w: sideways, h: centre.h },
      { x, y: y - 2 - reach, w: centre.w, h: reach },
      { x: x - 4 - sideways, y, w: sideways, h: centre.h },
    ],
    plates: [
      { x: gap, y: own.y + ownHeight - plate.h, ...plate },
      { x: W - gap - plate.w, y: aside, ...plate },
      { x: gap + depth + gap, y: gap, ...plate },
      { x: gap, y: aside, ...plate },
    ],
    racks: [
      { x: 0, y: 0, w: 0, h: 0 },
      low ? other : split(other, 0.4, 1),
      { x: plate.w + 4 * gap + depth, y: gap, w: rackWidth * 0.96, h: depth },
      low ? hand : split(hand, 0.4, 1),
    ],
    melds: [
      { x: own.x + own.w, y: own.y, w: 0, h: ownHeight },
      low
        ? {
            ...other,
            x: x + centre.w + sideways + gap + 4,
            w: other.x - gap - (x + centre.w + sideways + gap + 4),
            h: keys ? y + centre.h - other.y : other.h,
          }
        : split(other, 0, 0.4),
      {
        x: plate.w + 5 * gap + depth + rackWidth * 0.96,
        y: gap,
        w: W - gap - (plate.w + 5 * gap + depth + rackWidth * 0.96),
        h: depth,
      },
      low
        ? { ...hand, x: hand.x + depth + gap, w: x - 4 - sideways - gap - (hand.x + depth + gap) }
        : split(hand, 0, 0.4),
    ],
    bar: keys
      ? low
        ? {
            x: x + centre.w + gap,
            y: y + centre.h + 2,
            w: W - (x + centre.w + gap) - depth - 2 * gap,
            h: own.y - (y + centre.h + 2),
          }
        : { x: cx - Math.min(650, W - 4 * gap) / 2, y: own.y - under, w: Math.min(650, W - 4 * gap), h: under - 6 }
      : { x: cx, y: own.y, w: 0, h: 0 },
    own,
    foot: NOWHERE,
    more: keys ? moreKey(own, plate, gap) : NOWHERE,
    turns: FACING,
    most: { river, rack, own: tile },
    rows: 1,
  };
}

/** On a wide table the key stands over the viewer's own plate. */
const moreKey = (own: Box, plate: { readonly w: number; readonly h: number }, gap: number): Box => ({
  x: gap,
  y: own.y - 2,
  w: plate.w,
  h: own.h - plate.h - 2,
});

// --- tiles in a box

export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Laid {
  /** The width of a tile. */
  readonly w: number;
  readonly at: readonly Point[];
}

/** The largest tile width with which this many tiles fit into a box, in rows. */
export function fitting(count: number, { w, h }: Pick<Box, 'w' | 'h'>, most: number): number {
  let best = 0;
  for (let rows = 1; rows <= Math.max(1, count); rows++) {
    const each = Math.min(w / Math.ceil(count / rows), h / (rows * TALL));
    best = Math.max(best, each);
  }
  return Math.min(most, best);
}

/** Where the tiles of a river lie in its box: rows from its player's left, the first beside the middle of the table. */
export function river(count: number, box: Box, turn: Turn, most: number): Laid {
  const aside = turn % 2 === 1;
  const [along, across] = aside ? [box.h / ASIDE, box.w] : [box.w, box.h];
  const w = fitting(Math.max(count, 18), { w: along, h: across }, most);
  const perRow = Math.max(1, Math.floor((along + 0.5) / w));
  const start = Math.max(0, (along - perRow * w) / 2);
  const step = TALL * w;
  const at = Array.from({ length: count }, (_, n): Point => {
    const [i, j] = [n % perRow, Math.floor(n / perRow)];
    const [near, far] = [start + i * w, along - start - (i + 1) * w];
    if (turn === 0) return { x: near, y: j * step };
    if (turn === 2) return { x: far, y: across - (j + 1) * step };
    if (turn === 1) return { x: across - (j + 1) * step, y: near * ASIDE };
    return { x: j * step, y: far * ASIDE };
  });
  return { w, at };
}

/** The tile width in a line with this many tiles, gaps included. */
export const inLine = (units: number, length: number, most: number): number =>
  Math.min(most, length / Math.max(1, units));

const BETWEEN = 0.2;
/** The largest tile width with which groups of tiles (lengths in widths) fit into a box, line by line; a group is never broken. */
export function packing(lengths: readonly number[], box: Pick<Box, 'w' | 'h'>, turn: Turn, most: number): number {
  const [along, across] = turn % 2 ? [box.h, box.w] : [box.w, box.h];
  const [long, deep] = turn % 2 ? [1.14, 1.4] : [1, TALL];
  const fits = (w: number): boolean => {
    let [lines, used] = [1, 0];
    for (const length of lengths) {
      const own = length * long * w;
      if (used > 0 && used + own > along) [lines, used] = [lines + 1, 0];
      if (own > along) return false;
      used += own + BETWEEN * w;
    }
    return lines * deep * w <= across;
  };
  for (let w = most; w > 4; w -= 0.5) if (fits(w)) return w;
  return 4;
}

/** What a seat has: concealed tiles, and the lengths of its melds and flowers in widths of a tile. */
export interface Having {
  readonly tiles: number;
  readonly laid: readonly number[];
}
/** The same table with the room of each seat shared between what it holds and what it has laid open. */
export function shared(room: Layout, seats: Four<Having>): Layout {
  const racks = [...room.racks] as [Box, Box, Box, Box];
  const melds = [...room.melds] as [Box, Box, Box, Box];
  for (const place of room.mode === 'wide' ? ([1, 2, 3] as const) : ([2] as const)) {
    const { tiles, laid } = seats[place];
    const open = laid.reduce((sum, each) => sum + each + 0.3, 0);
    const part = open ? Math.min(0.8, Math.max(0.15, open / (open + tiles + 0.5))) : 0;
    const one = racks[place];
    const other = melds[place];
    if (place === 2) {
      const whole = other.x + other.w - one.x;
      racks[place] = { ...one, w: whole * (1 - part) - 4 };
      melds[place] = { ...other, x: one.x + whole * (1 - part), w: whole * part };
    } else if (one.x === other.x) {
      const whole = one.y + one.h - other.y;
      melds[place] = { ...other, h: whole * part - 4 };
      racks[place] = { ...one, y: other.y + whole * part, h: whole * (1 - part) };
    }
  }
  return {
    ...room,
    racks,
    melds,
    own: ownHand(room, seats[0]),
    ...(room.mode === 'wide' ? { melds: [ownMelds(room, seats[0]), melds[1], melds[2], melds[3]] } : {}),
  };
}
const ownWidth = (room: Layout, { tiles }: Having): number => (tiles + 1) * room.most.own;
/** On a wide table the viewer's melds are at the right of the hand. */
const ownHand = (room: Layout, own: Having): Box =>
  room.mode === 'tall' || !own.laid.length ? room.own : { ...room.own, w: Math.min(room.own.w, ownWidth(room, own)) };
const ownMelds = (room: Layout, own: Having): Box => {
  const taken = Math.min(room.own.w, ownWidth(room, own));
  return { ...room.own, x: room.own.x + taken, w: room.own.w - taken };
};

/** Seats from a place on, in the order of play: the viewer's own, the next, opposite, the one before. */
export function around(seat: Seat): readonly [Seat, Seat, Seat, Seat] {
  const all = ['E', 'S', 'W', 'N'] as const;
  const after = (by: number): Seat => all[(SEATED[seat] + by) % 4] ?? seat;
  return [seat, after(1), after(2), after(3)];
}
