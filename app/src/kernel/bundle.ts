// Reads the data from Python (src/sikwu/wire/offline.py): the spellings, and one bundle per ruleset or a library of many.
import type { RulesInShort } from './answer.ts';

// In each language; older spellings stored on phones have no Cantonese.
export interface InLanguages {
  readonly zh: readonly string[];
  readonly en: readonly string[];
  readonly yue?: readonly string[];
}
export interface SpellingsHead {
  readonly tiles: readonly string[];
  readonly shown: InLanguages;
  readonly seats: InLanguages;
  readonly layout: { readonly [field: string]: readonly [start: number, bits: number, step: number] };
  readonly words: { readonly [kind: string]: readonly string[] };
  readonly kinds: readonly string[];
  readonly made: readonly string[];
  readonly shapes: readonly string[];
  readonly places: readonly string[];
}
export interface Spellings {
  readonly head: SpellingsHead;
  readonly table: Uint8Array;
}

// Kinds of sets as a bit set (0: the pair), their tiles as a bit set, seat and round winds as in the kernel.
export type Spoken = readonly [kinds: number, tiles: number, dynamic: number, made?: number];
export type PatternData = readonly [
  id: string,
  zh: string,
  jyutping: string,
  en: string,
  saysZh: string,
  saysEn: string,
  source: string,
  alone: boolean,
  saysYue?: string,
];
export type RowData = readonly [pattern: number, what: number, ...spoken: Spoken[]];
export const OF_DEALER = 1,
  LIMIT = 2,
  OF_FLOWERS = 4,
  OF_TILE = 8,
  OF_WIN = 16,
  DEAREST = 32;

// The texts about prices: points of a table, or chips for fan.
export interface WorthTexts {
  readonly table?: string;
  readonly point?: readonly [told: number | string, above: number, below: number];
  readonly full?: readonly [fan: number, price: number] | null;
  readonly each?: number | string;
  readonly base?: number | string;
  readonly units?: number; // the base
  readonly pull: boolean;
}

// A condition over the numbers of the program's facts: a sign with its parts, or a test of one fact.
export type Condition =
  | readonly ['&' | '|', ...Condition[]]
  | readonly ['~', Condition]
  | readonly ['==' | '!=' | '>=' | '<=' | 'in' | 'any', fact: number, ...values: number[]];
// A condition that every legal win must satisfy, and its words.
export type Clause = readonly [holds: Condition, zh: string, en: string, yue?: string];

// Who pays which part of the price in a house: in words (the discarder's, another's, half of the discarder's), in numbers (the last is the number of all parts), what
// is said of a self-draw, the dealer's factor and further fan (the first, and for each repeat), how many full prices 雙辣 and 三辣 cost.
export interface OwnParts {
  readonly how: 'whole' | 'half_gun' | 'part';
  readonly fed: readonly [mine: string, theirs: string, half: string];
  readonly parts: readonly [mine: number, theirs: number, whole: number];
  readonly drawn: readonly [how: 'each' | 'part' | 'column', part: string];
  readonly times: string | null;
  readonly more: readonly [first: number, each: number] | null;
  readonly factors: readonly [double: number | string, triple: number | string];
}

export interface RulesHead {
  readonly rules: RulesInShort;
  readonly size: number;
  readonly flowers: boolean;
  readonly pairs_differ: boolean;
  readonly unify: boolean;
  readonly spicy: boolean;
  readonly hot: readonly number[];
  readonly payer_in_minimum: boolean;
  readonly aside?: readonly number[]; // rows whose fan do not count towards the minimum
  readonly dealer: readonly [atZero: number, pays: boolean, first?: number, each?: number]; // older bundles stored on phones lack the last two
  readonly kong_feeder_alone: boolean;
  readonly patterns: readonly PatternData[];
  readonly labels: readonly (readonly [pattern: number, ...beside: string[]])[];
  readonly rows: readonly RowData[];
  readonly clauses?: readonly Clause[]; // missing in older bundles stored on phones
  readonly money: {
    readonly chips: boolean;
    readonly half_gun: boolean;
    readonly unit: number;
    readonly occasions: readonly number[];
    readonly duties: readonly (readonly (readonly [zh: string, en: string, yue?: string])[])[];
    readonly worth?: WorthTexts; // missing in older bundles stored on phones
    readonly own?: OwnParts; // what a house says under [pays]
  };
  readonly asked: readonly string[]; // the choices that a rule in use depends on
  readonly decisive: readonly string[] | null; // the choices that can make the rules refuse a win; null: they have to be tried
  readonly program: number;
  readonly paying: number;
}
export interface Bundle {
  readonly head: RulesHead;
  readonly bytes: Uint8Array; // the program, then the paying table
}

export function readSpellings(data: Uint8Array): Spellings {
  const { head, rest } = opened('sikwu words 1\n', data);
  return { head: head as SpellingsHead, table: rest };
}

export function readBundle(data: Uint8Array): Bundle {
  const { head, rest } = opened('sikwu rules 1\n', data);
  return { head: head as RulesHead, bytes: rest };
}

// Many rulesets by id; each text is stored once and referred to by its number.
export function readLibrary(data: Uint8Array): Map<string, Bundle> {
  const { head, rest } = opened('sikwu books 1\n', data);
  const { texts, rules } = head as {
    texts: string[];
    rules: (Omit<RulesHead, 'patterns'> & { patterns: unknown[][] })[];
  };
  const found = new Map<string, Bundle>();
  let at = 0;
  for (const each of rules) {
    const patterns = each.patterns.map((row) => row.map((part) => (typeof part === 'number' ? texts[part] : part)));
    const end = at + each.program + each.paying;
    found.set(each.rules.id, {
      head: { ...each, patterns: patterns as unknown as PatternData[] },
      bytes: rest.subarray(at, end),
    });
    at = end;
  }
  return found;
}

function opened(mark: string, data: Uint8Array): { head: unknown; rest: Uint8Array } {
  const start = mark.length + 4;
  const said = new TextDecoder().decode(data.subarray(0, mark.length));
  if (said !== mark) throw new TypeError(`these bytes do not begin with ${JSON.stringify(mark)}`);
  const length = new DataView(data.buffer, data.byteOffset).getUint32(mark.length, true);
  const head: unknown = JSON.parse(new TextDecoder().decode(data.subarray(start, start + length)));
  return { head, rest: data.subarray(start + length) };
}
