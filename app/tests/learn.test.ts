import { describe, expect, it } from 'vitest';
import { deal } from '../src/learn/deal.ts';
import { found, grouped, known, nearest, worthIn } from '../src/learn/finding.ts';
import type { ListedPattern } from '../src/server/shapes.ts';
import { counts, sorted } from '../src/tiles/kinds.ts';
import { Vocabulary } from '../src/server/vocabulary.ts';

const WORDS = new Vocabulary();
const one = (
  id: string,
  zh: string,
  jyutping: string,
  en: string,
  family: string,
  worth: Record<string, number | null>,
): ListedPattern => ({
  id,
  catalogue: 'hk',
  family,
  name: { zh, jyutping, en },
  aka: [],
  says: { zh: '', en: '' },
  source: '',
  worth,
  limit: [],
  label: false,
  example: null,
  picture: [],
});
const LIST = [
  one('all_chows', '平糊', 'ping4 wu2', 'All chows', 'shapes', { s: 1, c: 1 }),
  one('half_flush', '混一色', 'wan6 jat1 sik1', 'Half flush', 'suits', { s: 3, c: 3 }),
  one('full_flush', '清一色', 'cing1 jat1 sik1', 'Full flush', 'suits', { s: 7, c: 6 }),
  one('seven_pairs', '七對眼', 'cat1 deoi3 ngaan5', 'Seven pairs', 'shapes', { s: null }),
  one('big_three_dragons', '大三元', 'daai6 saam1 jyun4', 'Big three dragons', 'honours', { c: 8 }),
];
const ids = (patterns: readonly ListedPattern[]): string[] => patterns.map((each) => each.id);

describe('the list', () => {
  it('has what a rulebook knows', () => {
    expect(ids(known(LIST, 's'))).toEqual(['all_chows', 'half_flush', 'full_flush', 'seven_pairs']);
    expect(worthIn(LIST, 's')).toEqual({ all_chows: 1, half_flush: 3, full_flush: 7, seven_pairs: null });
  });
  it('goes by family in the order of the book, what is not in use last', () => {
    const groups = grouped(known(LIST, 's'), 'family', worthIn(LIST, 's'));
    expect(groups.map((each) => [each.key, ids(each.patterns)])).toEqual([
      ['shapes', ['all_chows']],
      ['suits', ['half_flush', 'full_flush']],
      [null, ['seven_pairs']],
    ]);
  });
  it('goes by fan, what is not in use last', () => {
    expect(grouped(known(LIST, 's').reverse(), 'fan', worthIn(LIST, 's')).map((each) => each.key)).toEqual([
      1,
      3,
      7,
      null,
    ]);
  });
  it('takes the fan of the house over that of the book', () => {
    expect(
      grouped(known(LIST, 's'), 'fan', { ...worthIn(LIST, 's'), full_flush: 3 }).map((each) => each.patterns.length),
    ).toEqual([1, 2, 1]);
  });
});

describe('searching', () => {
  it.each(['混一色', 'half', 'HALF FLUSH', 'wan jat', 'wanjat', 'wan6', 'half_flush'])('finds by %s', (sought) =>
    expect(ids(found(LIST, sought, WORDS))).toEqual(['half_flush']),
  );
  it('finds all that share a part', () =>
    expect(ids(found(LIST, '一色', WORDS))).toEqual(['half_flush', 'full_flush']));
  it.each([
    ['大三園', 'big_three_dragons'],
    ['half flsh', 'half_flush'],
    ['daai sam jyun', 'big_three_dragons'],
    ['七對子', 'seven_pairs'],
  ])('offers what is nearest to %s', (sought, id) => {
    expect(found(LIST, sought, WORDS)).toEqual([]);
    expect(ids(nearest(LIST, sought))[0]).toBe(id);
  });
  it('offers nothing to nonsense', () => expect(nearest(LIST, 'zzzz')).toEqual([]));
});

describe('dealing', () => {
  const seeded = (seed: number) => (): number => {
    seed = (seed * 1664525 + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  it.each([13, 16])('gives %i tiles in order, four of a kind at most, not always the same', (size) => {
    const hands = Array.from({ length: 500 }, (_, seed) => deal(size, seeded(seed * 7919)));
    for (const hand of hands) {
      expect(hand).toHaveLength(size);
      expect(Math.max(...counts(hand).values())).toBeLessThanOrEqual(4);
      expect(hand).toEqual(sorted(hand));
    }
    expect(new Set(hands.map((hand) => hand.join(' '))).size).toBeGreaterThan(490);
  });
  it('comes to an end whatever the dice say', () => expect(deal(13, seeded(0))).toHaveLength(13));
});
