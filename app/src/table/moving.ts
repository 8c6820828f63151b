/** The animation of a new line: which tile moves where, and what is called. Pure; the geometry is the layout's. */
import type { Key } from '../../gen/texts/keys.gen.ts';
import type { Kind, Seat } from '../tiles/kinds.ts';
import { river, type Box, type Layout, type Point } from './layout.ts';
import { SEATED, type Line } from './lines.ts';

/** A tile on its way: where it is going, and the middle of where it was. */
export interface Flight {
  readonly to: 'river' | 'meld' | 'flower' | 'hand';
  readonly seat: Seat;
  readonly from: Point;
  /** A flower's kind. */
  readonly kind?: Kind;
  /** Another one for every line. */
  readonly n: number;
}
/** More lines than these at once were missed, not seen: nothing flies then. */
export const SEEN_AT_ONCE = 3;

const middle = ({ x, y, w, h }: Box): Point => ({ x: x + w / 2, y: y + h / 2 });

/** The flight of a line; `rivers` holds how many tiles lie in each seat's river after it. */
export function flightOf(
  line: Line,
  n: number,
  room: Layout,
  seats: readonly Seat[],
  rivers: Readonly<Record<Seat, number>>,
): Flight | null {
  const hand = (seat: Seat): Point => {
    const place = seats.indexOf(seat);
    return middle(place === 0 ? room.own : room.racks[place]!);
  };
  switch (line.type) {
    case 'dahai':
      return { to: 'river', seat: line.actor, from: hand(line.actor), n };
    case 'tsumo':
      return { to: 'hand', seat: line.actor, from: middle(room.centre), n };
    case 'chi':
    case 'pon':
    case 'daiminkan': {
      const place = seats.indexOf(line.target);
      const box = room.rivers[place]!;
      const laid = river(rivers[line.target] + 1, box, room.turns[place]!, room.most.river);
      const at = laid.at.at(-1)!;
      return { to: 'meld', seat: line.actor, from: { x: box.x + at.x + laid.w / 2, y: box.y + at.y + laid.w / 2 }, n };
    }
    case 'flower':
      return { to: 'flower', seat: line.actor, from: hand(line.actor), kind: line.pai, n };
    case 'ankan':
    case 'kakan':
      return { to: 'meld', seat: line.actor, from: hand(line.actor), n };
    default:
      return null;
  }
}

/** What a seat calls as it does something. */
const CALLS: Readonly<Record<string, Key>> = {
  chi: 'app.table.do.chow',
  pon: 'app.table.do.pung',
  daiminkan: 'app.table.do.kong',
  ankan: 'app.table.do.kong',
  kakan: 'app.table.do.kong',
  reach: 'app.table.do.ready',
  hora: 'app.table.do.win',
  false_win: 'app.table.do.false_win',
};
export interface Call {
  readonly seat: Seat;
  readonly code: Key;
}
export function callOf(line: Line | undefined): Call | null {
  const code = line && CALLS[line.type];
  return code && 'actor' in line ? { seat: line.actor, code } : null;
}

/** A row of the log: who did what with which tile; null: a line that is not told there. */
export interface LogRow {
  readonly n: number;
  readonly seat: Seat;
  readonly code: Key;
  readonly tiles: readonly Kind[];
  readonly call: boolean;
}
export function rows(log: readonly Line[]): readonly LogRow[] {
  return log.flatMap((line, n): readonly LogRow[] => {
    if (line.type === 'dahai')
      return [{ n, seat: line.actor, code: 'app.table.do.discard', tiles: [line.pai], call: false }];
    if (line.type === 'flower')
      return [{ n, seat: line.actor, code: 'app.table.did.flower', tiles: [line.pai], call: false }];
    const call = callOf(line);
    if (!call) return [];
    const tiles = 'pai' in line && line.pai ? [line.pai] : line.type === 'ankan' ? line.consumed.slice(0, 1) : [];
    return [{ n, ...call, tiles, call: true }];
  });
}

/** How many tiles lie in each river. */
export const riverCounts = (seats: readonly { readonly river: readonly Kind[] }[]): Record<Seat, number> => ({
  E: seats[SEATED.E]!.river.length,
  S: seats[SEATED.S]!.river.length,
  W: seats[SEATED.W]!.river.length,
  N: seats[SEATED.N]!.river.length,
});
