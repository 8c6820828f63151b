/** One WebSocket to a book or table: ticket, hello with the known version, heartbeats, and connecting again by itself. */
import { ask, Offline, Refused } from './api.ts';
import { net } from './net.svelte.ts';
import type { Message } from '../texts/render.ts';

/** Every message has a type; the socket itself knows hello, welcome and ping. */
interface Frame {
  readonly type: string;
}
export interface Ears<Down extends Frame> {
  /** The version that this phone has; null: none. */
  have: () => number | null;
  /** Every message, the welcome included. */
  hear: (frame: Down) => void;
  /** Welcomed. */
  live?: () => void;
  /** The server answers but accepts no socket now: changes have to be requested. */
  refused?: () => void;
}
export type Standing = 'off' | 'connecting' | 'live' | 'waiting' | 'stopped';
/** Close codes after which there is no reconnection. */
const STOPS = new Set([4000, 4003, 4004, 4009, 1007, 1009]);
/** Close codes with which the server says why it refuses now: server and network are reachable. */
const REFUSALS: Readonly<Record<number, 'many' | 'often' | 'slow' | 'store'>> = {
  1008: 'often',
  4008: 'slow',
  4013: 'store',
  4029: 'many',
  4030: 'often',
};
/** The server restarts, or another process has the thing: it is asked again at once. */
const MOVED = new Set([1012, 4012]);
const PAUSES = [250, 500, 1000, 2000, 5000];
const PING = 10_000;

export class Socket<Up, Down extends Frame> {
  standing = $state<Standing>('off');
  /** Why it was stopped: the close code. */
  closed = $state<number | null>(null);
  /** Why the server accepts no socket now although it answers; it is retried. */
  refusal = $state.raw<Message | null>(null);
  private socket: WebSocket | null = null;
  private tries = 0;
  /** Which attempt counts: another one may begin while a ticket is on its way, and two sockets would replace one another. */
  private turn = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private wanted = false;
  private readonly path: string;
  private readonly token: string;
  private readonly ears: Ears<Down>;

  constructor(path: string, token: string, ears: Ears<Down>) {
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

  send(frame: Up | { type: 'ping'; t: number }): boolean {
    if (this.standing !== 'live' || this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  /** Takes over from another window. */
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
    const { turn } = this;
    let ticket: string;
    try {
      ticket = (await ask<{ ticket: string }>(`${this.path}/tickets`, { method: 'POST', token: this.token })).ticket;
    } catch (error) {
      if (turn !== this.turn) return;
      if (error instanceof Refused && /^(token\.|book\.unknown)/.test(error.failure.code)) return this.stop(4003);
      if (error instanceof Refused && /^table\.(unknown|over|no_)/.test(error.failure.code)) return this.stop(4004);
      if (error instanceof Refused) this.refuse(error.message_);
      else if (error instanceof Offline) [net.up, this.refusal] = [false, null];
      return this.later();
    }
    if (turn !== this.turn) return;
    const own = new WebSocket(
      `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws${this.path}`,
      'sikwu.1',
    );
    this.socket = own;
    let opened = false;
    own.onopen = () => {
      opened = true;
      own.send(JSON.stringify({ type: 'hello', ticket, have: this.ears.have() }));
    };
    own.onmessage = (event) => own === this.socket && this.hear(JSON.parse(String(event.data)) as Down);
    // A refused handshake closes without a reason, although the ticket just came over the same network.
    own.onclose = (event) =>
      own === this.socket && this.lost(event.code === 1006 && !opened && navigator.onLine ? 0 : event.code);
  }

  private hear(frame: Down): void {
    this.heard = Date.now();
    if (frame.type === 'welcome') this.welcome();
    this.ears.hear(frame);
    if (frame.type === 'welcome') this.ears.live?.();
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
  }

  private lost(code: number): void {
    this.leave();
    if (STOPS.has(code)) return this.stop(code);
    const why = code === 0 ? 'other' : REFUSALS[code];
    if (why) {
      this.tries = PAUSES.length;
      this.refuse({ code: `app.books.refused.${why}` });
    }
    this.later(MOVED.has(code) && !this.tries);
  }

  private refuse(why: Message): void {
    net.up = true;
    this.refusal = why;
    this.ears.refused?.();
  }

  private later(soon = false): void {
    if (!this.wanted) return;
    this.standing = 'waiting';
    const pause = soon ? 0 : PAUSES[Math.min(this.tries, PAUSES.length - 1)]!;
    this.tries++;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.connect(), pause * (0.75 + Math.random() / 2));
  }

  private stop(code: number): void {
    this.standing = 'stopped';
    this.closed = code;
  }

  private leave(): void {
    this.turn++;
    clearInterval(this.beat);
    const old = this.socket;
    this.socket = null;
    old?.close();
  }
}
