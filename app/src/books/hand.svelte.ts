/** The hand that is being entered on this page, or the entry that is being changed. */
import type { Scored } from '../server/handed.svelte.ts';
import { draftOf, NOTHING, tap, type EntryDraft } from './entry.ts';
import type { LoggedHand } from './events.ts';
import { begun, lineFor, saidBy } from './scored.ts';
import type { BookState } from './wire.ts';

export class HandEntry {
  draft = $state.raw<EntryDraft>(NOTHING);
  /** The entry being changed; null: a new hand. */
  editing = $state<number | null>(null);
  /** The number of the hand being changed, in the current count. */
  edits = $state<number | null>(null);
  /** The number of the hand: the next one when the first seat was tapped, whatever others record meanwhile. */
  number = $state<number | null>(null);
  /** The tiles from Score, until a winner is chosen. */
  tiles = $state.raw<Scored | null>(null);

  clear(): void {
    this.draft = NOTHING;
    this.editing = null;
    this.edits = null;
    this.number = null;
    this.tiles = null;
  }

  tap(player: string, state: BookState, next: number): void {
    if (this.editing === null) this.number ??= next;
    const fan = Math.max(state.usual_fan ?? 0, state.rules.rules.min);
    this.change(tap(this.draft, player, fan), state, this.draft.winners.length === 0);
  }

  change(next: EntryDraft, state: BookState, first = false): void {
    const line = this.tiles?.line;
    if (!line || !next.winners[0]) return void (this.draft = next);
    const filled = first ? begun(next, line) : next;
    const own = lineFor(line, filled, state);
    this.draft = own
      ? {
          ...filled,
          tiles: { [filled.winners[0]!]: own },
          fans: { ...filled.fans, [filled.winners[0]!]: Number(this.tiles?.fan ?? 0) },
        }
      : filled;
  }

  /** Takes a hand from Score: for the winner already tapped, or for the next one tapped. */
  scored(hand: Scored, state?: BookState): void {
    this.tiles = hand;
    if (!state) return;
    if (!this.draft.winners[0]) this.draft = saidBy(hand.line, this.draft, state);
    if (this.draft.winners[0]) this.change(this.draft, state, true);
  }

  /** Drops the tiles: the wheel counts again. */
  byWheel(): void {
    this.tiles = null;
    this.draft = { ...this.draft, tiles: {} };
  }

  /** Changes an entry; if it was not a win, or another player won, starts from the first tap. */
  edit({ seq, event }: LoggedHand, number: number | null): void {
    this.clear();
    this.edits = number;
    this.draft = draftOf(event) ?? NOTHING;
    this.editing = seq;
  }

  /** Asks again who won; scored tiles stay. */
  anew(): void {
    this.draft = NOTHING;
    if (this.editing !== null) this.tiles = null;
  }
}
