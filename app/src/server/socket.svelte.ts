/** One WebSocket to a book or table: ticket, hello with the known version, missed events, then every event in order. */
import { ask, Offline, Refused } from './api.ts';
import { net } from './net.svelte.ts';
import type { Message } from '../texts/render.ts';

export interface Told {
  readonly type: string;
  readonly v?: number;
  readonly from?: number;
  readonly lines?: readonly unknown[];
  readonly [name: string]: unknown;
}
export interface Ears {
  /** The version we have. */
  have: () => number;
  /** Everything anew. */
  snapshot: (told: Told) => void;
  /** The next one: always version n + 1. */
  event: (told: Told) => void;
  /** Presence and whatever else is no version. */
  other?: (told: Told) => void;
  /** Connected and up to date. */
  live?: () => void;
  /** The server answers, and takes no socket now: what is new has to be asked for. */
  refused?: () => void;
}
export type Standing = 'off' | 'connecting' | 'live' | 'waiting' | 'stopped';
/** What a close means for us: try at once, later, or not at all. */
const STOPS = new Set([4000, 4003, 4004, 4009, 1007, 1009]);
/** A close that says why the server does not want us now: it is there, and so is the network. */
const REFUSALS: Readonly<Record<number, 'many' | 'often' | 'slow' | 'store'>> = { 1008: 'often', 4008: 'slow', 4013: 'store', 4029: 'many', 4030: 'often' };
const PAUSES = [250, 500, 1000, 2000, 5000];
const PING = 10_000;

export class Socket {
  standing = $state<Standing>('off');
  /** Why it was stopped: the code of the close. */
  closed = $state<number | null>(null);
  /** Why the server takes no socket now, though it answers; it is tried again. */
  refusal = $state.raw<Message | null>(null);
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private wanted = false;
  private gap = false;
  private readonly path: string;
  private readonly token: string;
  private readonly ears: Ears;

  constructor(path: string, token: string, ears: Ears) {
    this.path = path;
    this.token = token;
    this.ears = ears;
  }

  open(): void {
    if (this.wanted) return;
    this.wanted = true;
    addEventListener('online', this.wake);
    addEventListener('offline', this.drop);
    document.addEventListener('visibilitychange', this.wake);
    void this.connect();
  }

  close(): void {
    this.wanted = false;
    removeEventListener('online', this.wake);
    removeEventListener('offline', this.drop);
    document.removeEventListener('visibilitychange', this.wake);
    clearTimeout(this.timer);
    this.leave();
    this.standing = 'off';
  }

  send(message: object): boolean {
    if (this.standing !== 'live' || this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Takes the place back that another window has. */
  again(): void {
    if (this.standing === 'stopped') void this.connect();
  }

  private readonly wake = (): void => {
    if (!this.wanted || this.standing === 'stopped' || document.hidden) return;
    if (this.standing === 'live' && Date.now() - this.heard < 2 * PING) return;
    void this.connect();
  };
  private readonly drop = (): void => {
    this.refusal = null;
    this.leave();
    this.later();
  };

  private async connect(): Promise<void> {
    clearTimeout(this.timer);
    this.leave();
    this.standing = 'connecting';
    this.closed = null;
    let ticket: string;
    try {
      ticket = (await ask<{ ticket: string }>(`${this.path}/tickets`, { method: 'POST', token: this.token })).ticket;
    } catch (error) {
      if (error instanceof Refused && /^(token\.|book\.unknown)/.test(error.failure.code)) return this.stop(4003);
      if (error instanceof Refused) this.refuse(error.message_);
      else if (error instanceof Offline) [net.up, this.refusal] = [false, null];
      return this.later();
    }
    if (!this.wanted) return;
    const own = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws${this.path}`, 'sikwu.1');
    this.socket = own;
    let opened = false;
    own.onopen = () => {
      opened = true;
      own.send(JSON.stringify({ type: 'hello', ticket, have: this.ears.have() }));
    };
    own.onmessage = (event) => own === this.socket && this.hear(JSON.parse(String(event.data)) as Told);
    // A handshake that is refused closes without a word, right after the ticket came over the same network.
    own.onclose = (event) => own === this.socket && this.lost(event.code === 1006 && !opened && navigator.onLine ? 0 : event.code);
  }

  private hear(told: Told): void {
    this.heard = Date.now();
    if (told.type === 'welcome') this.welcome();
    else if (told.type === 'snapshot') {
      this.gap = false;
      this.ears.snapshot(told);
    } else if (told.type === 'events') {
      this.gap = false;
      (told.lines ?? []).forEach((line, at) => this.step({ type: 'entry', ...(line as object), v: (told.from ?? 0) + at }));
    } else if (told.type === 'entry' || told.type === 'event') this.step(told);
    else this.ears.other?.(told);
  }

  /** Version n + 1 is applied, what we have is passed over, a gap is asked for once. */
  private step(told: Told): void {
    const have = this.ears.have();
    if (told.v! <= have) return;
    if (told.v === have + 1) this.ears.event(told);
    else if (!this.gap) {
      this.gap = true;
      this.send({ type: 'resync', have });
    }
  }

  private welcome(): void {
    this.standing = 'live';
    this.refusal = null;
    net.up = true;
    this.tries = 0;
    clearInterval(this.beat);
    this.beat = setInterval(() => {
      if (Date.now() - this.heard > 2.5 * PING) this.lost(1006);
      else this.send({ type: 'ping', t: Date.now() });
    }, PING);
    this.ears.live?.();
  }

  private lost(code: number): void {
    this.leave();
    if (STOPS.has(code)) return this.stop(code);
    const why = code === 0 ? 'other' : REFUSALS[code];
    if (why) {
      this.tries = PAUSES.length;
      this.refuse({ code: `app.books.refused.${why}` });
    }
    this.later();
  }

  private refuse(why: Message): void {
    net.up = true;
    this.refusal = why;
    this.ears.refused?.();
  }

  private later(): void {
    if (!this.wanted) return;
    this.standing = 'waiting';
    const pause = PAUSES[Math.min(this.tries++, PAUSES.length - 1)]!;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.connect(), pause * (0.75 + Math.random() / 2));
  }

  private stop(code: number): void {
    this.standing = 'stopped';
    this.closed = code;
  }

  private leave(): void {
    clearInterval(this.beat);
    const old = this.socket;
    this.socket = null;
    this.gap = false;
    old?.close();
  }
}
