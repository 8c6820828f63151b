/** Explains problems of a hand to somebody who taps, without the words of the hand line. */
import type { Problem } from '../server/shapes.ts';
import { say, t, type Fact, type Message } from '../texts/texts.svelte.ts';

export function told(problem: Problem): string {
  const { code, facts } = problem as Message;
  return code === 'name.unknown' ? t('app.notation.unknown', { name: (facts?.['name'] ?? '') as Fact }) : say(problem);
}
