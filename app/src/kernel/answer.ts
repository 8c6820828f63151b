// The answers of `POST /api/v1/hand`, as far as they can be given without a network. Left out here: `near` (patterns that nearly hold), and
// what exactly is wrong with a hand that cannot be: its `problems` are one
// `offline.impossible`, or `offline.not_legal` where the tiles are complete and the rules do not let them win.

export type Fact = null | boolean | number | string | RuleText | Message | readonly Fact[];
export interface RuleText {
  readonly zh: string;
  readonly en: string;
  readonly yue?: string; // where it is said otherwise than written Chinese
}
export interface Message {
  readonly code: string;
  readonly facts: { readonly [name: string]: Fact };
}
export interface Name {
  readonly zh: string;
  readonly jyutping: string;
  readonly en: string;
}
export type Amount = number | string;
export type Seat = "E" | "S" | "W" | "N";
export interface RulesInShort {
  readonly id: string;
  readonly hash: string;
  readonly min: number;
  readonly cap: number | null;
  readonly changes: number;
}

export interface MeldTold {
  readonly kind: string;
  readonly tiles: readonly string[];
  readonly from?: Seat;
  readonly same_turn?: true;
  readonly fresh?: true;
}
export interface TilesTold {
  readonly concealed: readonly string[];
  readonly melds: readonly MeldTold[];
  readonly tile: string | null;
  readonly flowers: readonly string[];
  readonly by: string;
  readonly from: Seat | null;
  readonly seat: Seat;
  readonly round: Seat;
  readonly streak: number;
  readonly at: { readonly [name: string]: At };
}
export type At = true | number | string | { readonly [tile: string]: number };

export interface Useful {
  readonly tile: string;
  readonly left: number;
}
export interface Worth {
  readonly fan: number;
  readonly capped: number;
  readonly valid: boolean;
  readonly patterns: { readonly [pattern: string]: number };
  readonly problem?: Message;
}
export interface Wait {
  readonly tile: string;
  readonly left: number;
  readonly discard: Worth | null;
  readonly self_draw: Worth | null;
}
export interface Discard {
  readonly tile: string;
  readonly away: number;
  readonly copies: number;
  readonly useful: readonly Useful[];
}

export interface Counted {
  readonly pattern: string;
  readonly name: Name;
  readonly fan: number;
  readonly times: number;
  readonly tiles: readonly string[];
  readonly shown: Message | null;
  readonly limit: boolean;
  readonly says: RuleText;
  readonly source: string;
}
export interface Dropped {
  readonly pattern: string;
  readonly name: Name;
  readonly by: string;
  readonly why: string;
  readonly tiles: readonly string[];
  readonly sentence: Message;
  readonly source: string;
}
export interface Read {
  readonly fan: number;
  readonly capped: number;
  readonly shape: string;
  readonly patterns: { readonly [pattern: string]: number };
  readonly groups: readonly { readonly kind: string; readonly tiles: readonly string[]; readonly made: string }[];
  readonly place: { readonly group: number | null; readonly kind: string; readonly says: Message } | null;
  readonly text: Message;
}
export interface Transfer {
  readonly from: Seat;
  readonly to: Seat;
  readonly amount: Amount;
  readonly why: Message;
}

interface Hand {
  readonly text: string;
  readonly size: number;
  readonly missing: number;
  readonly rules: RulesInShort;
  readonly tiles?: TilesTold;
  readonly problems?: readonly Message[];
  readonly chips?: { readonly [word: string]: Message | null };
  readonly asked?: readonly string[];
  readonly chosen?: readonly string[];
}
export interface BuildingAnswer extends Hand {
  readonly state: "building";
  readonly away?: number;
  readonly useful?: readonly Useful[];
}
export interface ReadyAnswer extends Hand {
  readonly state: "ready";
  readonly away: number;
  readonly useful: readonly Useful[];
  readonly waits: readonly Wait[];
}
export interface FullAnswer extends Hand {
  readonly state: "full";
  readonly away: number;
  readonly discards: readonly Discard[];
  readonly wins?: readonly Wait[];
}
export interface ImpossibleAnswer extends Hand {
  readonly state: "impossible";
}
export interface WinAnswer extends Hand {
  readonly state: "win";
  readonly fan: number;
  readonly capped: number;
  readonly valid: boolean;
  readonly headline: Message;
  readonly situation: Message;
  readonly label: { readonly pattern: string; readonly name: Name; readonly says: RuleText; readonly source: string } | null;
  readonly limit: boolean;
  readonly counted: readonly Counted[];
  readonly dropped: readonly Dropped[];
  readonly ceiling: Message | null;
  readonly spicy: Message | null;
  readonly reading: Read;
  readonly others: readonly Read[];
  readonly waits: readonly string[] | null;
  readonly payments: { readonly [seat: string]: Amount } | null;
  readonly transfers: readonly Transfer[];
  readonly liable: Seat | null;
  readonly worth: readonly Message[];
  readonly unpaid: Message | null;
}
export type HandAnswer = BuildingAnswer | ReadyAnswer | FullAnswer | ImpossibleAnswer | WinAnswer;

// A rule's own text; Cantonese only where it is another than the written Chinese.
export function ruleText(zh: string, en: string, yue: string = zh): RuleText {
  return yue === zh ? { zh, en } : { zh, en, yue };
}

export function say(code: string, facts: { readonly [name: string]: Fact } = {}): Message {
  return { code, facts };
}
