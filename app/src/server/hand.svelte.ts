/** Asks about one hand at a time: at most one request per frame, older ones are dropped; the old answer stays until the new one arrives. */
import { net } from './net.svelte.ts';
import { Offline, post, Refused } from './api.ts';
import type { Hand, RulesRef } from './shapes.ts';
import type { Message } from '../texts/render.ts';

/** Judges without a network; null if it cannot. */
export type Judge = (text: string, by: string, rules: RulesRef) => Promise<Hand | null>;

export class HandQuestion {
  answer = $state.raw<Hand | null>(null);
  /** Whether the answer is to an older question (shown after 150 ms). */
  stale = $state(false);
  /** Whether it was judged on this phone. */
  local = $state(false);
  failed = $state.raw<Message | null>(null);
  private running: AbortController | null = null;
  private frame = 0;
  private waiting: (() => void) | null = null;
  private grey: ReturnType<typeof setTimeout> | undefined;
  private readonly judge: Judge | null;

  constructor(judge: Judge | null = null) {
    this.judge = judge;
  }

  ask(text: string, by: string, rules: RulesRef): void {
    clearTimeout(this.grey);
    this.grey = setTimeout(() => (this.stale = true), 150);
    const send = (): void => void this.send(text, by, rules);
    // The first question of a frame is sent at once; of the later ones, the last is sent when the frame ends.
    if (this.frame) {
      this.waiting = send;
      return;
    }
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.waiting?.();
      this.waiting = null;
    });
    send();
  }

  private async send(text: string, by: string, rules: RulesRef): Promise<void> {
    this.running?.abort();
    const own = (this.running = new AbortController());
    const slow = setTimeout(() => own.abort(), 8000);
    try {
      const answer = navigator.onLine ? await post<Hand>('/hand', { text, by, rules }, own.signal) : null;
      if (own !== this.running) return;
      if (answer === null) throw new Offline();
      net.up = true;
      this.take(answer, false);
    } catch (error) {
      if (own !== this.running) return;
      if (error instanceof Refused) {
        this.failed = error.message_;
        this.settle();
      } else await this.alone(text, by, rules, own);
    } finally {
      clearTimeout(slow);
    }
  }

  private async alone(text: string, by: string, rules: RulesRef, own: AbortController): Promise<void> {
    net.up = false;
    const answer = await this.judge?.(text, by, rules).catch(() => null);
    if (own !== this.running) return;
    if (answer) this.take(answer, true);
    else {
      clearTimeout(this.grey);
      this.stale = true;
      this.failed = { code: 'app.offline.no_answer' };
    }
  }

  private take(answer: Hand, local: boolean): void {
    this.answer = answer;
    this.local = local;
    this.failed = null;
    this.settle();
  }

  private settle(): void {
    clearTimeout(this.grey);
    this.stale = false;
  }
}
