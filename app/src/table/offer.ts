/** What a claim is about: whose tile it is, and how it came to lie there. Pure. */
import type { Kind, Seat } from '../tiles/kinds.ts';
import type { Question } from './actions.ts';
import type { Board, MeldWord } from './board.ts';
import { SEATED, type Line } from './lines.ts';

export interface ClaimOffer {
  readonly kind: Kind;
  readonly seat: Seat;
  readonly how: 'discard' | 'kong' | 'flower';
}

/** Some rules let a kong of any kind be robbed. */
const KONGS: Readonly<Record<string, MeldWord>> = {
  kakan: 'kong_added',
  ankan: 'kong_concealed',
  daiminkan: 'kong_exposed',
};

/** The tile that may be claimed after the last line; `last` is that line where it is known. */
export function offerOf(board: Board, last?: Line): ClaimOffer | null {
  if (board.turn === '' || board.seats.length < 4) return null;
  const own = board.seats[SEATED[board.turn]]!;
  if (board.last === 'dahai') return { kind: own.river.at(-1) ?? '', seat: board.turn, how: 'discard' };
  const laid = KONGS[board.last];
  if (laid) {
    const told = last?.type === 'ankan' ? last.consumed[0] : last && 'pai' in last ? last.pai : undefined;
    const kongs = own.melds.filter((meld) => meld.kind === laid);
    return { kind: told ?? kongs.at(-1)?.tiles[0] ?? '', seat: board.turn, how: 'kong' };
  }
  if (board.last === 'flower') {
    const by = last?.type === 'flower' ? last.actor : board.turn;
    const kind = last?.type === 'flower' ? last.pai : (board.seats[SEATED[by]]!.flowers.at(-1) ?? '');
    return { kind, seat: by, how: 'flower' };
  }
  return null;
}
/** The offer that a question is about; in the player's own turn there is none. */
export const claimable = (question: Question, offer: ClaimOffer | null): ClaimOffer | null =>
  question.at === 'discard' || question.at === 'kong' || question.at === 'flower' ? offer : null;
