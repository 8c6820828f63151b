/** What a request may end in beside an answer. */
import type { Message } from '../texts/render.ts';
import type { Failure } from './shapes.ts';

export class Offline extends Error {}
export class Refused extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.en);
    this.failure = failure;
  }
  get message_(): Message {
    return { code: this.failure.code, facts: this.failure.facts };
  }
}
