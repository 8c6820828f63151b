/** The texts of the further tables of a house, loaded with its page. */
import type { Table } from '../texts/render.ts';

export const TEXTS: Record<'yue' | 'zh' | 'en', () => Promise<{ default: Table }>> = {
  yue: () => import('../../gen/texts/house.yue.json'),
  zh: () => import('../../gen/texts/house.zh.json'),
  en: () => import('../../gen/texts/house.en.json'),
};
