/** The words of the coach and of the glossary at the table: loaded with the first of them. */
import { words } from '../texts/texts.svelte.ts';

const PART = {
  yue: () => import('../../gen/texts/coach.yue.json'),
  zh: () => import('../../gen/texts/coach.zh.json'),
  en: () => import('../../gen/texts/coach.en.json'),
};
export const loaded = (): Promise<void> => words.extend(PART);
