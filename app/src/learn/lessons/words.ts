/** The texts of the lessons, loaded when the first lesson is opened. */
import { words } from '../../texts/texts.svelte.ts';

const PART = {
  yue: () => import('../../../gen/texts/lessons.yue.json'),
  zh: () => import('../../../gen/texts/lessons.zh.json'),
  en: () => import('../../../gen/texts/lessons.en.json'),
};
export const loaded = (): Promise<void> => words.extend(PART);

export const LESSONS = ['play', 'tiles', 'fan', 'words'] as const;
export type Lesson = (typeof LESSONS)[number];
