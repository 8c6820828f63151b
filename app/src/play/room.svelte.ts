/** The state that the pages of one table share: the live table, its description from the server, and the requests of the host. */
import { ask, Offline, Refused } from '../server/api.ts';
import { toasts } from '../shell/toast.svelte.ts';
import { say, t } from '../texts/texts.svelte.ts';
import { myTables, type MyTable } from './mine.svelte.ts';
import { placeOf } from './session.ts';
import { LiveTable } from './table.svelte.ts';
import type { TableSummary, Up } from './wire.ts';

export class Room {
  readonly own: MyTable;
  readonly live: LiveTable;
  /** Title, rules, levels: null until the server has told. */
  table = $state.raw<TableSummary | null>(null);
  /** Seats whose reactions are not shown. */
  muted = $state.raw<ReadonlySet<number>>(new Set());
  readonly place = $derived.by(() => placeOf(this.live.at));
  readonly isHost = $derived.by(() => this.live.at.you?.host ?? false);
  readonly watchers = $derived.by(() => this.live.at.watchers ?? this.table?.watchers ?? []);
  readonly status = $derived.by(() => this.live.at.status || this.table?.status || '');
  /** Whether people may watch. */
  watching = $derived.by(() => this.table?.watching ?? true);

  constructor(own: MyTable) {
    this.own = own;
    this.live = new LiveTable(own.id, own.token);
  }

  async read(): Promise<void> {
    try {
      this.table = await ask<TableSummary>(`/tables/${this.own.id}`, { token: this.own.token });
    } catch (error) {
      if (!(error instanceof Offline || error instanceof Refused)) throw error;
    }
  }

  /** The name at a place: who plays there now. */
  nameOf(place: number): string {
    const seat = this.live.at.seats[place];
    return seat?.player || seat?.name || '';
  }
  names = (places: readonly number[]): string[] => places.map((place) => this.nameOf(place));

  /** Says something to the table; without a connection a toast says that it was not sent. */
  say(frame: Up): void {
    if (!this.live.say(frame)) toasts.tell(t('app.offline.needs'));
  }

  mute(place: number): void {
    const next = new Set(this.muted);
    if (!next.delete(place)) next.add(place);
    this.muted = next;
  }

  /** What the list of tables says of this one. */
  async remember(): Promise<void> {
    const { seats, board } = this.live.at;
    const players = seats.map((seat) => seat.player || seat.name).filter(Boolean);
    const deals = board ? board.deal - (board.result ? 0 : 1) : 0;
    await myTables.change(this.own.id, {
      status: this.status,
      ...(players.length ? { players } : {}),
      ...(this.table ? { title: this.table.title, rules: this.table.rules.id } : {}),
      deals: Math.max(0, deals),
      seen: new Date().toISOString(),
    });
  }
}

/** Tells why something was refused. */
export function complain(error: unknown): void {
  if (!(error instanceof Offline || error instanceof Refused)) throw error;
  toasts.tell(error instanceof Refused ? say(error.message_) : t('app.offline.needs'));
}
