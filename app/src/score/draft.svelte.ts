/** The hand being built, with undo for every step, as reactive state. */
import { EMPTY, type Draft, type Mode } from './draft.ts';

const DEEP = 200;

export class HandDraft {
  now = $state.raw<Draft>(EMPTY);
  mode = $state<Mode>('hand');
  private past: Draft[] = [];
  private future: Draft[] = [];

  constructor(start: Draft = EMPTY) {
    this.now = start;
  }

  change(next: Draft): void {
    if (next === this.now) return;
    this.past = [...this.past.slice(-DEEP), this.now];
    this.future = [];
    this.now = next;
    this.noted();
  }

  /** Called after every change. */
  protected noted(): void {}

  undo(): void {
    const last = this.past.at(-1);
    if (!last) return;
    this.past = this.past.slice(0, -1);
    this.future = [...this.future, this.now];
    this.now = last;
    this.noted();
  }

  redo(): void {
    const next = this.future.at(-1);
    if (!next) return;
    this.future = this.future.slice(0, -1);
    this.past = [...this.past, this.now];
    this.now = next;
    this.noted();
  }

  /** Starts an empty hand in the same seat. */
  clear(): void {
    const { seat, round, streak } = this.now;
    this.change({ ...EMPTY, seat, round, streak });
    this.mode = 'hand';
  }
}
