/** A viewer's board: the state after all lines that the viewer has seen. Twin of `sikwu.live.board`: its bytes are the same, so a hash proves a view.

`after(board, line)` is the one function that moves it on; it is given lines that are already this viewer's own (`seen`). */
import { sha256 } from '../server/sha256.ts';
import { isFlower, sorted, type Kind, type Seat } from '../tiles/kinds.ts';
import {
  HIDDEN,
  SEATED,
  type Books,
  type ClaimLine,
  type DealLine,
  type DrawLine,
  type EndingLine,
  type Line,
  type ResultLine,
} from './lines.ts';

export type MeldWord = 'chow' | 'pung' | 'kong_exposed' | 'kong_concealed' | 'kong_added';
/** A meld on the table: its word, its tiles, who fed it. */
export interface LaidMeld {
  readonly kind: MeldWord;
  readonly tiles: readonly Kind[];
  readonly feeder: Seat | '';
}
/** What everybody sees of a seat. */
export interface BoardSeat {
  readonly player: string;
  /** Concealed tiles, flowers not yet laid open included. */
  readonly tiles: number;
  readonly melds: readonly LaidMeld[];
  readonly flowers: readonly Kind[];
  /** Its unclaimed discards. */
  readonly river: readonly Kind[];
  readonly ready: string;
  readonly dead: boolean;
}
/** One viewer's view after version `v`; its fields in this order, as compact JSON, are the canonical view. */
export interface Board {
  readonly v: number;
  /** Tiles of the wall that may be drawn in a deal. */
  readonly full: number;
  readonly table: string;
  readonly ruleset: string;
  readonly rules: string;
  readonly players: readonly string[];
  readonly deal: number;
  readonly round: Seat | '';
  readonly streak: number;
  readonly dealer: number;
  readonly commit: string | null;
  readonly dice: readonly number[];
  /** The viewer's seat in this deal; empty for watchers. */
  readonly own: Seat | '';
  /** The viewer's own concealed tiles, in tile order. */
  readonly hand: readonly Kind[];
  /** In the viewer's own turn, the tile that counts as drawn. */
  readonly drawn: Kind;
  readonly seats: readonly BoardSeat[];
  /** Tiles that may still be drawn. */
  readonly left: number;
  readonly turn: Seat | '';
  /** The kind of the last line. */
  readonly last: string;
  /** How the deal ended. */
  readonly ends: readonly EndingLine[];
  /** Payments and what comes next, once the deal is over. */
  readonly result: Omit<ResultLine, 'type' | 'books'> | null;
  readonly books: Books | null;
  readonly ranking: readonly string[];
}

/** A board before the first line. */
export const blank = (full: number): Board => ({
  v: 0,
  full,
  table: '',
  ruleset: '',
  rules: '',
  players: [],
  deal: 0,
  round: '',
  streak: 0,
  dealer: 0,
  commit: null,
  dice: [],
  own: '',
  hand: [],
  drawn: '',
  seats: [],
  left: 0,
  turn: '',
  last: '',
  ends: [],
  result: null,
  books: null,
  ranking: [],
});

/** The board after one more line of this viewer's; a decision is no part of it. */
export function after(board: Board, line: Line): Board {
  if (line.type === 'decision') return board;
  return { ...board, ...changed(board, line), v: board.v + 1, last: line.type };
}
export const folded = (board: Board, lines: Iterable<Line>): Board => {
  for (const line of lines) board = after(board, line);
  return board;
};

// --- what each kind of line changes

type Changed = Partial<Board>;

function changed(board: Board, line: Exclude<Line, { type: 'decision' }>): Changed {
  switch (line.type) {
    case 'start_game':
      return { table: line.table, ruleset: line.ruleset, rules: line.rules, players: line.players };
    case 'start_kyoku':
      return dealt(board, line);
    case 'flower': {
      const { actor, pai } = line;
      const drawn = board.drawn === pai ? { drawn: '' } : {};
      const laid = seat(board, actor, (own) => ({
        tiles: own.tiles - 1,
        flowers: sorted([...own.flowers, pai]),
      }));
      return { ...without(board, actor, [pai]), ...drawn, ...laid };
    }
    case 'tsumo':
      return drew(board, line);
    case 'dahai': {
      const { actor, pai } = line;
      const thrown = seat(board, actor, (own) => ({ tiles: own.tiles - 1, river: [...own.river, pai] }));
      return { ...without(board, actor, [pai]), drawn: '', ...thrown };
    }
    case 'chi':
    case 'pon':
    case 'daiminkan':
      return claimed(board, line);
    case 'ankan': {
      const meld: LaidMeld = { kind: 'kong_concealed', tiles: line.consumed, feeder: '' };
      const laid = seat(board, line.actor, (own) => ({ tiles: own.tiles - 4, melds: [...own.melds, meld] }));
      return { ...without(board, line.actor, line.consumed), drawn: '', ...laid };
    }
    case 'kakan': {
      const { actor, pai } = line;
      const added = (meld: LaidMeld): LaidMeld =>
        meld.kind === 'pung' && meld.tiles[0] === pai
          ? { kind: 'kong_added', tiles: [...meld.tiles, pai], feeder: meld.feeder }
          : meld;
      const laid = seat(board, actor, (own) => ({ tiles: own.tiles - 1, melds: own.melds.map(added) }));
      return { ...without(board, actor, [pai]), drawn: '', ...laid };
    }
    case 'reach':
      return seat(board, line.actor, () => ({ ready: line.kind }));
    case 'dead':
      return seat(board, line.actor, () => ({ dead: true, ready: '' }));
    case 'hora':
    case 'false_win':
    case 'ryukyoku':
      return { ends: [...board.ends, line] };
    case 'end_kyoku': {
      const { type: _, books, ...told } = line;
      return { result: told, books };
    }
    case 'proof':
      return {};
    case 'cut':
      return { books: line.books };
    case 'end_game':
      return { books: line.books, ranking: line.ranking };
  }
}

const SEAT_ORDER: readonly Seat[] = ['E', 'S', 'W', 'N'];

function dealt(board: Board, line: DealLine): Changed {
  const own = SEAT_ORDER.find((_, at) => !line.tehais[at]!.includes(HIDDEN)) ?? '';
  const hand = own === '' ? [] : line.tehais[SEATED[own]]!;
  return {
    deal: line.deal,
    round: line.bakaze,
    streak: line.honba,
    dealer: line.oya,
    commit: line.commit,
    dice: line.dice ?? [],
    own,
    hand: sorted(hand),
    drawn: own === 'E' ? ([...hand].reverse().find((tile) => !isFlower(tile)) ?? '') : '',
    seats: line.seats.map((player, at) => ({
      player,
      tiles: line.tehais[at]!.length,
      melds: [],
      flowers: [],
      river: [],
      ready: '',
      dead: false,
    })),
    left: board.full - line.tehais.reduce((sum, tiles) => sum + tiles.length, 0),
    turn: 'E',
    ends: [],
    result: null,
  };
}

function drew(board: Board, { actor, pai, back }: DrawLine): Changed {
  const turn = back === undefined ? actor : board.turn;
  const own = actor === board.own;
  const drawn = turn === board.own ? (own ? { drawn: pai } : {}) : { drawn: '' };
  return {
    left: board.left - 1,
    turn,
    ...seat(board, actor, (one) => ({ tiles: one.tiles + 1 })),
    ...(own ? { hand: sorted([...board.hand, pai]) } : {}),
    ...drawn,
  };
}

const WORDS = { chi: 'chow', pon: 'pung', daiminkan: 'kong_exposed' } as const;

function claimed(board: Board, { type, actor, target, pai, consumed }: ClaimLine): Changed {
  const meld: LaidMeld = { kind: WORDS[type], tiles: sorted([...consumed, pai]), feeder: target };
  const taken = seat(board, target, (fed) => ({ river: fed.river.slice(0, -1) }));
  const laid = seat({ ...board, ...taken }, actor, (own) => ({
    tiles: own.tiles - consumed.length,
    melds: [...own.melds, meld],
  }));
  return { ...without(board, actor, consumed), drawn: '', turn: actor, ...laid };
}

function seat(board: Board, of: Seat, change: (own: BoardSeat) => Partial<BoardSeat>): Pick<Board, 'seats'> {
  const place = SEATED[of];
  return { seats: board.seats.map((each, at) => (at === place ? { ...each, ...change(each) } : each)) };
}

/** The viewer's hand without tiles that were laid down or discarded; a missing tile is an error. */
function without(board: Board, actor: Seat, tiles: readonly Kind[]): Changed {
  if (actor !== board.own) return {};
  const hand = [...board.hand];
  for (const tile of tiles) {
    const at = hand.indexOf(tile);
    if (at < 0) throw new RangeError(tile);
    hand.splice(at, 1);
  }
  return { hand };
}

// --- its bytes

/** The board as compact JSON, letter by letter what the library writes. */
export function canonical(board: Board): string {
  const books = board.books === null ? null : new Raw(booksText(board.books, board.players));
  return text({ ...board, books });
}
/** The first eight hex digits of their SHA-256. */
export const hashOf = (board: Board): string => sha256(canonical(board)).slice(0, 8);

/** JSON that is already text. */
class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
function text(value: unknown): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map(text).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return object(Object.entries(value).filter(([, each]) => each !== undefined));
}
const object = (entries: readonly (readonly [string, unknown])[]): string =>
  `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${text(each)}`).join(',')}}`;

/** What everybody holds, in the order of the players: a name that is a number would come first in an object of this language. */
function booksText(books: Books, players: readonly string[]): string {
  const inOrder = (held: object): Raw => {
    const own = new Map(Object.entries(held));
    const names = players.filter((name) => own.has(name));
    return new Raw(
      object([...names, ...[...own.keys()].filter((name) => !names.includes(name))].map((n) => [n, own.get(n)])),
    );
  };
  const parts = Object.entries<unknown>({ ...books }).map(
    ([name, part]) =>
      [name, name === 'totals' || name === 'cash' || name === 'chips' ? inOrder(part ?? {}) : part] as const,
  );
  return object(parts);
}
