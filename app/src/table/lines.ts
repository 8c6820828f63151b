/** The lines of a record as on the disk, and the part of each that a viewer may see: twin of `sikwu.play.lines`. */
import type { Kind, Seat } from '../tiles/kinds.ts';
import type { Amount } from '../server/shapes.ts';

export const HIDDEN = '?';
export type Names = readonly [string, string, string, string];
export type Changes = Readonly<Record<Seat, Amount>>;
export type Held = Readonly<Record<string, Amount>>;
export interface Books {
  readonly totals?: Held;
  readonly cash?: Held;
  readonly open?: readonly {
    readonly from: string;
    readonly to: string;
    readonly amount: Amount;
    readonly hands: number;
  }[];
  readonly cut_offered?: readonly (readonly [string, string])[];
  readonly chips?: Held;
  readonly pot?: Amount;
  readonly next_dealer?: string;
  readonly next_streak?: number;
}
export interface HeaderLine {
  readonly type: 'start_game';
  readonly format: 'sikwu-record-1';
  readonly sikwu: string;
  readonly table: string;
  readonly ruleset: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly rules: string;
  readonly house?: string;
  readonly players: Names;
  readonly view: string;
  readonly decisions?: boolean;
  readonly chain?: boolean;
}
export interface DealLine {
  readonly type: 'start_kyoku';
  readonly deal: number;
  readonly bakaze: Seat;
  readonly kyoku: number;
  readonly honba: number;
  readonly oya: number;
  readonly seats: Names;
  readonly commit: string | null;
  readonly dice?: readonly number[];
  readonly tehais: readonly (readonly Kind[])[];
}
interface Acted<T extends string> {
  readonly type: T;
  readonly actor: Seat;
}
interface WithTile<T extends string> extends Acted<T> {
  readonly pai: Kind;
}
export interface DrawLine extends WithTile<'tsumo'> {
  readonly back?: 'flower' | 'kong';
}
export interface DiscardLine extends WithTile<'dahai'> {
  readonly tsumogiri: boolean;
}
export interface ClaimLine extends WithTile<'chi' | 'pon' | 'daiminkan'> {
  readonly target: Seat;
  readonly consumed: readonly Kind[];
}
export interface ConcealedKongLine extends Acted<'ankan'> {
  readonly consumed: readonly Kind[];
}
export interface AddedKongLine extends WithTile<'kakan'> {
  readonly consumed: readonly Kind[];
}
export interface ReadyLine extends Acted<'reach'> {
  readonly kind: 'declared' | 'concealed' | 'heavenly' | 'earthly';
}
/** A win as a whole case, as the library writes one. */
export interface WinCase {
  readonly id: string;
  readonly ruleset: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly rules?: string;
  readonly seat: Seat;
  readonly round: Seat;
  readonly streak?: number;
  readonly hand: string;
  readonly melds: readonly Readonly<Record<string, unknown>>[];
  readonly win?: Kind;
  readonly by: string;
  readonly from?: Seat;
  readonly flowers: string;
  readonly at?: Readonly<Record<string, unknown>>;
}
export interface WinAnswer {
  readonly patterns: Readonly<Record<string, number>>;
  readonly fan: number;
  readonly capped: number;
  readonly valid: boolean;
  readonly payments: Changes;
  readonly liable?: Seat;
  readonly waits?: string;
}
export interface WinLine extends Acted<'hora'> {
  readonly target?: Seat;
  readonly pai?: Kind;
  readonly case: WinCase;
  readonly answer: WinAnswer;
}
export interface NoWinLine {
  readonly type: 'ryukyoku';
  readonly reason: 'exhausted' | 'false_win' | 'three_winners';
}
export interface ResultLine {
  readonly type: 'end_kyoku';
  readonly result: 'win' | 'draw' | 'false_win';
  readonly winners: readonly Seat[];
  readonly payments: Changes;
  readonly side?: Changes;
  readonly books: Books;
  readonly next: {
    readonly oya?: number;
    readonly honba?: number;
    readonly bakaze?: Seat;
    readonly over?: 'rounds' | 'bust' | 'stopped';
  };
}
export interface ProofLine {
  readonly type: 'proof';
  readonly table: string;
  readonly deal: number;
  readonly rules: string;
  readonly nonces: readonly string[];
  readonly seed: string | null;
  readonly commit: string | null;
  readonly wall: readonly number[];
}
export interface CutLine {
  readonly type: 'cut';
  readonly debtor: string;
  readonly creditor: string;
  readonly amount: Amount;
  readonly books: Books;
}
export interface EndLine {
  readonly type: 'end_game';
  readonly books: Books;
  readonly ranking: Names;
}
export interface DecisionLine {
  readonly type: 'decision';
  readonly at: 'turn' | 'discard' | 'kong' | 'flower' | 'opening' | 'cut';
  /** E S W N; of a cut the debtor's name. */
  readonly seat: string;
  readonly creditor?: string;
  readonly legal: readonly string[];
  readonly chosen: string;
  readonly default?: boolean;
}
export type EndingLine = WinLine | Acted<'false_win'> | NoWinLine;
export type Line =
  | HeaderLine
  | DealLine
  | WithTile<'flower'>
  | DrawLine
  | DiscardLine
  | ClaimLine
  | ConcealedKongLine
  | AddedKongLine
  | Acted<'dead'>
  | ReadyLine
  | EndingLine
  | ResultLine
  | ProofLine
  | CutLine
  | EndLine
  | DecisionLine;
export type LineType = Line['type'];

/** A reader of lines: a player, or a spectator (null); `seat`: the player's seat in the current deal. */
export interface Viewer {
  readonly player: string | null;
  readonly kongsHidden: boolean;
  readonly seat: Seat | null;
}
const SEATS: readonly Seat[] = ['E', 'S', 'W', 'N'];
export const SEATED: Readonly<Record<Seat, number>> = { E: 0, S: 1, W: 2, N: 3 };

/** What a table's terms say that a view depends on; `options` holds only what differs from the ruleset. */
export const kongsHidden = ({ ruleset, options }: HeaderLine): boolean =>
  options['concealed_kong.hidden'] === undefined ? ruleset === 'club16' : options['concealed_kong.hidden'] === true;
/** Tiles of the wall that may be drawn in a deal. */
export const wallOf = ({ options }: Pick<HeaderLine, 'options'>): number =>
  (options['tiles.flowers_in_play'] === false ? 136 : 144) - Number(options['tiles.reserved'] ?? 0);

/** The same reader in a deal that begins. */
export function seated(viewer: Viewer, deal: DealLine): Viewer {
  const place = viewer.player === null ? -1 : deal.seats.indexOf(viewer.player);
  return { ...viewer, seat: SEATS[place] ?? null };
}

/** A line as somebody may read it; null: not at all. */
export function seen(line: Line, viewer: Viewer): Line | null {
  switch (line.type) {
    case 'start_game':
      return { ...line, view: viewer.player ?? 'public' };
    case 'start_kyoku':
      return {
        ...line,
        tehais: line.tehais.map((tiles, at) => (line.seats[at] === viewer.player ? tiles : tiles.map(() => HIDDEN))),
      };
    case 'tsumo':
      return viewer.seat === line.actor ? line : { ...line, pai: HIDDEN };
    case 'ankan':
      return viewer.seat === line.actor || !viewer.kongsHidden
        ? line
        : { ...line, consumed: line.consumed.map(() => HIDDEN) };
    case 'decision': {
      const own = line.at === 'cut' ? viewer.player : viewer.seat;
      if (own === null || line.seat !== own) return null;
      const { default: _, ...rest } = line;
      return rest;
    }
    default:
      return line;
  }
}
