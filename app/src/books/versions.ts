/** The entries of a book as its socket tells them: version n + 1 is taken, known ones are ignored, missing ones are requested once. */
import type { DownFrame, UpFrame } from '../server/shapes.ts';

type OfType<T> = Extract<DownFrame, { type: T }>;

export interface BookEars {
  /** The version that this phone has. */
  have: () => number;
  /** A complete new state. */
  snapshot: (frame: OfType<'snapshot'>) => void;
  /** The next entry: always version n + 1. */
  entry: (frame: OfType<'entry'>) => void;
  /** Asks for what is missing. */
  ask: (frame: UpFrame) => void;
  /** Presence and other messages without a version. */
  other: (frame: DownFrame) => void;
}

export class Versions {
  private gap = false;
  private readonly ears: BookEars;
  constructor(ears: BookEars) {
    this.ears = ears;
  }

  hear(frame: DownFrame): void {
    switch (frame.type) {
      case 'welcome':
        this.gap = false;
        return;
      case 'snapshot':
        this.gap = false;
        return this.ears.snapshot(frame);
      case 'events':
        this.gap = false;
        return frame.lines.forEach((line, at) => this.step({ ...line, type: 'entry', v: frame.from + at }));
      case 'entry':
        return this.step(frame);
      default:
        this.ears.other(frame);
    }
  }

  private step(frame: OfType<'entry'>): void {
    const have = this.ears.have();
    if (frame.v <= have) return;
    if (frame.v === have + 1) this.ears.entry(frame);
    else if (!this.gap) {
      this.gap = true;
      this.ears.ask({ type: 'resync', have });
    }
  }
}
