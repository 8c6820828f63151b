/** The live table without a browser: passing by itself, keys, order, flights, sounds, what is heard. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { choices, type Question } from '../src/table/actions.ts';
import { afterDraw, ASKING, nextSpan, passes, type AutoPass } from '../src/table/auto.ts';
import { blank, type Board } from '../src/table/board.ts';
import { soundOf } from '../src/table/hearing.ts';
import { Herald } from '../src/table/herald.svelte.ts';
import { chosenBy, commandOf, keyOf } from '../src/table/keyboard.ts';
import { layout } from '../src/table/layout.ts';
import type { Line } from '../src/table/lines.ts';
import { callOf, flightOf, rows } from '../src/table/moving.ts';
import { claimable, offerOf } from '../src/table/offer.ts';
import { arranged, asItCame } from '../src/table/order.ts';
import { RATE, sample, SOUNDS } from '../src/table/samples.ts';

const asked = (at: string, ...legal: string[]): Question => ({ decision: 'd', at, legal, win: { fan: 3 } });

test('claims are passed by, a win is not unless it was said so, the own turn never', () => {
  const on: AutoPass = { span: 'deal', wins: false };
  const claim = asked('discard', 'pass', 'pung');
  const win = asked('discard', 'pass', 'win', 'pung');
  expect(passes(ASKING, claim)).toBe(false);
  expect([passes(on, claim), passes(on, win), passes({ ...on, wins: true }, win)]).toEqual([true, false, true]);
  expect(passes(on, asked('kong', 'pass', 'win'))).toBe(false);
  expect(passes(on, asked('discard', 'pass', 'false_win'))).toBe(true);
  expect(passes({ ...on, wins: true }, asked('turn', 'pass', 'discard 1m'))).toBe(false);
  expect(passes({ ...on, wins: true }, asked('cut', 'pass', 'cut'))).toBe(false);
});
test('until the own draw, or for the deal', () => {
  expect([nextSpan('off'), nextSpan('draw'), nextSpan('deal')]).toEqual(['draw', 'deal', 'off']);
  expect(afterDraw({ span: 'draw', wins: true })).toEqual(ASKING);
  expect(afterDraw({ span: 'deal', wins: true })).toEqual({ span: 'deal', wins: true });
});

const plain = { ctrlKey: false, metaKey: false, altKey: false };
test('keys mean the same in capitals, but for the text mode; with Ctrl they are the browser’s', () => {
  const of = (key: string) => commandOf({ ...plain, key });
  expect(['c', 'C', 't', 'T', ' ', '?', 'ArrowLeft', 'x', 'Enter'].map(of)).toEqual([
    'chow',
    'chow',
    'time',
    'text',
    'pass',
    'help',
    'left',
    null,
    null,
  ]);
  expect(commandOf({ ...plain, key: 'c', ctrlKey: true })).toBeNull();
  expect([keyOf('kong_added'), keyOf('win_flowers'), keyOf('pass'), keyOf('cut')]).toEqual(['k', 'w', ' ', '']);
});
test('a key goes through the variants', () => {
  const found = choices(asked('discard', 'pass', 'chow 1m 2m', 'chow 2m 4m', 'pung'), '3m');
  expect(chosenBy('chow', found, undefined)?.action).toBe('chow 1m 2m');
  expect(chosenBy('chow', found, 'chow 1m 2m')?.action).toBe('chow 2m 4m');
  expect(chosenBy('chow', found, 'chow 2m 4m')?.action).toBe('chow 1m 2m');
  expect(chosenBy('pung', found, 'chow 1m 2m')?.action).toBe('pung');
  expect(chosenBy('kong', found, undefined)).toBeNull();
});

test('either order of the suits, honours at the right', () => {
  const hand = ['E', '1m', '9s', '5p', '白', '2m'];
  expect(arranged(hand, '', 'spm')).toEqual(['9s', '5p', '1m', '2m', 'E', '白']);
  expect(arranged(hand, '1m', 'mps')).toEqual(['2m', '5p', '9s', 'E', '白', '1m']);
});
test('unsorted, what is new stands at the right and what is gone leaves its place', () => {
  expect(asItCame([], ['9s', '1m', 'E'], '')).toEqual(['1m', '9s', 'E']);
  expect(asItCame(['9s', '1m', 'E'], ['1m', '9s', 'E', '3p'], '3p')).toEqual(['9s', '1m', 'E', '3p']);
  expect(asItCame(['9s', '1m', 'E', '3p'], ['1m', '9s', '3p'], '')).toEqual(['9s', '1m', '3p']);
  expect(asItCame(['1m', '1m'], ['1m', '1m', '1m'], '1m')).toEqual(['1m', '1m', '1m']);
});

const seat = { player: 'A', tiles: 13, melds: [], flowers: [], river: [], ready: '', dead: false };
const board = (more: Partial<Board>): Board => ({ ...blank(144), seats: [seat, seat, seat, seat], turn: 'S', ...more });
const dahai = { type: 'dahai', actor: 'S', pai: '5s', tsumogiri: false } as const;

describe('flights', () => {
  const room = layout({ width: 390, height: 792, size: 13, keys: true });
  const seats = ['E', 'S', 'W', 'N'] as const;
  const rivers = { E: 0, S: 3, W: 0, N: 0 };
  test('a discard leaves the hand of who threw it, a draw the wall', () => {
    const own = flightOf({ ...dahai, actor: 'E' }, 1, room, seats, rivers)!;
    expect(own.to).toBe('river');
    expect(own.from.y).toBeGreaterThan(room.own.y);
    const other = flightOf(dahai, 1, room, seats, rivers)!;
    expect(other.from.x).toBeGreaterThan(room.racks[1].x);
    const draw = flightOf({ type: 'tsumo', actor: 'E', pai: '1m' }, 2, room, seats, rivers)!;
    expect([draw.to, draw.from.x]).toEqual(['hand', room.centre.x + room.centre.w / 2]);
  });
  test('a claimed tile comes from where it lay', () => {
    const claim: Line = { type: 'pon', actor: 'E', target: 'S', pai: '5s', consumed: ['5s', '5s'] };
    const { from, to } = flightOf(claim, 1, room, seats, rivers)!;
    expect(to).toBe('meld');
    expect(from.x).toBeGreaterThan(room.rivers[1].x + 3 * 15);
    expect(from.y).toBeGreaterThan(room.rivers[1].y);
  });
  test('what moves no tile does not fly', () => {
    expect(flightOf({ type: 'reach', actor: 'E', kind: 'declared' }, 1, room, seats, rivers)).toBeNull();
  });
});

test('calls, and the rows of the log', () => {
  const kong: Line = { type: 'ankan', actor: 'W', consumed: ['?', '?', '?', '?'] };
  expect(callOf(kong)).toEqual({ seat: 'W', code: 'app.table.do.kong' });
  expect(callOf(dahai)).toBeNull();
  const found = rows([dahai, kong, { type: 'tsumo', actor: 'W', pai: '?' }]);
  expect(found.map(({ seat, call, tiles }) => [seat, call, tiles])).toEqual([
    ['S', false, ['5s']],
    ['W', true, ['?']],
  ]);
});

test('what may be claimed: a discard, the tile of a kong of any kind, a flower', () => {
  const river = board({ last: 'dahai', seats: [seat, { ...seat, river: ['1m', '5s'] }, seat, seat] });
  expect(offerOf(river)).toEqual({ kind: '5s', seat: 'S', how: 'discard' });
  const meld = { kind: 'kong_added', tiles: ['9p', '9p', '9p', '9p'], feeder: 'E' } as const;
  const kong = board({ last: 'kakan', seats: [seat, { ...seat, melds: [meld] }, seat, seat] });
  expect(offerOf(kong)).toEqual({ kind: '9p', seat: 'S', how: 'kong' });
  const exposed: Line = { type: 'daiminkan', actor: 'S', target: 'E', pai: '2s', consumed: ['2s', '2s', '2s'] };
  expect(offerOf(board({ last: 'daiminkan' }), exposed)).toEqual({ kind: '2s', seat: 'S', how: 'kong' });
  expect(offerOf(board({ last: 'flower' }), { type: 'flower', actor: 'N', pai: '3f' })?.seat).toBe('N');
  expect(offerOf(board({ last: 'tsumo' }))).toBeNull();
  expect(claimable(asked('turn', 'discard 1m'), offerOf(river))).toBeNull();
});

test.each(SOUNDS)('the sample %s is heard, is not cut, and ends in silence', (sound) => {
  const made = sample(sound);
  const loudest = Math.max(...made.map(Math.abs));
  expect(loudest).toBeGreaterThan(0.1);
  expect(loudest).toBeLessThanOrEqual(1);
  expect(made.length / RATE).toBeLessThan(1.2);
  expect(Math.abs(made.at(-1)!)).toBe(0);
  expect(sample(sound)).toEqual(made);
});
test('three tiles sound unlike each other; each line has its sound', () => {
  expect(
    new Set(
      ['tile1', 'tile2', 'tile3'].map((each) =>
        sample(each as 'tile1')
          .slice(50, 60)
          .join(),
      ),
    ).size,
  ).toBe(3);
  expect([soundOf(dahai, 'E'), soundOf({ type: 'tsumo', actor: 'E', pai: '1m' }, 'E')]).toEqual(['tile', 'click']);
  expect(soundOf({ type: 'tsumo', actor: 'S', pai: '?' }, 'E')).toBeNull();
});

describe('what a screen reader hears', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  test('the newest wins, what came together is one piece, what is urgent takes all with it', () => {
    const herald = new Herald(() => Date.now());
    for (const words of ['1', '2', '3', '4', '5', '6']) herald.say(words);
    vi.advanceTimersByTime(200);
    expect([herald.polite.words, herald.assertive.words]).toEqual(['3 4 5 6', '']);
    herald.say('7');
    herald.say('turn', true);
    herald.say('claim', true);
    vi.advanceTimersByTime(200);
    expect(herald.assertive.words).toBe('7 claim');
    const before = herald.assertive.n;
    herald.say('claim', true);
    vi.advanceTimersByTime(200);
    expect(herald.assertive.n).toBeGreaterThan(before);
  });
  test('nothing older than two seconds is read', () => {
    let now = 0;
    const herald = new Herald(() => now);
    herald.say('old');
    now = 2500;
    vi.advanceTimersByTime(200);
    expect(herald.polite.words).toBe('');
  });
});
