// Calls the kernel's functions over its memory as values; kernel/web/door.cpp documents each word.

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly _initialize: () => void;
  readonly room: (bytes: number) => number;
  readonly row: (which: number) => number;
  readonly told: () => number;
  readonly load_spellings: (bytes: number) => void;
  readonly load_rules: (program: number, table: number) => number;
  readonly drop_rules: (handle: number) => void;
  readonly read_text: (characters: number) => number;
  readonly can_be: (size: number) => number;
  readonly judge_row: (handle: number) => void;
  readonly price: (handle: number, drawn: number, heat: number, fan: number) => bigint;
  readonly fit: (size: number) => number;
  readonly away: (handle: number, sets: number) => void;
  readonly waiting: (handle: number) => void;
  readonly complete: (handle: number) => number;
}

export interface Story {
  readonly shape: number;
  readonly at: number; // the group of the winning tile; -1: none
  readonly place: number;
  readonly fan: number;
  readonly capped: number;
  readonly groups: readonly number[];
  readonly counted: readonly (readonly [row: number, mask: number, worth: number])[];
  readonly dropped: readonly (readonly [row: number, mask: number, by: number, why: number])[];
}
export interface Judged {
  readonly complete: boolean;
  readonly fan: number; // -1: no win
  readonly capped: number;
  readonly best: number;
  readonly marks: readonly number[]; // rows
  readonly waits: readonly number[];
  readonly pairs: boolean;
  readonly kongFeeder: number;
  readonly heat: number;
  readonly found: { readonly seat: number; readonly charge: number; readonly place: number; readonly share: number } | null;
  readonly paid: number;
  readonly change: readonly bigint[];
  readonly stories: readonly Story[];
}

export const ROW = 64;
const KINDS = 34;

// The kernel will not go on: bytes that are no rules, or a hand that made-up rules count in too many ways.
export class Refused extends Error {
  readonly why: "bytes" | "ways";
  constructor(why: "bytes" | "ways") {
    super(`the kernel refuses: ${why}`);
    this.why = why;
  }
}

// One instance; after a refusal it is given up, and whoever holds it makes a new one.
export class Door {
  readonly #to: Exports;
  broken = false;

  constructor(module: WebAssembly.Module, spellings: Uint8Array) {
    const imports: Record<string, Record<string, (why: number) => number>> = {};
    for (const { module: of, name, kind } of WebAssembly.Module.imports(module)) {
      if (kind === "function") (imports[of] ??= {})[name] = () => 8; // files: there are none
    }
    (imports.sikwu ??= {}).refuse = (why) => {
      this.broken = true;
      throw new Refused(why === 2 ? "ways" : "bytes");
    };
    this.#to = new WebAssembly.Instance(module, imports).exports as unknown as Exports;
    this.#to._initialize();
    this.#put(spellings);
    this.#to.load_spellings(spellings.length);
  }

  load(bytes: Uint8Array, program: number): number {
    this.#put(bytes);
    return this.#to.load_rules(program, bytes.length - program);
  }

  drop(handle: number): void {
    this.#to.drop_rules(handle);
  }

  // The row of a text; null: it is not well written.
  read(text: string): Uint8Array | null {
    const signs = Uint32Array.from(text, (sign) => sign.codePointAt(0) ?? 0);
    this.#put(new Uint8Array(signs.buffer));
    return this.#to.read_text(signs.length) ? this.row() : null;
  }

  row(which: 0 | 1 = 0): Uint8Array {
    return new Uint8Array(this.#to.memory.buffer, this.#to.row(which), ROW).slice();
  }

  // Can it be a win? "nearly": but for how many tiles it has, or for who discarded.
  canBe(row: Uint8Array, size: number): "no" | "nearly" | "yes" {
    this.#ask(row);
    return (["no", "nearly", "yes"] as const)[this.#to.can_be(size)] ?? "no";
  }

  judge(handle: number, row: Uint8Array): Judged {
    this.#ask(row);
    this.#to.judge_row(handle);
    return judged(new Words(this.#told()));
  }

  price(handle: number, drawn: boolean, heat: number, fan: number): bigint {
    return this.#to.price(handle, drawn ? 1 : 0, heat, fan);
  }

  // The hand of the row, won by a draw and by a discard, its tile still to be put in; null: it cannot be.
  fit(row: Uint8Array, size: number): { readonly draw: Uint8Array; readonly discard: Uint8Array } | null {
    this.#ask(row);
    return this.#to.fit(size) ? { draw: this.row(0), discard: this.row(1) } : null;
  }

  away(handle: number, counts: Uint8Array, limits: Uint8Array, sets: number): { readonly away: number; readonly kinds: readonly number[] } {
    const both = new Uint8Array(2 * KINDS);
    both.set(counts), both.set(limits, KINDS);
    this.#put(both);
    this.#to.away(handle, sets);
    const words = new Words(this.#told());
    return { away: words.next(), kinds: words.set(2) };
  }

  waiting(handle: number, counts: Uint8Array): readonly number[] {
    this.#put(counts);
    this.#to.waiting(handle);
    return new Words(this.#told()).set(2);
  }

  complete(handle: number, counts: Uint8Array): boolean {
    this.#put(counts);
    return this.#to.complete(handle) !== 0;
  }

  #ask(row: Uint8Array): void {
    new Uint8Array(this.#to.memory.buffer, this.#to.row(0), ROW).set(row);
  }

  #put(bytes: Uint8Array): void {
    const at = this.#to.room(bytes.length);
    new Uint8Array(this.#to.memory.buffer, at, bytes.length).set(bytes);
  }

  #told(): Int32Array {
    return new Int32Array(this.#to.memory.buffer, this.#to.told());
  }
}

class Words {
  readonly #all: Int32Array;
  #at = 0;
  constructor(all: Int32Array) {
    this.#all = all;
  }
  next(): number {
    return this.#all[this.#at++] ?? 0;
  }
  // The members of a bit set of so many words.
  set(words: number): number[] {
    const found: number[] = [];
    for (let word = 0; word < words; ++word) {
      const bits = this.next();
      for (let bit = 0; bits && bit < 32; ++bit) if ((bits >>> bit) & 1) found.push(32 * word + bit);
    }
    return found;
  }
  wide(): bigint {
    const low = BigInt.asUintN(32, BigInt(this.next()));
    return (BigInt(this.next()) << 32n) | low;
  }
  list<T>(make: () => T): T[] {
    return Array.from({ length: this.next() }, make);
  }
}

function judged(w: Words): Judged {
  const complete = w.next() !== 0, fan = w.next(), capped = w.next(), best = w.next();
  const marks = w.set(4), waits = w.set(2), pairs = w.next() !== 0, kongFeeder = w.next(), heat = w.next();
  const found = { seat: w.next(), charge: w.next(), place: w.next(), share: w.next() };
  const paid = w.next(), change = [w.wide(), w.wide(), w.wide(), w.wide()];
  const stories = w.list(() => story(w));
  return { complete, fan, capped, best, marks, waits, pairs, kongFeeder, heat, found: found.seat < 0 ? null : found, paid, change, stories };
}

function story(w: Words): Story {
  const shape = w.next(), at = w.next(), place = w.next(), fan = w.next(), capped = w.next();
  const groups = w.list(() => w.next());
  const counted = w.list(() => [w.next(), w.next(), w.next()] as const);
  const dropped = w.list(() => [w.next(), w.next(), w.next(), w.next()] as const);
  return { shape, at, place, fan, capped, groups, counted, dropped };
}
