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
  /** Further words that a screen has asked for. */
  private more: Record<Lang, () => Promise<{ default: Table }>>[] = [];

  /** The table in force; while a new one loads the old one speaks on. */
  table = $derived.by<[Lang, Table]>(() => {
    const own = this.tables[this.lang];
    if (own) return [this.lang, own];
    const other = Object.entries(this.tables)[0] as [Lang, Table] | undefined;
    return other ?? [this.lang, {}];
  });

  /** Words that few screens need: loaded with the first of them, and with every language that is chosen later. */
  async extend(part: Record<Lang, () => Promise<{ default: Table }>>): Promise<void> {
    if (this.more.includes(part)) return;
    this.more = [...this.more, part];
    const known = Object.keys(this.tables) as Lang[];
    const found = await Promise.all(known.map(async (lang) => [lang, { ...this.tables[lang], ...(await part[lang]()).default }] as const));
    this.tables = { ...this.tables, ...Object.fromEntries(found) };
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

/** Words of the app itself, by their code. */
export function t(code: Key, facts: Readonly<Record<string, Fact>> = {}): string {
  return say({ code, facts });
}

/** A message that came over the wire. */
export function say(message: Message): string {
  const [lang, table] = words.table;
  return render(message, lang, table);
}

/** A rule's own text. */
export function text(own: RuleText): string {
  return inLanguage(own, words.table[0]);
}

/** What stands between two sentences: Chinese ones follow each other without a blank. */
export const between = (): string => (words.table[0] === 'en' ? ' ' : '');

/** Is there a word for it? */
export function has(code: string): boolean {
  return code in words.table[1];
}
