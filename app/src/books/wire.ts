/** What the server says of a book; the browser never reckons any of it itself. */
import type { Amount } from '../server/shapes.ts';
import type { Message } from '../texts/render.ts';
import type { BookEvent } from './events.ts';

export type Accounts = Readonly<Record<string, Amount>>;
export type Wind = 'E' | 'S' | 'W' | 'N';
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly amount: Amount;
  readonly why: Message;
}
export interface Pull {
  readonly from: string;
  readonly to: string;
  readonly amount: Amount;
  readonly worth: Amount;
  readonly hands: number;
  readonly cut: boolean;
  /** Hands until a cut is offered; null: now, or never. */
  readonly to_cut: number | null;
  /** The two futures: lost again, won back. */
  readonly again: Message;
  readonly back: Message;
}
export interface BookRules {
  readonly rules: { readonly id: string; readonly hash: string; readonly min: number; readonly cap: number | null; readonly changes: number };
  readonly size: number;
  readonly mode: 'ledger' | 'chips' | 'cash';
  readonly unit: Amount;
  readonly kongs: boolean;
  readonly dice: boolean;
  readonly fines: boolean;
}
export interface Step {
  readonly seq: number;
  readonly hand: number | null;
  readonly words: Message;
  readonly moves: readonly Move[];
  readonly booked: readonly Move[];
  readonly change: Accounts;
}
export interface BookState {
  readonly book: string;
  readonly name: string;
  readonly head: string;
  readonly seq: number;
  readonly rules: BookRules;
  readonly players: readonly string[];
  readonly seats: readonly (string | null)[];
  readonly winds: Readonly<Record<string, Wind>>;
  readonly dealer: string | null;
  readonly streak: number;
  readonly round: Wind;
  readonly hands: number;
  readonly next_hand: number;
  readonly cash: Accounts;
  readonly totals: Accounts;
  readonly pulls: readonly Pull[];
  readonly offers: readonly (readonly [string, string])[];
  readonly chips: Accounts | null;
  readonly pot: Amount | null;
  readonly undo: number | null;
  readonly redo: number | null;
  readonly over: boolean;
  readonly closed: boolean;
  readonly usual_fan: number | null;
  readonly last: readonly Step[];
}
export interface Entry {
  readonly seq: number;
  readonly at: string;
  readonly author: string;
  readonly hand_no: number | null;
  readonly hash: string;
  readonly event: BookEvent | { readonly type: 'open' };
  readonly words: Message;
  readonly status: string;
  readonly by: number | null;
  readonly change: Accounts;
}
export interface Change {
  readonly debtor: string;
  readonly creditor: string;
  readonly was: Amount | null;
  readonly now: Amount | null;
  readonly hands: number;
  readonly cut: boolean;
  readonly says: Message | null;
}
export interface Outcome {
  readonly words: Message;
  readonly moves: readonly Move[];
  readonly booked: readonly Move[];
  readonly pulls: readonly Change[];
  readonly change: Accounts;
  readonly totals: Accounts;
  readonly beaten: readonly string[];
  readonly offered: readonly (readonly [string, string])[];
  readonly changed: readonly number[];
  readonly idle_dice: boolean;
  readonly next: { readonly dealer: string | null; readonly streak: number; readonly round: Wind; readonly hand: number };
}
export interface BookPage {
  readonly state: BookState;
  readonly entries: readonly Entry[];
}
export interface Wrote {
  readonly entry: Entry;
  readonly outcome: Outcome;
  readonly state: BookState;
}
export interface Token {
  readonly id: string;
  readonly kind: 'host' | 'keeper' | 'reader';
  readonly name: string;
  readonly token: string;
}
export interface Invite {
  readonly secret: string;
  readonly code: string;
  readonly kind: 'keeper' | 'reader';
}
export interface Opened {
  readonly book: string;
  readonly host: Token;
  readonly keeper: Token;
  readonly invite: Invite;
  readonly state: BookState;
}
export interface Joined {
  readonly state: 'in' | 'asked' | 'refused';
  readonly kind: 'keeper' | 'reader' | null;
  readonly name: string;
  readonly token: string | null;
  readonly book: string | null;
  readonly title: string | null;
}
export interface Asking {
  readonly id: string;
  readonly name: string;
  readonly at: string;
}
export interface Present {
  readonly name: string;
  readonly role: string;
  readonly phones: number;
}
export interface PlayerStats {
  readonly player: string;
  readonly hands: number;
  readonly wins: number;
  readonly self_draws: number;
  readonly discards_into: number;
  readonly biggest: number;
  readonly joined: number;
  readonly running: readonly Amount[];
  readonly total: Amount;
}
