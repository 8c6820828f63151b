/** Short names for the types of the server's answers, which are generated from its OpenAPI document. */
import type { components } from './api.gen.d.ts';
import type { Facts } from '../texts/render.ts';

export type Shapes = components['schemas'];
/** A shape as used in the app: messages have typed facts, and everything is readonly. */
export type Told<T> = T extends object ? { readonly [K in keyof T]: K extends 'facts' ? Facts : Told<T[K]> } : T;
export type OptionId = Shapes['OptionId'];
/** Messages from and to a socket. */
export type DownFrame = Told<Shapes['DownFrame']>;
export type UpFrame = Shapes['UpFrame'];
/** Messages from and to the socket of a table. */
export type TableDownFrame = Told<Shapes['TableDownFrame']>;
export type TableUpFrame = Shapes['TableUpFrame'];
export type Hand = Told<
  | Shapes['UnfinishedHandShape']
  | Shapes['ReadyHandShape']
  | Shapes['FullHandShape']
  | Shapes['WinShape']
  | Shapes['ImpossibleHandShape']
>;
export type Win = Told<Shapes['WinShape']>;
export type Wait = Told<Shapes['WaitShape']>;
export type Worth = Told<Shapes['WorthShape']>;
export type Counted = Told<Shapes['CountedPatternShape']>;
export type Dropped = Told<Shapes['DroppedPatternShape']>;
export type Because = Told<Shapes['PatternAnswerShape']>;
export type Comparison = Told<Shapes['ComparisonShape']>;
export type Column = Told<Shapes['ColumnShape']>;
export type Ruleset = Told<Shapes['RulesetShape']>;
export type RulesBrief = Told<Shapes['RulesShape']>;
export type Option = Told<Shapes['OptionShape']>;
export type Options = Told<Shapes['OptionsShape']>;
export type CheckedRules = Told<Shapes['CheckedRulesShape']>;
export type Diff = Told<Shapes['RulesDiffWordsShape']>;
export type Difference = Told<Shapes['DifferenceWordsShape']>;
export type Preview = Told<Shapes['PreviewShape']>;
export type WorthUnder = Told<Shapes['WorthUnderShape']>;
export type Patterns = Told<Shapes['PatternsShape']>;
export type ListedPattern = Told<Shapes['ListedPatternShape']>;
export type PatternPage = Told<Shapes['PatternPageShape']>;
export type Example = Told<Shapes['ExampleShape']>;
export type RulesPage = Told<Shapes['RulesPageShape']>;
export type Quiz = Told<Shapes['QuizShape']>;
export type About = Told<Shapes['AboutShape']>;
export type Failure = Told<Shapes['ServedErrorShape']>;
export type Problem = Told<Shapes['ProblemShape']>;
export type Amount = number | string;
export type Setting = boolean | number | string | readonly (string | number)[];

/** The options that a house has changed. */
export type Settings = Readonly<Partial<Record<OptionId, Setting>>>;
/** A reference to rules: a name, a house's own, or the hash of rules that the server has seen. */
export type RulesRef = string | HouseRules | { readonly hash: string };
export interface HouseRules {
  readonly base: string;
  readonly options?: Settings;
  readonly patterns?: readonly OwnPattern[];
  readonly prices?: Readonly<Record<string, unknown>>;
  /** The further tables of a rules file by their keys. */
  readonly tables?: HouseTables;
  readonly name?: string;
}
export type HouseTables = Readonly<Record<string, unknown>> & {
  readonly fan?: Readonly<Record<string, unknown>>;
  readonly off?: { readonly patterns: readonly string[] };
  readonly pays?: Readonly<Record<string, unknown>>;
};
/** A pattern of the house: the keys of a rules file. */
export interface OwnPattern {
  readonly id: string;
  readonly zh: string;
  readonly en: string;
  readonly fan: number | 'limit';
  readonly when: string;
}
