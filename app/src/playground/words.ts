/** The words that only the playground says. */
export const PART = {
  yue: () => import('../../gen/texts/playground.yue.json'),
  zh: () => import('../../gen/texts/playground.zh.json'),
  en: () => import('../../gen/texts/playground.en.json'),
};
