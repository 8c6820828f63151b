/** Number of right answers in a row, kept on this phone only. */
import { keep, recall } from '../server/kept.ts';

export class Streak {
  now = $state(0);
  best = $state(0);
  private readonly name: string;

  constructor(name: string) {
    this.name = `streak.${name}`;
    const kept = recall<{ now?: unknown; best?: unknown }>(this.name, {});
    this.now = whole(kept.now);
    this.best = Math.max(this.now, whole(kept.best));
  }

  tell(right: boolean): void {
    this.now = right ? this.now + 1 : 0;
    this.best = Math.max(this.best, this.now);
    keep(this.name, { now: this.now, best: this.best });
  }
}

const whole = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0;
