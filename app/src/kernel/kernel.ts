// The kernel without a server: takes rules and the text of a hand, returns the server's answer.
import { say, type HandAnswer, type Message, type WinAnswer } from "./answer.ts";
import { choices, type Choices } from "./chips.ts";
import { readSpellings, type Bundle, type RulesHead, type Spellings } from "./bundle.ts";
import { Door } from "./door.ts";
import { Told } from "./explain.ts";
import { Looking, noWin } from "./look.ts";
import { settled } from "./money.ts";
import { ABSENT, DISCARD, FLOWERS, KINDS, ROB_KONG, SELF_DRAW, Won } from "./won.ts";

export class Kernel {
  readonly #module: WebAssembly.Module;
  readonly #spellings: Spellings;
  #door: Door | null = null;

  private constructor(module: WebAssembly.Module, spellings: Spellings) {
    this.#module = module, this.#spellings = spellings;
  }

  static async load(wasm: BufferSource, spellings: Uint8Array): Promise<Kernel> {
    return new Kernel(await WebAssembly.compile(wasm), readSpellings(spellings));
  }

  rules(bundle: Bundle): Rules {
    return new Rules(this, bundle, this.#spellings.head);
  }

  // An instance; what went wrong in one leaves its memory unsound, so the next question gets another.
  door(): Door {
    if (this.#door === null || this.#door.broken) this.#door = new Door(this.#module, this.#spellings.table);
    return this.#door;
  }
}

export class Rules {
  readonly head: RulesHead;
  readonly #kernel: Kernel;
  readonly #bytes: Uint8Array;
  readonly #words: Spellings["head"];
  #door: Door | null = null;
  #handle = 0;

  constructor(kernel: Kernel, bundle: Bundle, words: Spellings["head"]) {
    this.#kernel = kernel, this.#bytes = bundle.bytes, this.head = bundle.head, this.#words = words;
  }

  // What can be said of a hand; `by` tells how its tile is to come where the text names none.
  hand(text: string, by: string | null = null): HandAnswer {
    try {
      return this.#hand(text, by);
    } catch (error) {
      if (this.#door !== null) this.#door.broken = true;
      throw error;
    }
  }

  // Gives its memory back; it may still be asked.
  drop(): void {
    if (this.#door !== null && !this.#door.broken) this.#door.drop(this.#handle);
    this.#door = null;
  }

  #open(): Door {
    const door = this.#kernel.door();
    if (door !== this.#door) {
      this.#handle = door.load(this.#bytes, this.head.program);
      this.#door = door;
    }
    return door;
  }

  #hand(text: string, by: string | null): HandAnswer {
    const door = this.#open(), { size, rules } = this.head;
    const row = door.read(text);
    if (row === null) return { state: "impossible", text, size, missing: size + 1, rules, problems: [say("offline.impossible")] };
    const written = new Won(row, this.#words);
    const way = by === null || written.tile !== null || written.by !== SELF_DRAW ? -1 : (this.#words.words.by?.indexOf(by) ?? -1);
    const won = way < 0 ? written : written.with("by", way);
    if (!text.trim()) return { state: "building", missing: size + 1, ...this.#common(won) };
    if (won.tile === null && won.by !== FLOWERS) return this.#unfinished(won, won, []);
    if (won.flowers.length && !this.head.flowers) return this.#impossible(won);
    const can = door.canBe(won.row, size);
    if (can === "yes") return this.#judged(won);
    return can === "no" ? this.#impossible(won) : (this.#unfed(won) ?? this.#notWon(won, [say("offline.impossible")]));
  }

  #common(won: Won): { text: string; size: number; rules: RulesHead["rules"]; tiles: ReturnType<Won["told"]> } & Choices {
    return { text: won.line(), size: this.head.size, rules: this.head.rules, tiles: won.told(), ...this.#choices(won) };
  }

  #choices(won: Won): Choices {
    const wins = (!won.flowers.length || this.head.flowers) && this.#refused(won) === null;
    return choices(won, this.head, this.#words.words, wins ? (win) => this.#refused(win) : null);
  }

  // Why the rules do not let a win be one; null where they do.
  #refused(won: Won): Message | null {
    const door = this.#open();
    if (door.canBe(won.row, this.head.size) !== "yes") return say("offline.impossible");
    const judged = door.judge(this.#handle, won.row);
    return judged.best >= 0 ? null : noWin(won, judged, this.head);
  }

  #impossible(won: Won, problems: readonly Message[] = [say("offline.impossible")]): HandAnswer {
    const missing = Math.max(this.head.size + 1 - won.count - (won.tile === null ? 0 : 1), 0);
    return { state: "impossible", missing, problems, ...this.#common(won) };
  }

  // --- not finished

  #unfinished(won: Won, shown: Won, problems: readonly Message[]): HandAnswer {
    const door = this.#open(), ways = door.fit(won.row, this.head.size);
    if (ways === null || (won.flowers.length && !this.head.flowers)) return this.#impossible(shown);
    const told = new Looking(door, this.#handle, this.head, this.#words, new Won(ways.draw, this.#words), ways).told();
    return { ...told, ...this.#common(shown), ...(problems.length ? { problems } : {}) };
  }

  // A winning tile is named, but it is no win: the hand is looked at with that tile.
  #notWon(won: Won, problems: readonly Message[]): HandAnswer {
    const tile = won.tile, { size } = this.head;
    if (tile === null || tile >= KINDS || won.value("concealed", tile) > 3 || won.count > size) return this.#impossible(won, problems);
    const grown = won.with("concealed", won.value("concealed", tile) + 1, tile).with("tile", ABSENT);
    const told = this.#unfinished(grown, won, problems);
    return told.state === "impossible" ? this.#impossible(won, problems) : told;
  }

  // --- a win

  // Scored whoever discarded, where that is all that is not told and makes no difference; null: it cannot be.
  #unfed(won: Won): HandAnswer | null {
    const door = this.#open(), found: Told[] = [];
    if ((won.by !== DISCARD && won.by !== ROB_KONG) || won.feeder !== null) return null;
    for (const seat of [0, 1, 2, 3].filter((each) => each !== won.seat)) {
      const fed = won.with("feeder", 1 + seat);
      const judged = door.canBe(fed.row, this.head.size) === "yes" ? door.judge(this.#handle, fed.row) : null;
      if (judged !== null && judged.best >= 0) found.push(new Told(this.head, this.#words, fed, judged));
    }
    const [first] = found, same = (told: Told): string => JSON.stringify([told.patterns, told.valid]);
    return first === undefined || found.some((told) => same(told) !== same(first)) ? null : this.#answer(first, won);
  }

  #judged(won: Won): HandAnswer {
    const judged = this.#open().judge(this.#handle, won.row);
    if (judged.best >= 0) return this.#answer(new Told(this.head, this.#words, won, judged), won);
    const wrong = noWin(won, judged, this.head);
    return judged.complete || wrong.code === "win.fours_are_no_pairs" ? this.#impossible(won, [wrong]) : this.#notWon(won, [wrong]);
  }

  #answer(told: Told, shown: Won): WinAnswer {
    const { fan, capped, waits } = told.judged, { won, valid } = told, fed = won.feeder === shown.feeder;
    const paid = valid && fed ? settled(told, this.#open(), this.#handle) : null;
    const short = say("unpaid.short", { fan, least: this.head.rules.min });
    const unfed = say("unpaid.no_feeder", { tile: shown.tile === null ? null : shown.text(shown.tile) });
    return {
      state: "win", missing: 0, ...this.#common(shown), fan, capped, valid, headline: told.headline(), situation: shown.situation(), label: told.label(),
      limit: told.limit, counted: told.counted(), dropped: told.dropped(), ceiling: told.ceiling(), spicy: told.spicy(), reading: told.reading(),
      others: told.others(), waits: won.by === FLOWERS ? null : won.texts(waits), payments: paid?.payments ?? null, transfers: paid?.transfers ?? [],
      liable: paid?.liable ?? null, worth: paid?.worth ?? [], unpaid: !valid ? short : fed ? null : unfed,
    };
  }
}
