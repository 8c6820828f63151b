/** Types of a book from the server's OpenAPI document; the browser never computes these figures itself. */
import type { Amount, Shapes, Told } from '../server/shapes.ts';

export type Accounts = Readonly<Record<string, Amount>>;
export type Move = Told<Shapes['TransferShape']>;
export type Step = Told<Shapes['StepShape']>;
export type HouseEvent = Told<Shapes['HouseEventShape']>;
export type BookState = Told<Shapes['BookStateShape']>;
export type Entry = Told<Shapes['EntryShape']>;
export type Outcome = Told<Shapes['OutcomeShape']>;
export type Previewed = Told<Shapes['EventPreviewShape']>;
export type BookPage = Told<Pick<Shapes['BookViewShape'], 'state' | 'entries'>>;
export type BookView = Told<Shapes['BookViewShape']>;
export type Wrote = Told<Shapes['StoredEntryShape']>;
export type Entries = Told<Shapes['EntriesShape']>;
export type Stats = Told<Shapes['BookStatsShape']>;
export type PlayerStats = Told<Shapes['PlayerStatsShape']>;
export type SettleUp = Told<Shapes['SettleUpShape']>;
export type Opened = Told<Shapes['NewBookShape']>;
export type Invite = Told<Shapes['InviteShape']>;
export type Invited = Told<Shapes['InvitationShape']>;
export type Joined = Told<Shapes['JoinAnswerShape']>;
export type Tokens = Told<Shapes['TokensShape']>;
export type Person = Told<Shapes['ListedTokenShape']>;
export type Asking = Told<Shapes['AskShape']>;
export type Present = Told<Shapes['PresentShape']>;
export type Ticket = Told<Shapes['TicketShape']>;
