import { describe, expect, it } from 'vitest';
import { changed, heard, reapply, tidy } from '../src/house/reapply.ts';
import { about, answers, patternsFound, search } from '../src/house/search.ts';
import { accepts, brief, called, named, ofRatio, ratio, same, written } from '../src/house/values.ts';
import type { ListedPattern, Option, Setting } from '../src/server/shapes.ts';
import { Vocabulary } from '../src/server/vocabulary.ts';

const WORDS = new Vocabulary();
function option(id: string, values: Partial<Option['values']>, value: Setting, more: Partial<Option> = {}): Option {
  return {
    id,
    ruleset: 'hk-standard',
    group: 'patterns',
    control: 'select',
    order: 0,
    value,
    default: value,
    says: { zh: id, en: id },
    choices: {},
    source: '',
    touches: 'score',
    no_effect: null,
    for_table_only: false,
    values: { kind: 'of', text: '', of: [], least: null, most: null, above: false, words: [], ...values },
    ...more,
  } as Option;
}
const CAP = option('limit.cap_fan', { kind: 'whole', least: 1, most: 1000, words: ['none'] }, 13, {
  group: 'limits',
  control: 'stepper',
  says: { zh: '封頂番數', en: 'Ceiling in fan' },
  choices: { none: { zh: '無限番：不設封頂', en: 'Unlimited: no ceiling' } },
});
const PAIRS = option('seven_pairs.enabled', { of: [false, true] }, false, {
  control: 'switch',
  says: { zh: '打七對眼', en: 'Play seven pairs' },
});
const GUN = option('score.gun', { of: ['full', 'half'] }, 'full', {
  group: 'payment',
  says: { zh: '出銃賠法', en: 'Who pays for a discard' },
  choices: { full: { zh: '全銃：出銃者一家全賠', en: 'Full' }, half: { zh: '半銃（陪銃）：出銃者賠一半', en: 'Half' } },
});
const UNIT = option('score.unit_multiplier', { kind: 'ratio', least: 0, most: 100, above: true }, 1, {
  control: 'fraction',
});
const LIMITS = option('limit.hands', { kind: 'patterns' }, ['nine_gates'], { control: 'patterns' });
const ALL = [CAP, PAIRS, GUN, UNIT, LIMITS];

describe('changes under other rules', () => {
  it('are kept where they make sense, and no change where the rules have them anyway', () => {
    const told = reapply({ 'limit.cap_fan': 13, 'score.gun': 'half', 'seven_pairs.enabled': true }, ALL);
    expect(told.options).toEqual({ 'score.gun': 'half', 'seven_pairs.enabled': true });
    expect(told.dropped).toEqual([]);
  });
  it('are listed where they do not', () => {
    const told = reapply({ 'ledger.on_draw': 'keep', 'score.gun': 'third', 'limit.cap_fan': 0 }, ALL);
    expect(told.options).toEqual({});
    expect(told.dropped).toEqual([
      { id: 'ledger.on_draw', value: 'keep', why: 'unknown' },
      { id: 'score.gun', value: 'third', why: 'value' },
      { id: 'limit.cap_fan', value: 0, why: 'value' },
    ]);
  });
  it('know the patterns of the other rules', () => {
    expect(reapply({ 'limit.hands': ['nine_gates', 'x'] }, ALL, new Set(['nine_gates'])).dropped).toHaveLength(1);
    expect(reapply({ 'limit.hands': ['four_kongs'] }, ALL, new Set(['four_kongs'])).options).toEqual({
      'limit.hands': ['four_kongs'],
    });
  });
  it('go away when put back', () => {
    expect(changed({ 'limit.cap_fan': 10 }, CAP, 13)).toEqual({});
    expect(changed({ 'limit.cap_fan': 10 }, GUN, 'half')).toEqual({ 'limit.cap_fan': 10, 'score.gun': 'half' });
  });
});

describe('values', () => {
  it.each<[Option, unknown, boolean]>([
    [CAP, 8, true],
    [CAP, 'none', true],
    [CAP, 8.5, false],
    [CAP, '8', false],
    [CAP, true, false],
    [PAIRS, true, true],
    [PAIRS, 'true', false],
    [PAIRS, 1, false],
    [PAIRS, {}, false],
    [UNIT, '3/2', true],
    [UNIT, 0, false],
    [UNIT, '1/0', false],
    [UNIT, 'x', false],
    [UNIT, 1.5, true],
    [UNIT, 101, false],
    [LIMITS, ['a'], true],
    [LIMITS, 'all', false],
    [LIMITS, [1], false],
  ])('%#: taken or not', (each, value, good) => expect(accepts(each, value)).toBe(good));
  it('are the same by kind and text', () => {
    expect(same([1, 2], [1, 2])).toBe(true);
    expect(same(1, '1')).toBe(false);
    expect(written(['a', 'b'])).toBe('[a, b]');
  });
  it('read fractions', () => {
    expect([ratio('3/2'), ratio('1.5'), ratio('1.5/2'), ratio('-1')]).toEqual([1.5, 1.5, null, null]);
    expect([ofRatio(' 2 '), ofRatio('3／2')]).toEqual([2, '3/2']);
  });
  it('have short names', () => {
    const said = { on: '開', off: '唔開', n: (n: number) => `${n} 種` };
    expect(brief('半銃（陪銃）：出銃者賠一半')).toBe('半銃');
    expect(called(GUN, 'half', said).zh).toBe('半銃');
    expect(called(PAIRS, true, said).en).toBe('開');
    expect(called(CAP, 'none', said).en).toBe('Unlimited');
    expect(called(LIMITS, ['a', 'b'], said).zh).toBe('2 種');
  });
  it('stand by name in messages', () => {
    const byId = new Map(ALL.map((each) => [each.id, each]));
    const told = named(
      {
        code: 'option.no_effect',
        facts: { option: 'limit.hands', because: { code: 'option.is', facts: { option: 'score.gun', value: 'half' } } },
      },
      byId,
      (each, value) => called(each, value, { on: '', off: '', n: String }),
    );
    expect(told.facts!['because']).toEqual({
      code: 'option.is',
      facts: { option: GUN.says, value: { zh: '半銃', en: 'Half' } },
    });
  });
});

describe('rules of somebody else', () => {
  it('are read part by part', () => {
    const own = { id: 'a', when: 'suits == 1', fan: 2 };
    const told = heard('hk-common', {
      options: { 'score.gun': 'half', bad: { x: 1 } },
      patterns: [own, { id: 1 }],
      prices: 'no',
      name: '阿明屋企',
      more: 1,
    });
    expect(told.rules).toEqual({
      base: 'hk-common',
      options: { 'score.gun': 'half' },
      patterns: [own],
      name: '阿明屋企',
    });
    expect(told.wrong).toEqual(['bad', 'patterns.1', 'prices']);
  });
  it.each([7, 'text', [1]])('are nothing where they are no rules: %j', (house) =>
    expect(heard('hk-standard', house)).toEqual({ rules: { base: 'hk-standard' }, wrong: ['house'] }),
  );
  it('are plain where nothing is changed', () =>
    expect(heard('hk-standard', null)).toEqual({ rules: { base: 'hk-standard' }, wrong: [] }));
});

describe('names of own rules', () => {
  it.each([
    ['  我哋屋企例 ', '我哋屋企例'],
    ['', null],
    ['   ', null],
    ['a\nb', null],
    ['字'.repeat(40), '字'.repeat(40)],
    ['字'.repeat(41), null],
    [3, null],
  ])('%j', (given, name) => expect(tidy(given)).toBe(name));
});

describe('searching', () => {
  const pattern = {
    id: 'seven_pairs',
    name: { zh: '七對子', jyutping: 'cat1 deoi3 zi2', en: 'Seven pairs' },
    aka: ['嚦咕嚦咕'],
    worth: { 'hk-standard': null },
  } as unknown as ListedPattern;
  const patterns = new Map([[pattern.id, pattern]]);
  it.each([
    ['七對眼', 'seven_pairs.enabled'],
    ['seven PAIRS', 'seven_pairs.enabled'],
    ['cat deoi', 'seven_pairs.enabled'],
    ['catdeoi', 'seven_pairs.enabled'],
    ['嚦咕', 'seven_pairs.enabled'],
    ['半銃', 'score.gun'],
    ['ceiling', 'limit.cap_fan'],
    ['無限番', 'limit.cap_fan'],
  ])('%s', (sought, id) =>
    expect(search(ALL, sought, patterns, WORDS).flatMap((group) => group.rows.map((each) => each.id))).toEqual([id]),
  );
  it('groups what it finds', () =>
    expect(search(ALL, 'e', patterns, WORDS).map((group) => group.id)).toEqual(['limits', 'patterns', 'payment']));
  it('finds nothing where there is nothing', () => expect(search(ALL, '龍鳳', patterns, WORDS)).toEqual([]));
  it('knows the pattern of an option', () => {
    expect(about(PAIRS)).toBe('seven_pairs');
    expect(answers(GUN, '七對', patterns, WORDS)).toBe(false);
    expect(patternsFound([pattern], 'cat', 'hk-standard', WORDS)).toHaveLength(1);
    expect(patternsFound([pattern], 'cat', 'club16', WORDS)).toHaveLength(0);
  });
});
