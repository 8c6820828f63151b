/** What may be written into a book, as the server takes it. */
import type { Fact, Message } from '../texts/render.ts';

export type Die = number;
export interface HandEvent {
  readonly type: 'hand';
  readonly result: 'discard' | 'self_draw' | 'kong_replacement' | 'draw' | 'false_win';
  readonly wins?: Readonly<Record<string, number>>;
  readonly from?: string;
  readonly by?: string;
  readonly robbed?: boolean;
  readonly cuts?: readonly (readonly [string, string])[];
  readonly kongs?: readonly string[];
  readonly dice?: readonly [Die, Die, Die];
  readonly tiles?: Readonly<Record<string, string>>;
  readonly note?: string;
  readonly dead?: readonly string[];
  readonly liable?: string;
}
export type BookEvent =
  | HandEvent
  | { readonly type: 'penalty'; readonly payer: string; readonly payees: readonly string[]; readonly amount: string; readonly note?: string }
  | { readonly type: 'cut'; readonly debtor: string; readonly creditor: string }
  | { readonly type: 'fine' | 'kong'; readonly player: string }
  | { readonly type: 'dice'; readonly dice: readonly [Die, Die, Die] }
  | { readonly type: 'swap'; readonly leaves?: string; readonly joins?: string }
  | { readonly type: 'seats' | 'redraw'; readonly order: readonly string[] }
  | { readonly type: 'rename'; readonly name: string }
  | { readonly type: 'close' }
  | { readonly type: 'undo' | 'redo'; readonly target: number }
  | { readonly type: 'reverse'; readonly target: number; readonly note?: string }
  | { readonly type: 'edit'; readonly target: number; readonly event: BookEvent; readonly note?: string };

/** An event in the words of the log, for what has not been sent yet. */
export function wordsOf(event: BookEvent): Message {
  switch (event.type) {
    case 'hand':
      return handWords(event);
    case 'edit':
      return { code: 'entry.edit', facts: { target: event.target, new: wordsOf(event.event) } };
    case 'swap':
      return { code: event.leaves && event.joins ? 'entry.swap' : event.leaves ? 'entry.leaves' : 'entry.joins', facts: facts(event) };
    case 'dice':
      return { code: 'entry.dice', facts: { dice: event.dice.join(' ') } };
    case 'penalty':
      return { code: 'entry.penalty', facts: { ...facts(event), note: event.note ? { code: 'entry.in_brackets', facts: { note: event.note } } : '' } };
    default:
      return { code: `entry.${event.type}`, facts: facts(event) };
  }
}

function handWords(event: HandEvent): Message {
  const wins = Object.entries(event.wins ?? {}).map(([player, fan]): Message => ({ code: 'entry.win', facts: { player, fan } }));
  const kind = event.result === 'discard' && event.robbed ? 'robbed' : event.result;
  return { code: `entry.${kind}`, facts: { wins, source: event.from ?? '', by: event.by ?? '' } };
}

function facts(event: object): Record<string, Fact> {
  return Object.fromEntries(Object.entries(event).filter(([name]) => name !== 'type')) as Record<string, Fact>;
}
