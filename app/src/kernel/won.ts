// Unpacks a row: the hand, the winning tile, how it came, the circumstances; as values and as text.
import {
  say,
  sayWord,
  type AtValue,
  type SentMessage,
  type MeldTold,
  type SeatLetter,
  type TilesTold,
} from './answer.ts';
import type { SpellingsHead } from './bundle.ts';

export const DISCARD = 0,
  SELF_DRAW = 1,
  ROB_KONG = 2,
  FLOWERS = 3; // `by`
export const KINDS = 34;
const SEATS: readonly SeatLetter[] = ['E', 'S', 'W', 'N'];
export const ABSENT = 255;
const CHOW = 0,
  EXPOSED = 2;
export const ADDED = 3,
  CONCEALED = 4;
// The circumstances in the order written, and their kinds of values.
const AT: readonly (readonly [name: string, says: 'word' | 'number' | 'seat' | 'flag' | 'visible', usual: number])[] = [
  ['replacement', 'word', 0],
  ['kong_chain', 'number', 0],
  ['kong_feeder', 'seat', 0],
  ['second_kong_uses_replacement', 'flag', 0],
  ['flower_between_kongs', 'flag', 0],
  ['robbed', 'word', 0],
  ['last_tile', 'flag', 0],
  ['last_discard', 'flag', 0],
  ['first_turn', 'word', 0],
  ['ready', 'word', 0],
  ['one_shot', 'flag', 0],
  ['discards', 'number', ABSENT],
  ['visible', 'visible', 0],
  ['eighth_flower', 'seat', 0],
  ['winners', 'number', 1],
];

export interface RowMeld {
  readonly kind: number;
  readonly tile: number;
  readonly tiles: readonly number[];
  readonly feeder: number | null;
  readonly sameTurn: boolean;
  readonly fresh: boolean;
}

export class Won {
  readonly row: Uint8Array;
  readonly #words: SpellingsHead;
  readonly concealed: readonly number[];
  readonly melds: readonly RowMeld[];
  readonly flowers: readonly number[];
  readonly tile: number | null;
  readonly by: number;
  readonly seat: number;
  readonly round: number;
  readonly feeder: number | null;
  readonly streak: number;

  constructor(row: Uint8Array, words: SpellingsHead) {
    this.row = row;
    this.#words = words;
    this.concealed = kinds().flatMap((tile) => Array<number>(this.value('concealed', tile)).fill(tile));
    const laid = [0, 1, 2, 3, 4].map((i) => this.value('melds', i));
    this.melds = laid.filter((code) => code !== ABSENT).map((code, i) => this.#meld(code, i));
    this.flowers = [0, 1, 2, 3, 4, 5, 6, 7].filter((i) => (this.value('flowers') >> i) & 1).map((i) => KINDS + i);
    const tile = this.value('tile');
    this.tile = tile === ABSENT ? null : tile;
    this.by = this.value('by');
    this.seat = this.value('seat');
    this.round = this.value('round');
    this.feeder = somebody(this.value('feeder'));
    this.streak = this.value('streak');
  }

  value(field: string, i = 0): number {
    const [start, bits, step] = this.#words.layout[field] ?? [0, 0, 0];
    const bit = start + i * step,
      at = bit >> 3;
    const word = (this.row[at] ?? 0) | ((this.row[at + 1] ?? 0) << 8);
    return (word >> (bit & 7)) & ((1 << bits) - 1);
  }

  // The same with another value in a field within one byte.
  with(field: string, value: number, i = 0): Won {
    const [start, bits, step] = this.#words.layout[field] ?? [0, 0, 0];
    const bit = start + i * step,
      at = bit >> 3,
      mask = ((1 << bits) - 1) << (bit & 7),
      row = this.row.slice();
    row[at] = ((row[at] ?? 0) & ~mask) | (value << (bit & 7));
    return new Won(row, this.#words);
  }

  // The number of tiles, a meld counting three, without the winning one.
  get count(): number {
    return this.concealed.length + 3 * this.melds.length;
  }

  // The circumstances that differ from the default.
  get at(): readonly (readonly [string, AtValue])[] {
    const found: [string, AtValue][] = [];
    for (const [name, says, usual] of AT) {
      const seen = says === 'visible' ? kinds().filter((tile) => this.value(name, tile)) : [];
      if (says === 'visible') {
        if (seen.length)
          found.push([name, Object.fromEntries(seen.map((tile) => [this.text(tile), this.value(name, tile)]))]);
        continue;
      }
      const value = this.value(name);
      if (value === usual) continue;
      const word = says === 'word' ? this.word(name, value) : says === 'seat' ? this.seatText(value - 1) : undefined;
      found.push([name, says === 'flag' ? true : (word ?? value)]);
    }
    return found;
  }

  text(tile: number): string {
    return this.#words.tiles[tile] ?? '';
  }
  texts(tiles: readonly number[]): string[] {
    return tiles.map((tile) => this.text(tile));
  }
  seatText(seat: number): SeatLetter {
    return SEATS[seat] ?? 'E';
  }
  // The word for the value of a field, or for a kind of meld.
  word(kind: string, value: number): string {
    return this.#words.words[kind]?.[value] ?? '';
  }

  // The win as a hand line, which reads back unchanged.
  line(): string {
    const { tile, feeder, by } = this;
    const words = [
      short(this.texts(this.concealed)),
      ...this.melds.map((meld) => this.#laid(meld)),
      short(this.texts(this.flowers)),
    ];
    if (tile !== null || feeder !== null || by === DISCARD) {
      const fed = feeder !== null || by === DISCARD ? `<${feeder === null ? '?' : this.seatText(feeder)}` : '';
      words.push(`+${tile === null ? '?' : this.text(tile)}${fed}`);
    }
    if (by === ROB_KONG) words.push('rob_kong');
    if (by === FLOWERS) words.push('flowers_win');
    if (by === SELF_DRAW && feeder !== null) words.push('self_draw');
    words.push(`seat=${this.seatText(this.seat)}`, `round=${this.seatText(this.round)}`);
    if (this.streak) words.push(`streak=${this.streak}`);
    for (const [name, value] of this.at) {
      if (value === true) words.push(name);
      else if (typeof value === 'object')
        words.push(
          `${name}=${Object.entries(value)
            .map(([t, n]) => `${t}:${n}`)
            .join(',')}`,
        );
      else words.push(`${name}=${value}`);
    }
    return words.filter((word) => word).join(' ');
  }

  told(): TilesTold {
    return {
      concealed: this.texts(this.concealed),
      melds: this.melds.map((meld) => this.#meldTold(meld)),
      tile: this.tile === null ? null : this.text(this.tile),
      flowers: this.texts(this.flowers),
      by: this.word('by', this.by),
      from: this.feeder === null ? null : this.seatText(this.feeder),
      seat: this.seatText(this.seat),
      round: this.seatText(this.round),
      streak: this.streak,
      at: Object.fromEntries(this.at),
    };
  }

  // Who won, how, and under what circumstances.
  situation(): SentMessage {
    const fed = this.feeder !== null;
    const how = ['discard', 'self_draw', 'rob_kong', 'flowers'][this.by] ?? '';
    const some = !fed && (this.by === DISCARD || this.by === ROB_KONG) ? `${how}_of_somebody` : how;
    const told = this.at.filter(([name, value]) => name !== 'visible' && !(name === 'kong_chain' && value === 1)); // a single kong is not a row of kongs
    const more = told.map(([name, value]) => {
      const said = value === true || typeof value === 'object' ? null : value;
      return ['replacement', 'robbed', 'first_turn', 'ready'].includes(name)
        ? sayWord(`at.${name}`, String(said))
        : sayWord('at', name, { value: said });
    });
    return say('situation', {
      seat: this.seatText(this.seat),
      round: this.seatText(this.round),
      how: sayWord('how', some, {
        tile: this.tile === null ? [] : [this.text(this.tile)],
        feeder: fed ? this.seatText(this.feeder) : null,
      }),
      more: more.length ? say('situation.more', { each: more }) : null,
    });
  }

  #meld(code: number, i: number): RowMeld {
    const kind = Math.floor(code / KINDS),
      tile = code % KINDS;
    const tiles = kind === CHOW ? [tile, tile + 1, tile + 2] : Array<number>(kind >= EXPOSED ? 4 : 3).fill(tile);
    const feeder = somebody(this.value('meld_feeders', i));
    return {
      kind,
      tile,
      tiles,
      feeder,
      sameTurn: this.value('same_turn', i) !== 0,
      fresh: this.value('fresh', i) !== 0,
    };
  }

  #meldTold(meld: RowMeld): MeldTold {
    return {
      kind: this.word('meld', meld.kind),
      tiles: this.texts(meld.tiles),
      ...(meld.feeder === null ? {} : { from: this.seatText(meld.feeder) }),
      ...(meld.sameTurn ? { same_turn: true as const } : {}),
      ...(meld.fresh ? { fresh: true as const } : {}),
    };
  }

  #laid(meld: RowMeld): string {
    const tiles = this.texts(meld.tiles);
    let body = meld.kind === ADDED ? `${short(tiles.slice(0, 3))}+${tiles[3] ?? ''}` : short(tiles).replaceAll(' ', '');
    if (meld.feeder !== null) body += `<${this.seatText(meld.feeder)}`;
    if (meld.fresh) body += '!';
    return `${meld.sameTurn ? '&' : ''}${meld.kind === CONCEALED ? `[${body}]` : `(${body})`}`;
  }
}

export function kinds(): number[] {
  return Array.from({ length: KINDS }, (_, tile) => tile);
}

function somebody(seat: number): number | null {
  return seat ? seat - 1 : null;
}

// Numbers grouped before their suit, honours grouped by kind.
function short(tiles: readonly string[]): string {
  const words: string[] = [];
  let last = '';
  for (const tile of tiles) {
    const before = words.at(-1);
    if (before !== undefined && tile.length > 1 && tile.slice(1) === last.slice(1))
      words[words.length - 1] = before.slice(0, -1) + tile;
    else if (before !== undefined && tile === last) words[words.length - 1] = before + tile;
    else words.push(tile);
    last = tile;
  }
  return words.join(' ');
}
