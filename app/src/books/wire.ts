/** Types of a book from the server's OpenAPI document; the browser never computes these figures itself. */
import type { Amount, Shapes } from '../server/shapes.ts';
import type { Message } from '../texts/render.ts';
import type { BookEvent } from './events.ts';

/** A shape as the app holds it: messages are said in its own words, events have their kinds, and nothing is changed here. */
type Told<T> = T extends Shapes['MessageShape'] ? Message : T extends Shapes['EntryShape'] ? Entry : T extends object ? { readonly [K in keyof T]: Told<T[K]> } : T;

export type Accounts = Readonly<Record<string, Amount>>;
export type Move = Told<Shapes['TransferShape']>;
export type Step = Told<Shapes['StepShape']>;
export type BookState = Told<Shapes['BookStateShape']>;
export type Entry = Readonly<Omit<Shapes['EntryShape'], 'event' | 'words'>> & { readonly event: BookEvent | Shapes['Open']; readonly words: Message };
export type Outcome = Told<Shapes['OutcomeShape']>;
export type Previewed = Told<Shapes['PreviewedShape']>;
export type BookPage = Told<Pick<Shapes['BookViewShape'], 'state' | 'entries'>>;
export type BookView = Told<Shapes['BookViewShape']>;
export type Wrote = Told<Shapes['WroteShape']>;
export type Entries = Told<Shapes['EntriesShape']>;
export type Stats = Told<Shapes['BookStatsShape']>;
export type PlayerStats = Told<Shapes['PlayerStatsShape']>;
export type SettleUp = Told<Shapes['SettleUpShape']>;
export type Opened = Told<Shapes['OpenedBookShape']>;
export type Invite = Told<Shapes['InviteShape']>;
export type Invited = Told<Shapes['InvitedShape']>;
export type Joined = Told<Shapes['JoinedShape']>;
export type Tokens = Told<Shapes['TokensShape']>;
export type Person = Told<Shapes['ListedTokenShape']>;
export type Asking = Told<Shapes['AskShape']>;
export type Present = Told<Shapes['PresentShape']>;
export type Ticket = Told<Shapes['TicketShape']>;
/** What comes through the socket. */
export type Snapshot = Told<Shapes['SnapshotFrame']>;
export type Presence = Told<Shapes['PresenceFrame']>;
export type Asks = Told<Shapes['AsksFrame']>;
