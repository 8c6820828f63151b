/** Words that people type, and what they mean: the library's table (gen/words.json). Twin of src/sikwu/vocabulary and src/sikwu/cli/shared/lookup.py. Pure. */
import type { RuleText } from '../texts/render.ts';

/** Chinese, English, and Cantonese if it differs. */
type Said = readonly string[];
export interface WordTable {
  readonly variants: string;
  readonly patterns: Readonly<Record<string, readonly string[]>>;
  readonly options: readonly {
    readonly id: string;
    readonly says: Said;
    readonly in: readonly string[];
    readonly words: readonly string[];
  }[];
  readonly rulesets: readonly { readonly id: string; readonly says: Said; readonly words: readonly string[] }[];
  readonly duties: readonly { readonly id: string; readonly name: Said; readonly options: readonly string[] }[];
  readonly glossary: readonly GlossaryWord[];
}
/** A word of the table that is not a pattern, with its links. */
export interface GlossaryWord {
  readonly id: string;
  readonly words: readonly string[];
  readonly jyutping: string;
  readonly title: Said;
  readonly says: Said;
  readonly patterns?: readonly string[];
  readonly options?: readonly string[];
  readonly page?: string;
}
interface Named {
  readonly id: string;
  readonly name: { readonly zh: string; readonly jyutping: string; readonly en: string };
  readonly aka: readonly string[];
}
export interface Meant {
  readonly word: GlossaryWord | null;
  readonly patterns: readonly string[];
  readonly options: readonly string[];
  readonly duties: WordTable['duties'];
  readonly ruleset: string | null;
}

/** Whether there is anything to show besides patterns. */
export const tells = ({ word, options, duties, ruleset }: Meant): boolean =>
  word !== null || options.length > 0 || duties.length > 0 || ruleset !== null;

const NOTHING: WordTable = { variants: '', patterns: {}, options: [], rulesets: [], duties: [], glossary: [] };
/** A name without the part in brackets after it. */
const short = (name: string): string => name.split('（')[0]!.split(' (')[0]!;
export const said = ([zh = '', en = '', yue]: Said): RuleText => (yue === undefined ? { zh, en } : { zh, en, yue });

export class Vocabulary {
  readonly table: WordTable;
  private readonly variants: ReadonlyMap<string, string>;
  private readonly words = new Map<string, GlossaryWord>();

  constructor(table: WordTable = NOTHING) {
    this.table = table;
    const chars = [...table.variants];
    this.variants = new Map(chars.flatMap((one, at) => (at % 2 ? [] : [[one, chars[at + 1]!]])));
    for (const each of table.glossary)
      for (const name of [...each.words, each.jyutping])
        if (!this.words.has(this.fold(name))) this.words.set(this.fold(name), each);
    this.words.delete('');
  }

  /** The form in which words are compared: without variants, capitals, blanks or tones. */
  fold(word: string): string {
    const plain = [...word.normalize('NFKC').toLowerCase()].map((char) => this.variants.get(char) ?? char).join('');
    return plain.replace(/(?<=[a-z])[1-6](?![0-9])/g, '').replace(/[\s_\-·'’]+/g, '');
  }

  /** Whether a part of any name of a pattern matches the typed text. */
  matches(pattern: Named, sought: string): boolean {
    const wanted = this.fold(sought);
    return this.names(pattern).some((each) => this.fold(each).includes(wanted));
  }

  /** Whether any of these texts contains the typed text. */
  holds(texts: readonly string[], sought: string): boolean {
    const wanted = this.fold(sought);
    return texts.some((each) => this.fold(each).includes(wanted));
  }

  /** The glossary entry of a word, in any spelling. */
  explained = (word: string): GlossaryWord | null => this.words.get(this.fold(word)) ?? null;

  /** Words of the glossary that begin with the typed text: a few, from the second letter on. */
  beginning(sought: string, most = 3): readonly GlossaryWord[] {
    const wanted = this.fold(sought);
    if (wanted.length < (wanted < '\u2e80' ? 3 : 2)) return [];
    return this.table.glossary
      .filter((each) => [...each.words, each.jyutping].some((name) => this.fold(name).startsWith(wanted)))
      .slice(0, most);
  }

  /** All meanings of a whole word, as in `sikwu rules show`. */
  meant(word: string, patterns: readonly Named[]): Meant {
    return {
      word: this.explained(word),
      patterns: this.patternsOf(word, patterns),
      options: this.optionsOf(word),
      duties: this.dutiesOf(word),
      ruleset: this.rulesetOf(word),
    };
  }

  patternsOf(word: string, patterns: readonly Named[]): string[] {
    const [wanted, ids] = [this.fold(word), new Set(patterns.map((each) => each.id))];
    if (ids.has(word.trim())) return [word.trim()];
    const is = (name: string): boolean => this.fold(name) === wanted;
    const named = patterns.filter(({ id, name }) => [id, name.zh, name.en, name.jyutping].some(is));
    const other = patterns.filter(({ aka }) => aka.some(is));
    const more = Object.entries(this.table.patterns).filter(([id, names]) => ids.has(id) && names.some(is));
    return [...new Set([...named, ...other].map((each) => each.id).concat(more.map(([id]) => id)))];
  }

  /**
   * The options that a word names: by id, by name in a ruleset, or, where no option has that name, by a common word.
   */
  optionsOf(word: string): string[] {
    const [wanted, rows] = [this.fold(word), this.table.options];
    const is = (name: string): boolean => this.fold(name) === wanted;
    const ways: ((row: WordTable['options'][number]) => boolean)[] = [
      (row) => row.id === word,
      (row) => row.says.some((each) => is(each) || is(short(each))),
      (row) => row.words.some(is),
    ];
    const [found, answered] = [new Set<string>(), new Set<string>()]; // ids; rulesets in which the word has this meaning
    for (const way of ways) {
      const here = rows.filter((row) => way(row) && row.in.some((id) => !answered.has(id)));
      for (const row of here) found.add(row.id);
      for (const id of here.flatMap((row) => row.in)) answered.add(id);
    }
    return [...found];
  }

  dutiesOf(word: string): WordTable['duties'] {
    const wanted = this.fold(word);
    return this.table.duties.filter(({ id, name }) => [id, ...name].some((each) => this.fold(each) === wanted));
  }

  rulesetOf(word: string): string | null {
    const [wanted, rows] = [this.fold(word), this.table.rulesets];
    const is = (name: string): boolean => this.fold(name) === wanted;
    const named = rows.find(({ id, says: [zh = '', en = ''] }) => [id, zh, en, short(zh)].some(is));
    return (named ?? rows.find((each) => each.words.some(is)))?.id ?? null;
  }

  /** The name of an option, in the given ruleset or in the first that has it; null if none has it. */
  optionNamed(id: string, document: string): { readonly says: RuleText; readonly in: readonly string[] } | null {
    const rows = this.table.options.filter((each) => each.id === id);
    const own = rows.find((each) => each.in.includes(document)) ?? rows[0];
    return own ? { says: said(own.says), in: [...new Set(rows.flatMap((each) => each.in))] } : null;
  }

  private names({ id, name, aka }: Named): readonly string[] {
    return [id, name.zh, name.en, name.jyutping, ...aka, ...(this.table.patterns[id] ?? [])];
  }
}

/** The glossary in dictionary order: in English by letters, in Chinese by pronunciation. */
export function inOrder(glossary: readonly GlossaryWord[], lang: string): readonly GlossaryWord[] {
  const key = (each: GlossaryWord): string => (lang === 'en' ? (each.title[1] ?? '').toLowerCase() : each.jyutping);
  return [...glossary].sort((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
}
