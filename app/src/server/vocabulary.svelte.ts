/** The table of words: loaded when somebody first looks for one. Until it is there, and where it cannot be had, words mean what they spell. */
import { Vocabulary, type WordTable } from './vocabulary.ts';

class Loaded {
  now = $state.raw(new Vocabulary());
  private asked: Promise<void> | null = null;

  load(): Promise<void> {
    this.asked ??= import('../../gen/words.json').then(
      (table) => void (this.now = new Vocabulary(table.default as WordTable)),
      () => void (this.asked = null),
    );
    return this.asked;
  }
}

export const vocabulary = new Loaded();
