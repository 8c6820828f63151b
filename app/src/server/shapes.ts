/** Short names for the types of the server's answers, which are generated from its OpenAPI document. */
import type { components } from './api.gen.d.ts';

export type Shapes = components['schemas'];
/** A shape of which nothing is changed here. */
export type Held<T> = T extends object ? { readonly [K in keyof T]: Held<T[K]> } : T;
export type Hand = Shapes['BuildingShape'] | Shapes['ReadyShape'] | Shapes['FullShape'] | Shapes['WinShape'] | Shapes['ImpossibleShape'];
export type Win = Shapes['WinShape'];
export type Wait = Shapes['WaitShape'];
export type Worth = Shapes['WorthShape'];
export type Counted = Shapes['CountedShape'];
export type Dropped = Shapes['DroppedShape'];
export type Because = Shapes['BecauseShape'];
export type Comparison = Shapes['ComparisonShape'];
export type Column = Shapes['ColumnShape'];
export type Ruleset = Shapes['RulesetShape'];
export type RulesBrief = Shapes['RulesShape'];
export type Option = Shapes['OptionShape'];
export type Options = Shapes['OptionsShape'];
export type Checked = Shapes['CheckedRulesShape'];
export type Diff = Shapes['ToldDiffShape'];
export type Difference = Shapes['ToldDifferenceShape'];
export type Preview = Shapes['PreviewShape'];
export type Outcome = Shapes['WorthUnderShape'];
export type Patterns = Shapes['PatternsShape'];
export type ListedPattern = Shapes['ListedPatternShape'];
export type PatternPage = Shapes['PatternPageShape'];
export type Example = Shapes['ExampleShape'];
export type RulesPage = Shapes['RulesPageShape'];
export type Quiz = Shapes['QuizShape'];
export type About = Shapes['AboutShape'];
export type Failure = Shapes['ServedErrorShape'];
export type Problem = Shapes['ProblemShape'];
export type Amount = number | string;
export type Setting = boolean | number | string | readonly (string | number)[];

/** Which rules: a name, a house's own, or those that the server has seen, by their hash. */
export type RulesRef = string | HouseRules | { readonly hash: string };
export interface HouseRules {
  readonly base: string;
  readonly options?: Readonly<Record<string, Setting>>;
  readonly patterns?: readonly OwnPattern[];
  readonly prices?: Readonly<Record<string, unknown>>;
  readonly name?: string;
}
/** A pattern of the house: the keys of a rules file. */
export interface OwnPattern {
  readonly id: string;
  readonly zh: string;
  readonly en: string;
  readonly fan: number | 'limit';
  readonly when: string;
}
