// Explains a judged win part by part as messages and rule texts: twin of src/sikwu/explaining.py.
import {
  ruleText,
  say,
  sayWord,
  type Counted,
  type Dropped,
  type SentMessage,
  type Name,
  type Read,
  type RuleText,
} from './answer.ts';
import {
  DEAREST,
  LIMIT,
  OF_DEALER,
  OF_FLOWERS,
  OF_TILE,
  OF_WIN,
  type PatternData,
  type RulesHead,
  type SpellingsHead,
} from './bundle.ts';
import type { Judged, Story } from './door.ts';
import { groupsOf, setWord, shown, speaksOf, tilesIn, type Group } from './sets.ts';
import { FLOWERS, KINDS, SELF_DRAW, type Won } from './won.ts';

const STANDARD = 0,
  PAIRS = 1,
  PUNG = 1,
  HEAVENLY = 1,
  WHYS = ['absorbed', 'shared', 'lost'];

export class HandExplanation {
  readonly rules: RulesHead;
  readonly words: SpellingsHead;
  readonly won: Won;
  readonly judged: Judged;
  readonly best: Story;
  readonly #sets: readonly Group[]; // of the reading that counts

  constructor(rules: RulesHead, words: SpellingsHead, won: Won, judged: Judged) {
    this.rules = rules;
    this.words = words;
    this.won = won;
    this.judged = judged;
    const best = judged.stories[judged.best];
    if (best === undefined) throw new RangeError('not a win');
    this.best = best;
    this.#sets = groupsOf(best, words);
  }

  // A paying dealer's fan, if the house counts them towards the minimum.
  get payerFan(): number {
    const { won, rules } = this;
    if (!rules.payer_in_minimum || won.seat === 0) return 0;
    const kong = this.judged.kongFeeder < 0 ? null : this.judged.kongFeeder;
    const payer = won.by === SELF_DRAW && rules.kong_feeder_alone ? kong : won.feeder;
    return payer === 0 || payer === null ? this.dealerFan : 0;
  }
  // The extra fan of a paying dealer.
  get dealerFan(): number {
    const [atZero, pays, first = 1, each = 2] = this.rules.dealer;
    return this.won.seat === 0 || !pays ? 0 : this.won.streak ? first + each * this.won.streak : atZero;
  }
  // All fan but those of patterns that the house leaves out of the minimum.
  get towardMinimum(): number {
    const { aside = [] } = this.rules;
    const out = this.best.counted.reduce((sum, [row, , worth]) => sum + (aside.includes(row) ? worth : 0), 0);
    return this.judged.fan - out;
  }
  get valid(): boolean {
    const least = this.rules.rules.min,
      counted = this.towardMinimum;
    return counted >= least || counted + this.payerFan >= least;
  }
  get limit(): boolean {
    return this.best.counted.some(([row, , worth]) => worth && this.#is(row, LIMIT));
  }
  get patterns(): { [pattern: string]: number } {
    return this.patternsOf(this.best);
  }

  // Pattern → its total fan, the dearest first.
  patternsOf(story: Story): { [pattern: string]: number } {
    const sums = new Map<string, number>();
    for (const [row, , worth] of story.counted)
      if (worth) sums.set(this.#id(row), (sums.get(this.#id(row)) ?? 0) + worth);
    return Object.fromEntries([...sums].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
  }

  headline(): SentMessage {
    const { fan, capped } = this.judged,
      least = this.rules.rules.min,
      counted = this.towardMinimum,
      paid = this.payerFan;
    if (this.valid)
      return paid && counted < least
        ? say('headline.with_payer', { fan: capped, paid })
        : say('headline.win', { fan: capped });
    const short = least - counted - paid;
    return counted < fan
      ? say('headline.aside', { fan: capped, least, counted, short })
      : say('headline.short', { fan: capped, least, short });
  }

  ceiling(): SentMessage | null {
    const cap = this.rules.rules.cap,
      { fan, capped } = this.judged;
    if (cap === null || fan === capped) return null;
    return say(this.limit && this.rules.unify ? 'ceiling.unified' : 'ceiling.over', { cap, fan });
  }

  spicy(): SentMessage | null {
    if (!this.rules.spicy) return null;
    if (this.limit) return say('spicy.triple');
    return this.rules.hot.some((row) => this.judged.marks.includes(row)) ? say('spicy.double') : null;
  }

  label(): { pattern: string; name: Name; says: RuleText; source: string } | null {
    const counted = Object.keys(this.patterns);
    const found = this.rules.labels.find(([, ...beside]) => counted.every((id) => beside.includes(id)));
    if (found === undefined) return null;
    const pattern = this.#pattern(found[0]);
    return { pattern: pattern[0], name: nameOf(pattern), says: saysOf(pattern), source: pattern[6] };
  }

  counted(): Counted[] {
    const each = new Map<number, [row: number, mask: number, worth: number][]>();
    for (const [row, mask, worth] of this.best.counted) {
      if (!worth) continue;
      const of = this.#row(row)[0];
      each.set(of, [...(each.get(of) ?? []), [row, mask, worth]]);
    }
    const out = [...each].map(([of, counts]): Counted => {
      counts.sort(([, a], [, b]) => flowerOf(tilesIn(a, this.#sets)) - flowerOf(tilesIn(b, this.#sets)));
      const pattern = this.#pattern(of),
        made = counts.map(([row, mask]) => this.#madeOf(row, mask));
      const whole = made.includes(null),
        sets = made.filter((tiles) => tiles !== null);
      return {
        pattern: pattern[0],
        name: nameOf(pattern),
        fan: counts.reduce((sum, [, , worth]) => sum + worth, 0),
        times: counts.every(([row]) => this.#is(row, OF_DEALER)) ? 1 : timesOf(counts, made),
        tiles: this.won.texts(sets.flat()),
        shown: whole ? say('told.whole_hand') : shown(sets, this.#sets, this.won),
        limit: counts.some(([row]) => this.#is(row, DEAREST)),
        says: saysOf(pattern),
        source: pattern[6],
      };
    });
    return out.sort((a, b) => b.fan - a.fan);
  }

  dropped(): Dropped[] {
    const each = new Map<string, { of: PatternData; by: PatternData; why: string; times: number[][] }>();
    const counted = new Set<string>(),
      key = (row: number, mask: number): string => `${this.#id(row)} ${(mask ? tilesIn(mask, this.#sets) : []).join()}`;
    for (const [row, mask, worth] of this.best.counted) if (worth) counted.add(this.#id(row)).add(key(row, mask));
    for (const [row, mask, by, why] of this.best.dropped) {
      const of = this.#pattern(this.#row(row)[0]),
        over = this.#pattern(this.#row(by)[0]);
      // Not mentioned if it counts in another row, nor for tiles that a win by flowers leaves out.
      if (of === over || (this.won.by === FLOWERS && !this.#is(row, OF_WIN))) continue;
      if (counted.has(of[0]) && (!mask || counted.has(key(row, mask)))) continue;
      const named = `${of[0]} ${over[0]} ${why}`;
      const one = each.get(named) ?? { of, by: over, why: WHYS[why] ?? '', times: [] };
      one.times.push(mask ? tilesIn(mask, this.#sets) : []);
      each.set(named, one);
    }
    return [...each.values()].map(({ of, by, why, times }) => {
      times.sort((a, b) => flowerOf(a) - flowerOf(b));
      const sets = shown(times, this.#sets, this.won),
        kind = why === 'absorbed' && by[7] ? 'alone' : why;
      const facts = {
        it: textOf(of),
        by: textOf(by),
        tiles: sets === null ? null : say('told.brackets', { what: sets }),
      };
      return {
        pattern: of[0],
        name: nameOf(of),
        by: by[0],
        why,
        tiles: this.won.texts(times.flat()),
        sentence: sayWord('dropped', kind, facts),
        source: by[6],
      };
    });
  }

  reading(story: Story = this.best): Read {
    const groups = groupsOf(story, this.words),
      place = this.#place(story, groups),
      shape = this.words.shapes[story.shape] ?? '';
    const sets =
      story.shape === STANDARD
        ? groups.map((g) => say('group.text', { tiles: this.won.texts(g.tiles), kind: setWord(g, this.words) }))
        : [this.#special(story, groups)];
    const { fan, capped } = story,
      total = say(capped === fan ? 'fan' : 'read.capped', { n: fan, fan, capped });
    const where = { group: story.at < 0 ? null : story.at, kind: this.words.places[story.place] ?? '' };
    return {
      fan,
      capped,
      shape,
      patterns: this.patternsOf(story),
      groups: groups.map((g) => ({
        kind: this.words.kinds[g.kind] ?? '',
        tiles: this.won.texts(g.tiles),
        made: g.made,
      })),
      place: place === null ? null : { ...where, says: place },
      text: say('read.text', { groups: sets, place: place === null ? null : say('read.place', { place }), total }),
    };
  }

  others(): Read[] {
    const rest = this.judged.stories.filter((story) => story !== this.best);
    return rest.sort((a, b) => b.capped - a.capped || b.fan - a.fan).map((story) => this.reading(story));
  }

  // --- parts

  #row(row: number): RulesHead['rows'][number] {
    return this.rules.rows[row] ?? [0, 0];
  }
  #pattern(at: number): PatternData {
    const found = this.rules.patterns[at];
    if (found === undefined) throw new RangeError('judged by another program');
    return found;
  }
  #id(row: number): string {
    return this.#pattern(this.#row(row)[0])[0];
  }
  #is(row: number, what: number): boolean {
    return (this.#row(row)[1] & what) !== 0;
  }

  // The tiles that made a row count; null: the whole hand.
  #madeOf(row: number, mask: number): readonly number[] | null {
    if (mask || this.#is(row, OF_DEALER)) return mask ? tilesIn(mask, this.#sets) : [];
    const [, what, ...spoken] = this.#row(row);
    if (what & OF_FLOWERS) return this.won.flowers;
    if (what & OF_TILE) return this.won.tile === null ? [] : [this.won.tile];
    const found = this.#sets
      .filter((g) => spoken.some((one) => speaksOf(one, g, this.won, this.words)))
      .flatMap((g) => g.tiles);
    return found.length ? found : null;
  }

  // The shape of a hand that is not sets and a pair; a pung beside the pairs is named.
  #special(story: Story, groups: readonly Group[]): SentMessage {
    const pung = groups.find((g) => g.kind === PUNG);
    if (story.shape === PAIRS && pung !== undefined)
      return say('shape.pairs_and_pung', { tiles: this.won.texts(pung.tiles) });
    return sayWord('shape', this.words.shapes[story.shape]);
  }

  #place(story: Story, groups: readonly Group[]): SentMessage | null {
    // A win by flowers has no wait, and a dealt hand was complete at once.
    if (this.won.tile === null || this.won.by === FLOWERS || this.won.value('first_turn') === HEAVENLY) return null;
    const tile = [this.won.text(this.won.tile)],
      place = sayWord('place', this.words.places[story.place]);
    const group = groups[story.at];
    if (group === undefined || story.shape !== STANDARD)
      return this.judged.waits.length === 1 ? say('place.on', { tile, place }) : null;
    return say('place.completes', { tile, place, group: this.won.texts(group.tiles) });
  }
}

// How often a pattern counted; a row that adds to the tiles of another row is not counted again.
function timesOf(
  counts: readonly (readonly [row: number, mask: number, worth: number])[],
  made: readonly (readonly number[] | null)[],
): number {
  const ofRow = new Map<number, string[]>(),
    seen = new Set<string>();
  counts.forEach(([row], i) => ofRow.set(row, [...(ofRow.get(row) ?? []), String(made[i] ?? 'all')]));
  let times = 0;
  for (const own of ofRow.values()) {
    times += own.every((tiles) => seen.has(tiles)) ? 0 : own.length;
    own.forEach((tiles) => seen.add(tiles));
  }
  return times;
}

// Sorts flowers by their numbers, whatever rows counted them; sets stay as they are.
function flowerOf(tiles: readonly number[]): number {
  const first = tiles[0] ?? 0;
  return first >= KINDS ? first : 0;
}

function nameOf(pattern: PatternData): Name {
  return { zh: pattern[1], jyutping: pattern[2], en: pattern[3] };
}

function saysOf(pattern: PatternData): RuleText {
  return ruleText(pattern[4], pattern[5], pattern[8]);
}

function textOf(pattern: PatternData): RuleText {
  return { zh: pattern[1] || pattern[3], en: pattern[3] || pattern[1] };
}
