import { describe, expect, it } from 'vitest';
import { drawn, size, ticks } from '../src/books/chart.ts';
import { die } from '../src/books/dice.ts';
import { exchanged, put, seated } from '../src/books/dragging.ts';
import { around, draftOf, eventOf, isWhole, NOTHING, part, tap } from '../src/books/entry.ts';
import { wordsOf } from '../src/books/events.ts';
import {
  again,
  answered,
  handFor,
  next,
  queued,
  renumbered,
  takenBack,
  undoing,
  verdictOf,
  without,
  type Waiting,
} from '../src/books/outbox.ts';
import { lineFor, turned } from '../src/books/scored.ts';
import { read } from '../src/score/line.ts';

const draw = { type: 'hand', result: 'draw' } as const;
const item = (id: string, order: number, hand: number | null = order, more: Partial<Waiting> = {}): Waiting => ({
  id,
  book: 'b',
  hand,
  event: draw,
  written: '2026-11-15T13:36:02Z',
  order,
  ...more,
});
const failure = (code: string, retry: string | number = 'never') =>
  ({ code, facts: {}, yue: '', zh: '', en: '', problems: [], retry, request: 'r' }) as unknown as NonNullable<
    Waiting['refused']
  >;

describe('two taps', () => {
  it('a winner, then who discarded', () => {
    const one = tap(NOTHING, 'B', 3);
    expect(isWhole(one)).toBe(false);
    expect([part(one, 'B'), part(one, 'A')]).toEqual(['winner-again', 'source']);
    const two = tap(one, 'A', 3);
    expect(eventOf(two)).toEqual({ type: 'hand', result: 'discard', from: 'A', wins: { B: 3 } });
    expect(part(two, 'C')).toBe('also');
  });
  it('the winner again is a self-draw, and once more is not', () => {
    const self = tap(tap(NOTHING, 'B', 3), 'B', 3);
    expect(eventOf(self)).toEqual({ type: 'hand', result: 'self_draw', wins: { B: 3 } });
    expect([part(self, 'B'), part(self, 'A')]).toEqual(['self', 'free']); // nobody is asked whether he discarded
    expect(isWhole(tap(self, 'B', 3))).toBe(false);
    expect(eventOf(tap(self, 'A', 3)).from).toBe('A');
    expect(eventOf({ ...self, fed: 'D' })).toEqual({
      type: 'hand',
      result: 'kong_replacement',
      from: 'D',
      wins: { B: 3 },
    });
  });
  it('others may win on the same tile, and be taken out again', () => {
    const both = ['B', 'A', 'C'].reduce((draft, player) => tap(draft, player, 3), NOTHING);
    expect(eventOf(both).wins).toEqual({ B: 3, C: 3 });
    expect(eventOf(tap(both, 'C', 3)).wins).toEqual({ B: 3 });
    expect(tap(both, 'A', 3)).toMatchObject({ from: null, winners: ['B'] });
  });
  it('an entry of the log comes back as it was written', () => {
    const event = {
      type: 'hand',
      result: 'discard',
      wins: { B: 6 },
      from: 'A',
      robbed: true,
      note: 'late',
      kongs: ['C'],
    } as const;
    expect(eventOf(draftOf(event)!)).toEqual(event);
    expect(draftOf(draw)).toBeNull();
  });
  it('my own seat is at the foot', () => {
    expect(around(['A', 'B', null, 'D'], 'B')).toEqual(['B', null, 'D', 'A']);
    expect(around(['A', 'B', 'C', 'D'], 'X')).toEqual(['A', 'B', 'C', 'D']);
  });
});

describe('outbox', () => {
  it('goes out in order, for its own book', () => {
    expect(
      queued([item('2', 2), item('x', 0, 1, { book: 'other' }), item('1', 1)], 'b').map((each) => each.id),
    ).toEqual(['1', '2']);
  });
  it('leaves only by an acknowledgement', () => {
    const queue = [item('1', 1), item('2', 2)];
    expect(answered(queue, '1', { kind: 'later' })).toEqual(queue);
    expect(answered(queue, '1', { kind: 'written', seq: 2 })).toEqual([queue[1]]);
  });
  it('what has never left goes at once, what may have arrived is asked for and undone', () => {
    const queue = [item('1', 1, 1, { tried: true }), item('2', 2)];
    expect(takenBack(queue, '2')).toEqual([queue[0]]);
    expect(takenBack(queue, '1')).toEqual([{ ...queue[0], undo: true }, queue[1]]);
    expect(takenBack([item('1', 1, 1, { tried: true, refused: failure('book.closed') })], '1')).toEqual([]);
    expect(undoing(queue[0]!, 'new', 7, 'now')).toEqual({
      id: 'new',
      book: 'b',
      hand: null,
      event: { type: 'undo', target: 7 },
      written: 'now',
      order: 1,
    });
    expect(again({ ...queue[0]!, undo: true }, 'new', 3)).toEqual(item('new', 1, 3));
  });
  it('a refusal stops it there and keeps the rest', () => {
    const queue = answered([item('1', 1), item('2', 2)], '1', verdictOf(failure('book.hand_taken', 'after_reload')));
    expect(queue.map((each) => each.id)).toEqual(['1', '2']);
    expect(next(queue)).toBeNull();
    const sent = again(queue[0]!, 'new', 4);
    expect(sent).toMatchObject({ id: 'new', hand: 4, order: 1 });
    expect(next([sent, queue[1]!])?.id).toBe('new');
  });
  it('hands behind one that was sent as another keep their order, and are compared where somebody has written them', () => {
    const numbers = (queue: readonly Waiting[]): (number | null)[] => queue.map((each) => each.hand);
    const queue = [item('1', 1, 5), item('2', 2, 6), item('x', 3, null), item('3', 4, 7)];
    // Somebody else has written hand 5.
    expect(numbers(renumbered([again(queue[0]!, 'new', 6), ...queue.slice(1)], item('new', 1, 6), 5))).toEqual([
      6,
      7,
      null,
      8,
    ]);
    // Somebody else has written 5 and 6: what was 6 here is looked at by a person.
    expect(numbers(renumbered([again(queue[0]!, 'new', 7), ...queue.slice(1)], item('new', 1, 7), 6))).toEqual([
      7,
      6,
      null,
      8,
    ]);
  });
  it('hands behind one that was thrown away move up, unless its number is taken', () => {
    const queue = [item('1', 1, 5), item('2', 2, 6)];
    expect(without(queue, queue[0]!, 4)).toEqual([item('2', 2, 5)]);
    expect(without(queue, queue[0]!, 5)).toEqual([item('2', 2, 6)]);
  });
  it('what only has to wait is no refusal', () => {
    for (const code of ['limit.writes', 'store.down', 'key.in_flight'])
      expect(verdictOf(failure(code)).kind).toBe('later');
    expect(verdictOf(failure('x.y', 2000)).kind).toBe('later');
    expect(verdictOf(failure('book.closed')).kind).toBe('refused');
  });
  it('hands that wait are counted', () => {
    expect(handFor(9, [])).toBe(10);
    expect(handFor(9, [item('1', 1, 10), item('2', 2, null)])).toBe(11);
  });
});

describe('words of what was not sent yet', () => {
  it('are those of the log', () => {
    expect(wordsOf({ type: 'hand', result: 'discard', wins: { B: 10 }, from: 'A' })).toEqual({
      code: 'entry.discard',
      facts: {
        wins: [{ code: 'entry.win', facts: { player: 'B', fan: 10 } }],
        source: 'A',
        by: null,
        flowers_by: null,
      },
    });
    expect(wordsOf({ type: 'swap', leaves: 'A', joins: 'E' }).code).toBe('entry.swap');
    expect(wordsOf({ type: 'edit', target: 4, event: draw }).facts).toMatchObject({
      target: 4,
      new: { code: 'entry.draw' },
    });
  });
});

describe('chart', () => {
  const box = { width: 400, height: 200, left: 40, right: 60, top: 10, bottom: 20 };
  it('draws fractions and begins at zero', () => {
    expect(size('-23/2')).toBe(-11.5);
    const { lines } = drawn([{ player: 'A', joined: 1, running: [10, '-23/2'] }], 2, box);
    expect(lines[0]!.points.map((each) => each.hand)).toEqual([0, 1, 2]);
    expect(lines[0]!.path.startsWith('M40.0')).toBe(true);
  });
  it('keeps labels apart and inside', () => {
    const lines = ['A', 'B', 'C', 'D'].map((player) => ({ player, joined: 1, running: [0] }));
    const at = drawn(lines, 1, box)
      .lines.map((each) => each.end.label)
      .sort((a, b) => a - b);
    for (let n = 1; n < 4; n++) expect(at[n]! - at[n - 1]!).toBeGreaterThanOrEqual(15);
    expect(at[3]!).toBeLessThanOrEqual(box.height);
  });
  it('has round figures beside it', () => {
    expect(ticks(-54.75, 89.75)).toEqual([-50, 0, 50]);
  });
});

describe('dice', () => {
  it('every face is as likely as the other', () => {
    const seen = new Map<number, number>();
    for (let byte = 0; byte < 252; byte++)
      seen.set(
        die(() => byte),
        (seen.get(die(() => byte)) ?? 0) + 1,
      );
    expect([...seen.values()]).toEqual([42, 42, 42, 42, 42, 42]);
    const bytes = [255, 252, 5];
    expect(die(() => bytes.shift()!)).toBe(6);
  });
});

describe('tiles that Score has read', () => {
  const tiles = read('123m 55m (發發發<E) (中中中<N) EE +E<W seat=S round=E')!;
  it('turn with their winner', () => {
    expect(turned(tiles, 'W').melds.map((meld) => meld.from)).toEqual(['S', 'E']);
  });
  it('are seen from the table as it stands', () => {
    const state = { winds: { A: 'E', B: 'S', C: 'W', D: 'N' }, round: 'S', streak: 2 } as unknown as Parameters<
      typeof lineFor
    >[2];
    const line = lineFor('123m 55m EE 456p 789s +E<W seat=S round=E', { ...NOTHING, winners: ['D'], from: 'A' }, state);
    expect(line).toContain('+E<E');
    expect(line).toContain('seat=N round=S streak=2');
  });
});

describe('seats', () => {
  it('two change places', () => {
    expect(exchanged(['A', 'B', 'C', 'D'], 0, 2)).toEqual(['C', 'B', 'A', 'D']);
  });
  it('are taken in the order of the taps, and left by a second one', () => {
    const two = seated(seated([null, null, null, null], ['B']), ['B', 'A']);
    expect(two).toEqual(['B', 'A', null, null]);
    expect(seated(two, ['A', 'C'])).toEqual(['C', 'A', null, null]);
  });
  it('who is dragged to a seat changes with who sat there', () => {
    expect(put([null, 'A', null, null], 'B', 3)).toEqual([null, 'A', null, 'B']);
    expect(put([null, 'A', null, 'B'], 'B', 1)).toEqual([null, 'B', null, 'A']);
    expect(put(['A', null, null, null], 'B', 0)).toEqual(['B', null, null, null]);
  });
});
