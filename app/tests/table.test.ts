/** The table without a browser: where things stand, what a tap means, how a record is gone through. */
import { describe, expect, test } from 'vitest';
import { choices, flicked, tapped, throwable, unseen, type Question } from '../src/table/actions.ts';
import { blank } from '../src/table/board.ts';
import { arranged } from '../src/table/order.ts';
import { around, fitting, layout, river, shared, TALL, type Box, type Layout, type Turn } from '../src/table/layout.ts';
import { meldLength, meldTiles } from '../src/table/melds.ts';
import { placed } from '../src/table/replay.ts';

const SCREENS = [
  [320, 480],
  [320, 524],
  [360, 596],
  [375, 623],
  [390, 792],
  [430, 880],
  [568, 280],
  [667, 335],
  [844, 346],
  [932, 386],
  [768, 972],
  [820, 1128],
  [928, 748],
  [1007, 868],
  [1568, 1028],
] as const;

const boxes = (found: Layout): readonly (readonly [string, Box])[] =>
  [
    ['centre', found.centre] as const,
    ['bar', found.bar] as const,
    ['own', found.own] as const,
    ['foot', found.foot] as const,
    ['more', found.more] as const,
    ...(['rivers', 'plates', 'racks', 'melds'] as const).flatMap((name) =>
      found[name].map((box, at) => [`${name} ${at}`, box] as const),
    ),
  ].filter(([, { w, h }]) => w * h > 0);
const apart = (a: Box, b: Box): boolean =>
  a.x + a.w <= b.x + 0.01 || b.x + b.w <= a.x + 0.01 || a.y + a.h <= b.y + 0.01 || b.y + b.h <= a.y + 0.01;

const overlaps = (all: readonly (readonly [string, Box])[]): string[] =>
  all.flatMap(([a, one], at) =>
    all.slice(at + 1).flatMap(([b, other]) => (apart(one, other) ? [] : [`${a} and ${b}`])),
  );

describe.each(SCREENS)('a table of %i by %i', (width, height) => {
  test.each([
    [13, true, {}],
    [13, false, {}],
    [16, true, {}],
    [16, false, {}],
    [16, true, { large: true }],
    [13, true, { left: true, large: true }],
  ])('%i tiles, keys: %s, %o: everything is inside and nothing lies on anything', (size, keys, how) => {
    const found = layout({ width, height, size, keys, ...how });
    const all = boxes(found);
    for (const [name, { x, y, w, h }] of all)
      expect([name, x >= -0.01, y >= -0.01, x + w <= width + 0.01, y + h <= height + 0.01, w > 0, h > 0]).toEqual([
        name,
        true,
        true,
        true,
        true,
        true,
        true,
      ]);
    const having = (melds: number) => ({
      tiles: size + 1 - 3 * melds,
      laid: [...Array.from({ length: melds }, () => 4.34), 1, 1],
    });
    for (const some of [
      [0, 1, 2, 3],
      [4, 4, 4, 4],
      [1, 0, 0, 2],
    ] as const) {
      const fuller = boxes(shared(found, some.map(having) as unknown as Parameters<typeof shared>[1]));
      expect(overlaps(fuller)).toEqual([]);
      expect(
        fuller.filter(([, { x, y, w, h }]) => x < -0.01 || y < -0.01 || x + w > width + 0.01 || y + h > height + 0.01),
      ).toEqual([]);
    }
    const over = overlaps(all);
    expect(over).toEqual([]);
  });

  test('twenty-four discards of every seat stay in their boxes', () => {
    const found = layout({ width, height, size: 13, keys: true });
    for (const place of [0, 1, 2, 3] as const) {
      const box = found.rivers[place];
      const turn = found.turns[place];
      for (const count of [1, 6, 7, 18, 19, 24]) {
        const { w, at } = river(count, box, turn, found.most.river);
        expect(at.length).toBe(count);
        expect(w).toBeGreaterThan(7);
        const [across, down] = turn % 2 ? [4 / 3, 1] : [1, 4 / 3];
        for (const point of at) {
          expect(point.x).toBeGreaterThanOrEqual(-0.5);
          expect(point.y).toBeGreaterThanOrEqual(-0.5);
          expect(point.x + w * across).toBeLessThanOrEqual(box.w + 0.5);
          expect(point.y + w * down).toBeLessThanOrEqual(box.h + 0.5);
        }
      }
    }
  });
});

test('own tiles are as large as the row allows, and no larger than forty', () => {
  expect(layout({ width: 390, height: 792, size: 13, keys: true }).most.own).toBeCloseTo(26.4, 1);
  expect(layout({ width: 360, height: 596, size: 16, keys: true }).most.own).toBeGreaterThan(20);
  expect(layout({ width: 599, height: 900, size: 13, keys: true }).most.own).toBe(40);
});

test('a river begins at its player’s left, beside the middle', () => {
  const box: Box = { x: 0, y: 0, w: 120, h: 120 };
  const aside: Box = { ...box, w: 132, h: 132 };
  const first = (turn: Turn): readonly [number, number] => {
    const { at } = river(7, turn % 2 ? aside : box, turn, 20);
    return [at[0]!.x, at[0]!.y];
  };
  const step = 20 * TALL;
  expect(first(0)).toEqual([0, 0]);
  expect(first(2)).toEqual([100, 120 - step]);
  expect(first(1)).toEqual([132 - step, 0]);
  expect(first(3)).toEqual([0, 110]);
});

test('as many as fit, as large as they may be', () => {
  expect(fitting(6, { w: 120, h: 30 }, 40)).toBe(20);
  expect(fitting(12, { w: 120, h: 60 }, 40)).toBe(20);
  expect(fitting(1, { w: 120, h: 400 }, 40)).toBe(40);
});

const ask = (...legal: string[]): Question => ({ decision: 'd', at: 'discard', legal, win: { fan: 3 } });

test('keys stand from pass to win, with the tiles that each would take', () => {
  const keys = choices(ask('pass', 'win', 'chow 6s 7s', 'chow 4s 6s', 'pung', 'kong'), '5s');
  expect(keys.map(({ action, tiles, fan }) => [action, tiles, fan])).toEqual([
    ['pass', [], null],
    ['chow 6s 7s', ['6s', '7s'], null],
    ['chow 4s 6s', ['4s', '6s'], null],
    ['pung', ['5s', '5s'], null],
    ['kong', ['5s', '5s', '5s'], null],
    ['win', [], 3],
  ]);
});

test('in the own turn tiles are thrown by themselves; kongs, declarations and wins are keys', () => {
  const asked = ask('win', 'discard 1m', 'discard E', 'ready 1m', 'ready', 'kong_concealed 2p', 'kong_added E');
  expect(choices(asked, '').map((each) => each.action)).toEqual(['kong_concealed 2p', 'kong_added E', 'ready', 'win']);
  expect([...throwable(asked, false)]).toEqual(['1m', 'E']);
  expect([...throwable(asked, true)]).toEqual(['1m']);
  expect(throwable(null, false).size).toBe(0);
});

test('two taps throw, or one, or a flick', () => {
  expect(tapped(null, 3, 2)).toEqual({ lifted: 3, thrown: false });
  expect(tapped(3, 3, 2)).toEqual({ lifted: null, thrown: true });
  expect(tapped(2, 3, 2)).toEqual({ lifted: 3, thrown: false });
  expect(tapped(null, 3, 1)).toEqual({ lifted: null, thrown: true });
  expect([flicked(3, -40), flicked(0, -10), flicked(50, -40), flicked(0, 40)]).toEqual([true, false, false, false]);
});

test('the drawn tile stands last, and only one of its kind', () => {
  expect(arranged(['E', '1m', '1m', '9s'], '1m')).toEqual(['1m', '9s', 'E', '1m']);
  expect(arranged(['E', '1m'], '')).toEqual(['1m', 'E']);
});

test('copies that are not seen', () => {
  const seat = { player: 'A', tiles: 13, melds: [], flowers: [], river: ['1m'], ready: '', dead: false };
  const meld = { kind: 'pung', tiles: ['E', 'E', 'E'], feeder: 'S' } as const;
  const board = { ...blank(144), seats: [seat, { ...seat, melds: [meld] }], hand: ['1m', 'E'] };
  expect([unseen(board, '1m'), unseen(board, 'E'), unseen(board, '9s')]).toEqual([1, 0, 4]);
});

test('the claimed tile is turned towards who fed it', () => {
  const turned = (
    kind: 'pung' | 'kong_exposed' | 'kong_added' | 'kong_concealed' | 'chow',
    feeder: 'E' | 'W' | 'N' | '',
  ) => meldTiles({ kind, tiles: kind === 'pung' ? ['9p', '9p', '9p'] : ['9p', '9p', '9p', '9p'], feeder }, 'S');
  const at = (...args: Parameters<typeof turned>) => turned(...args).findIndex((each) => each.aside);
  expect([at('pung', 'W'), at('pung', 'N'), at('pung', 'E')]).toEqual([2, 1, 0]);
  expect([at('kong_exposed', 'W'), at('kong_exposed', 'E')]).toEqual([3, 0]);
  expect(turned('kong_added', 'N').map((each) => each.on)).toEqual([false, true, false]);
  expect(turned('kong_concealed', '').map((each) => each.back)).toEqual([true, false, false, true]);
  expect(meldLength(turned('pung', 'W'))).toBeCloseTo(3.333, 2);
  expect(at('chow', 'E')).toBe(-1);
});

test('the viewer sits at the bottom, the next to the right', () => {
  expect(around('W')).toEqual(['W', 'N', 'E', 'S']);
});

test('a link names a deal and a step; what is not there is the nearest that is', () => {
  const deal = (number: number, count: number) =>
    ({ number, steps: Array.from({ length: count }, (_, at) => at) }) as unknown as Parameters<
      typeof placed
    >[1][number];
  const deals = [deal(1, 5), deal(2, 8)];
  expect(placed('2.3', deals)).toEqual({ deal: 1, step: 2 });
  expect(placed('2.99', deals)).toEqual({ deal: 1, step: 7 });
  expect(placed('9.3', deals)).toEqual({ deal: 0, step: 2 });
  expect(placed('', deals)).toEqual({ deal: 0, step: 0 });
  expect(placed('2.0', deals)).toEqual({ deal: 1, step: 0 });
});
