/** Values of options: the same or not, taken or not, and what they are called. Pure. */
import type { Option, Setting } from '../server/shapes.ts';
import type { Fact, Message, RuleText } from '../texts/render.ts';

/** A value as the library writes it: true, 8, limit, [a, b]. */
export const written = (value: Setting): string => (Array.isArray(value) ? `[${value.join(', ')}]` : String(value));
export const same = (a: Setting, b: Setting): boolean => typeof a === typeof b && written(a) === written(b);

/** May the option have this value? The server has the last word; this keeps obvious nonsense from being asked. */
export function accepts(option: Option, value: unknown, patterns: ReadonlySet<string> | null = null): value is Setting {
  const { kind, of = [], least, most, words = [] } = option.values;
  if (typeof value === 'string' && words.includes(value)) return true;
  if (kind === 'of') return of.some((each) => isSetting(value) && same(each, value));
  if (kind === 'whole') return Number.isInteger(value) && (value as number) >= (least ?? 0) && (value as number) <= (most ?? Infinity);
  if (kind === 'ratio') {
    const number = ratio(value);
    return number !== null && (option.values.above ? number > (least ?? 0) : number >= (least ?? 0)) && number <= (most ?? Infinity);
  }
  return Array.isArray(value) && value.every((each) => typeof each === 'string' && (!patterns || patterns.has(each)));
}

/** The number that 3/2, 1.5 or 2 says; null: none. */
export function ratio(value: unknown): number | null {
  const [, above, below] = /^(\d{1,9}(?:\.\d{1,6})?)(?:\/(\d{1,6}))?$/.exec(String(value).trim()) ?? [];
  if (above === undefined || (below !== undefined && (Number(below) === 0 || above.includes('.')))) return null;
  return Number(above) / Number(below ?? 1);
}

/** What somebody typed as a ratio, as the library takes it: a whole number as number, the rest as text. */
export const ofRatio = (text: string): Setting => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : text.trim().replace('／', '/'));

export const isSetting = (value: unknown): value is Setting =>
  ['boolean', 'number', 'string'].includes(typeof value) || (Array.isArray(value) && value.every((each) => ['string', 'number'].includes(typeof each)));

/** The beginning of a sentence, short enough for a button. */
export function brief(sentence: string): string {
  const first = /^[^：:，,；;（(。]+/.exec(sentence)?.[0]?.trim() ?? sentence;
  return first.length > 1 ? first : sentence;
}

/** The sentence of a value; null where the value says it all. */
export const sentence = (option: Option, value: Setting): RuleText | null => option.choices[written(value)] ?? null;

/** What a value is called on a button or behind 原本: a number, a word, the first words of its sentence. */
export function called(option: Option, value: Setting, words: { on: string; off: string; n: (count: number) => string }): RuleText {
  if (option.control === 'switch' && typeof value === 'boolean') return both(value ? words.on : words.off);
  if (Array.isArray(value) && option.values.kind === 'patterns') return both(words.n(value.length));
  if (typeof value === 'number') return both(String(value));
  const own = sentence(option, value);
  return own ? { zh: brief(own.zh), en: brief(own.en), ...(own.yue === undefined ? {} : { yue: brief(own.yue) }) } : both(written(value));
}
const both = (text: string): RuleText => ({ zh: text, en: text });

/** A message about options with their names in place of ids, and what their values are called. */
export function named(message: Message, options: ReadonlyMap<string, Option>, name: (option: Option, value: Setting) => RuleText): Message {
  const facts = message.facts ?? {};
  const option = typeof facts['option'] === 'string' ? options.get(facts['option']) : undefined;
  const out: Record<string, Fact> = {};
  for (const [key, fact] of Object.entries(facts)) {
    if (key === 'option' && option) out[key] = option.says;
    else if (key === 'value' && option && typeof fact === 'string') out[key] = name(option, unwritten(option, fact));
    else out[key] = isMessage(fact) ? named(fact, options, name) : fact;
  }
  return { code: message.code, facts: out };
}
const isMessage = (fact: Fact): fact is Message => typeof fact === 'object' && fact !== null && 'code' in fact;
const unwritten = (option: Option, text: string): Setting => (option.values.of ?? []).find((each) => written(each) === text) ?? (/^\d+$/.test(text) ? Number(text) : text);
