// Analyses an unfinished hand (missing tiles, winning tiles and their fan): twin of src/sikwu/looking.py.
import { type Discard, type Useful, type Wait, type Worth } from './answer.ts';
import type { Spellings, RulesHead } from './bundle.ts';
import type { Door } from './door.ts';
import { HandExplanation } from './explain.ts';
import { noWin } from './legal.ts';
import { KINDS, kinds, Won } from './won.ts';

export type LookParts =
  | { readonly state: 'building'; readonly missing: number; readonly away: number; readonly useful: readonly Useful[] }
  | {
      readonly state: 'ready';
      readonly missing: 1;
      readonly away: 1;
      readonly useful: readonly Useful[];
      readonly waits: readonly Wait[];
    }
  | {
      readonly state: 'full';
      readonly missing: 0;
      readonly away: number;
      readonly discards: readonly Discard[];
      readonly wins: readonly Wait[];
    };

export class Looking {
  readonly #door: Door;
  readonly #handle: number;
  readonly #rules: RulesHead;
  readonly #words: Spellings['head'];
  readonly #won: Won;
  readonly #ways: { readonly draw: Uint8Array; readonly discard: Uint8Array };
  readonly #counts: Uint8Array;
  readonly #limits: Uint8Array;
  readonly #left: readonly number[];

  constructor(
    door: Door,
    handle: number,
    rules: RulesHead,
    words: Spellings['head'],
    won: Won,
    ways: { draw: Uint8Array; discard: Uint8Array },
  ) {
    this.#door = door;
    this.#handle = handle;
    this.#rules = rules;
    this.#words = words;
    this.#won = won;
    this.#ways = ways;
    this.#counts = new Uint8Array(KINDS);
    this.#limits = new Uint8Array(KINDS).fill(4);
    for (const tile of won.concealed) this.#counts[tile] = (this.#counts[tile] ?? 0) + 1;
    for (const tile of won.melds.flatMap((meld) => meld.tiles)) this.#limits[tile] = (this.#limits[tile] ?? 0) - 1;
    this.#left = kinds().map(
      (tile) => (this.#limits[tile] ?? 0) - (this.#counts[tile] ?? 0) - won.value('visible', tile),
    );
  }

  told(): LookParts {
    const missing = this.#rules.size + 1 - this.#won.count;
    if (missing === 0) return this.#full();
    const waiting = missing === 1 ? this.#waiting() : [];
    if (waiting.length)
      return {
        state: 'ready',
        missing: 1,
        away: 1,
        useful: this.#useful(waiting),
        waits: waiting.map((tile) => this.#wait(tile)),
      };
    const { away, kinds: near } = this.#nearest(this.#counts);
    return { state: 'building', missing, away, useful: this.#useful(near) };
  }

  #nearest(counts: Uint8Array): { readonly away: number; readonly kinds: readonly number[] } {
    const sets = Math.floor(this.#rules.size / 3) - this.#won.melds.length;
    return this.#door.away(this.#handle, counts, this.#limits, sets);
  }

  #waiting(): readonly number[] {
    if (this.#rules.pairs_differ) {
      const { away, kinds: near } = this.#nearest(this.#counts);
      return away === 1 ? near : [];
    }
    return this.#door
      .waiting(this.#handle, this.#counts)
      .filter((tile) => (this.#counts[tile] ?? 0) < (this.#limits[tile] ?? 0));
  }

  #useful(some: readonly number[]): Useful[] {
    return some
      .filter((tile) => this.#leftOf(tile) > 0)
      .map((tile) => ({ tile: this.#won.text(tile), left: this.#leftOf(tile) }));
  }
  #leftOf(tile: number): number {
    return this.#left[tile] ?? 0;
  }

  #full(): LookParts {
    const held = kinds().filter((tile) => this.#counts[tile]);
    const all = held.map((tile) => {
      const { away, kinds: near } = this.#nearest(this.#without(tile)),
        useful = this.#useful(near);
      return { tile: this.#won.text(tile), away, copies: useful.reduce((sum, each) => sum + each.left, 0), useful };
    });
    const discards = all.sort((a, b) => a.away - b.away || b.copies - a.copies || b.useful.length - a.useful.length); // equal ones stay in tile order
    const alike = this.#rules.pairs_differ && !this.#won.melds.length;
    const complete = alike ? this.#nearest(this.#counts).away === 0 : this.#door.complete(this.#handle, this.#counts);
    const wins = complete ? held.map((tile) => this.#ended(tile)) : [];
    return { state: 'full', missing: 0, away: complete ? 0 : (discards[0]?.away ?? 0), discards, wins };
  }

  #without(tile: number): Uint8Array {
    const kept = this.#counts.slice();
    kept[tile] = (kept[tile] ?? 1) - 1;
    return kept;
  }

  #wait(tile: number): Wait {
    const left = this.#leftOf(tile);
    if (left <= 0) return { tile: this.#won.text(tile), left: 0, discard: null, self_draw: null };
    return {
      tile: this.#won.text(tile),
      left,
      discard: this.#worth(this.#ways.discard, tile),
      self_draw: this.#worth(this.#ways.draw, tile),
    };
  }

  // The full hand, won with one of its tiles.
  #ended(tile: number): Wait {
    const [discard, draw] = [this.#ways.discard, this.#ways.draw].map((way) => {
      const row = way.slice();
      row[tile] = (row[tile] ?? 1) - 1; // the copies are in the low four bits
      return row;
    });
    const worth = (row: Uint8Array | undefined): Worth | null => (row === undefined ? null : this.#worth(row, tile));
    return {
      tile: this.#won.text(tile),
      left: Math.max(this.#leftOf(tile), 0),
      discard: worth(discard),
      self_draw: worth(draw),
    };
  }

  #worth(way: Uint8Array, tile: number): Worth {
    const row = way.slice();
    row[(this.#words.layout.tile?.[0] ?? 0) / 8] = tile;
    const judged = this.#door.judge(this.#handle, row),
      won = new Won(row, this.#words);
    if (judged.best < 0)
      return {
        fan: 0,
        capped: 0,
        valid: false,
        patterns: {},
        problem: noWin(won, judged, this.#rules, this.#door, this.#handle),
      };
    const told = new HandExplanation(this.#rules, this.#words, won, judged);
    return { fan: judged.fan, capped: judged.capped, valid: told.valid, patterns: told.patterns };
  }
}
