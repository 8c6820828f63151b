/** Values of options: comparing, validating and naming them. Pure functions. */
import type { Option, Setting } from '../server/shapes.ts';
import type { Fact, Message, RuleText } from '../texts/render.ts';
import { written } from '../server/fitting.ts';

export { accepts, ratio, same, written } from '../server/fitting.ts';
export { isSetting } from '../server/heard.ts';

/** A typed ratio in the library's form: a whole number as number, anything else as text. */
export const ofRatio = (text: string): Setting =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text) : text.trim().replace('／', '/');

/** The beginning of a sentence, short enough for a button. */
export function brief(sentence: string): string {
  const first = /^[^：:，,；;（(。]+/.exec(sentence)?.[0]?.trim() ?? sentence;
  return first.length > 1 ? first : sentence;
}

/** The sentence of a value; null if the value explains itself. */
export const sentence = (option: Option, value: Setting): RuleText | null => option.choices[written(value)] ?? null;

/** The short name of a value, on a button or after 原本: a number, a word, the first words of its sentence. */
export function called(
  option: Option,
  value: Setting,
  words: { on: string; off: string; n: (count: number) => string },
): RuleText {
  if (option.control === 'switch' && typeof value === 'boolean') return both(value ? words.on : words.off);
  if (Array.isArray(value) && option.values.kind === 'patterns') return both(words.n(value.length));
  if (typeof value === 'number') return both(String(value));
  const own = sentence(option, value);
  return own
    ? { zh: brief(own.zh), en: brief(own.en), ...(own.yue === undefined ? {} : { yue: brief(own.yue) }) }
    : both(written(value));
}
const both = (text: string): RuleText => ({ zh: text, en: text });

/** A message about options, with names in place of ids and values. */
export function named(
  message: Message,
  options: ReadonlyMap<string, Option>,
  name: (option: Option, value: Setting) => RuleText,
): Message {
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
const unwritten = (option: Option, text: string): Setting =>
  (option.values.of ?? []).find((each) => written(each) === text) ?? (/^\d+$/.test(text) ? Number(text) : text);
