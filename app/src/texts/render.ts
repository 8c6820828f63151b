/** Renders a message to words exactly as the library does (`sikwu.texts.render`); a test compares every code. */

import type { Key } from '../../gen/texts/keys.gen.ts';

/** A code that has words, generated from the library's tables. */
export type Code = Key;
export type Fact = null | boolean | number | string | RuleText | Message | readonly Fact[];
export type Facts = Readonly<Record<string, Fact>>;
/** A message: a code with its facts. */
export interface Message {
  readonly code: Code;
  readonly facts?: Facts;
}
/** A name or sentence that belongs to a rule; without Cantonese, the written Chinese is used. */
export interface RuleText {
  readonly zh: string;
  readonly en: string;
  readonly yue?: string;
}
export type Lang = 'yue' | 'zh' | 'en';
export type Table = Readonly<Record<string, string>>;

type Piece = string | { apart: boolean; name: string; kind?: string; one?: string; many?: string };

const PLACE = /\{(~?)(\w+)(?::(\w+))?(?:\|([^{}|]*)\|([^{}|]*))?\}/g;
// Controls, line ends, directions, characters without width, surrogates, tags: typed text must not move the cursor.

const HIDDEN =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\u{e0000}-\u{e007f}]/gu;
const parsed = new Map<string, readonly Piece[]>();

export function render(message: Message, lang: Lang, table: Table): string {
  const facts = message.facts ?? {};
  const template = table[message.code];
  if (template === undefined)
    return Object.keys(facts).length ? `${message.code} ${JSON.stringify(facts)}` : message.code;
  let whole = '';
  let where = false;
  for (const piece of pieces(template)) {
    if (typeof piece === 'string') {
      whole += piece;
      continue;
    }
    where ||= piece.name === 'where';
    const fact = facts[piece.name] ?? null;
    const words =
      piece.one !== undefined
        ? fact === 1 || fact === true
          ? piece.one
          : (piece.many ?? '')
        : said(fact, piece.kind, lang, table);
    whole += piece.apart && /^\p{Nd}/u.test(words) ? ` ${words}` : words;
  }
  if (facts.where && !where) return render({ code: 'where', facts: { where: facts.where, what: whole } }, lang, table);
  return whole;
}

/** A typed text made safe to display. */
export function shown(text: string): string {
  return text.replace(HIDDEN, (char) => {
    const code = char.charCodeAt(0);
    return char.length > 1 ? '�' : code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '␡' : '�';
  });
}

function pieces(template: string): readonly Piece[] {
  const known = parsed.get(template);
  if (known) return known;
  const out: Piece[] = [];
  let last = 0;
  for (const found of template.matchAll(PLACE)) {
    if (found.index > last) out.push(template.slice(last, found.index));
    out.push({
      apart: found[1] === '~',
      name: found[2]!,
      ...(found[3] === undefined ? {} : { kind: found[3] }),
      ...(found[4] === undefined ? {} : { one: found[4], many: found[5] ?? '' }),
    });
    last = found.index + found[0].length;
  }
  if (last < template.length) out.push(template.slice(last));
  parsed.set(template, out);
  return out;
}

function said(fact: Fact, kind: string | undefined, lang: Lang, table: Table): string {
  if (fact === null) return '';
  if (isList(fact)) {
    if (kind === 'tiles') return tiles(fact, table);
    if (kind === 'groups') return fact.map((each) => said(each, 'tiles', lang, table)).join(' ');
    const joined = kind === 'or' || kind === 'and';
    const joint = table[`list.${joined ? kind : 'separator'}`] ?? ', ';
    return fact.map((each) => said(each, joined ? undefined : kind, lang, table)).join(joint);
  }
  if (typeof fact === 'object') {
    if ('code' in fact) return render(fact, lang, table);
    const own = inLanguage(fact, lang);
    return shown(kind === 'inside' ? inside(own, lang) : own);
  }
  if (kind === 'tiles') return tiles([fact], table);
  if (kind === 'inside') return shown(inside(written(fact), lang));
  return (kind !== undefined ? table[`${kind}.${written(fact)}`] : undefined) ?? shown(written(fact));
}

const isList = (fact: Fact): fact is readonly Fact[] => Array.isArray(fact);
const written = (fact: string | number | boolean): string =>
  fact === true ? 'True' : fact === false ? 'False' : String(fact);

/** A rule's text in one language. */
export const inLanguage = (own: RuleText, lang: Lang): string =>
  lang === 'en' ? own.en : lang === 'yue' ? (own.yue ?? own.zh) : own.zh;

/** A name in the form used within a sentence. */
function inside(name: string, lang: Lang): string {
  return lang === 'en' ? name.slice(0, 1).toLowerCase() + name.slice(1) : name;
}

/** Tiles in the usual short form: numbers of one suit together, equal honours together, flowers together. */
function tiles(codes: readonly Fact[], table: Table): string {
  const words: string[] = [];
  let last = '';
  for (const each of codes) {
    const code = written(each as string);
    const suit = code.slice(1);
    const numbered = suit !== '' && 'mps'.includes(suit);
    const named = numbered ? code.slice(0, 1) + table[`suit.${suit}`] : (table[`tile.${code}`] ?? code);
    const before = words.length - 1;
    if (last && numbered && suit === last.slice(1)) words[before] = words[before]!.slice(0, -1) + named;
    else if (last && suit === 'f' && last.slice(1) === 'f')
      words[before] = named.endsWith('f') ? words[before]!.slice(0, -1) + named : words[before]! + named;
    else if (code === last) words[before] += named;
    else words.push(named);
    last = code;
  }
  return words.join(' ');
}
