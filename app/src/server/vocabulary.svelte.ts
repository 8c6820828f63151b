/**
 * The table of words, loaded at the first search. Until it is loaded, or if it cannot be, words are taken literally.
 */
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
