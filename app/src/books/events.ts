/** The events of a book in the form that the server accepts. */
import type { Told, Shapes } from '../server/shapes.ts';
import type { Facts, Message } from '../texts/render.ts';

/** The events that the app records: those of the server's kinds that have a form here. */
export type HandEvent = Told<Shapes['Result']>;
export type BookEvent = Told<Shapes[EventName]>;
type EventName =
  | 'Result'
  | 'Penalty'
  | 'Collect'
  | 'TableEvent'
  | 'Cut'
  | 'Fine'
  | 'Kong'
  | 'Dice'
  | 'Swap'
  | 'Seats'
  | 'Redraw'
  | 'Rename'
  | 'Close'
  | 'Undo'
  | 'Redo'
  | 'Reverse'
  | 'Edit';

/** A hand in the log; if its entry was changed, the change with the number of that entry. */
export interface LoggedHand {
  readonly seq: number;
  readonly event: HandEvent;
}
export function handOf(seq: number, event: BookEvent | Told<Shapes['Open']>): LoggedHand | null {
  if (event.type === 'hand') return { seq, event };
  return event.type === 'edit' && event.event.type === 'hand' ? { seq: event.target, event: event.event } : null;
}

/** The words of an event that has not been sent yet: twin of `sikwu.book.words`, compared for every kind of event. */
export function wordsOf(event: BookEvent): Message {
  switch (event.type) {
    case 'hand':
      return handWords(event);
    case 'edit':
      return { code: 'entry.edit', facts: { target: event.target, new: wordsOf(event.event) } };
    case 'swap': {
      const { leaves, joins } = event;
      const code = leaves && joins ? 'entry.swap' : leaves ? 'entry.leaves' : 'entry.joins';
      return { code, facts: { leaves: leaves ?? null, joins: joins ?? null } };
    }
    case 'dice':
      return { code: 'entry.dice', facts: { dice: event.dice.join('-') } };
    case 'penalty': {
      const note: Message | null = event.note ? { code: 'entry.in_brackets', facts: { note: event.note } } : null;
      return { code: 'entry.penalty', facts: { payer: event.payer, amount: event.amount, payees: event.payees, note } };
    }
    case 'collect': {
      const note: Message | null = event.note ? { code: 'entry.in_brackets', facts: { note: event.note } } : null;
      return { code: 'entry.collect', facts: { payee: event.payee, amount: event.amount, payers: event.payers, note } };
    }
    case 'event':
      return eventWords(event);
    default: {
      const { type, ...facts } = event;
      return { code: `entry.${type}`, facts };
    }
  }
}

/** What happened beside a hand; an event of play by its name, one of a house by its id. */
function eventWords(event: Pick<Told<Shapes['TableEvent']>, 'event' | 'player' | 'count' | 'from'>): Message {
  const named = NAMED_EVENTS.find((each) => each === event.event);
  const what: Message | string = named ? { code: `side.event.${named}`, facts: {} } : event.event;
  const count: Message | null =
    (event.count ?? 1) > 1 ? { code: 'entry.times', facts: { count: event.count ?? 1 } } : null;
  const source: Message | null = event.from ? { code: 'entry.fed_by', facts: { source: event.from } } : null;
  const code = event.player ? 'entry.event' : 'entry.event_of_hand';
  return { code, facts: { player: event.player ?? null, what, count, source } };
}
const NAMED_EVENTS = [
  'kong_exposed',
  'kong_added',
  'kong_concealed',
  'flower',
  'own_flower',
  'flower_set',
  'eight_flowers',
] as const;

function handWords(hand: HandEvent): Message {
  const said = (code: Message['code'], facts: Facts): Message => ({ code, facts });
  const of = (code: Message['code'], players: readonly string[] = []): Message[] =>
    players.map((player) => said(code, { player }));
  const wins = Object.entries(hand.wins ?? {}).map(([player, fan]) => said('entry.win', { player, fan }));
  const kind = hand.result === 'discard' && hand.robbed ? 'robbed' : hand.result;
  const { from: source = null, by = null, flowers_by = null, liable, liable_share } = hand;
  return [
    said(`entry.${kind}`, { wins, source, by, flowers_by }),
    ...(liable && liable_share
      ? [said('entry.answers_share', { player: liable, share: said(`entry.share.${liable_share}`, {}) })]
      : liable
        ? of('entry.answers', [liable])
        : []),
    ...(hand.dice ? [said('entry.thrown', { dice: hand.dice.join('-') })] : []),
    ...of('entry.kong', hand.kongs),
    ...of('entry.fine', hand.fines),
    ...of('entry.dead', hand.dead),
    ...(hand.events ?? []).map(eventWords),
    ...(hand.cuts ?? []).map(([debtor, creditor]) => said('entry.cuts', { debtor, creditor })),
    ...(hand.note ? [said('entry.note', { note: hand.note })] : []),
  ].reduce((first, rest) => said('entry.more', { first, rest }));
}
