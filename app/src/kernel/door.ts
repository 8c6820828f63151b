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
  readonly wrong: (size: number) => void;
  readonly judge_row: (handle: number) => void;
  readonly facts: (handle: number, reading: number) => number;
  readonly price: (handle: number, drawn: number, heat: number, fan: number) => bigint;
  readonly fit: (size: number, played: number) => number;
  readonly away: (handle: number, sets: number) => void;
  readonly waiting: (handle: number) => void;
  readonly complete: (handle: number) => number;
}

// A problem: its number (`Wrong` in kernel/checks.hpp) and its facts.
export type KernelProblem = readonly [what: number, ...facts: number[]];
// One part of a payment: payer, units, and reason (`Reason` in kernel/pay.hpp).
export interface Part {
  readonly payer: number;
  readonly reason: number;
  readonly units: bigint;
}
export interface Ways {
  readonly draw: Uint8Array;
  readonly discard: Uint8Array;
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
  readonly found: {
    readonly seat: number;
    readonly charge: number;
    readonly place: number;
    readonly share: number;
  } | null;
  readonly parts: readonly Part[];
  readonly stories: readonly Story[];
}

export const ROW = 64;
const KINDS = 34;

// The kernel cannot continue: invalid bytes of rules, or a hand that made-up rules count in too many ways.
export class KernelRefusal extends Error {
  readonly why: 'bytes' | 'ways';
  constructor(why: 'bytes' | 'ways') {
    super(`the kernel refuses: ${why}`);
    this.why = why;
  }
}

// One instance; after an error it is discarded, and its owner makes a new one.
export class Door {
  readonly #to: Exports;
  broken = false;

  constructor(module: WebAssembly.Module, spellings: Uint8Array) {
    const imports: Record<string, Record<string, (why: number) => number>> = {};
    for (const { module: of, name, kind } of WebAssembly.Module.imports(module)) {
      if (kind === 'function') (imports[of] ??= {})[name] = () => 8; // there are no files
    }
    (imports.sikwu ??= {}).refuse = (why) => {
      this.broken = true;
      throw new KernelRefusal(why === 2 ? 'ways' : 'bytes');
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

  // The row of a text; null: it is malformed.
  read(text: string): Uint8Array | null {
    const signs = Uint32Array.from(text, (sign) => sign.codePointAt(0) ?? 0);
    this.#put(new Uint8Array(signs.buffer));
    return this.#to.read_text(signs.length) ? this.row() : null;
  }

  row(which: 0 | 1 = 0): Uint8Array {
    return new Uint8Array(this.#to.memory.buffer, this.#to.row(which), ROW).slice();
  }

  // The problems of the win of a row.
  wrong(row: Uint8Array, size: number): KernelProblem[] {
    this.#ask(row);
    this.#to.wrong(size);
    return problems(new WordReader(this.#told()));
  }

  judge(handle: number, row: Uint8Array): Judged {
    this.#ask(row);
    this.#to.judge_row(handle);
    return judged(new WordReader(this.#told()));
  }

  // The values of the program's facts for each placed reading of the row, legal or not.
  facts(handle: number, row: Uint8Array): number[][] {
    const found: number[][] = [];
    this.#ask(row);
    for (;;) {
      const many = this.#to.facts(handle, found.length);
      if (many === 0) return found;
      found.push(Array.from(this.#told().subarray(0, many)));
    }
  }

  price(handle: number, drawn: boolean, heat: number, fan: number): bigint {
    return this.#to.price(handle, drawn ? 1 : 0, heat, fan);
  }

  // Two rows of the unfinished hand, won by a draw and by a discard, without the winning tile; or its problems. If the hand has flowers and
  // none are `played`, only its tiles are checked.
  fit(row: Uint8Array, size: number, played: boolean): Ways | readonly KernelProblem[] {
    this.#ask(row);
    return this.#to.fit(size, Number(played))
      ? { draw: this.row(0), discard: this.row(1) }
      : problems(new WordReader(this.#told()));
  }

  away(
    handle: number,
    counts: Uint8Array,
    limits: Uint8Array,
    sets: number,
  ): { readonly away: number; readonly kinds: readonly number[] } {
    const both = new Uint8Array(2 * KINDS);
    both.set(counts);
    both.set(limits, KINDS);
    this.#put(both);
    this.#to.away(handle, sets);
    const words = new WordReader(this.#told());
    return { away: words.next(), kinds: words.set(2) };
  }

  waiting(handle: number, counts: Uint8Array): readonly number[] {
    this.#put(counts);
    this.#to.waiting(handle);
    return new WordReader(this.#told()).set(2);
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

class WordReader {
  readonly #all: Int32Array;
  #at = 0;
  constructor(all: Int32Array) {
    this.#all = all;
  }
  next(): number {
    return this.#all[this.#at++] ?? 0;
  }
  // The members of a bit set with this many words.
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

function problems(w: WordReader): KernelProblem[] {
  return w.list((): KernelProblem => [w.next(), w.next(), w.next(), w.next(), w.next()]);
}

function judged(w: WordReader): Judged {
  const complete = w.next() !== 0,
    fan = w.next(),
    capped = w.next(),
    best = w.next();
  const marks = w.set(4),
    waits = w.set(2),
    pairs = w.next() !== 0,
    kongFeeder = w.next(),
    heat = w.next();
  const found = { seat: w.next(), charge: w.next(), place: w.next(), share: w.next() };
  const parts = w.list(() => ({ payer: w.next(), reason: w.next(), units: w.wide() }));
  const stories = w.list(() => story(w));
  return {
    complete,
    fan,
    capped,
    best,
    marks,
    waits,
    pairs,
    kongFeeder,
    heat,
    found: found.seat < 0 ? null : found,
    parts,
    stories,
  };
}

function story(w: WordReader): Story {
  const shape = w.next(),
    at = w.next(),
    place = w.next(),
    fan = w.next(),
    capped = w.next();
  const groups = w.list(() => w.next());
  const counted = w.list(() => [w.next(), w.next(), w.next()] as const);
  const dropped = w.list(() => [w.next(), w.next(), w.next(), w.next()] as const);
  return { shape, at, place, fan, capped, groups, counted, dropped };
}
