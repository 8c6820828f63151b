/** The words of live tables, with those of the table itself: loaded when the first of their pages is opened. */
import { loaded as table } from '../table/words.ts';
import { words } from '../texts/texts.svelte.ts';

const PART = {
  yue: () => import('../../gen/texts/play.yue.json'),
  zh: () => import('../../gen/texts/play.zh.json'),
  en: () => import('../../gen/texts/play.en.json'),
};
export const loaded = async (): Promise<void> => void (await Promise.all([table(), words.extend(PART)]));
