/** One WebSocket to a book or table: ticket, hello with the known version, missed events, then every event in order. */
import { ask, Offline, Refused } from './api.ts';
import { net } from './net.svelte.ts';
import type { Message } from '../texts/render.ts';
import type { DownFrame, UpFrame } from './shapes.ts';

type OfType<T> = Extract<DownFrame, { type: T }>;

export interface Ears {
  /** The version that this phone has. */
  have: () => number;
  /** A complete new state. */
  snapshot: (frame: OfType<'snapshot'>) => void;
  /** The next one: always version n + 1. */
  event: (frame: OfType<'entry'>) => void;
  /** Presence and other messages without a version. */
  other?: (frame: DownFrame) => void;
  /** Connected and up to date. */
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
const PAUSES = [250, 500, 1000, 2000, 5000];
const PING = 10_000;

export class Socket {
  standing = $state<Standing>('off');
  /** Why it was stopped: the close code. */
  closed = $state<number | null>(null);
  /** Why the server accepts no socket now although it answers; it is retried. */
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

  send(frame: UpFrame): boolean {
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
    const own = new WebSocket(
      `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws${this.path}`,
      'sikwu.1',
    );
    this.socket = own;
    let opened = false;
    own.onopen = () => {
      opened = true;
      const hello: UpFrame = { type: 'hello', ticket, have: this.ears.have() };
      own.send(JSON.stringify(hello));
    };
    own.onmessage = (event) => own === this.socket && this.hear(JSON.parse(String(event.data)) as DownFrame);
    // A refused handshake closes without a reason, although the ticket just came over the same network.
    own.onclose = (event) =>
      own === this.socket && this.lost(event.code === 1006 && !opened && navigator.onLine ? 0 : event.code);
  }

  private hear(frame: DownFrame): void {
    this.heard = Date.now();
    switch (frame.type) {
      case 'welcome':
        return this.welcome();
      case 'snapshot':
        this.gap = false;
        return this.ears.snapshot(frame);
      case 'events':
        this.gap = false;
        return frame.lines.forEach((line, at) => this.step({ ...line, type: 'entry', v: frame.from + at }));
      case 'entry':
        return this.step(frame);
      default:
        this.ears.other?.(frame);
    }
  }

  /** Applies version n + 1, ignores known versions, and requests the missing ones once after a gap. */
  private step(frame: OfType<'entry'>): void {
    const have = this.ears.have();
    if (frame.v <= have) return;
    if (frame.v === have + 1) this.ears.event(frame);
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
