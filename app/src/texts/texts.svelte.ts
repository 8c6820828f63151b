/** The words of the app in the chosen language: `t(code, facts)`, `say(message)`, `text(rule text)` follow it at once. */
import { inLanguage, render, type Fact, type Lang, type Message, type RuleText, type Table } from './render.ts';
import type { Key } from '../../gen/texts/keys.gen.ts';

export type { Fact, Lang, Message, RuleText };

const LOADERS: Record<Lang, () => Promise<{ default: Table }>> = {
  yue: () => import('../../gen/texts/yue.json'),
  zh: () => import('../../gen/texts/zh.json'),
  en: () => import('../../gen/texts/en.json'),
};

class Words {
  lang = $state<Lang>('yue');
  private tables = $state.raw<Partial<Record<Lang, Table>>>({});
  /** Further texts that a screen has loaded. */
  private more: Record<Lang, () => Promise<{ default: Table }>>[] = [];

  /** The current table; while a new one loads, the old one is used. */
  table = $derived.by<[Lang, Table]>(() => {
    const own = this.tables[this.lang];
    if (own) return [this.lang, own];
    const other = Object.entries(this.tables)[0] as [Lang, Table] | undefined;
    return other ?? [this.lang, {}];
  });

  /** Texts that few screens need: loaded with the first of them, and again for every language chosen later. */
  async extend(part: Record<Lang, () => Promise<{ default: Table }>>): Promise<void> {
    if (this.more.includes(part)) return;
    this.more = [...this.more, part];
    const known = Object.keys(this.tables) as Lang[];
    const found = await Promise.all(known.map(async (lang) => [lang, (await part[lang]()).default] as const));
    // Merged only now: other texts may have arrived meanwhile.
    const merged = found.map(([lang, own]) => [lang, { ...this.tables[lang], ...own }] as const);
    this.tables = { ...this.tables, ...Object.fromEntries(merged) };
  }

  async choose(lang: Lang): Promise<void> {
    if (!this.tables[lang]) {
      const loaded = await Promise.all([LOADERS, ...this.more].map(async (each) => (await each[lang]()).default));
      this.tables = { ...this.tables, [lang]: Object.assign({}, ...loaded) as Table };
    }
    this.lang = lang;
    document.documentElement.lang = lang === 'en' ? 'en-HK' : 'zh-Hant-HK';
  }
}

export const words = new Words();

/** A text of the app by its code. */
export function t(code: Key, facts: Readonly<Record<string, Fact>> = {}): string {
  return say({ code, facts });
}

/** A message from the server. */
export function say(message: Message): string {
  const [lang, table] = words.table;
  return render(message, lang, table);
}

/** A rule's text. */
export function text(own: RuleText): string {
  return inLanguage(own, words.table[0]);
}

/** The separator of two sentences: Chinese sentences follow each other without a blank. */
export const between = (): string => (words.table[0] === 'en' ? ' ' : '');

/** Whether there is a text for a code. */
export function has(code: string): boolean {
  return code in words.table[1];
}
