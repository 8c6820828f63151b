import { describe, expect, it } from 'vitest';
import {
  addMeld,
  addTile,
  EMPTY,
  held,
  isDraft,
  left,
  makeWin,
  removeLast,
  removeTile,
  setHeavenly,
  sit,
  tilesOf,
  toggleFlower,
  unsetHeavenly,
  type Draft,
} from '../src/score/draft.ts';
import { keyStates } from '../src/score/keys.ts';
import { isFed, read, withFeeder, write } from '../src/score/line.ts';
import * as link from '../src/score/link.ts';
import { clearTop } from '../src/shell/clear.ts';

const LINE = '22678m 白白 (發發發<E) (中中中<N) +白<W 26f seat=S round=E';
const whole = read(LINE)!;
const tiles = (codes: string[], size = 13): Draft => codes.reduce((draft, kind) => addTile(draft, kind, size), EMPTY);

describe('the line', () => {
  it.each([
    LINE,
    '123456m 234p 5s (9999m<N) 2f seat=S round=N replacement=kong',
    '(234s<E) [7777p] (555p+5p<?) &(EEE<N) +1m<S rob_kong seat=W round=S streak=2 robbed=concealed',
    'flowers_win 1234567f seat=E round=E',
    '13m (5555p<S!) seat=E round=E last_tile first_turn=heavenly visible=5m:2,E:1',
  ])('comes back as it was: %s', (line) => {
    expect(read(write(read(line)!))).toEqual(read(line));
  });
  it('writes as the library does', () => expect(write(whole)).toBe(LINE));
  it('reads what people type', () => {
    expect(read('一二三萬 🀙🀙 東風 紅中 發財 ５ｓ')!.concealed).toEqual([
      '1m',
      '2m',
      '3m',
      '1p',
      '1p',
      '5s',
      'E',
      '中',
      '發',
    ]);
  });
  it.each(['12', '(12m)', '9z', '11f', 'seat=X', 'nonsense', '+12m'])('does not take %s', (line) =>
    expect(read(line)).toBeNull(),
  );
});

describe('the draft', () => {
  it('makes the tile that fills the hand the winning one', () => {
    const full = tiles(['1m', '1m', '1m', '2m', '2m', '2m', '3m', '3m', '3m', '4m', '4m', '4m', '5m', '5m']);
    expect([held(full), full.tile]).toEqual([13, '5m']);
    expect(removeLast(full).tile).toBeNull();
    expect(makeWin(full, '1m').concealed.filter((each) => each === '5m')).toHaveLength(2);
    expect(removeTile(full, '1m').concealed).toHaveLength(13);
  });
  it('counts copies in melds, the winning tile and what lies open', () => {
    expect(left(whole)('發')).toBe(1);
    expect(left(whole)('白')).toBe(1);
    expect(left({ ...EMPTY, at: { visible: '5m:3' } })('5m')).toBe(1);
    expect(left(toggleFlower(EMPTY, '3f'))('3f')).toBe(0);
  });
  it('never lets a seat feed itself', () => {
    const moved = sit({ ...whole, from: 'W' }, 'W');
    expect(moved.from).toBe('?');
    expect(addMeld({ ...EMPTY, seat: 'S' }, 'chow', '1m').melds[0]!.from).toBe('E');
  });
});

describe('keys', () => {
  const given = (completing: string[] = []) => ({ size: 13, completing: new Set(completing) });
  it('are dim with a reason', () => {
    const four = tiles(['1m', '1m', '1m', '1m']);
    expect(keyStates(four, 'hand', given()).tiles.get('1m')).toMatchObject({
      enabled: false,
      why: 'none_left',
      left: 0,
    });
    expect(keyStates(four, 'chow', given()).tiles.get('1m')).toMatchObject({ enabled: false, why: 'no_run' });
    expect(keyStates(EMPTY, 'chow', given()).tiles.get('8m')).toMatchObject({ enabled: false });
    expect(keyStates(EMPTY, 'chow', given()).tiles.get('7m')).toMatchObject({ enabled: true });
    expect(keyStates(EMPTY, 'chow', given()).tiles.get('E')).toMatchObject({ enabled: false });
    expect(keyStates(tiles(['E', 'E']), 'pung', given()).tiles.get('E')).toMatchObject({
      enabled: false,
      why: 'no_copies',
    });
    expect(keyStates(EMPTY, 'hand', given()).erase.enabled).toBe(false);
  });
  it('ring in gold what completes the hand, and swap it when full', () => {
    const ready = { ...whole, tile: null };
    expect(keyStates(ready, 'hand', given(['2m', '白'])).tiles.get('2m')).toMatchObject({ enabled: true, gold: true });
    expect(keyStates(ready, 'hand', given(['2m', '白'])).tiles.get('9s')).toMatchObject({ enabled: true, gold: false });
    expect(keyStates(whole, 'hand', given(['2m', '白'])).tiles.get('2m')).toMatchObject({ enabled: true, gold: true });
    expect(keyStates(whole, 'hand', given(['2m', '白'])).tiles.get('9s')).toMatchObject({
      enabled: false,
      why: 'full',
    });
    expect(keyStates(whole, 'pung', given()).modes.pung).toMatchObject({ enabled: false, why: 'no_room' });
  });
});

describe('the link', () => {
  it('is short and comes back', async () => {
    expect(link.write('hk-standard', whole)).toBe('1s-h22678m55z-p666zE-p777zN-w5zW-SE-f26');
    const back = await link.read('1s-h22678m55z-p666zE-p777zN-w5zW-SE-f26');
    expect(write(back!.draft)).toBe(LINE);
    expect(back!.unknown).toEqual([]);
  });
  it('carries a house', async () => {
    const fragment = await link.withHouse(link.writeRules('club16'), { options: { 'limit.cap_fan': 8 } });
    expect(fragment).toMatch(/^1b-o[A-Za-z0-9_-]+$/);
    expect((await link.read(fragment))!.house).toEqual({ options: { 'limit.cap_fan': 8 } });
  });
  it('does not unfold for ever', async () => {
    const huge = await link.withHouse('1s', { name: 'x'.repeat(60_000), options: { a: 1 } });
    expect((await link.read(huge))!.house?.name).toHaveLength(60_000);
    const { deflateRawSync } = await import('node:zlib');
    const bomb = deflateRawSync(JSON.stringify({ name: 'x'.repeat(5_000_000) })).toString('base64url');
    expect((await link.read(`1s-o${bomb}`))!.unknown).toEqual(['o']);
  });
  it('names what it does not understand', async () => {
    expect((await link.read('1s-h1m-X9-zqq'))!.unknown).toEqual(['X9', 'zqq']);
    expect(await link.read('hello')).toBeNull();
  });
});

describe('what a circumstance changes', () => {
  const drawn = read('123m 456m 789m 23p 55s +4p<W 2f seat=S round=E')!;
  it('comes back when it is taken back', () => {
    const heavenly = setHeavenly(drawn);
    expect([heavenly.seat, heavenly.by, heavenly.at['first_turn']]).toEqual(['E', 'self_draw', 'heavenly']);
    expect(unsetHeavenly(heavenly)).toEqual(drawn);
  });
  it('leaves alone what somebody has changed since', () => {
    expect(unsetHeavenly({ ...setHeavenly(drawn), by: 'flowers_win' })).toMatchObject({
      seat: 'E',
      by: 'flowers_win',
      at: {},
    });
  });
  it('notes nothing where nothing was changed', () => {
    expect(setHeavenly({ ...drawn, seat: 'E', by: 'self_draw' }).was).toBeUndefined();
  });
});

describe('a hand out of the store', () => {
  it('comes back as it was', () => expect(isDraft(JSON.parse(JSON.stringify(whole)))).toBe(true));
  it.each([
    null,
    'hand',
    [],
    {},
    { ...whole, seat: 'X' },
    { ...whole, concealed: ['0m'] },
    { ...whole, concealed: ['1f'] },
    { ...whole, streak: -1 },
    { ...whole, at: null },
    { ...whole, melds: [{ kind: 'chow', tile: '8m', from: 'E' }] },
    { ...whole, melds: [{ kind: 'concealed', tile: 'E', from: 'E' }] },
    { ...whole, tile: 5 },
  ])('is none: %j', (kept) => expect(isDraft(kept)).toBe(false));
});

describe('the same hand', () => {
  it('is it whoever sits, feeds or wins otherwise', () => {
    expect(tilesOf(sit({ ...whole, from: '?', by: 'self_draw' }, 'N'))).toBe(tilesOf(whole));
    expect(tilesOf({ ...whole, tile: '2m' })).not.toBe(tilesOf(whole));
  });
});

describe('a discarder who is not named', () => {
  it('is only the one of the winning tile', () => {
    expect([
      isFed('1m +2m<? seat=E round=E'),
      isFed('(555p+5p<?) +2m<W seat=E round=E'),
      isFed('1m +2m seat=E round=E'),
    ]).toEqual([false, true, true]);
  });
  it('has somebody in his place who can be it', () => {
    expect(withFeeder('1m +2m<? seat=E round=E')).toContain('+2m<S');
    expect(withFeeder('1m +2m<? seat=S round=E')).toContain('+2m<E');
    expect(withFeeder('1m +2m<? seat=S round=E first_turn=human')).toContain('+2m<W');
  });
});

describe('a place that is free', () => {
  const taken = [
    { left: 0, right: 390, top: 700, bottom: 844 },
    { left: 0, right: 390, top: 300, bottom: 640 },
  ];
  const size = { left: 40, width: 300, height: 48 };
  it('is the lowest one that covers nothing', () => expect(clearTop(size, 784, taken)).toBe(784 - 6 * 22));
  it('keeps a key of its own off the keys under it', () => {
    const full = [
      { left: 0, right: 200, top: 0, bottom: 900 },
      { left: 250, right: 390, top: 440, bottom: 900 },
    ];
    expect(clearTop(size, 784, full)).toBeGreaterThan(380);
    expect(clearTop({ ...size, key: { left: 260, width: 60 } }, 784, full)).toBeLessThanOrEqual(392);
  });
  it('is the one that covers least where there is none', () =>
    expect(clearTop(size, 784, [{ left: 0, right: 390, top: 0, bottom: 900 }, ...taken])).toBe(784 - 6 * 22));
});
