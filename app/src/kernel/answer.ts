// The answers of `POST /api/v1/hand` without a network: the server's own types, except `near` (patterns that nearly hold).
import type { Shapes, Told } from '../server/shapes.ts';
import type { Code, Fact, Facts, RuleText } from '../texts/render.ts';

export type { Amount, Counted, Dropped, Hand as HandAnswer, Wait, Win as WinAnswer, Worth } from '../server/shapes.ts';
export type { Fact, RuleText };
/** A message as the server sends it: the field for its facts is always present. */
export interface SentMessage {
  readonly code: Code;
  readonly facts: Facts;
}
export type Name = Told<Shapes['PatternNameShape']>;
export type SeatLetter = 'E' | 'S' | 'W' | 'N';
export type RulesInShort = Told<Shapes['RulesShape']>;
export type MeldTold = Told<Shapes['MeldShape']>;
export type TilesTold = Told<Shapes['TilesShape']>;
export type AtValue = boolean | number | string | { readonly [tile: string]: number };
export type Useful = Told<Shapes['UsefulTileShape']>;
export type Discard = Told<Shapes['DiscardShape']>;
export type Read = Told<Shapes['ReadingShape']>;
export type Label = Told<Shapes['LabelShape']>;
export type Transfer = Told<Shapes['TransferShape']>;
export type Building = Told<Shapes['UnfinishedHandShape']>;
export type Ready = Told<Shapes['ReadyHandShape']>;
export type Full = Told<Shapes['FullHandShape']>;

// A rule's text; Cantonese only if it differs from the written Chinese.
export function ruleText(zh: string, en: string, yue: string = zh): RuleText {
  return yue === zh ? { zh, en } : { zh, en, yue };
}

export function say(code: Code, facts: Facts = {}): SentMessage {
  return { code, facts };
}

// A message whose code ends in a word of the kernel's tables (`SpellingsHead`); tests of the library check that each such code has words.
export function sayWord(kind: string, word: string | undefined, facts: Facts = {}): SentMessage {
  return { code: `${kind}.${word ?? ''}` as Code, facts };
}
