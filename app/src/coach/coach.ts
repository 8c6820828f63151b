/**
 * The coach of a first game: what to say next, as a fold over what happens at the table. Pure.
 *
 * `coached` takes each new moment, `understood` the press of a reader. A card stays until it was understood, or until what it was
 * about is done. Nothing of the wall is chosen: the coach explains with an example what a deal did not bring, when the deal is over.
 */
import { choices, throwable, canDeclare, type Question } from '../table/actions.ts';
import type { Board } from '../table/board.ts';
import { SEATED, type Line, type WinLine } from '../table/lines.ts';
import type { ClaimOffer } from '../table/offer.ts';
import type { Amount, Wait } from '../server/shapes.ts';
import type { Fact, Message } from '../texts/render.ts';
import { SEATS, type Kind, type Seat } from '../tiles/kinds.ts';

/** What everybody has met before a first game is over, in the order of the examples. */
export const SUBJECTS = [
  'tiles',
  'sets',
  'draw',
  'discard',
  'chow',
  'pung',
  'ready',
  'win',
  'fan',
  'minimum',
  'pay',
] as const;
/** What the coach says if it happens. */
export const MORE = ['kong', 'flower', 'others', 'declare', 'drawn'] as const;
export type Subject = (typeof SUBJECTS)[number] | (typeof MORE)[number];
const ALL: readonly string[] = [...SUBJECTS, ...MORE];
/** Cards about something that can be done now: doing it, or anything else, is an answer to them. */
const MOMENTARY: ReadonlySet<Subject> = new Set(['draw', 'discard', 'chow', 'pung', 'kong', 'declare']);

/** A claim with the tiles that are missing now and after it. */
export interface Advice {
  readonly decision: string;
  readonly away: number;
  readonly after: Readonly<Record<string, number>>;
}
/** A hand as an example, judged by the rules of the table. */
export interface ExampleWin {
  readonly fan: number;
  readonly valid: boolean;
  readonly parts: readonly FanPart[];
  readonly payments: Readonly<Record<string, Amount>> | null;
}
export interface FanPart {
  readonly name: Fact;
  readonly fan: number;
}
/** What the coach sees: what this player sees, and what was reckoned from it. */
export interface Moment {
  readonly board: Board;
  readonly question: Question | null;
  readonly offer: ClaimOffer | null;
  /** The last line of the deal. */
  readonly last: Line | undefined;
  /** Tiles of a hand before the draw, and the fan that a win needs. */
  readonly size: number;
  readonly min: number;
  /** The hint: null until it is reckoned, and where it cannot be. */
  readonly hint: { readonly tile: Kind; readonly away: number; readonly kinds: number } | null;
  /** Whether the hint will not come. */
  readonly blind: boolean;
  readonly waits: readonly Wait[];
  readonly advice: Advice | null;
  /** The patterns of a win with their names. */
  readonly parts: (win: WinLine) => readonly FanPart[];
  /** Two examples: a good hand and a cheap one; null: not known. */
  readonly examples: { readonly good: ExampleWin | null; readonly cheap: ExampleWin | null };
}
export interface Card {
  readonly subject: Subject;
  readonly says: readonly Message[];
  /** A hand line to be drawn. */
  readonly tiles: string;
  /** Whether the deal did not bring it. */
  readonly example: boolean;
}
export interface Coach {
  readonly met: readonly Subject[];
  readonly card: Card | null;
}
export const begun = (met: readonly string[] = []): Coach => ({
  met: met.filter((each): each is Subject => ALL.includes(each)),
  card: null,
});
export const learnt = ({ met }: Coach): number => SUBJECTS.filter((each) => met.includes(each)).length;
export const isDone = (own: Coach): boolean => learnt(own) === SUBJECTS.length;

/**
 * A new moment. A card that still holds gets the words of what is known now. What could be done and is gone was met; an example or a win
 * that is gone will be told another time.
 */
export function coached(own: Coach, at: Moment): Coach {
  const { card } = own;
  if (!card) return { ...own, card: next(at, own.met) };
  const now = card.example ? example(card.subject, at) : told(card.subject, at);
  if (now) return { ...own, card: now };
  if (card.example || card.subject === 'win') return coached({ ...own, card: null }, at);
  return MOMENTARY.has(card.subject) ? coached(understood(own), at) : own;
}
/** The card was understood: its subject is met. */
export function understood(own: Coach): Coach {
  const { met, card } = own;
  return { met: card && !met.includes(card.subject) ? [...met, card.subject] : met, card: null };
}

/** What is to be said first of all that is not met. */
function next(at: Moment, met: readonly Subject[]): Card | null {
  const open = ORDER.filter((each) => !met.includes(each));
  for (const subject of open) {
    const card = told(subject, at);
    if (card) return card;
  }
  if (!at.board.result) return null;
  const missing = SUBJECTS.find((each) => !met.includes(each));
  return missing ? example(missing, at) : null;
}
const ORDER: readonly Subject[] = [
  'tiles',
  'sets',
  'win',
  'fan',
  'pay',
  'drawn',
  'kong',
  'pung',
  'chow',
  'draw',
  'declare',
  'discard',
  'flower',
  'ready',
  'minimum',
  'others',
];

// --- what happens

const say = (code: CoachCode, facts: Readonly<Record<string, Fact>> = {}): Message => ({
  code: `app.coach.${code}`,
  facts,
});
/** What follows `app.coach.` in the codes that have words. */
type CoachCode = Message['code'] extends infer Code ? (Code extends `app.coach.${infer Rest}` ? Rest : never) : never;

/** Tiles of a hand before the draw. */
export const sizeOf = (board: Board): 13 | 16 =>
  Math.max(...board.seats.map((each) => each.tiles + 3 * each.melds.length)) >= 16 ? 16 : 13;
export const setsOf = (size: number): number => (size === 16 ? 5 : 4);
const nameOf = (board: Board, seat: Seat): string => board.seats[SEATED[seat]]?.player ?? '';

/** The card of a subject at this moment; null: it is not about this moment. */
function told(subject: Subject, at: Moment): Card | null {
  const said = SAYS[subject](at);
  return said && { subject, says: said, tiles: PICTURES[subject]?.(at) ?? '', example: false };
}
type Says = (at: Moment) => readonly Message[] | null;
const dealing = ({ board }: Moment): boolean => board.own !== '' && board.seats.length === 4 && !board.ends.length;
const throws = ({ question }: Moment): boolean => question?.at === 'turn' && throwable(question, false).size > 0;
const legal = (at: Moment, ...words: readonly string[]): string | undefined =>
  at.question?.legal.find((each) => words.includes(each.split(' ')[0]!));
const winOf = ({ board }: Moment): WinLine | undefined =>
  board.ends.find((line): line is WinLine => line.type === 'hora');
/** What a win would be worth with this discard, if that is too little. */
const short = (at: Moment): Wait | undefined =>
  at.waits.find(({ discard }) => discard && !discard.valid && !discard.problem && discard.fan < at.min);

const claim = (at: Moment, word: 'chow' | 'pung'): readonly Message[] | null => {
  const { question, offer, board, advice } = at;
  const action = legal(at, word);
  if (!question || question.at !== 'discard' || !action || !offer) return null;
  const own = choices(question, offer.kind).find((each) => each.action === action);
  const facts = { name: nameOf(board, offer.seat), tile: offer.kind, tiles: [...(own?.tiles ?? [])] };
  const after = advice?.decision === question.decision ? advice.after[action] : undefined;
  return [
    say(`${word}.says`, facts),
    say('claim.open'),
    ...(after === undefined
      ? []
      : [say(after < advice!.away ? 'claim.nearer' : 'claim.same', { away: advice!.away, after })]),
  ];
};

const SAYS: Readonly<Record<Subject, Says>> = {
  tiles: (at) => (dealing(at) ? [say('tiles.says'), say('tiles.flowers')] : null),
  sets: (at) => (dealing(at) ? [say('sets.says', { sets: setsOf(at.size) })] : null),
  draw: (at) => {
    if (!dealing(at) || !throws(at)) return null;
    const { board, last } = at;
    if (last && 'actor' in last && last.actor === board.own && ['chi', 'pon'].includes(last.type))
      return [say('draw.claimed')];
    const first = board.seats.every((seat) => !seat.river.length && !seat.melds.length);
    if (board.own === 'E' && first) return [say('draw.dealer')];
    return board.drawn ? [say('draw.says', { tile: board.drawn })] : null;
  },
  discard: (at) => {
    if (!dealing(at) || !throws(at)) return null;
    if (!at.hint) return at.blind ? [say('discard.plain')] : null;
    return [say('discard.says', { ...at.hint }), say('discard.why')];
  },
  chow: (at) => (dealing(at) ? claim(at, 'chow') : null),
  pung: (at) => (dealing(at) ? claim(at, 'pung') : null),
  kong: (at) => (dealing(at) && legal(at, 'kong', 'kong_concealed', 'kong_added') ? [say('kong.says')] : null),
  declare: (at) => (dealing(at) && canDeclare(at.question) ? [say('declare.says')] : null),
  flower: (at) =>
    dealing(at) && at.board.seats[SEATED[at.board.own as Seat]]!.flowers.length ? [say('flower.says')] : null,
  others: ({ board, last, ...at }) => {
    if (!dealing({ board, last, ...at }) || !last || !(last.type === 'chi' || last.type === 'pon')) return null;
    if (last.actor === board.own) return null;
    return [say('others.says', { name: nameOf(board, last.actor), tile: last.pai })];
  },
  ready: (at) => {
    if (!dealing(at) || !at.waits.length) return null;
    const n = at.waits.reduce((sum, each) => sum + each.left, 0);
    return [say('ready.says', { tiles: at.waits.map((each) => each.tile), n }), say('ready.how')];
  },
  minimum: (at) => {
    const wait = dealing(at) ? short(at) : undefined;
    if (!wait) return null;
    return [say('minimum.says', { tile: wait.tile, fan: wait.discard!.fan, min: at.min }), say('minimum.why')];
  },
  win: (at) => {
    if (at.question && legal(at, 'win', 'win_flowers') && dealing(at))
      return [say('win.says', { n: at.question.win?.fan ?? at.min })];
    const win = at.board.result ? winOf(at) : undefined;
    if (!win) return null;
    return [win.actor === at.board.own ? say('win.own') : say('win.other', { name: nameOf(at.board, win.actor) })];
  },
  fan: (at) => {
    const win = at.board.result ? winOf(at) : undefined;
    return win ? [...fanSays('fan.says', win.answer.capped, at.parts(win)), say('fan.below')] : null;
  },
  pay: (at) => {
    const { board } = at;
    const win = board.result ? winOf(at) : undefined;
    if (!board.result || !win) return null;
    const paid = payments(board.result.payments, (seat) => nameOf(board, seat));
    if (!paid.length) return null;
    return [
      win.target ? say('pay.from', { name: nameOf(board, win.target) }) : say('pay.self'),
      say('pay.says', { paid, name: nameOf(board, win.actor), n: board.result.payments[win.actor] }),
      say('pay.rules'),
    ];
  },
  drawn: ({ board }) =>
    board.result && board.ends.some((line) => line.type === 'ryukyoku' && line.reason === 'exhausted')
      ? [say('drawn.says')]
      : null,
};

const fanSays = (code: 'fan.says' | 'fan.example', n: number, parts: readonly FanPart[]): readonly Message[] => {
  const counted = parts.filter((each) => each.fan > 0);
  if (!counted.length) return [say('fan.flat', { n })];
  return [say(code, { n, parts: counted.map((each) => say('part', { name: each.name, n: each.fan })) })];
};
/** Who pays how much. */
function payments(all: Readonly<Record<string, Amount>>, called: (seat: Seat) => Fact): Message[] {
  return SEATS.flatMap((seat) => {
    const text = String(all[seat] ?? 0);
    return /^[-−]/.test(text) ? [say('paid', { name: called(seat), n: text.slice(1) })] : [];
  });
}

// --- examples

/** Hands that the coach shows where a deal had none: of thirteen tiles, and of sixteen. */
const MORE_SETS: Readonly<Record<number, string>> = { 13: '', 16: '456m ' };
const more = (size: number): string => MORE_SETS[size] ?? '';
export const GOOD = (size: number): string => `123m ${more(size)}678m 中中中 西西西 9m +9m<N seat=W`;
export const CHEAP = (size: number): string => `34m ${more(size)}678p 111s 99p (789m<S) +2m<N seat=W`;
const WHOLE = (size: number): string => `123m ${more(size)}678p 456s 白白白 99p`;

const PICTURES: Readonly<Partial<Record<Subject, (at: Moment) => string>>> = {
  tiles: () => '159m 159p 159s ES 中發白',
  sets: ({ size }) => WHOLE(size),
};
const DRAWN: Readonly<Partial<Record<Subject, (at: Moment) => string>>> = {
  ...PICTURES,
  draw: () => '46p 99s +7s',
  discard: () => '123m 46p 99s N',
  chow: () => '46p +5p',
  pung: () => '白白 +白',
  ready: ({ size }) => `123m ${more(size)}678p 白白白 99p 45s`,
  win: ({ size }) => `123m ${more(size)}678p 白白白 99p 45s +6s`,
  fan: ({ size }) => GOOD(size),
  pay: ({ size }) => GOOD(size),
  minimum: ({ size, examples }) => (examples.cheap && !examples.cheap.valid ? CHEAP(size) : ''),
};

/** The card of a subject that the deal did not bring. */
function example(subject: Subject, at: Moment): Card | null {
  const says = at.board.result ? EXAMPLES[subject]?.(at) : null;
  return says ? { subject, says: [say('missed'), ...says], tiles: DRAWN[subject]?.(at) ?? '', example: true } : null;
}
const EXAMPLES: Readonly<Partial<Record<Subject, (at: Moment) => readonly Message[]>>> = {
  tiles: () => [say('tiles.says')],
  sets: ({ size }) => [say('sets.says', { sets: setsOf(size) })],
  draw: () => [say('draw.says', { tile: '7s' })],
  discard: () => [say('discard.plain')],
  chow: () => [say('chow.example'), say('claim.open')],
  pung: () => [say('pung.example'), say('claim.open')],
  ready: () => [say('ready.example'), say('ready.how')],
  win: ({ size }) => [say('win.example', { sets: setsOf(size) })],
  fan: ({ examples: { good } }) => (good ? fanSays('fan.example', good.fan, good.parts) : [say('fan.plain')]),
  minimum: ({ min, examples: { cheap } }) => {
    if (!min) return [say('minimum.none')];
    const first =
      cheap && !cheap.valid ? say('minimum.example', { fan: cheap.fan, min }) : say('minimum.plain', { min });
    return [first, say('minimum.why')];
  },
  pay: ({ examples: { good } }) => {
    const paid = good?.payments && good.valid ? payments(good.payments, (seat) => say('seat', { seat })) : [];
    if (!good || !paid.length) return [say('pay.plain')];
    return [say('pay.example', { n: good.fan, paid, sum: good.payments!['W'] ?? 0 }), say('pay.rules')];
  },
};

// --- between two cards

/** One line while there is no card: what may be done now. */
export function tip(at: Moment): Message | null {
  const { board, question, advice } = at;
  if (board.result) return say('tip.over');
  if (!dealing(at)) return null;
  if (question && legal(at, 'win', 'win_flowers')) return say('tip.win');
  if (throws(at)) {
    return at.hint ? say('tip.turn', { tile: at.hint.tile, away: at.hint.away }) : say('tip.turn.plain');
  }
  if (question && legal(at, 'chow', 'pung', 'kong')) {
    if (advice?.decision !== question.decision) return say('tip.claim');
    const nearer = Object.values(advice.after).some((after) => after < advice.away);
    return say(nearer ? 'tip.nearer' : 'tip.no');
  }
  if (at.waits.length) return say('tip.ready', { tiles: at.waits.map((each) => each.tile) });
  return board.turn ? say('tip.others', { name: nameOf(board, board.turn) }) : null;
}
