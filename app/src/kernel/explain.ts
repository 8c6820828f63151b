// A judged win told, part by part, as src/sikwu/explaining.py tells it: messages and rule texts, no language yet.
import { say, type Counted, type Dropped, type Message, type Name, type Read, type RuleText } from "./answer.ts";
import { LIMIT, OF_DEALER, OF_FLOWERS, OF_TILE, type PatternData, type RulesHead, type SpellingsHead, type Spoken } from "./bundle.ts";
import type { Judged, Story } from "./door.ts";
import { SELF_DRAW, type Won } from "./won.ts";

const CHOW = 0, PAIR = 3, STANDARD = 0, SHAPE_OF_FLOWERS = 4, WHYS = ["absorbed", "shared", "lost"], WINDS = 27;
const SET_WORDS: { readonly [made: string]: string } = {
  "chow self": "chow_self", "chow won": "chow_won", "chow chowed": "chow_claimed", "pung self": "pung_self", "pung won": "pung_won",
  "pung punged": "pung_claimed", "kong exposed": "kong_exposed", "kong added": "kong_added", "kong concealed": "kong_concealed",
};

interface Group {
  readonly kind: number;
  readonly made: string;
  readonly tiles: readonly number[];
}

export class Told {
  readonly rules: RulesHead;
  readonly words: SpellingsHead;
  readonly won: Won;
  readonly judged: Judged;
  readonly best: Story;

  constructor(rules: RulesHead, words: SpellingsHead, won: Won, judged: Judged) {
    this.rules = rules, this.words = words, this.won = won, this.judged = judged;
    const best = judged.stories[judged.best];
    if (best === undefined) throw new RangeError("not a win");
    this.best = best;
  }

  // A paying dealer's fan, where the house counts it under the minimum.
  get payerFan(): number {
    const { won, rules } = this;
    if (!rules.payer_in_minimum || won.seat === 0) return 0;
    const kong = this.judged.kongFeeder < 0 ? null : this.judged.kongFeeder;
    const payer = won.by === SELF_DRAW && rules.kong_feeder_alone ? kong : won.feeder;
    return payer === 0 || payer === null ? this.dealerFan : 0;
  }
  // What a paying dealer pays more, in fan.
  get dealerFan(): number {
    const [atZero, pays] = this.rules.dealer;
    return this.won.seat === 0 || !pays ? 0 : this.won.streak ? 2 * this.won.streak + 1 : atZero;
  }
  get valid(): boolean {
    const least = this.rules.rules.min;
    return this.judged.fan >= least || this.judged.fan + this.payerFan >= least;
  }
  get limit(): boolean {
    return this.best.counted.some(([row, , worth]) => worth && this.#is(row, LIMIT));
  }
  get patterns(): { [pattern: string]: number } {
    return this.patternsOf(this.best);
  }

  // Pattern → fan counted in total for it, the dearest first.
  patternsOf(story: Story): { [pattern: string]: number } {
    const sums = new Map<string, number>();
    for (const [row, , worth] of story.counted) if (worth) sums.set(this.#id(row), (sums.get(this.#id(row)) ?? 0) + worth);
    return Object.fromEntries([...sums].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
  }

  headline(): Message {
    const { fan, capped } = this.judged, least = this.rules.rules.min, paid = this.payerFan;
    if (this.valid) return paid && fan < least ? say("headline.with_payer", { fan: capped, paid }) : say("headline.win", { fan: capped });
    return say("headline.short", { fan: capped, least, short: least - fan - paid });
  }

  ceiling(): Message | null {
    const cap = this.rules.rules.cap, { fan, capped } = this.judged;
    if (cap === null || fan === capped) return null;
    return say(this.limit && this.rules.unify ? "ceiling.unified" : "ceiling.over", { cap, fan });
  }

  spicy(): Message | null {
    if (!this.rules.spicy) return null;
    if (this.limit) return say("spicy.triple");
    return this.rules.hot.some((row) => this.judged.marks.includes(row)) ? say("spicy.double") : null;
  }

  label(): { pattern: string; name: Name; says: RuleText; source: string } | null {
    const counted = Object.keys(this.patterns);
    const found = this.rules.labels.find(([, ...beside]) => counted.every((id) => beside.includes(id)));
    if (found === undefined) return null;
    const pattern = this.#pattern(found[0]);
    return { pattern: pattern[0], name: nameOf(pattern), says: { zh: pattern[4], en: pattern[5] }, source: pattern[6] };
  }

  counted(): Counted[] {
    const each = new Map<number, [row: number, mask: number, worth: number][]>();
    for (const [row, mask, worth] of this.best.counted) {
      if (!worth) continue;
      const of = this.#row(row)[0];
      each.set(of, [...(each.get(of) ?? []), [row, mask, worth]]);
    }
    const out = [...each].map(([of, counts]): Counted => {
      const pattern = this.#pattern(of), made = counts.map(([row, mask]) => this.#madeOf(row, mask));
      const whole = made.includes(null), sets = made.filter((tiles) => tiles !== null);
      return {
        pattern: pattern[0], name: nameOf(pattern), fan: counts.reduce((sum, [, , worth]) => sum + worth, 0),
        times: counts.every(([row]) => this.#is(row, OF_DEALER)) ? 1 : counts.length, tiles: this.won.texts(sets.flat()),
        shown: whole ? say("told.whole_hand") : this.#shown(sets.filter((tiles) => tiles.length)), limit: counts.some(([row]) => this.#is(row, LIMIT)),
        says: { zh: pattern[4], en: pattern[5] }, source: pattern[6],
      };
    });
    return out.sort((a, b) => b.fan - a.fan);
  }

  dropped(): Dropped[] {
    const each = new Map<string, { of: PatternData; by: PatternData; why: string; times: number[][] }>();
    for (const [row, mask, by, why] of this.best.dropped) {
      const of = this.#pattern(this.#row(row)[0]), over = this.#pattern(this.#row(by)[0]);
      if (of === over) continue;
      const key = `${of[0]} ${over[0]} ${why}`;
      const one = each.get(key) ?? { of, by: over, why: WHYS[why] ?? "", times: [] };
      one.times.push(mask ? this.#tiles(mask) : []);
      each.set(key, one);
    }
    return [...each.values()].map(({ of, by, why, times }) => {
      const shown = this.#shown(times), kind = why === "absorbed" && by[7] ? "alone" : why;
      const facts = { it: textOf(of), by: textOf(by), tiles: shown === null ? null : say("told.brackets", { what: shown }) };
      return {
        pattern: of[0], name: nameOf(of), by: by[0], why, tiles: this.won.texts(times.flat()), sentence: say(`dropped.${kind}`, facts), source: by[6],
      };
    });
  }

  reading(story: Story = this.best): Read {
    const groups = this.#groups(story), place = this.#place(story, groups), shape = this.words.shapes[story.shape] ?? "";
    const sets = story.shape === STANDARD
      ? groups.map((g) => say("group.text", { tiles: this.won.texts(g.tiles), kind: this.#setWord(g) })) : [say(`shape.${shape}`)];
    const { fan, capped } = story, total = say(capped === fan ? "fan" : "read.capped", { n: fan, fan, capped });
    const where = { group: story.at < 0 ? null : story.at, kind: this.words.places[story.place] ?? "" };
    return {
      fan, capped, shape, patterns: this.patternsOf(story),
      groups: groups.map((g) => ({ kind: this.words.kinds[g.kind] ?? "", tiles: this.won.texts(g.tiles), made: g.made })),
      place: place === null ? null : { ...where, says: place },
      text: say("read.text", { groups: sets, place: place === null ? null : say("read.place", { place }), total }),
    };
  }

  others(): Read[] {
    const rest = this.judged.stories.filter((story) => story !== this.best);
    return rest.sort((a, b) => b.capped - a.capped || b.fan - a.fan).map((story) => this.reading(story));
  }

  // --- parts

  #row(row: number): RulesHead["rows"][number] {
    return this.rules.rows[row] ?? [0, 0];
  }
  #pattern(at: number): PatternData {
    const found = this.rules.patterns[at];
    if (found === undefined) throw new RangeError("judged by another program");
    return found;
  }
  #id(row: number): string {
    return this.#pattern(this.#row(row)[0])[0];
  }
  #is(row: number, what: number): boolean {
    return (this.#row(row)[1] & what) !== 0;
  }

  #groups(story: Story): Group[] {
    return story.groups.map((code) => {
      const kind = Math.floor((code >> 7) / 34), low = (code >> 7) % 34, size = [3, 3, 4, 2][kind] ?? 0;
      const tiles = Array.from({ length: size }, (_, i) => low + (kind === CHOW ? i : 0));
      return { kind, made: this.words.made[Math.log2(code & 127)] ?? "", tiles };
    });
  }

  // The tiles of a mask: groups in the low eight bits, flowers above.
  #tiles(mask: number): number[] {
    const sets = this.#groups(this.best).filter((_, i) => (mask >> i) & 1).flatMap((g) => g.tiles);
    return [...sets, ...[0, 1, 2, 3, 4, 5, 6, 7].filter((i) => (mask >> (8 + i)) & 1).map((i) => 34 + i)];
  }

  // What made a row count; null: the whole hand.
  #madeOf(row: number, mask: number): readonly number[] | null {
    if (mask || this.#is(row, OF_DEALER)) return mask ? this.#tiles(mask) : [];
    const [, what, ...spoken] = this.#row(row);
    if (what & OF_FLOWERS) return this.won.flowers;
    if (what & OF_TILE) return this.won.tile === null ? [] : [this.won.tile];
    const groups = this.#groups(this.best);
    const found = spoken.flatMap((one) => groups.filter((g) => this.#speaksOf(one, g)).flatMap((g) => g.tiles));
    return found.length ? found : null;
  }

  #speaksOf([kinds, tiles, dynamic]: Spoken, group: Group): boolean {
    const { seat, round } = this.won;
    const fits = kinds === 0 ? group.kind === PAIR : ((kinds >> group.kind) & 1) !== 0;
    const winds = (mask: number, tile: number): boolean =>
      ((dynamic & mask) !== 0 && tile === WINDS + seat) || ((dynamic & (2 * mask)) !== 0 && tile === WINDS + round);
    return fits && group.tiles.every((tile) => (Math.floor(tiles / 2 ** tile) % 2 === 1 || winds(1, tile)) && !winds(4, tile));
  }

  // Tiles set by set; the same sets told once.
  #shown(times: readonly (readonly number[])[]): Message | null {
    const told = new Map<string, string[][]>();
    for (const tiles of times) {
      const sets: string[][] = [];
      let rest = tiles;
      for (const { tiles: own } of this.#groups(this.best)) {
        if (rest.length < own.length || !own.every((tile, i) => rest[i] === tile)) continue;
        sets.push(this.won.texts(own));
        rest = rest.slice(own.length);
      }
      if (rest.length) sets.push(this.won.texts(rest));
      if (sets.length) told.set(JSON.stringify(sets), sets);
    }
    return told.size ? say("told.each", { each: [...told.values()].map((sets) => say("tiles.groups", { sets })) }) : null;
  }

  #setWord(group: Group): Message {
    const kind = this.words.kinds[group.kind] ?? "";
    return say(`group.${SET_WORDS[`${kind} ${group.made}`] ?? kind}`);
  }

  #place(story: Story, groups: readonly Group[]): Message | null {
    if (this.won.tile === null || story.shape === SHAPE_OF_FLOWERS) return null;
    const tile = [this.won.text(this.won.tile)], place = say(`place.${this.words.places[story.place] ?? ""}`);
    const group = groups[story.at];
    if (group === undefined || story.shape !== STANDARD) return this.judged.waits.length === 1 ? say("place.on", { tile, place }) : null;
    return say("place.completes", { tile, place, group: this.won.texts(group.tiles) });
  }
}

function nameOf(pattern: PatternData): Name {
  return { zh: pattern[1], jyutping: pattern[2], en: pattern[3] };
}

function textOf(pattern: PatternData): RuleText {
  return { zh: pattern[1] || pattern[3], en: pattern[3] || pattern[1] };
}
