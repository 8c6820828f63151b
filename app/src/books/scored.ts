/** Converts a hand scored in Score to an entry of a book: seen from the winner's real seat, with the real discarder. */
import { read, write } from '../score/line.ts';
import type { Draft as Tiles, Feeder } from '../score/draft.ts';
import { SEATS, type Seat } from '../tiles/kinds.ts';
import type { EntryDraft } from './entry.ts';
import type { BookState } from './wire.ts';

/** Feeders are winds: if the winner sits elsewhere, they are rotated with the winner. */
export function turned(tiles: Tiles, seat: Seat): Tiles {
  const by = SEATS.indexOf(seat) - SEATS.indexOf(tiles.seat);
  const move = (from: Feeder): Feeder => (from === '?' ? '?' : SEATS[(SEATS.indexOf(from) + by + 4) % 4]!);
  const at = { ...tiles.at };
  for (const name of ['kong_feeder', 'eighth_flower'])
    if (typeof at[name] === 'string') at[name] = move(at[name] as Feeder);
  return {
    ...tiles,
    seat,
    from: move(tiles.from),
    melds: tiles.melds.map((meld) => ({ ...meld, from: meld.from === null ? null : move(meld.from) })),
    at,
  };
}

/** The hand line of a winner's tiles at the current table; null if the line cannot be read. */
export function lineFor(line: string, draft: EntryDraft, state: BookState): string | null {
  const tiles = read(line);
  const winner = draft.winners[0];
  const seat = winner === undefined ? undefined : state.winds[winner];
  if (!tiles || !seat) return null;
  const from = draft.from === null ? '?' : (state.winds[draft.from] ?? '?');
  const own = turned(tiles, seat);
  const by = draft.self ? (tiles.by === 'flowers_win' ? tiles.by : 'self_draw') : draft.robbed ? 'rob_kong' : 'discard';
  return write({ ...own, by, from, round: state.round, streak: state.streak });
}

/** A draft with everything that the tiles determine. */
export function begun(draft: EntryDraft, line: string): EntryDraft {
  const tiles = read(line);
  return tiles && draft.winners.length && !draft.from
    ? { ...draft, self: tiles.by === 'self_draw' || tiles.by === 'flowers_win', robbed: tiles.by === 'rob_kong' }
    : draft;
}

/** Winner and discarder by the winds with which the hand was scored, so that they are not asked again. */
export function saidBy(line: string, draft: EntryDraft, state: BookState): EntryDraft {
  const tiles = read(line);
  const at = (wind: Feeder): string | null => Object.entries(state.winds).find(([, own]) => own === wind)?.[0] ?? null;
  const winner = tiles ? at(tiles.seat) : null;
  if (!tiles || winner === null) return draft;
  const self = tiles.by === 'self_draw' || tiles.by === 'flowers_win';
  return { ...draft, winners: [winner], self, from: self ? null : at(tiles.from) };
}
