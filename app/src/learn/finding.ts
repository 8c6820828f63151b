/** Groups the list of patterns, and finds what a search may mean. Pure functions. */
import type { ListedPattern, OwnPattern } from '../server/shapes.ts';
import type { Vocabulary } from '../server/vocabulary.ts';

export type Order = 'family' | 'fan';
/** The worth of each pattern in one ruleset: null if it is not in use, absent if it is unknown. */
export type WorthTable = Readonly<Record<string, number | null>>;
export interface PatternGroup {
  /** A family, a number of fan, or null: not in use. */
  readonly key: string | number | null;
  readonly patterns: readonly ListedPattern[];
}

/** The worth of every pattern in one document, from the list. */
export function worthIn(patterns: readonly ListedPattern[], document: string): WorthTable {
  const known = patterns.filter((each) => document in each.worth);
  return Object.fromEntries(known.map((each) => [each.id, each.worth[document] ?? null]));
}

/** The patterns of a document, in its order. */
export const known = (patterns: readonly ListedPattern[], document: string): ListedPattern[] =>
  patterns.filter((each) => document in each.worth);

/** The patterns in groups: by family, or by ascending fan; those not in use come last. */
export function grouped(patterns: readonly ListedPattern[], order: Order, worth: WorthTable): PatternGroup[] {
  const groups = new Map<string | number | null, ListedPattern[]>();
  for (const each of patterns) {
    const used = worth[each.id] ?? null;
    const key = used === null ? null : order === 'family' ? each.family : used;
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  const out = [...groups].map(([key, own]) => ({ key, patterns: own }));
  if (order === 'family') return out.sort((a, b) => Number(a.key === null) - Number(b.key === null));
  const place = (key: PatternGroup['key']): number => (typeof key === 'number' ? key : Number.MAX_SAFE_INTEGER);
  return out.sort((a, b) => place(a.key) - place(b.key));
}

/** A house's own pattern in the form of the list. */
export function ownPattern(own: OwnPattern, document: string): ListedPattern {
  const says = { zh: '', en: '' };
  const name = { zh: own.zh, jyutping: '', en: own.en };
  return {
    id: own.id,
    catalogue: 'own',
    family: 'own',
    name,
    aka: [],
    says,
    source: '',
    worth: { [document]: own.fan === 'limit' ? null : own.fan },
    limit: [],
    label: false,
    example: null,
    picture: [],
  };
}

export const found = (patterns: readonly ListedPattern[], sought: string, words: Vocabulary): ListedPattern[] =>
  patterns.filter((each) => words.matches(each, sought));

/** The most similar names, if no name matches. */
export function nearest(patterns: readonly ListedPattern[], sought: string, most = 5): ListedPattern[] {
  const wanted = pairs(sought);
  const like = (each: ListedPattern): number =>
    Math.max(
      ...[each.name.zh, each.name.en, each.name.jyutping.replace(/[1-6]/g, ''), ...each.aka].map((name) =>
        alike(wanted, pairs(name)),
      ),
    );
  return patterns
    .map((each) => [like(each), each] as const)
    .filter(([close]) => close > 0.15)
    .sort((a, b) => b[0] - a[0])
    .slice(0, most)
    .map(([, each]) => each);
}

/** Pairs of adjacent letters; for Chinese also each character. */
function pairs(name: string): Set<string> {
  const text = name.toLowerCase().replace(/\s+/g, '');
  const out = new Set([...text].filter((char) => char > '\u2e80'));
  for (let at = 0; at + 1 < text.length; at++) out.add(text.slice(at, at + 2));
  return out;
}

function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter((each) => b.has(each)).length;
  return a.size + b.size ? (2 * both) / (a.size + b.size) : 0;
}
