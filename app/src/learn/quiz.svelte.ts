/** Hands of the quiz, a few loaded in advance; without a network the examples of the catalogue, judged on this phone. */
import { Offline, post, Refused } from '../server/api.ts';
import { catalogue } from '../server/catalogue.svelte.ts';
import { net } from '../server/net.svelte.ts';
import type { Quiz, RulesRef, Win } from '../server/shapes.ts';
import type { Message } from '../texts/render.ts';
import { judged } from './judging.ts';

const AT_ONCE = 5;

export class QuizRound {
  win = $state.raw<Win | null>(null);
  failed = $state.raw<Message | null>(null);
  private waiting: string[] = [];
  private readonly rules: RulesRef;
  private readonly document: string;

  constructor(rules: RulesRef, document: string) {
    this.rules = rules;
    this.document = document;
  }

  /** Loads the next hand; the current one stays until it arrives. */
  async next(): Promise<void> {
    try {
      if (!this.waiting.length) this.waiting = await this.fetched();
      const text = this.waiting.shift();
      const told = text === undefined ? null : await judged(text, this.rules);
      this.failed = told?.state === 'win' ? null : { code: 'app.offline.needs' };
      if (told?.state === 'win') this.win = told;
    } catch (error) {
      this.failed = error instanceof Refused ? error.message_ : { code: 'app.offline.needs' };
    }
  }

  private async fetched(): Promise<string[]> {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;
    try {
      return [...(await post<Quiz>('/quiz', { rules: this.rules, seed, n: AT_ONCE })).hands];
    } catch (error) {
      if (!(error instanceof Offline)) throw error;
      net.up = false;
      const known = catalogue.patterns
        .filter((each) => each.example && this.document in each.worth)
        .map((each) => each.example!);
      return known.sort(() => Math.random() - 0.5).slice(0, AT_ONCE);
    }
  }
}
