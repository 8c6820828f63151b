import { describe, expect, it } from 'vitest';
import {
  begun,
  coached,
  isDone,
  learnt,
  SUBJECTS,
  tip,
  understood,
  type Coach,
  type Moment,
} from '../src/coach/coach.ts';
import { wordIn } from '../src/terms/terms.ts';
import { Vocabulary } from '../src/server/vocabulary.ts';
import { after, blank, type Board } from '../src/table/board.ts';
import type { Line, WinLine } from '../src/table/lines.ts';
import type { Facts } from '../src/texts/render.ts';
import { offerOf } from '../src/table/offer.ts';
import words from '../gen/words.json' with { type: 'json' };

const HAND = ['1m', '2m', '3m', '4p', '6p', '7s', '8s', '9s', '白', '白', '中', 'E', 'S', 'N'];
const DEAL: Line = {
  type: 'start_kyoku',
  deal: 1,
  bakaze: 'E',
  kyoku: 1,
  honba: 0,
  oya: 0,
  seats: ['我', '老周', '阿珍', '肥強'],
  commit: 'ab',
  tehais: [HAND, ...Array.from({ length: 3 }, () => Array.from({ length: 13 }, () => '?'))],
};
const THROW = (actor: 'E' | 'S' | 'W' | 'N', pai: string): Line => ({ type: 'dahai', actor, pai, tsumogiri: false });
const DRAW = (actor: 'E' | 'S' | 'W' | 'N', pai = '?'): Line => ({ type: 'tsumo', actor, pai });
const HINT = { tile: 'N', away: 4, kinds: 9 };
const fold = (...lines: Line[]): Board => lines.reduce(after, blank(144));
function at(lines: readonly Line[], part: Partial<Moment> = {}): Moment {
  const board = fold(...lines);
  const last = lines.at(-1);
  const question = part.question ?? null;
  return {
    board,
    question,
    offer: question && question.at !== 'turn' ? offerOf(board, last) : null,
    last,
    size: 13,
    min: 3,
    hint: null,
    blind: false,
    waits: [],
    advice: null,
    parts: (win) => Object.entries(win.answer.patterns).map(([name, fan]) => ({ name, fan })),
    examples: { good: null, cheap: null },
    ...part,
  };
}
const TURN = { decision: 'd1', at: 'turn', legal: HAND.map((tile) => `discard ${tile}`) };
const ROUND = [DEAL, THROW('E', 'N'), DRAW('S'), THROW('S', '1p'), DRAW('W'), THROW('W', '9p'), DRAW('N')];
const KNOWN = ['tiles', 'sets', 'draw', 'discard'];
const said = (own: Coach): string[] => own.card?.says.map((each) => each.code) ?? [];
const told = (met: readonly string[], moment: Moment): Coach => coached(begun(met), moment);
/** Every card of a moment, read one after the other. */
function all(met: readonly string[], moment: Moment): string[] {
  const found: string[] = [];
  for (let own = told(met, moment); own.card; own = coached(understood(own), moment)) {
    found.push(`${own.card.subject}${own.card.example ? '*' : ''}`);
    expect(found.length).toBeLessThan(30);
  }
  return found;
}
const RESULT: Line = {
  type: 'end_kyoku',
  result: 'win',
  winners: ['S'],
  payments: { E: -8, S: 16, W: -4, N: -4 },
  books: { totals: { 我: -8, 老周: 16, 阿珍: -4, 肥強: -4 } },
  next: { oya: 1 },
};
const WIN = {
  type: 'hora',
  actor: 'S',
  target: 'E',
  pai: 'N',
  case: {},
  answer: { patterns: { all_chows: 1, half_flush: 3, chicken_hand: 0 }, fan: 4, capped: 4, valid: true, payments: {} },
} as unknown as WinLine;
const DRAWN: Line = { type: 'ryukyoku', reason: 'exhausted' };
const NOBODY: Line = { ...RESULT, result: 'draw', winners: [], payments: { E: 0, S: 0, W: 0, N: 0 } };

describe('the coach', () => {
  it('says nothing before the tiles are dealt', () => {
    expect(told([], at([])).card).toBeNull();
    expect(tip(at([]))).toBeNull();
  });

  it('begins with the tiles, the sets, the draw and the discard that the arrow shows', () => {
    expect(all([], at([DEAL], { question: TURN, hint: HINT }))).toEqual(['tiles', 'sets', 'draw', 'discard']);
    expect(said(told(['tiles', 'sets'], at([DEAL], { question: TURN })))).toEqual(['app.coach.draw.dealer']);
    const discard = told(['tiles', 'sets', 'draw'], at([DEAL], { question: TURN, hint: HINT })).card;
    expect(discard?.says[0]).toEqual({ code: 'app.coach.discard.says', facts: HINT });
  });

  it('waits for the hint, and goes on without one where there is none', () => {
    const met = ['tiles', 'sets', 'draw'];
    expect(told(met, at([DEAL], { question: TURN })).card).toBeNull();
    expect(said(told(met, at([DEAL], { question: TURN, blind: true })))).toEqual(['app.coach.discard.plain']);
  });

  it('names the drawn tile in a later turn, and says why nothing was drawn after a claim', () => {
    const later = [...ROUND, THROW('N', '5p'), DRAW('E', '2s')];
    const card = told(['tiles', 'sets'], at(later, { question: TURN })).card;
    expect(card?.says[0]).toEqual({ code: 'app.coach.draw.says', facts: { tile: '2s' } });
    const chow: Line = { type: 'chi', actor: 'E', target: 'N', pai: '5p', consumed: ['4p', '6p'] };
    expect(said(told(['tiles', 'sets'], at([...ROUND, THROW('N', '5p'), chow], { question: TURN })))).toEqual([
      'app.coach.draw.claimed',
    ]);
  });

  it('explains the first chow with its tiles, and whether it brings the hand nearer', () => {
    const question = { decision: 'w7', at: 'discard', legal: ['pass', 'chow 4p 6p'] };
    const moment = at([...ROUND, THROW('N', '5p')], { question });
    const own = told(KNOWN, moment);
    expect(own.card?.says[0]).toEqual({
      code: 'app.coach.chow.says',
      facts: { name: '肥強', tile: '5p', tiles: ['4p', '6p'] },
    });
    const advice = { decision: 'w7', away: 4, after: { 'chow 4p 6p': 3 } };
    expect(said(coached(own, { ...moment, advice })).at(-1)).toBe('app.coach.claim.nearer');
    const same = { ...advice, after: { 'chow 4p 6p': 4 } };
    expect(said(coached(own, { ...moment, advice: same })).at(-1)).toBe('app.coach.claim.same');
    const stale = { ...advice, decision: 'w1' };
    expect(said(coached(own, { ...moment, advice: stale }))).toEqual(said(own));
  });

  it('explains a pung before a chow, and counts a claim as met that was answered without reading', () => {
    const question = { decision: 'w7', at: 'discard', legal: ['pass', 'chow 4p 6p', 'pung'] };
    const moment = at([...ROUND, THROW('N', '5p')], { question });
    expect(all(KNOWN, moment)).toEqual(['pung', 'chow']);
    const gone = coached(told(KNOWN, moment), at([...ROUND, THROW('N', '5p'), DRAW('E', '2s')]));
    expect(gone).toEqual({ met: [...KNOWN, 'pung'], card: null });
  });

  it('tells of a ready hand, and of the minimum exactly when a tile would not be enough', () => {
    const wait = { tile: '9s', left: 2, self_draw: null };
    const enough = { ...wait, discard: { fan: 4, capped: 4, valid: true, patterns: {}, problem: null } };
    const few = { ...wait, discard: { fan: 1, capped: 1, valid: false, patterns: {}, problem: null } };
    const with_ = (one: object): Moment => at(ROUND, { waits: [one] as unknown as Moment['waits'] });
    expect(all(KNOWN, with_(enough))).toEqual(['ready']);
    expect(all(KNOWN, with_(few))).toEqual(['ready', 'minimum']);
    const card = told([...KNOWN, 'ready'], with_(few)).card;
    expect(card?.says[0]).toEqual({ code: 'app.coach.minimum.says', facts: { tile: '9s', fan: 1, min: 3 } });
    expect(tip(with_(enough))).toEqual({ code: 'app.coach.tip.ready', facts: { tiles: ['9s'] } });
  });

  it('offers a win with its fan, and offers it again if it was let go', () => {
    const question = { decision: 'w7', at: 'discard', legal: ['pass', 'win'], win: { fan: 5 } };
    const moment = at([...ROUND, THROW('N', '5p')], { question });
    const own = told(KNOWN, moment);
    expect(own.card?.says[0]).toEqual({ code: 'app.coach.win.says', facts: { n: 5 } });
    expect(coached(own, at([...ROUND, THROW('N', '5p'), DRAW('E', '2s')]))).toEqual({ met: KNOWN, card: null });
  });

  it('tells at the end who won, what it counted and who paid whom', () => {
    const over = at([...ROUND, WIN, RESULT]);
    const met = [...KNOWN, 'chow', 'pung', 'ready', 'minimum'];
    expect(all(met, over)).toEqual(['win', 'fan', 'pay']);
    expect(said(told(met, over))).toEqual(['app.coach.win.other']);
    const fan = told([...met, 'win'], over).card!.says[0]!.facts!;
    expect(fan['n']).toBe(4);
    expect(fan['parts']).toHaveLength(2);
    const pay = told([...met, 'win', 'fan'], over).card!.says;
    expect(pay[0]).toEqual({ code: 'app.coach.pay.from', facts: { name: '我' } });
    expect(pay[1]!.facts).toMatchObject({ name: '老周', n: 16 });
    expect((pay[1]!.facts!['paid'] as readonly { readonly facts: Facts }[]).map((each) => each.facts)).toEqual([
      { name: '我', n: '8' },
      { name: '阿珍', n: '4' },
      { name: '肥強', n: '4' },
    ]);
  });

  it('tells after a drawn deal all that did not come up, each once, and is done', () => {
    const over = at([...ROUND, DRAWN, NOBODY]);
    const cards = all(KNOWN, over);
    expect(cards).toEqual(['drawn', 'chow*', 'pung*', 'ready*', 'win*', 'fan*', 'minimum*', 'pay*']);
    let own = told(KNOWN, over);
    while (own.card) own = coached(understood(own), over);
    expect(isDone(own)).toBe(true);
    expect(learnt(own)).toBe(SUBJECTS.length);
  });

  it('tells examples by the rules of the table, and what is true without a minimum', () => {
    const good = { fan: 6, valid: true, parts: [{ name: 'half_flush', fan: 3 }], payments: { W: 32, N: -32 } };
    const cheap = { fan: 1, valid: false, parts: [], payments: null };
    const over = at([...ROUND, DRAWN, NOBODY], { examples: { good, cheap } });
    const met = SUBJECTS.filter((each) => each !== 'minimum' && each !== 'pay');
    const own = told([...met, 'drawn'], over);
    expect(own.card?.says[1]).toEqual({ code: 'app.coach.minimum.example', facts: { fan: 1, min: 3 } });
    expect(own.card?.tiles).toContain('34m');
    expect(said(coached(understood(own), over))[1]).toBe('app.coach.pay.example');
    expect(said(told([...met, 'drawn'], { ...over, min: 0 }))).toContain('app.coach.minimum.none');
  });

  it('keeps an example for another time if the next deal begins', () => {
    const over = at([...ROUND, DRAWN, NOBODY]);
    const own = told([...KNOWN, 'drawn'], over);
    expect(own.card?.example).toBe(true);
    expect(coached(own, at([{ ...DEAL, deal: 2 }]))).toEqual({ met: [...KNOWN, 'drawn'], card: null });
  });

  it('tells of what others claim, and of flowers, once', () => {
    const pung: Line = { type: 'pon', actor: 'W', target: 'S', pai: '1p', consumed: ['1p', '1p'] };
    const claimed = at([...ROUND.slice(0, 4), pung]);
    expect(all(KNOWN, claimed)).toEqual(['others']);
    expect(all([...KNOWN, 'others'], claimed)).toEqual([]);
  });

  it('forgets what it does not know', () => {
    expect(begun(['tiles', 'nonsense'])).toEqual({ met: ['tiles'], card: null });
  });
});

describe('a word at the table', () => {
  const vocabulary = new Vocabulary(words);
  it('is found under the finger, the longest first', () => {
    const text = '呢次係自摸。邊個賠幾多，規矩寫死晒；撳規矩睇得返。';
    expect(wordIn(vocabulary, text, text.indexOf('摸'))).toBe('drawing');
    expect(wordIn(vocabulary, text, text.indexOf('晒'))).toBeNull();
    expect(wordIn(vocabulary, '老周 食出銃', null)).toBe('gun');
  });
  it('stands alone in English', () => {
    const text = 'A fancy hand of four fan pays the winner more than a plain one.';
    expect(wordIn(vocabulary, text, text.indexOf('fancy') + 1)).toBeNull();
    expect(wordIn(vocabulary, text, text.indexOf('fan pays') + 1)).toBe('fan');
  });
  it('is nothing where the glossary has none', () => {
    expect(wordIn(vocabulary, '', null)).toBeNull();
    expect(wordIn(vocabulary, '阿May', null)).toBeNull();
  });
});
