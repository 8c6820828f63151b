// Finds what is impossible about a win besides its tiles: twin of src/sikwu/checks.py, check by check and in its order.
import { say, type Fact, type Message } from "./answer.ts";
import type { SpellingsHead } from "./bundle.ts";
import { ABSENT, DISCARD, FLOWERS, KINDS, kinds, ROB_KONG, SELF_DRAW, type Meld, type Won } from "./won.ts";

const CHOW = 0, EXPOSED = 2, ADDED = 3; // melds
const KONG = 1, FLOWER = 2; // replacement
const HEAVENLY = 1, EARTHLY = 2, EARTHLY_DRAW = 3, HUMAN = 4; // first_turn
const READY_HEAVENLY = 3, READY_EARTHLY = 4; // ready
const EAST = 0;

// Everything that a circumstance can change, as numbers; nobody is null, discards that nobody counted too.
export interface Case {
  readonly by: number;
  readonly seat: number;
  readonly round: number;
  readonly feeder: number | null;
  readonly streak: number;
  readonly replacement: number;
  readonly kong_chain: number;
  readonly second_kong_uses_replacement: number;
  readonly flower_between_kongs: number;
  readonly kong_feeder: number | null;
  readonly robbed: number;
  readonly last_tile: number;
  readonly last_discard: number;
  readonly first_turn: number;
  readonly ready: number;
  readonly one_shot: number;
  readonly discards: number | null;
  readonly visible: readonly number[]; // copies of each kind
  readonly eighth_flower: number | null;
  readonly winners: number;
}
export type Field = keyof Case;

export function caseOf(won: Won): Case {
  const value = (name: string): number => won.value(name), seat = (name: string): number | null => (value(name) ? value(name) - 1 : null);
  return {
    by: won.by, seat: won.seat, round: won.round, feeder: won.feeder, streak: won.streak, replacement: value("replacement"),
    kong_chain: value("kong_chain"), second_kong_uses_replacement: value("second_kong_uses_replacement"),
    flower_between_kongs: value("flower_between_kongs"), kong_feeder: seat("kong_feeder"), robbed: value("robbed"),
    last_tile: value("last_tile"), last_discard: value("last_discard"), first_turn: value("first_turn"), ready: value("ready"),
    one_shot: value("one_shot"), discards: value("discards") === ABSENT ? null : value("discards"),
    visible: kinds().map((tile) => won.value("visible", tile)), eighth_flower: seat("eighth_flower"), winners: value("winners"),
  };
}

type Check = (hand: Held, at: Case) => Iterable<Message>;

// A hand, and what of it the checks look at.
export class Held {
  readonly size: number;
  readonly concealed: number;
  readonly flowers: number;
  readonly melds: readonly Meld[];
  readonly tile: number | null;
  readonly kongs: readonly Meld[];
  readonly #won: Won;
  readonly #words: SpellingsHead["words"];

  constructor(won: Won, size: number, words: SpellingsHead["words"]) {
    this.#won = won, this.#words = words, this.size = size;
    this.concealed = won.concealed.length, this.flowers = won.flowers.length, this.melds = won.melds, this.tile = won.tile;
    this.kongs = won.melds.filter((meld) => meld.kind >= EXPOSED);
  }

  get count(): number {
    return this.concealed + 3 * this.melds.length;
  }
  // The last of the concealed tiles.
  get last(): string | null {
    const tile = this.#won.concealed.at(-1);
    return tile === undefined ? null : this.text(tile);
  }
  // Copies of a tile that are held, without the winning one.
  owned(tile: number): number {
    return this.#won.concealed.filter((each) => each === tile).length + this.melds.flatMap((meld) => meld.tiles).filter((each) => each === tile).length;
  }
  text(tile: number): string {
    return this.#won.text(tile);
  }
  seat(seat: number | null): Fact {
    return seat === null ? null : this.#won.seatText(seat);
  }
  word(kind: string, value: number): string {
    return this.#words[kind]?.[value] ?? "";
  }
  leftOut(by: number): boolean {
    const { size, count } = this;
    return by === FLOWERS && (!this.concealed || (!this.melds.length && count < size && (size - count) % 3 === 0));
  }
  // The first kong of the row that ends in the win; null where the melds do not tell.
  firstKong(chain: number): Meld | null {
    const of = this.kongs.map((meld) => meld.kind), added = of.includes(ADDED) ? of.indexOf(ADDED) : of.length, row = Math.max(chain, 1);
    return row > of.length || of.slice(added).includes(EXPOSED) ? null : (this.kongs[of.length - row] ?? null);
  }

  // Everything that cannot be; with `changed` only what those checks find that look at one of these.
  *problems(at: Case, changed: readonly Field[] | null = null): Generator<Message> {
    for (const [check, looksAt] of CHECKS) if (changed === null || changed.some((field) => looksAt.includes(field))) yield* check(this, at);
  }
}

function* counts(hand: Held, { by }: Case): Generator<Message> {
  const { size, count } = hand, most = Math.floor(size / 3);
  if (hand.melds.length > most) yield say("melds.too_many", { count: hand.melds.length, most, size });
  const slip = hand.tile === null && by !== FLOWERS ? noWinningTile(hand) : null;
  if (slip !== null) return yield slip;
  const drawn = by === FLOWERS && hand.tile === null && count === size + 1;
  if (count !== size && !hand.leftOut(by) && !drawn) yield say("tiles.count", { count, size });
  if (hand.tile === null && by !== FLOWERS) yield say("win.no_tile");
  else if (hand.tile !== null && hand.tile >= KINDS && by !== FLOWERS) yield say("win.flower_tile", { tile: hand.text(hand.tile) });
}

// The commonest slips: the winning tile among the others, and a win by flowers that is not called one.
function noWinningTile({ size, count, flowers, last }: Held): Message | null {
  if (count === size + 1 && last !== null) return say("win.no_plus", { tile: last, right: `+${last}`, count });
  return count === 0 && flowers >= 7 ? say("win.only_flowers", { count: flowers }) : null;
}

function* feeders(hand: Held, { by, seat, feeder, last_discard, last_tile }: Case): Generator<Message> {
  const claimed = by === DISCARD || by === ROB_KONG, way = hand.word("by", by), before = (seat + 3) % 4;
  if (claimed && feeder === null) yield say("feeder.missing", { by: way });
  else if (claimed && feeder === seat) yield say("feeder.own_seat", { seat: hand.seat(seat) });
  else if (!claimed && feeder !== null) yield say("feeder.extra", { by: way, seat: hand.seat(feeder) });
  for (const { kind, tile, feeder: fed } of hand.melds) {
    if (fed === seat) yield say("meld.own_seat", { tile: hand.text(tile), seat: hand.seat(seat) });
    else if (kind === CHOW && fed !== before && fed !== null) {
      yield say("meld.chow_feeder", { tile: hand.text(tile), feeder: hand.seat(fed), seat: hand.seat(seat), before: hand.seat(before) });
    }
  }
  if (last_discard && by !== DISCARD) yield say("last_discard.not_discard", { by: way });
  if (last_tile && claimed) yield say("last_tile.discard", { by: way });
}

function* kongs(hand: Held, at: Case): Generator<Message> {
  const { by, replacement, kong_chain: chain } = at, leftOut = hand.leftOut(by);
  const many = leftOut ? Math.floor(hand.size / 3) : hand.kongs.length;
  const copies = by === ROB_KONG && hand.tile !== null ? hand.owned(hand.tile) : 0;
  if (copies && hand.tile !== null) yield say("rob_kong.copies", { tile: hand.text(hand.tile), count: copies });
  if (at.robbed && by !== ROB_KONG) yield say("rob_kong.not_robbed");
  if (replacement && by !== SELF_DRAW && by !== FLOWERS) yield say("replacement.not_drawn", { by: hand.word("by", by) });
  if (replacement === KONG && !many) yield say("replacement.no_kong");
  if (replacement === FLOWER && !hand.flowers) yield say("replacement.no_flower");
  if (chain > many) yield say("kong_chain.too_long", { count: chain, most: many });
  if (chain > 0 && replacement !== KONG) yield say("kong_chain.no_replacement");
  for (const name of ["second_kong_uses_replacement", "flower_between_kongs"] as const) {
    if (at[name] && chain < 2) yield say("kong_chain.too_short", { name, count: chain });
  }
  if (replacement === KONG && hand.firstKong(chain) !== null) {
    for (const { kind, tile } of hand.kongs.slice(-Math.max(chain, 1)).slice(1)) {
      if (kind === EXPOSED) yield say("kong_chain.exposed_later", { tile: hand.text(tile), count: chain });
    }
  }
  if (at.kong_feeder !== null) yield* kongFeeder(hand, at, at.kong_feeder, leftOut);
}

function* kongFeeder(hand: Held, at: Case, feeder: number, leftOut: boolean): Generator<Message> {
  const fed = hand.melds.filter((meld) => meld.kind === EXPOSED).map((meld) => meld.feeder), seat = hand.seat(feeder);
  const first = at.replacement === KONG ? hand.firstKong(at.kong_chain) : null;
  if (feeder === at.seat) yield say("kong_feeder.own_seat", { seat });
  else if (!fed.length && !leftOut) yield say("kong_feeder.no_kong", { seat });
  else if (fed.length && !leftOut && !fed.includes(null) && !fed.includes(feeder)) yield say("kong_feeder.not_fed", { seat });
  else if (first !== null && first.kind !== EXPOSED) {
    yield say("kong_feeder.own_kong", { seat, tile: hand.text(first.tile), kind: hand.word("meld", first.kind) });
  } else if (first !== null && first.feeder !== null && first.feeder !== feeder) {
    yield say("kong_feeder.disagrees", { seat, tile: hand.text(first.tile), fed: hand.seat(first.feeder) });
  }
}

function* firstTurn(hand: Held, at: Case): Generator<Message> {
  const { by, seat, feeder, first_turn: first, discards } = at, way = hand.word("by", by), drawn = by === SELF_DRAW || by === FLOWERS;
  if (first === HEAVENLY) {
    if (seat !== EAST) yield say("first_turn.heavenly_seat", { seat: hand.seat(seat) });
    if (!drawn) yield say("first_turn.heavenly_by", { by: way });
    if (discards) yield say("first_turn.heavenly_discards", { count: discards });
    if (at.ready) yield say("first_turn.heavenly_ready");
  }
  if ((first === EARTHLY || first === EARTHLY_DRAW) && seat === EAST) yield say("first_turn.earthly_seat");
  if (first === EARTHLY && !(by === DISCARD && (feeder === EAST || feeder === null))) yield say("first_turn.earthly_by");
  if (first === EARTHLY && (discards || 1) > 1) yield say("first_turn.earthly_discards", { count: discards });
  if (first === EARTHLY_DRAW && !drawn) yield say("first_turn.earthly_draw_by", { by: way });
  if (first === HUMAN && by !== DISCARD) yield say("first_turn.human_by", { by: way });
  if (first === HUMAN && seat === EAST) yield say("first_turn.human_seat");
  if (first === HUMAN && by === DISCARD && feeder === EAST) yield say("first_turn.human_feeder");
  const word = hand.word("first_turn", first);
  if (first && (at.last_tile || at.last_discard)) yield say("first_turn.last", { first: word });
  if (first && hand.melds.length) yield say("first_turn.melds", { first: word });
}

function* ready(hand: Held, { seat, ready: said, one_shot }: Case): Generator<Message> {
  if (said === READY_HEAVENLY && seat === EAST) yield say("ready.heavenly_seat");
  if ((said === READY_HEAVENLY || said === READY_EARTHLY) && hand.melds.length) yield say("ready.melds", { ready: hand.word("ready", said) });
  if (one_shot && !said) yield say("one_shot.not_ready");
}

function* flowers(hand: Held, { by, seat, eighth_flower: eighth }: Case): Generator<Message> {
  if (by === FLOWERS && hand.flowers < 7) yield say("flowers.too_few", { count: hand.flowers });
  if (eighth === seat) yield say("eighth_flower.own_seat", { seat: hand.seat(eighth) });
  if (eighth !== null && hand.flowers >= 8) yield say("eighth_flower.held");
}

function* numbers(hand: Held, at: Case): Generator<Message> {
  const limits: [name: string, value: number, least: number, most: number][] = [
    ["streak", at.streak, 0, 255], ["kong_chain", at.kong_chain, 0, 255], ["winners", at.winners, 1, 3],
  ];
  if (at.discards !== null) limits.push(["discards", at.discards, 0, 136]);
  for (const [name, value, least, most] of limits) {
    if (value < least) yield say("number.too_small", { name, value, least });
    else if (value > most) yield say("number.too_large", { name, value, most });
  }
  if (at.discards === 0 && at.by === DISCARD) yield say("discards.none");
  for (const [tile, seen] of at.visible.entries()) {
    const own = seen ? hand.owned(tile) + (hand.tile === tile ? 1 : 0) : 0;
    if (seen + own > 4 && own <= 4) yield say("visible.too_many", { tile: hand.text(tile), seen, own });
  }
}

// Every check with what it looks at beside the tiles, in the order in which problems are told.
const CHECKS: readonly (readonly [Check, readonly Field[]])[] = [
  [counts, ["by"]],
  [feeders, ["by", "seat", "feeder", "last_tile", "last_discard"]],
  [kongs, ["by", "seat", "robbed", "replacement", "kong_chain", "second_kong_uses_replacement", "flower_between_kongs", "kong_feeder"]],
  [firstTurn, ["by", "seat", "feeder", "first_turn", "ready", "discards", "last_tile", "last_discard"]],
  [ready, ["seat", "ready", "one_shot"]],
  [flowers, ["by", "seat", "eighth_flower"]],
  [numbers, ["by", "streak", "kong_chain", "winners", "discards", "visible"]],
];
