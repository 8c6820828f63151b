/** The announcements for screen readers: one queue; a newer text replaces an older one, and nothing older than two seconds is read.

Own turn and claims interrupt (`assertive`); draws and calls of others wait for a pause (`polite`). */
const GATHERED = 120;
const OLD = 2000;
const MOST = 4;

/** A text with a number, so that the same words are heard again. */
export interface Utterance {
  readonly n: number;
  readonly words: string;
}
const SILENCE: Utterance = { n: 0, words: '' };

export class Herald {
  polite = $state.raw<Utterance>(SILENCE);
  assertive = $state.raw<Utterance>(SILENCE);
  private waiting: { readonly words: string; readonly urgent: boolean; readonly at: number }[] = [];
  private pending: ReturnType<typeof setTimeout> | undefined;
  private n = 0;
  private readonly now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  say(words: string, urgent = false): void {
    if (!words) return;
    // What is urgent takes the place of all that waits; what came with it is part of its words.
    if (urgent) this.waiting = this.waiting.filter((each) => !each.urgent);
    this.waiting.push({ words, urgent, at: this.now() });
    clearTimeout(this.pending);
    this.pending = setTimeout(() => this.speak(), GATHERED);
  }

  /** What has gathered is said in one piece each. */
  private speak(): void {
    const fresh = this.waiting.filter((each) => this.now() - each.at <= OLD);
    this.waiting = [];
    const urgent = fresh.filter((each) => each.urgent);
    const rest = fresh.filter((each) => !each.urgent).slice(-MOST);
    if (rest.length && !urgent.length) this.polite = this.spoken(rest);
    if (urgent.length) this.assertive = this.spoken([...rest, ...urgent]);
  }
  private spoken(some: readonly { readonly words: string }[]): Utterance {
    return { n: ++this.n, words: some.map((each) => each.words).join(' ') };
  }
  stop(): void {
    clearTimeout(this.pending);
  }
}
