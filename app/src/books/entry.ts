/** The hand being entered: two taps on seats, the wheel, and details. Pure functions; the server decides what is valid. */
import type { HandEvent } from './events.ts';

export interface EntryDraft {
  /** The winners, in the order tapped. */
  readonly winners: readonly string[];
  readonly from: string | null;
  readonly self: boolean;
  readonly fans: Readonly<Record<string, number>>;
  readonly robbed: boolean;
  /** The player who fed the exposed kong whose replacement tile won. */
  readonly fed: string | null;
  readonly liable: string | null;
  readonly cuts: readonly (readonly [string, string])[];
  readonly kongs: readonly string[];
  readonly dead: readonly string[];
  readonly dice: readonly [number, number, number] | null;
  readonly tiles: Readonly<Record<string, string>>;
  readonly note: string;
  /** What happened beside the hand that the house pays for. */
  readonly events: readonly SideEvent[];
}
export type SideEvent = NonNullable<HandEvent['events']>[number];
export const NOTHING: EntryDraft = {
  winners: [],
  from: null,
  self: false,
  fans: {},
  robbed: false,
  fed: null,
  liable: null,
  cuts: [],
  kongs: [],
  dead: [],
  dice: null,
  tiles: {},
  note: '',
  events: [],
};

/**
 * A tap on a seat: first the winner, then the discarder (the winner again: self-drawn), then further winners on the
 * same tile.
 */
export function tap(draft: EntryDraft, player: string, fan: number): EntryDraft {
  const { winners, from, self } = draft;
  const first = winners[0];
  if (first === undefined)
    return { ...draft, winners: [player], fans: { ...draft.fans, [player]: draft.fans[player] ?? fan } };
  if (player === first)
    return from === null && self
      ? { ...draft, self: false, fed: null }
      : from === null
        ? { ...draft, self: true, robbed: false }
        : draft;
  if (from === player) return { ...draft, from: null, winners: [first], robbed: false };
  if (from === null) return { ...draft, from: player, self: false, fed: null };
  if (winners.includes(player)) return { ...draft, winners: winners.filter((each) => each !== player) };
  return { ...draft, winners: [...winners, player], fans: { ...draft.fans, [player]: draft.fans[player] ?? fan } };
}

/** The role that a seat shows while a hand is entered. */
export type SeatRole = 'winner' | 'winner-again' | 'self' | 'from' | 'also' | 'free' | 'source';
export function part(draft: EntryDraft, player: string): SeatRole {
  if (!draft.winners.length) return 'free';
  if (draft.winners.includes(player)) return draft.self ? 'self' : draft.from === null ? 'winner-again' : 'winner';
  if (draft.from === player) return 'from';
  if (draft.self) return 'free';
  return draft.from === null ? 'source' : 'also';
}

export const isWhole = (draft: EntryDraft): boolean => draft.winners.length > 0 && (draft.self || draft.from !== null);

/** The event of a complete draft. */
export function eventOf(draft: EntryDraft): HandEvent {
  const wins = Object.fromEntries(
    draft.winners.filter((each) => !(each in draft.tiles)).map((each) => [each, draft.fans[each] ?? 0]),
  );
  const how: Pick<HandEvent, 'result' | 'from' | 'robbed'> = draft.self
    ? draft.fed
      ? { result: 'kong_replacement', from: draft.fed }
      : { result: 'self_draw' }
    : { result: 'discard', ...(draft.from ? { from: draft.from } : {}), ...(draft.robbed ? { robbed: true } : {}) };
  const tiles = Object.fromEntries(Object.entries(draft.tiles).filter(([player]) => draft.winners.includes(player)));
  return {
    type: 'hand',
    ...how,
    wins,
    ...(Object.keys(tiles).length ? { tiles } : {}),
    ...extras(draft),
  };
}

/** Details of any hand, won or not. */
export function extras(draft: EntryDraft): Partial<HandEvent> {
  return {
    ...(draft.liable ? { liable: draft.liable } : {}),
    ...(draft.cuts.length ? { cuts: draft.cuts } : {}),
    ...(draft.kongs.length ? { kongs: draft.kongs } : {}),
    ...(draft.dead.length ? { dead: draft.dead } : {}),
    ...(draft.dice ? { dice: draft.dice } : {}),
    ...(draft.note.trim() ? { note: draft.note.trim() } : {}),
    ...(draft.events.length ? { events: draft.events } : {}),
  };
}

const MOST_TIMES = 9;
/** How often an event of the hand itself, such as a horse, was tapped. */
export const times = (draft: EntryDraft, event: string): number =>
  draft.events.reduce((sum, each) => sum + (each.event === event ? (each.count ?? 1) : 0), 0);

/** One tap more on an event of the hand itself; after the ninth none again. */
export function tapEvent(draft: EntryDraft, event: string): EntryDraft {
  const count = (times(draft, event) + 1) % (MOST_TIMES + 1);
  const others = draft.events.filter((each) => each.event !== event);
  return { ...draft, events: count ? [...others, count > 1 ? { event, count } : { event }] : others };
}

/** The draft of a hand in the log, for changing it; null if it was not a win. */
export function draftOf(event: HandEvent): EntryDraft | null {
  if (!['discard', 'self_draw', 'kong_replacement'].includes(event.result)) return null;
  const self = event.result !== 'discard';
  return {
    ...NOTHING,
    winners: Object.keys(event.wins ?? {}),
    fans: { ...event.wins },
    self,
    from: self ? null : (event.from ?? null),
    fed: event.result === 'kong_replacement' ? (event.from ?? null) : null,
    robbed: event.robbed ?? false,
    liable: event.liable ?? null,
    cuts: event.cuts ?? [],
    kongs: event.kongs ?? [],
    dead: event.dead ?? [],
    dice: event.dice ?? null,
    note: event.note ?? '',
    tiles: { ...event.tiles },
    events: event.events ?? [],
  };
}

/**
 * The seats in the order of the screen: this phone's player at the bottom, the next to the right, and so on
 * anticlockwise.
 */
export function around(seats: readonly (string | null)[], own: string | null): readonly (string | null)[] {
  const at = Math.max(0, own === null ? 0 : seats.indexOf(own));
  return [0, 1, 2, 3].map((n) => seats[(at + n) % 4] ?? null);
}
