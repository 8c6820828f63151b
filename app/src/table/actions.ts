/** Maps a seat's legal actions (`pass`, `chow 3m 4m`, `discard 5m` …) to keys and tiles to tap, with the tiles that each action takes. */
import { counts, type Kind } from '../tiles/kinds.ts';
import type { Board } from './board.ts';

/** What a seat is asked, as the server's `ask` tells it. */
export interface Question {
  readonly decision: string;
  readonly at: string;
  readonly legal: readonly string[];
  readonly win?: { readonly fan: number };
  readonly creditor?: string;
  /** What stands as this seat's answer. */
  readonly answered?: string;
}
export const WORDS = [
  'pass',
  'chow',
  'pung',
  'kong',
  'kong_concealed',
  'kong_added',
  'ready',
  'cut',
  'win_flowers',
  'win',
  'false_win',
] as const;
export type Word = (typeof WORDS)[number];
const ALL = ['discard', ...WORDS] as const;
/** Every word an action begins with. */
export type ActionWord = (typeof ALL)[number];

/** A key under the hand: an action with the viewer's tiles that it would lay down. */
export interface Choice {
  readonly action: string;
  readonly word: Word;
  readonly tiles: readonly Kind[];
  /** What a win would be worth. */
  readonly fan: number | null;
}
export interface Parsed {
  readonly word: ActionWord;
  readonly tiles: readonly Kind[];
}
/** Whether this app knows what an action means; a newer server may offer others. */
const isKnown = (action: string): boolean => ALL.some((word) => word === action.split(' ')[0]);
export function parse(action: string): Parsed {
  const [first, ...tiles] = action.split(' ');
  return { word: ALL.find((word) => word === first) ?? 'pass', tiles };
}

/** The tiles of the hand that an action lays down, beside the one that is claimed. */
function laid({ word, tiles }: Parsed, claimed: Kind): readonly Kind[] {
  if (word === 'chow') return tiles;
  if (word === 'pung') return [claimed, claimed];
  if (word === 'kong') return [claimed, claimed, claimed];
  if (word === 'kong_concealed') return Array.from({ length: 4 }, () => tiles[0]!);
  return tiles;
}

/** The keys of a question in the order of the hand: pass first, the win last; discards are the tiles themselves, and so is what ready throws. */
export function choices(question: Question, claimed: Kind): readonly Choice[] {
  const keys = question.legal.map((action): Choice | null => {
    const own = parse(action);
    if (own.word === 'discard' || (own.word === 'ready' && own.tiles.length)) return null;
    if (!isKnown(action)) return null;
    const wins = own.word === 'win' || own.word === 'win_flowers';
    return {
      action,
      word: own.word,
      tiles: laid(own, claimed),
      fan: wins ? (question.win?.fan ?? null) : null,
    };
  });
  return keys
    .filter((each) => each !== null)
    .map((each, at) => ({ each, at }))
    .sort((a, b) => WORDS.indexOf(a.each.word) - WORDS.indexOf(b.each.word) || a.at - b.at)
    .map(({ each }) => each);
}

/** The tiles that may be thrown, plainly or with a declaration. */
export function throwable(question: Question | null, ready: boolean): ReadonlySet<Kind> {
  const word = ready ? 'ready' : 'discard';
  const found = question?.legal.map(parse).filter((each) => each.word === word && each.tiles.length);
  return new Set(found?.map((each) => each.tiles[0]!));
}
export const canDeclare = (question: Question | null): boolean => throwable(question, true).size > 0;

// --- the hand that taps

/** How tiles are thrown: one tap, or one that lifts and one that throws. */
export type Steps = 1 | 2;
/** The place of the tile that is lifted; null: none. */
export type Lifted = number | null;
export interface Tapped {
  readonly lifted: Lifted;
  readonly thrown: boolean;
}
/** A tap on the tile at a place of the hand. */
export function tapped(lifted: Lifted, place: number, steps: Steps): Tapped {
  if (steps === 1 || lifted === place) return { lifted: null, thrown: true };
  return { lifted: place, thrown: false };
}
const FLICK = 24;
/** Whether a press was an upward flick. */
export const flicked = (dx: number, dy: number): boolean => dy <= -FLICK && Math.abs(dx) < -dy;

/** Copies of a kind that this viewer does not see. */
export function unseen(board: Board, kind: Kind): number {
  const open = board.seats.flatMap((seat) => [...seat.river, ...seat.melds.flatMap((meld) => meld.tiles)]);
  return 4 - (counts([...open, ...board.hand]).get(kind) ?? 0);
}
