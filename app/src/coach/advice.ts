/** What a claim would change: tiles that are missing now, and after it. This phone reckons both from what this player sees. */
import { judge, prepare } from '../server/local.ts';
import type { Hand, RulesRef } from '../server/shapes.ts';
import type { Seat } from '../tiles/kinds.ts';
import { choices, type Question } from '../table/actions.ts';
import { after, type Board } from '../table/board.ts';
import { handLine } from '../table/foresight.svelte.ts';
import type { ClaimLine } from '../table/lines.ts';
import type { ClaimOffer } from '../table/offer.ts';
import { CHEAP, GOOD, type Advice, type ExampleWin } from './coach.ts';

const LINES = { chow: 'chi', pung: 'pon' } as const;

/** How far a hand is from being complete; with one tile too many, after its best discard. */
const awayOf = (hand: Hand | null): number | null =>
  hand && (hand.state === 'building' || hand.state === 'ready')
    ? (hand.away ?? null)
    : hand?.state === 'full'
      ? (hand.discards[0]?.away ?? null)
      : null;

/** The claims of a question; null: none, or the hand cannot be judged here. */
export async function advised(
  board: Board,
  question: Question,
  offer: ClaimOffer,
  rules: RulesRef,
): Promise<Advice | null> {
  const own = board.own as Seat;
  const now = handLine(board, own);
  if (!now) return null;
  await prepare(rules);
  const away = awayOf(await judge(now, 'discard', rules));
  if (away === null) return null;
  const found: [string, number][] = [];
  for (const each of choices(question, offer.kind)) {
    if (each.word !== 'chow' && each.word !== 'pung') continue;
    const line: ClaimLine = {
      type: LINES[each.word],
      actor: own,
      target: offer.seat,
      pai: offer.kind,
      consumed: each.tiles,
    };
    const then = handLine(after(board, line), own);
    const left = then ? awayOf(await judge(then, 'discard', rules)) : null;
    if (left !== null) found.push([each.action, left]);
  }
  return { decision: question.decision, away, after: Object.fromEntries(found) };
}

/** The two examples by the rules of the table. */
export async function examples(
  size: number,
  rules: RulesRef,
): Promise<{ readonly good: ExampleWin | null; readonly cheap: ExampleWin | null }> {
  await prepare(rules);
  const judged = async (line: string): Promise<ExampleWin | null> => {
    const hand = await judge(line, 'discard', rules);
    if (hand?.state !== 'win') return null;
    const parts = hand.counted.map(({ name, fan }) => ({ name: name, fan }));
    return { fan: hand.capped, valid: hand.valid, parts, payments: hand.payments ?? null };
  };
  return { good: await judged(GOOD(size)), cheap: await judged(CHEAP(size)) };
}
