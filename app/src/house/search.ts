/** What somebody looks for: options by name, choice and the pattern they are about; patterns in three languages and Jyutping. Pure. */
import { matches } from '../server/catalogue.svelte.ts';
import type { ListedPattern, Option } from '../server/shapes.ts';

export interface Group<T> {
  readonly id: string;
  readonly rows: readonly T[];
}

/** The pattern that an option is about: the first word of its id. */
export const about = (option: { id: string }): string => option.id.split('.')[0]!;

/** Does an option answer to it, by itself or by its pattern? */
export function answers(option: Option, sought: string, patterns: ReadonlyMap<string, ListedPattern>): boolean {
  const wanted = sought.trim().toLowerCase();
  const own = patterns.get(about(option));
  const texts = [option.id, ...[option.says, ...Object.values(option.choices)].flatMap((each) => [each.zh, each.en, each.yue ?? ''])];
  return texts.some((each) => each.toLowerCase().includes(wanted)) || (own !== undefined && matches(own, wanted));
}

/** Options that answer, in the groups in which they stand. */
export function search(options: readonly Option[], sought: string, patterns: ReadonlyMap<string, ListedPattern>): Group<Option>[] {
  return grouped(options.filter((each) => answers(each, sought, patterns)));
}

export function grouped(options: readonly Option[]): Group<Option>[] {
  const groups = new Map<string, Option[]>();
  for (const option of options) groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
  return [...groups].map(([id, rows]) => ({ id, rows }));
}

/** Patterns of a document that answer. */
export const patternsFound = (patterns: readonly ListedPattern[], sought: string, document: string): readonly ListedPattern[] =>
  patterns.filter((each) => document in each.worth && matches(each, sought));
