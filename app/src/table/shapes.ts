/** Checks lines that come from outside: the keys of each kind of line, and the type of each value. */
import { HIDDEN, type Line, type LineType } from './lines.ts';
import { isKind } from '../tiles/kinds.ts';

type Test = (value: unknown) => boolean;
const text: Test = (value) => typeof value === 'string';
const whole =
  (least: number, most = Number.MAX_SAFE_INTEGER): Test =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
const flag: Test = (value) => typeof value === 'boolean';
const thing: Test = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const among =
  (...words: readonly string[]): Test =>
  (value) =>
    words.includes(value as string);
const list =
  (each: Test, count?: number): Test =>
  (value) =>
    Array.isArray(value) && (count === undefined || value.length === count) && value.every(each);
const or =
  (...tests: readonly Test[]): Test =>
  (value) =>
    tests.some((test) => test(value));
const nothing: Test = (value) => value === null;
const tile: Test = (value) => typeof value === 'string' && isKind(value);
const seenTile = or(tile, (value) => value === HIDDEN);
const seat = among('E', 'S', 'W', 'N');
const name: Test = (value) => typeof value === 'string' && value.length > 0 && [...value].length <= 40;
const four: Test = (value) => list(name, 4)(value) && new Set(value as string[]).size === 4;
const amount = or(
  (value) => typeof value === 'number' && Number.isFinite(value),
  (value) => typeof value === 'string' && value.length <= 400 && /^-?[0-9]+\/[1-9][0-9]*$/.test(value),
);
const action: Test = (value) =>
  typeof value === 'string' &&
  /^(?:pass|win|win_flowers|ready|pung|kong|false_win|cut|(?:discard|ready|kong_concealed|kong_added) \S+|chow \S+ \S+)$/.test(
    value,
  ) &&
  value
    .split(' ')
    .slice(1)
    .every((each) => isKind(each) && !each.endsWith('f'));

type Shape = Readonly<Record<string, Test>>;
/** A key with `?` may be missing. */
const holds =
  (shape: Shape): Test =>
  (value) =>
    thing(value) && wrong(shape, value as object) === null;
const changes = holds({ E: amount, S: amount, W: amount, N: amount });
const held: Test = (value) =>
  thing(value) && Object.entries(value as object).every(([who, sum]) => name(who) && amount(sum));
const booksShape = holds({
  'totals?': held,
  'cash?': held,
  'open?': list(holds({ from: name, to: name, amount, hands: whole(0) })),
  'cut_offered?': list(list(name, 2)),
  'chips?': held,
  'pot?': amount,
  'next_dealer?': name,
  'next_streak?': whole(0),
});
const books: Test = (value) =>
  booksShape(value) && ['totals', 'cash', 'chips'].filter((each) => each in (value as object)).length === 1;
const next: Test = (value) =>
  holds({ 'oya?': whole(0, 3), 'honba?': whole(0), 'bakaze?': seat, 'over?': among('rounds', 'bust', 'stopped') })(
    value,
  ) && ['oya', 'honba', 'bakaze'].every((key) => key in (value as object) !== 'over' in (value as object));

const claim = (own: number): Shape => ({ actor: seat, target: seat, pai: tile, consumed: list(tile, own) });
const SHAPES: Readonly<Record<LineType, Shape>> = {
  start_game: {
    format: among('sikwu-record-1'),
    sikwu: text,
    table: text,
    ruleset: text,
    options: thing,
    rules: text,
    'house?': text,
    players: four,
    view: text,
    'decisions?': flag,
    'chain?': flag,
  },
  start_kyoku: {
    deal: whole(1),
    bakaze: seat,
    kyoku: whole(1, 4),
    honba: whole(0),
    oya: whole(0, 3),
    seats: four,
    commit: or(text, nothing),
    'dice?': list(whole(1, 6), 3),
    tehais: list(list(seenTile), 4),
  },
  flower: { actor: seat, pai: tile },
  tsumo: { actor: seat, pai: seenTile, 'back?': among('flower', 'kong') },
  dahai: { actor: seat, pai: tile, tsumogiri: flag },
  chi: claim(2),
  pon: claim(2),
  daiminkan: claim(3),
  ankan: { actor: seat, consumed: list(seenTile, 4) },
  kakan: { actor: seat, pai: tile, consumed: list(tile, 3) },
  dead: { actor: seat },
  reach: { actor: seat, kind: among('declared', 'concealed', 'heavenly', 'earthly') },
  hora: {
    actor: seat,
    'target?': seat,
    'pai?': tile,
    case: holds({
      id: text,
      kind: among('score'),
      ruleset: text,
      'options?': thing,
      'rules?': text,
      seat,
      round: seat,
      'streak?': whole(0),
      hand: text,
      melds: list(thing),
      'win?': tile,
      by: text,
      'from?': seat,
      flowers: text,
      'at?': thing,
    }),
    answer: holds({
      patterns: (value) => thing(value) && Object.values(value as object).every((fan) => Number.isSafeInteger(fan)),
      fan: (value) => Number.isSafeInteger(value),
      capped: (value) => Number.isSafeInteger(value),
      valid: flag,
      payments: changes,
      'liable?': seat,
      'waits?': text,
    }),
  },
  false_win: { actor: seat },
  ryukyoku: { reason: among('exhausted', 'false_win', 'three_winners') },
  end_kyoku: {
    result: among('win', 'draw', 'false_win'),
    winners: list(seat),
    payments: changes,
    'side?': changes,
    books,
    next,
  },
  proof: {
    table: text,
    deal: whole(1),
    rules: text,
    nonces: list(text),
    seed: or(text, nothing),
    commit: or(text, nothing),
    wall: list((value) => Number.isSafeInteger(value)),
  },
  cut: { debtor: name, creditor: name, amount, books },
  end_game: { books, ranking: four },
  decision: {
    at: among('turn', 'discard', 'kong', 'flower', 'opening', 'cut'),
    seat: name,
    'creditor?': name,
    legal: list(action),
    chosen: action,
    'default?': flag,
  },
};
export const TYPES = Object.keys(SHAPES) as LineType[];

/** The first key of a line that is missing or holds something else; null: all is well. */
export function faultOf(line: Readonly<Record<string, unknown>>): { key: string; missing: boolean } | null {
  const fault = wrong(SHAPES[line['type'] as LineType], line);
  if (fault || line['type'] !== 'decision') return fault;
  const cut = line['at'] === 'cut';
  if ('creditor' in line !== cut) return { key: 'creditor', missing: cut };
  return cut || seat(line['seat']) ? null : { key: 'seat', missing: false };
}
function wrong(shape: Shape, value: object): { key: string; missing: boolean } | null {
  for (const [written, test] of Object.entries(shape)) {
    const key = written.replace('?', '');
    if (!Object.hasOwn(value, key)) {
      if (key === written) return { key, missing: true };
    } else if (!test((value as Record<string, unknown>)[key])) return { key, missing: false };
  }
  return null;
}

/** The line with what its kind knows alone, in the order in which it is written. */
export function known(line: Readonly<Record<string, unknown>>): Line {
  const keys = Object.keys(SHAPES[line['type'] as LineType]).map((key) => key.replace('?', ''));
  const kept = keys.filter((key) => Object.hasOwn(line, key)).map((key) => [key, line[key]]);
  return { type: line['type'], ...Object.fromEntries(kept) } as Line;
}
