/** What is wrong with a hand, for somebody who taps: words of the hand line that the library lists are no help to them. */
import type { Problem } from '../server/shapes.ts';
import { say, t, type Fact, type Message } from '../texts/texts.svelte.ts';

export function told(problem: Problem): string {
  const { code, facts } = problem as Message;
  return code === 'name.unknown' ? t('app.notation.unknown', { name: (facts?.['name'] ?? '') as Fact }) : say(problem as Message);
}
