/** The events of a book in the form that the server accepts. */
import type { Held, Shapes } from '../server/shapes.ts';
import type { Fact, Message } from '../texts/render.ts';

/** What the app writes into a book: of the server's kinds, those that have a form here. */
export type HandEvent = Held<Shapes['Result']>;
export type BookEvent = Held<Shapes[EventName]>;
type EventName = 'Result' | 'Penalty' | 'Cut' | 'Fine' | 'Kong' | 'Dice' | 'Swap' | 'Seats' | 'Redraw' | 'Rename' | 'Close' | 'Undo' | 'Redo' | 'Reverse' | 'Edit';

/** A hand as the log has it: where its entry was changed, the change names the entry, and says what holds now. */
export interface LoggedHand {
  readonly seq: number;
  readonly event: HandEvent;
}
export function handOf(seq: number, event: BookEvent | Shapes['Open']): LoggedHand | null {
  if (event.type === 'hand') return { seq, event };
  return event.type === 'edit' && event.event.type === 'hand' ? { seq: event.target, event: event.event } : null;
}

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
