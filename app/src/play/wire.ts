/** Types of a live table from the server's OpenAPI document. */
import type { Shapes, TableDownFrame, TableUpFrame, Told } from '../server/shapes.ts';

export type Down = TableDownFrame;
export type Up = TableUpFrame;
export type OfType<T extends Down['type']> = Extract<Down, { type: T }>;
export type PublicSeat = Told<Shapes['PublicSeat']>;
export type Member = Told<Shapes['MemberInfo']>;
export type Speed = Told<Shapes['SpeedShape']>;
export type TableSummary = Told<Shapes['TableShape']>;
export type NewTable = Told<Shapes['NewTableShape']>;
export type Invitation = Told<Shapes['TableInviteShape']>;
export type TableInvitation = Told<Shapes['TableInvitationShape']>;
export type TableMembership = Told<Shapes['TableJoinAnswerShape']>;
export type BookMade = Told<Shapes['NewBookShape']>;
export type Pace = TableSummary['pace'];
export const PACES: readonly Pace[] = ['fast', 'normal', 'slow'];
