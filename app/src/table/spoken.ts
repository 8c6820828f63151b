/** What the table says when it is asked by a key, and when it asks: whole sentences in the chosen language. */
import { amount, signed } from '../score/money.ts';
import { t } from '../texts/texts.svelte.ts';
import type { Kind, Seat } from '../tiles/kinds.ts';
import { canDeclare, choices, throwable, type Choice, type Question } from './actions.ts';
import type { Board, BoardSeat } from './board.ts';
import { SEATED } from './lines.ts';
import type { ClaimOffer } from './offer.ts';
import { sorted } from '../tiles/kinds.ts';

const joined = (parts: readonly string[]): string => parts.filter(Boolean).join(t('list.separator'));
const player = (board: Board, seat: Seat): string => board.seats[SEATED[seat]]!.player;

/** A key in words: the claim with its tiles, the win with its fan. */
export function keyHeard(each: Choice): string {
  const what = t(`app.table.do.${each.word}`);
  if (each.fan !== null) return t('app.table.do.fan', { what, n: each.fan });
  return each.tiles.length ? t('app.table.do.tiles', { what, tiles: [...each.tiles] }) : what;
}

/** A question, as it is heard: what happened, and what may be done. */
export function asked(board: Board, question: Question, offer: ClaimOffer | null): string {
  const keys = choices(question, offer?.kind ?? '').filter(({ word }) => word !== 'pass');
  const can = [...keys.map(keyHeard), ...(canDeclare(question) ? [t('app.table.do.ready')] : [])];
  const what = can.length ? t('app.table.can', { what: can }) : '';
  if (question.at === 'turn') {
    const begin = board.drawn ? t('app.table.your_turn.drawn', { tile: board.drawn }) : t('app.table.your_turn');
    return joined([throwable(question, false).size || what ? begin : '', what]);
  }
  if (!can.length) return '';
  if (question.creditor) return t('app.table.cut', { name: question.creditor });
  if (!offer?.kind) return what;
  const facts = { name: player(board, offer.seat), tile: offer.kind };
  const begin =
    offer.how === 'kong'
      ? t('app.table.offered.kong', facts)
      : t(offer.how === 'flower' ? 'app.table.offered.flower' : 'app.table.offered', facts);
  return joined([begin, what]);
}

export function handHeard(hand: readonly Kind[], drawn: Kind, own: BoardSeat): string {
  return joined([
    t('app.table.heard.hand', { n: hand.length, tiles: sorted(hand) }),
    drawn ? t('app.table.heard.drawn', { tile: drawn }) : '',
    ...own.melds.map((meld) => t('app.table.heard.meld', { tiles: [...meld.tiles] })),
    own.flowers.length ? t('app.table.heard.meld', { tiles: [...own.flowers] }) : '',
  ]);
}
export function riversHeard(board: Board, seats: readonly Seat[]): string {
  return joined(
    seats.map((seat) => {
      const { player: name, river } = board.seats[SEATED[seat]]!;
      return river.length
        ? t('app.table.heard.river', { name, tiles: [...river] })
        : t('app.table.heard.river.none', { name });
    }),
  );
}
export function scoresHeard(board: Board, seats: readonly Seat[]): string {
  const books = board.books;
  const held = books?.totals ?? books?.cash ?? books?.chips ?? {};
  return joined(
    seats.map((seat) => {
      const name = player(board, seat);
      const own = Object.hasOwn(held, name) ? held[name]! : 0;
      return t('app.table.heard.score', { seat, name, total: books?.chips ? amount(own) : signed(own) });
    }),
  );
}
export function timeHeard({
  board,
  clock,
}: {
  readonly board: Board;
  readonly clock: { readonly seconds: number } | null;
}): string {
  const turn = board.turn && !board.ends.length ? t('app.table.turn', { name: player(board, board.turn) }) : '';
  const left = clock ? t('app.table.seconds.left', { n: clock.seconds }) : t('app.table.no_clock');
  return joined([left, turn, t('app.table.wall.left', { n: board.left })]);
}
