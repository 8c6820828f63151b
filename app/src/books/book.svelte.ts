/** One open book: the state last received from the server, who is online, and entries waiting on this phone. */
import { ask, asked, Offline, Refused } from '../server/api.ts';
import { net } from '../server/net.svelte.ts';
import { Socket } from '../server/socket.svelte.ts';
import type { DownFrame, UpFrame } from '../server/shapes.ts';
import { all, put, remove } from '../server/store.ts';
import type { BookEvent } from './events.ts';
import { ahead } from './ahead.ts';
import { mine, type Mine } from './mine.svelte.ts';
import {
  again,
  answered,
  freshKey,
  handFor,
  next,
  queued,
  renumbered,
  takenBack,
  undoing,
  verdictOf,
  without,
  type Verdict,
  type Waiting,
} from './outbox.ts';
import { Versions } from './versions.ts';
import type {
  Asking,
  BookPage,
  BookState,
  Entries,
  Entry,
  Move,
  Outcome,
  PlayerStats,
  Present,
  Previewed,
  SettleUp,
  Stats,
  Wrote,
} from './wire.ts';

const KEPT_ENTRIES = 500;
const stamp = (): string => new Date().toISOString().replace(/\.\d+/, '');

export class OpenBook {
  readonly own: Mine;
  /** The player who uses this phone. */
  me = $state('');
  page = $state.raw<BookPage | null>(null);
  queue = $state.raw<readonly Waiting[]>([]);
  here = $state.raw<readonly Present[]>([]);
  /** The people who ask to be let in; only the host receives them. */
  asks = $state.raw<readonly Asking[]>([]);
  sending = $state(false);
  /** The hash chain contradicts what this phone has seen: nothing more is recorded. */
  broken = $state(false);
  stats = $state.raw<readonly PlayerStats[]>([]);
  settle = $state.raw<readonly Move[]>([]);
  /** The statistics are those of the current state, not a placeholder. */
  figured = $state(false);
  readonly socket: Socket<UpFrame, DownFrame>;
  state = $derived<BookState | null>(this.page?.state ?? null);
  /** The state with the table after the waiting entries; null if only the server can compute it. */
  ahead = $derived.by(() => (this.state ? ahead(this.state, this.queue) : null));
  entries = $derived<readonly Entry[]>(this.page?.entries ?? []);
  live = $derived.by(() => this.socket.standing === 'live');
  mayWrite = $derived.by(() => this.own.role === 'keeper' && !this.broken);
  /** The first refused entry. */
  refused = $derived<Waiting | null>(this.queue[0]?.refused ? this.queue[0] : null);
  nextHand = $derived(handFor(this.page?.state.hands ?? 0, this.queue));
  private timer: ReturnType<typeof setTimeout> | undefined;
  private order = 0;
  /** No screen shows the book any more: results that arrive later are ignored. */
  private left = false;

  constructor(own: Mine) {
    this.own = own;
    this.me = own.me;
    this.page = own.page ?? null;
    this.stats = own.stats ?? [];
    this.settle = own.settle ?? [];
    this.figured = own.settle !== undefined;
    const versions = new Versions({
      have: () => this.page?.state.seq ?? 0,
      snapshot: ({ view, entries }) => this.take({ state: view, entries }),
      entry: (frame) => this.hear(frame),
      ask: (frame) => void this.socket.send(frame),
      other: (frame) => {
        if (frame.type === 'presence') this.here = frame.here;
        if (frame.type === 'asks') this.asks = frame.asks;
      },
    });
    this.socket = new Socket(`/books/${own.id}`, own.host ?? own.token, {
      have: () => this.page?.state.seq ?? 0,
      hear: (frame) => versions.hear(frame),
      live: () => void this.pump(),
      refused: () => void this.read(),
    });
  }

  async open(): Promise<void> {
    this.queue = queued(await all<Waiting>('outbox'), this.own.id);
    if (this.left) return;
    this.order = Math.max(0, ...this.queue.map((each) => each.order));
    addEventListener('online', this.wake);
    await this.read();
    if (this.left) return;
    this.socket.open();
    void this.pump();
  }

  close(): void {
    this.left = true;
    removeEventListener('online', this.wake);
    clearTimeout(this.timer);
    this.socket.close();
  }
  private readonly wake = (): void => void this.pump();

  /**
   * Sets the player who uses this phone; '': none. Stored before it is shown, because the page may be reloaded at
   * once.
   */
  async be(name: string): Promise<void> {
    try {
      await mine.change(this.own.id, { me: name });
    } finally {
      this.me = name;
    }
  }

  /** Loads everything again; without a network the known state stays. */
  async read(): Promise<void> {
    const had = this.page?.state.seq ?? 0;
    try {
      const page = await this.ask<BookPage>(`/books/${this.own.id}`);
      net.up = true;
      if (page.state.seq < had) this.broken = true; // entries that this phone has seen are missing
      this.take(page);
    } catch (error) {
      if (error instanceof Offline) net.up = false;
      else if (!(error instanceof Refused)) throw error;
    }
  }

  /** Loads older entries, to the first. */
  async readLog(): Promise<void> {
    const found: Entry[] = [];
    let after = 0;
    for (;;) {
      const part = await this.ask<Entries>(`/books/${this.own.id}/entries?after=${after}&limit=500`);
      found.push(...part.entries);
      if (!part.next) break;
      after = part.next;
    }
    if (this.page) this.take({ ...this.page, entries: found });
  }

  async readFigures(): Promise<void> {
    const [stats, settle] = await Promise.all([
      this.ask<Stats>(`/books/${this.own.id}/stats`),
      this.ask<SettleUp>(`/books/${this.own.id}/settle-up`),
    ]);
    this.stats = stats.players;
    this.settle = settle.transfers;
    this.figured = true;
    await mine.change(this.own.id, { stats: this.stats, settle: this.settle });
  }

  async preview(event: BookEvent, signal: AbortSignal): Promise<Outcome> {
    const told = await ask<Previewed>(`/books/${this.own.id}/preview`, {
      token: this.own.token,
      body: { event },
      signal,
    });
    return told.outcome;
  }

  /**
   * Stores the event on this phone first, then sends it. `begun`: the number of the next hand when the entry was
   * begun; after an undo it is next again.
   */
  async write(event: BookEvent, begun: number | null = null): Promise<void> {
    const hand = event.type === 'hand' ? Math.min(begun ?? this.nextHand, this.nextHand) : null;
    const item: Waiting = { id: freshKey(), book: this.own.id, hand, event, written: stamp(), order: ++this.order };
    this.queue = [...this.queue, item];
    await put('outbox', item);
    if (this.order === 1) void navigator.storage?.persist?.();
    await this.pump();
  }

  /** Takes back a waiting entry: at once if it was never sent, otherwise as soon as it is known to be recorded. */
  async takeBack(item: Waiting): Promise<void> {
    this.queue = takenBack(this.queue, item.id);
    const left = this.queue.find((each) => each.id === item.id);
    if (left) await put('outbox', left);
    else await remove('outbox', item.id);
    void this.pump();
  }

  async throwAway(item: Waiting): Promise<void> {
    await this.requeue(without(this.queue, item, this.state?.hands ?? 0));
    await remove('outbox', item.id);
    void this.pump();
  }

  /** Sends a refused entry again: for another hand, or after the obstacle is gone. */
  async sendAgain(item: Waiting): Promise<void> {
    await this.read();
    const fresh = again(item, freshKey(), item.hand === null ? null : (this.state?.hands ?? 0) + 1);
    await this.requeue(
      renumbered(
        this.queue.map((each) => (each.id === item.id ? fresh : each)),
        fresh,
        this.state?.hands ?? 0,
      ),
    );
    await remove('outbox', item.id);
    await this.pump();
  }

  /** Opens a closed book again, then sends the entry that was refused because of it. */
  async reopen(item: Waiting): Promise<void> {
    const target = this.state?.undo;
    if (target)
      await ask<Wrote>(`/books/${this.own.id}/entries`, {
        token: this.own.token,
        key: freshKey(),
        body: { event: { type: 'undo', target } },
      });
    await this.sendAgain(item);
  }

  /** Replaces the queue of waiting entries; stores the ones that changed. */
  private async requeue(queue: readonly Waiting[]): Promise<void> {
    const had = new Set(this.queue);
    this.queue = queue;
    for (const each of queue) if (!had.has(each)) await put('outbox', each);
  }

  private async pump(): Promise<void> {
    if (this.sending || this.broken) return;
    this.sending = true;
    clearTimeout(this.timer);
    try {
      for (let item = next(this.queue); item; item = next(this.queue)) {
        const verdict: Verdict = navigator.onLine ? await this.deliver(item) : { kind: 'later' };
        const wanted = !this.queue.find((each) => each.id === item.id)?.undo;
        this.queue = answered(this.queue, item.id, verdict);
        if (verdict.kind === 'written') await this.written(item, wanted ? null : verdict.seq);
        if (verdict.kind === 'refused' && !wanted) await this.throwAway(item);
        else if (verdict.kind === 'refused') {
          await put('outbox', this.queue[0]!);
          await this.read();
        }
        if (verdict.kind === 'later') {
          this.timer = setTimeout(() => void this.pump(), 2500);
          return;
        }
      }
    } finally {
      this.sending = false;
    }
  }

  /**
   * The entry is on the server's disk and leaves this phone; `undo`: the entry that the user wanted back meanwhile.
   */
  private async written(item: Waiting, undo: number | null): Promise<void> {
    if (undo !== null) {
      const back = undoing(item, freshKey(), undo, stamp());
      this.queue = [back, ...this.queue];
      await put('outbox', back);
    }
    await remove('outbox', item.id);
  }

  private async deliver(item: Waiting): Promise<Verdict> {
    const tried: Waiting = { ...item, tried: true };
    this.queue = this.queue.map((each) => (each.id === item.id ? tried : each));
    await put('outbox', tried);
    try {
      const body = {
        event: item.event,
        ...(item.hand === null ? {} : { for_hand: item.hand }),
        written_at: item.written,
      };
      const told = await ask<Wrote>(`/books/${this.own.id}/entries`, { token: this.own.token, key: item.id, body });
      net.up = true;
      this.hear(told);
      return { kind: 'written', seq: told.entry.seq };
    } catch (error) {
      if (error instanceof Refused) return verdictOf(error.failure);
      net.up = false;
      return { kind: 'later' };
    }
  }

  private hear({ state, entry }: Pick<Wrote, 'state' | 'entry'>): void {
    const have = this.page?.state.seq ?? 0;
    if (state.seq < have) return;
    // An entry that changes others is sent alone: the state of the others is loaded again.
    if (['undo', 'redo', 'edit', 'reverse'].includes(entry.event.type) || state.seq > have + 1) void this.read();
    this.take({ state, entries: [...this.entries.filter((each) => each.seq !== entry.seq), entry] });
  }

  private take(page: BookPage): void {
    const have = this.page?.state;
    if (have && page.state.seq < have.seq) return;
    const seen = new Map(this.entries.map((each) => [each.seq, each.hash]));
    const rewritten =
      page.entries.some((each) => (seen.get(each.seq) ?? each.hash) !== each.hash) ||
      (have?.seq === page.state.seq && page.state.head !== have.head);
    const first = page.entries[0]?.seq ?? 0;
    const entries = [...this.entries.filter((each) => each.seq < first), ...page.entries].sort((a, b) => a.seq - b.seq);
    const fresh = entries.findIndex((each) => !seen.has(each.seq));
    if (rewritten) this.broken = true;
    else if (fresh >= 0) void this.prove(entries.slice(Math.max(0, fresh - 1)));
    this.page = { state: page.state, entries };
    // A contradiction is shown but not stored: the alarm returns as long as it persists.
    if (!this.broken)
      void mine.change(this.own.id, {
        name: page.state.name,
        page: { state: page.state, entries: entries.slice(-KEPT_ENTRIES) },
        seen: new Date().toISOString(),
      });
  }

  /** Checks that new entries follow; the whole log, character by character, before an alarm is raised. */
  private async prove(fresh: readonly Entry[]): Promise<void> {
    const chain = await import('./chain.ts').catch(() => null); // without a network: with the next entries
    if (!chain || chain.brokenAt(fresh) === null) return;
    try {
      const file = await asked(`/books/${this.own.id}/export.jsonl`, { token: this.own.token });
      if (chain.fileBrokenAt(await file.text(), this.entries) !== null) this.broken = true;
    } catch (error) {
      if (!(error instanceof Offline || error instanceof Refused)) throw error;
    }
  }

  private ask<T>(path: string): Promise<T> {
    return ask<T>(path, { token: this.own.token });
  }
}
