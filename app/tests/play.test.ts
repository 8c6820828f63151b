import { describe, expect, it } from 'vitest';
import { heldBy, running, settled } from '../src/play/ending.ts';
import {
  absentOf,
  acted,
  begun,
  companyOf,
  have,
  heard,
  hintedOf,
  placeOf,
  resent,
  timeLeft,
  type Session,
} from '../src/play/session.ts';
import type { Down } from '../src/play/wire.ts';
import { after, blank, hashOf, type Board } from '../src/table/board.ts';
import type { Line } from '../src/table/lines.ts';

const DEAL: Line = {
  type: 'start_kyoku',
  deal: 1,
  bakaze: 'E',
  kyoku: 1,
  honba: 0,
  oya: 0,
  seats: ['Wing', 'A', 'B', 'C'],
  commit: 'ab',
  tehais: [
    ['1m', '2m', '3m', '4m', '5m', '6m', '7m', '8m', '9m', '1p', '2p', '3p', '4p', '5p'],
    ...Array.from({ length: 3 }, () => Array.from({ length: 13 }, () => '?')),
  ],
};
const THROWN: Line = { type: 'dahai', actor: 'E', pai: '5p', tsumogiri: true };
const DRAWN: Line = { type: 'tsumo', actor: 'S', pai: '?' };
const start = after(blank(144), DEAL);
const nonce = (): string => 'f'.repeat(32);

const event = (board: Board, line: Line): Down =>
  ({ type: 'event', v: board.v + 1, line, hash: hashOf(after(board, line)) }) as unknown as Down;
const snapshot = (board: Board): Down =>
  ({ type: 'snapshot', v: board.v, view: board, hash: hashOf(board) }) as unknown as Down;
const welcome = (board: Board | null, more: object = {}): Down =>
  ({
    type: 'welcome',
    you: { role: 'seat', place: 0, player: 'Wing', host: true },
    v: board?.v ?? 0,
    hash: board ? hashOf(board) : 'none',
    rules: 'r',
    speed: { window: 3000, turn: 15_000, bank: 30_000 },
    status: 'playing',
    ...more,
  }) as unknown as Down;
const ask: Down = {
  type: 'ask',
  decision: 'd1',
  at: 'turn',
  legal: ['discard 5p', 'discard 1m', 'win'],
  win: { fan: 3 },
  left: 15_000,
};

/** A session after messages, and everything that was said because of them. */
function told(frames: readonly Down[], from: Session = begun('t1'), now = 0): [Session, unknown[]] {
  let session = from;
  const said: unknown[] = [];
  for (const frame of frames) {
    const next = heard(session, frame, now, nonce);
    session = next.session;
    said.push(...next.say);
  }
  return [session, said];
}
const seated = told([welcome(start), snapshot(start)])[0];

describe('a view at a live table', () => {
  it('begins with a snapshot and goes on line by line', () => {
    expect(have(begun('t1'))).toBe(null);
    expect(have(seated)).toBe(1);
    const [next, said] = told([event(start, THROWN)], seated);
    expect([next.board?.v, next.board?.seats[0]?.river, next.lines, said]).toEqual([2, ['5p'], [THROWN], []]);
    expect(told([event(start, THROWN)], next)[0].board).toBe(next.board); // known already
  });

  it('asks for what is missing after a gap', () => {
    const thrown = after(start, THROWN);
    const [next, said] = told([event(thrown, DRAWN)], seated);
    expect(said).toEqual([{ type: 'resync', have: 1 }]);
    expect(next.board?.v).toBe(1);
  });

  it('throws a view away that has another hash, and one that cannot be', () => {
    const wrong = { ...(event(start, THROWN) as object), hash: '00000000' } as Down;
    const [next, said] = told([wrong], seated);
    expect([said, have(next)]).toEqual([[{ type: 'resync', have: null }], null]);
    const absurd = event(start, { ...THROWN, pai: '5p' });
    const impossible = { ...(absurd as object), line: { ...THROWN, pai: '9s' } } as Down;
    expect(told([impossible], seated)[1]).toEqual([{ type: 'resync', have: null }]);
    expect(have(told([snapshot(start)], next)[0])).toBe(1);
  });

  it('takes missed lines at once, and only the new ones of them', () => {
    const thrown = after(start, THROWN);
    const frame = { type: 'events', from: 1, lines: [DEAL, THROWN, DRAWN], hash: hashOf(after(thrown, DRAWN)) };
    const [next, said] = told([frame as unknown as Down], seated);
    expect([next.board?.v, next.lines, next.fresh, said]).toEqual([3, [THROWN, DRAWN], 0, []]);
  });

  it('gives its part of a wall only from a seat', () => {
    const wall: Down = { type: 'wall', deal: 2, commit: 'cd', left: 2000 };
    expect(told([wall], seated)[1]).toEqual([{ type: 'nonce', deal: 2, nonce: nonce() }]);
    const watching = told([welcome(start, { you: { role: 'watch', host: false } })])[0];
    expect([placeOf(watching), told([wall], watching)[1]]).toEqual([null, []]);
  });
});

describe('answers', () => {
  const asked = told([ask], seated)[0];

  it('stand until another one counts, and are acknowledged by their ids', () => {
    const one = acted(asked, 'a1', 'discard 5p')!;
    const two = acted(one.session, 'a2', 'discard 1m')!;
    expect(two.say).toEqual({ type: 'act', id: 'a2', decision: 'd1', action: 'discard 1m' });
    expect(two.session.question?.answered).toBe('discard 1m');
    expect(resent(two.session).map((each) => 'id' in each && each.id)).toEqual(['a1', 'a2']);
    const [next] = told([{ type: 'ack', id: 'a1', v: 1 }], two.session);
    expect(next.waiting.map((each) => each.id)).toEqual(['a2']);
    expect(acted(asked, 'a1', 'chow 1m 2m')).toBe(null);
    expect(acted(seated, 'a1', 'discard 5p')).toBe(null);
    expect(acted(two.session, 'a3', 'discard 1m')).toBe(null); // it stands already
  });

  it('that come too late are harmless; others are told', () => {
    const one = acted(asked, 'a1', 'win')!.session;
    const [stale] = told([{ type: 'refused', code: 'act.stale', facts: {}, id: 'a1' }], one);
    expect([stale.waiting, stale.refusal, stale.question?.answered]).toEqual([[], null, '']);
    const [bad] = told([{ type: 'refused', code: 'act.not_legal', facts: {}, id: 'a1' }], one);
    expect(bad.refusal?.told.code).toBe('act.not_legal');
  });

  it('without a reply are sent again, with their ids, after a welcome', () => {
    const one = acted(asked, 'a1', 'win')!.session;
    const [next, said] = told([welcome(start), ask], one);
    expect(said).toEqual([{ type: 'act', id: 'a1', decision: 'd1', action: 'win' }]);
    expect([next.question?.answered, next.plan?.case]).toEqual(['win', 3]);
    const [, differs] = told([welcome(start, { hash: 'other' })], seated);
    expect(differs).toEqual([{ type: 'resync', have: null }]);
  });

  it('to a question end with the next line', () => {
    expect(asked.question?.win).toEqual({ fan: 3 });
    expect(told([event(start, THROWN)], asked)[0].question).toBe(null);
  });
});

describe('clocks', () => {
  it('run down, then the bank, and stand in a pause', () => {
    const [turn] = told([{ type: 'turn', seat: 'E', at: 'turn', left: 15_000, bank: 30_000 }], seated, 1000);
    expect(timeLeft(turn, 1000)).toEqual({ seconds: 15, part: 1 });
    expect(timeLeft(turn, 8500)).toEqual({ seconds: 8, part: 0.5 });
    expect(timeLeft(turn, 18_500)).toEqual({ seconds: 28, part: 1 });
    expect(timeLeft(turn, 99_000)).toEqual({ seconds: 0, part: 0 });
    const [paused] = told([{ type: 'pause', on: true, left: 300_000 }], turn, 2000);
    expect([timeLeft(paused, 2000), paused.status]).toEqual([null, 'paused']);
    const [on] = told(
      [
        { type: 'pause', on: false },
        { type: 'pong', t: 1, left: 5000 },
      ],
      paused,
      3000,
    );
    expect([timeLeft(on, 3000)?.seconds, on.status]).toEqual([5, 'playing']);
  });

  it('are there for everybody in a window, with or without a question', () => {
    const [open] = told([{ type: 'window', id: 'w1', on: 2, left: 3000 }], seated, 100);
    expect([open.question, timeLeft(open, 1600)?.part]).toEqual([null, 0.5]);
    const [untimed] = told([{ type: 'window', id: 'w1', on: 2 }], seated);
    expect([untimed.window, timeLeft(untimed, 0)]).toEqual(['w1', null]);
  });
});

describe('company', () => {
  const seats: Down = {
    type: 'seats',
    seats: [
      { player: 'Wing', name: 'Wing', bot: '', presence: 'here' },
      { player: 'A', name: 'A', bot: 'quick', presence: 'here', hinted: false },
      { player: 'B', name: 'B', bot: '', presence: 'here', hinted: true },
      { player: 'C', name: 'C', bot: '', presence: 'here' },
    ],
    host: 2,
    pace: 'fast',
    timed: true,
    ending: false,
    status: 'playing',
    hints: true,
  };
  it('knows who has hints on, and whether the host allows them', () => {
    expect(begun('t1').hints).toBe(false); // before the table has said so
    const [allowed] = told([seats], seated);
    expect([allowed.hints, hintedOf(allowed.seats)]).toEqual([true, ['B']]);
    const [forbidden] = told([{ ...seats, hints: false, seats: [] }], allowed);
    expect([forbidden.hints, hintedOf(forbidden.seats)]).toEqual([false, []]);
  });

  it('knows who is away, for how long, and for whom a bot plays', () => {
    const [away] = told([seats, { type: 'presence', place: 2, state: 'away' }], seated, 1000);
    expect(companyOf(away.seats)).toEqual({ A: 'bot', B: 'away' });
    expect(absentOf(away, 11_000)).toEqual({ B: 20 });
    const [back] = told([{ type: 'presence', place: 2, state: 'here' }], away);
    expect([companyOf(back.seats), absentOf(back, 0)]).toEqual([{ A: 'bot' }, {}]);
    expect(away.you?.host).toBe(false); // the host is another place now
    // A bot that stood in is gone when the person is back.
    const bot = { ...seats, seats: seats.seats.map((each, at) => (at === 3 ? { ...each, bot: 'steady' } : each)) };
    const [stood] = told([bot, { type: 'presence', place: 3, state: 'bot' }], seated);
    expect(companyOf(stood.seats)).toEqual({ A: 'bot', C: 'bot' });
    const [returned] = told([{ type: 'presence', place: 3, state: 'here' }], stood);
    expect(companyOf(returned.seats)).toEqual({ A: 'bot' });
  });

  it('keeps what seats want together, and what a step back ends', () => {
    const [wants] = told(
      [
        { type: 'consent', to: 'take_back', agreed: [1] },
        { type: 'consent', to: 'dead', agreed: [1, 2], about: 3 },
      ],
      seated,
    );
    expect(wants.consents).toEqual({
      take_back: { agreed: [1], about: null },
      'dead.3': { agreed: [1, 2], about: 3 },
    });
    expect(Object.keys(told([{ type: 'taken_back', v: 1 }], wants)[0].consents)).toEqual(['dead.3']);
    expect(told([{ type: 'reopened', table: 't2' }], wants)[0].again).toBe('t2');
  });
});

describe('the end of a match', () => {
  it('is settled by the fewest payments', () => {
    expect(settled({ a: 8, b: -8, c: 0, d: 0 })).toEqual([{ from: 'b', to: 'a', amount: 8 }]);
    expect(settled({ a: 5, b: 3, c: -3, d: -5 })).toHaveLength(2);
    expect(settled({ a: 6, b: 2, c: -5, d: -3 })).toHaveLength(3);
    expect(settled({ a: 1, b: 0, c: 0, d: 0 })).toBe(null);
    expect(settled({ a: '1/3', b: '-1/3', c: 0, d: 0 })).toBe(null);
    for (let n = 0; n < 300; n++) {
      const sums = [n % 7, -(n % 5), (n * 3) % 11];
      const held = { a: sums[0]!, b: sums[1]!, c: sums[2]!, d: -sums.reduce((one, two) => one + two, 0) };
      const left: Record<string, number> = { ...held };
      for (const { from, to, amount } of settled(held)!)
        [left[from], left[to]] = [left[from]! + amount, left[to]! - amount];
      expect(Object.values(left).every((each) => each === 0)).toBe(true);
    }
  });

  it('shows what everybody held after each deal', () => {
    const end = (totals: Record<string, number>): Line => ({ type: 'end_kyoku', books: { totals } }) as unknown as Line;
    const lines = [DEAL, end({ A: 3, B: -3 }), DEAL, end({ A: 1, B: -1 })];
    expect(running(lines, ['A', 'B']).map((each) => each.running)).toEqual([
      [3, 1],
      [-3, -1],
    ]);
    expect([heldBy(null), heldBy({ chips: { A: 2 } })]).toEqual([{}, { A: 2 }]);
  });
});
