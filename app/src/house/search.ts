/** Searches options by name, choice and pattern, and patterns in three languages and Jyutping. Pure functions. */
import type { ListedPattern, Option } from '../server/shapes.ts';
import type { Vocabulary } from '../server/vocabulary.ts';

export interface OptionsFound<T> {
  readonly id: string;
  readonly rows: readonly T[];
}

/** The pattern that an option is about: the first word of its id. */
export const about = (option: { id: string }): string => option.id.split('.')[0]!;

/** Whether an option matches: by itself, by its pattern, or by the meaning of the word. */
export function answers(
  option: Option,
  sought: string,
  patterns: ReadonlyMap<string, ListedPattern>,
  words: Vocabulary,
): boolean {
  const own = patterns.get(about(option));
  const texts = [
    option.id,
    ...[option.says, ...Object.values(option.choices)].flatMap((each) => [each.zh, each.en, each.yue ?? '']),
  ];
  if (words.holds(texts, sought) || (own !== undefined && words.matches(own, sought))) return true;
  return (
    words.optionsOf(sought).includes(option.id) || (words.explained(sought)?.options?.includes(option.id) ?? false)
  );
}

/** The matching options, in their groups. */
export function search(
  options: readonly Option[],
  sought: string,
  patterns: ReadonlyMap<string, ListedPattern>,
  words: Vocabulary,
): OptionsFound<Option>[] {
  return grouped(options.filter((each) => answers(each, sought, patterns, words)));
}

export function grouped(options: readonly Option[]): OptionsFound<Option>[] {
  const groups = new Map<string, Option[]>();
  for (const option of options) groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
  return [...groups].map(([id, rows]) => ({ id, rows }));
}

/** The matching patterns of a document. */
export const patternsFound = (
  patterns: readonly ListedPattern[],
  sought: string,
  document: string,
  words: Vocabulary,
): readonly ListedPattern[] => patterns.filter((each) => document in each.worth && words.matches(each, sought));
