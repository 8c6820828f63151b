/** What a member of a live table knows: a fold over the messages of its socket. Pure: `heard` adds one message, `acted` one answer. */
import { folded, hashOf, type Board } from '../table/board.ts';
import type { Question } from '../table/actions.ts';
import type { Line } from '../table/lines.ts';
import { decide, type Plan, type WaitingAct } from '../table/reconnect.ts';
import type { Message } from '../texts/render.ts';
import type { Kind } from '../tiles/kinds.ts';
import type { Down, Member, OfType, Pace, PublicSeat, Speed, Up } from './wire.ts';

/** A clock that runs: when it ends (by this device's own steady clock), and how long it is as a whole. */
export interface Deadline {
  readonly ends: number;
  readonly length: number;
  /** What is left of a seat's bank when it has ended. */
  readonly bank: number;
}
/** A question with the window that it belongs to. */
export interface WindowQuestion extends Question {
  readonly window: string;
}
export interface Consent {
  readonly agreed: readonly number[];
  readonly about: number | null;
}
export interface Reacted {
  readonly place: number;
  readonly reaction: string;
  readonly at: number;
}
export interface Session {
  readonly table: string;
  readonly board: Board | null;
  /** Whether the board has the server's hash; another one is shown, but counts as unknown. */
  readonly proven: boolean;
  readonly you: Member | null;
  readonly status: string;
  readonly rules: string;
  readonly speed: Speed;
  readonly seats: readonly PublicSeat[];
  readonly host: number | null;
  readonly pace: Pace;
  readonly timed: boolean;
  readonly ending: boolean;
  /** Whether the host allows hints. */
  readonly hints: boolean;
  readonly handsOpen: boolean;
  readonly window: string;
  readonly question: WindowQuestion | null;
  readonly turn: OfType<'turn'>['seat'];
  readonly clock: Deadline | null;
  readonly wall: { readonly deal: number; readonly commit: string } | null;
  /** Between two deals: the places that are ready. */
  readonly rest: readonly number[] | null;
  readonly pause: { readonly ends: number | null } | null;
  /** The seats that want a pause at once. */
  readonly pauseAgreed: readonly number[];
  readonly consents: Readonly<Record<string, Consent>>;
  readonly reactions: readonly Reacted[];
  /** When a bot stands in for a place that is away. */
  readonly away: Readonly<Record<number, number>>;
  readonly watchers: readonly string[] | null;
  /** Who asks for a seat: names by member; only the host gets them. */
  readonly asking: Readonly<Record<string, string>>;
  /** What the bot did while this seat was away. */
  readonly did: readonly string[];
  /** At a table for learning: the open hands of E S W N. */
  readonly hands: readonly (readonly Kind[])[];
  /** Acts without a reply, the oldest first. */
  readonly waiting: readonly WaitingAct[];
  readonly dropped: readonly WaitingAct[];
  /** The table of the rematch. */
  readonly again: string | null;
  readonly refusal: { readonly told: Message; readonly n: number } | null;
  /** The lines of this deal that the server sent one by one. */
  readonly lines: readonly Line[];
  /** How many of the last lines came as they happened, and not as something that was missed. */
  readonly fresh: number;
  readonly plan: Plan | null;
}

export const begun = (table: string, waiting: readonly WaitingAct[] = []): Session => ({
  table,
  board: null,
  proven: false,
  you: null,
  status: '',
  rules: '',
  speed: { window: 3000, turn: 15_000, bank: 30_000 },
  seats: [],
  host: null,
  pace: 'normal',
  timed: true,
  ending: false,
  hints: false,
  handsOpen: false,
  window: '',
  question: null,
  turn: '',
  clock: null,
  wall: null,
  rest: null,
  pause: null,
  pauseAgreed: [],
  consents: {},
  reactions: [],
  away: {},
  watchers: null,
  asking: {},
  did: [],
  hands: [],
  waiting,
  dropped: [],
  again: null,
  refusal: null,
  lines: [],
  fresh: 0,
  plan: null,
});
/** The version that a hello names. */
export const have = (own: Session): number | null => (own.board && own.proven ? own.board.v : null);
/** The member's place; null: not seated. */
export const placeOf = (own: Session): number | null => own.you?.place ?? null;

/** What was heard, and what is to be said because of it. */
export interface SessionStep {
  readonly session: Session;
  readonly say: readonly Up[];
}
type Changes = Partial<Session>;
/** After this long without a person a bot stands in. */
const STAND_IN = 30_000;
const NOTHING: Changes = { window: '', question: null, turn: '', clock: null };
/** The last of the acts that answer a question. */
const latest = (waiting: readonly WaitingAct[], decision: string): string | undefined =>
  waiting.filter((each) => each.decision === decision).at(-1)?.action;
const quiet = (session: Session): SessionStep => ({ session, say: [] });
const act = ({ id, decision, action }: WaitingAct): Up => ({ type: 'act', id, decision, action });
const ends = (left: number | undefined, length: number, now: number, bank = 0): Deadline | null =>
  left === undefined ? null : { ends: now + left, length, bank };

/** One message; `now` is a steady clock, `nonce` draws this seat's part of a wall. */
export function heard(own: Session, frame: Down, now: number, nonce: () => string): SessionStep {
  switch (frame.type) {
    case 'welcome':
      return welcomed(own, frame);
    case 'snapshot':
      return shown(own, frame);
    case 'event':
      return applied(own, frame.v, [frame.line], frame.hash, true);
    case 'events':
      return applied(own, frame.from, frame.lines, frame.hash, false);
    case 'wall': {
      const session = { ...own, ...NOTHING, rest: null, wall: { deal: frame.deal, commit: frame.commit } };
      const seated = placeOf(own) !== null;
      return { session, say: seated ? [{ type: 'nonce', deal: frame.deal, nonce: nonce() }] : [] };
    }
    default:
      return quiet({ ...own, ...told(own, frame, now) });
  }
}

/** Messages that only change what is known. */
function told(
  own: Session,
  frame: Exclude<Down, { type: 'welcome' | 'snapshot' | 'event' | 'events' | 'wall' }>,
  now: number,
): Changes {
  switch (frame.type) {
    case 'window':
      return { ...NOTHING, window: frame.id, clock: ends(frame.left, own.speed.window, now) };
    case 'turn': {
      const person = frame.bank !== undefined;
      return {
        ...NOTHING,
        turn: frame.seat,
        clock: person || frame.at !== 'turn' ? ends(frame.left, own.speed.turn, now, frame.bank ?? 0) : null,
      };
    }
    case 'ask': {
      const { type: _, left, win, ...rest } = frame;
      const fan = win?.['fan'];
      const standing = latest(own.waiting, frame.decision);
      const question: WindowQuestion = {
        ...rest,
        window: frame.window ?? '',
        ...(fan === undefined ? {} : { win: { fan } }),
        answered: standing ?? frame.answered ?? '',
      };
      return { question, clock: own.clock ?? ends(left, frame.window ? own.speed.window : own.speed.turn, now) };
    }
    case 'rest':
      return { ...NOTHING, rest: frame.ready, clock: ends(frame.left, 15_000, now) };
    case 'pause':
      if (!frame.on && frame.agreed?.length) return { pauseAgreed: frame.agreed };
      return {
        pause: frame.on ? { ends: frame.left === undefined ? null : now + frame.left } : null,
        pauseAgreed: frame.agreed ?? [],
        status: frame.on ? 'paused' : own.status === 'paused' ? 'playing' : own.status,
      };
    case 'presence':
      return {
        away:
          frame.state === 'away'
            ? { ...own.away, [frame.place]: now + STAND_IN }
            : without(own.away, String(frame.place)),
        // A person who is here again plays, and no bot any more.
        seats: own.seats.map((seat, place) =>
          place === frame.place ? { ...seat, presence: frame.state, bot: frame.state === 'bot' ? seat.bot : '' } : seat,
        ),
      };
    case 'returned':
      return { did: frame.did };
    case 'seats':
      return {
        seats: frame.seats,
        host: frame.host,
        pace: frame.pace,
        timed: frame.timed,
        ending: frame.ending,
        status: frame.status,
        hints: frame.hints,
        handsOpen: frame.hands_open ?? false,
        ...(frame.timed === own.timed ? {} : { consents: without(own.consents, 'clock_off') }),
        ...seatedNow(own, frame),
      };
    case 'seat_asked':
      return { asking: frame.asking };
    case 'seat_answer':
      return {};
    case 'watchers':
      return { watchers: frame.names };
    case 'consent': {
      const about = frame.about ?? null;
      const name = about === null ? frame.to : `${frame.to}.${about}`;
      return { consents: { ...own.consents, [name]: { agreed: frame.agreed, about } } };
    }
    case 'reaction':
      return {
        reactions: [
          ...own.reactions.filter((each) => each.place !== frame.place),
          { place: frame.place, reaction: frame.reaction, at: now },
        ],
      };
    case 'hands':
      return { hands: frame.hands ?? [] };
    case 'taken_back':
      return { ...NOTHING, consents: without(own.consents, 'take_back'), lines: [] };
    case 'ack':
      return { waiting: own.waiting.filter((each) => each.id !== frame.id) };
    case 'refused':
      return refused(own, frame);
    case 'pong':
      return frame.left === undefined || !own.clock || own.pause
        ? {}
        : { clock: { ...own.clock, ends: now + frame.left } };
    case 'reopened':
      return { again: frame.table };
  }
}

/** The host may have changed; the member's place has not, unless the seat was given up. */
function seatedNow(own: Session, frame: OfType<'seats'>): Changes {
  const place = placeOf(own);
  if (!own.you || place === null) return {};
  return { you: { ...own.you, host: frame.host === place } };
}
function without<T>(all: Readonly<Record<string, T>>, name: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(all).filter(([each]) => each !== name));
}

/** A stale answer is harmless, and so is a part of the wall that came too late: nothing is said about them. */
function refused(own: Session, frame: OfType<'refused'>): Changes {
  const gone = own.waiting.find((each) => each.id === frame.id);
  const waiting = own.waiting.filter((each) => each !== gone);
  const question =
    gone && own.question?.decision === gone.decision
      ? { ...own.question, answered: latest(waiting, gone.decision) ?? '' }
      : own.question;
  if (frame.code === 'act.stale' || frame.code === 'table.nonce_late') return { waiting, question };
  const n = (own.refusal?.n ?? 0) + 1;
  return { waiting, question, refusal: { told: { code: frame.code, facts: frame.facts }, n } };
}

/** First the view, then the acts, as `decide` says. */
function welcomed(own: Session, frame: OfType<'welcome'>): SessionStep {
  const known = have(own);
  const plan = decide(
    { table: own.table, v: known, hash: known === null ? '' : hashOf(own.board!) },
    { table: own.table, v: frame.v, hash: frame.hash, gone: false },
    own.waiting,
  );
  const session: Session = {
    ...own,
    ...NOTHING,
    you: frame.you,
    status: frame.status,
    rules: frame.rules,
    speed: frame.speed,
    wall: null,
    rest: null,
    pause: null,
    pauseAgreed: [],
    consents: {},
    asking: {},
    hands: [],
    waiting: plan.send,
    dropped: [...own.dropped, ...plan.drop],
    fresh: 0,
    plan,
  };
  const resync: Up[] = plan.case === 4 ? [{ type: 'resync', have: null }] : [];
  return { session, say: [...resync, ...plan.send.map(act)] };
}

function shown(own: Session, frame: OfType<'snapshot'>): SessionStep {
  const board = frame.view as unknown as Board;
  const lines = own.board && own.board.deal === board.deal && own.board.v <= board.v ? own.lines : [];
  return quiet({ ...own, ...over(board), board, proven: hashOf(board) === frame.hash, lines, fresh: 0 });
}
/** What a board says of the whole. */
const over = (board: Board): Changes => (board.ranking.length ? { status: 'over', rest: null } : {});

/** Lines from a version on: new ones are applied, known ones ignored; after a gap or with another hash the rest is asked for. */
function applied(own: Session, from: number, lines: readonly Line[], hash: string, live: boolean): SessionStep {
  const known = have(own);
  if (known === null || from > known + 1) return { session: own, say: [{ type: 'resync', have: known }] };
  const fresh = lines.slice(known + 1 - from);
  if (!fresh.length) return quiet(own);
  let board: Board;
  try {
    board = folded(own.board!, fresh);
  } catch {
    return { session: { ...own, proven: false }, say: [{ type: 'resync', have: null }] };
  }
  const proven = hashOf(board) === hash;
  const starts = fresh.map((line) => line.type).lastIndexOf('start_kyoku');
  const kept = starts < 0 ? [...own.lines, ...fresh] : fresh.slice(starts);
  const session: Session = {
    ...own,
    ...NOTHING,
    ...over(board),
    ...(starts < 0 ? {} : { wall: null, consents: {} }),
    rest: null,
    board,
    proven,
    lines: kept,
    fresh: live ? own.fresh + fresh.length : 0,
  };
  return { session, say: proven ? [] : [{ type: 'resync', have: null }] };
}

/** An answer to the open question; null if there is none, or if it stands already. */
export function acted(own: Session, id: string, action: string): { session: Session; act: WaitingAct; say: Up } | null {
  const { question } = own;
  if (!question?.legal.includes(action) || question.answered === action) return null;
  const made: WaitingAct = { table: own.table, id, decision: question.decision, action };
  const session = { ...own, waiting: [...own.waiting, made], question: { ...question, answered: action } };
  return { session, act: made, say: act(made) };
}
/** Every act without a reply, once more with its old id. */
export const resent = (own: Session): readonly Up[] => own.waiting.map(act);

// --- what is shown of it

/** Seconds that are left of the clock, and the part of it; null: none runs. */
export function timeLeft(own: Session, now: number): { readonly seconds: number; readonly part: number } | null {
  const { clock } = own;
  if (!clock || own.pause) return null;
  const left = clock.ends - now;
  const bank = Math.max(0, clock.bank + Math.min(0, left));
  return left > 0 || !clock.bank
    ? { seconds: Math.max(0, Math.ceil(left / 1000)), part: Math.max(0, Math.min(1, left / clock.length)) }
    : { seconds: Math.ceil(bank / 1000), part: Math.max(0, Math.min(1, bank / clock.length)) };
}
/** Players whom a bot stands in for or replaces, and who are away, by their names in the record. */
export function companyOf(seats: readonly PublicSeat[]): Readonly<Record<string, 'bot' | 'away'>> {
  const out: Record<string, 'bot' | 'away'> = {};
  for (const seat of seats) {
    const name = seat.player || seat.name;
    if (seat.presence === 'bot' || seat.bot) out[name] = 'bot';
    else if (seat.presence === 'away') out[name] = 'away';
  }
  return out;
}
/** Players who have hints on, by their names in the record. */
export const hintedOf = (seats: readonly PublicSeat[]): string[] =>
  seats.filter((seat) => seat.hinted).map((seat) => seat.player || seat.name);
/** Seconds until a bot stands in, by the names of the players who are away. */
export function absentOf(own: Session, now: number): Readonly<Record<string, number>> {
  const out: Record<string, number> = {};
  for (const [place, ends] of Object.entries(own.away)) {
    const seat = own.seats[Number(place)];
    if (seat?.presence === 'away') out[seat.player || seat.name] = Math.max(0, Math.ceil((ends - now) / 1000));
  }
  return out;
}
