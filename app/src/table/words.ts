/** The words of the table, of replay and of verifying: loaded when the first of them is opened. */
import { words } from '../texts/texts.svelte.ts';

const PART = {
  yue: () => import('../../gen/texts/table.yue.json'),
  zh: () => import('../../gen/texts/table.zh.json'),
  en: () => import('../../gen/texts/table.en.json'),
};
export const loaded = (): Promise<void> => words.extend(PART);
