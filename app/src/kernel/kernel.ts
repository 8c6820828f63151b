// The kernel without a server: takes rules and the text of a hand, returns the server's answer.
import { say, type HandAnswer, type SentMessage, type WinAnswer } from './answer.ts';
import { choices, type Choices } from './chips.ts';
import { readSpellings, type Bundle, type RulesHead, type Spellings } from './bundle.ts';
import { Door } from './door.ts';
import { HandExplanation } from './explain.ts';
import { noWin } from './legal.ts';
import { Looking } from './look.ts';
import { settled } from './money.ts';
import { ABSENT, DISCARD, FLOWERS, KINDS, ROB_KONG, SELF_DRAW, Won } from './won.ts';
import { problemOf } from './wrong.ts';

export class Kernel {
  readonly #module: WebAssembly.Module;
  readonly #spellings: Spellings;
  #door: Door | null = null;

  private constructor(module: WebAssembly.Module, spellings: Spellings) {
    this.#module = module;
    this.#spellings = spellings;
  }

  static async load(wasm: BufferSource, spellings: Uint8Array): Promise<Kernel> {
    return new Kernel(await WebAssembly.compile(wasm), readSpellings(spellings));
  }

  rules(bundle: Bundle): Rules {
    return new Rules(this, bundle, this.#spellings.head);
  }

  // An instance; an error leaves its memory in an undefined state, so the next question gets a new one.
  door(): Door {
    if (this.#door === null || this.#door.broken) this.#door = new Door(this.#module, this.#spellings.table);
    return this.#door;
  }
}

export class Rules {
  readonly head: RulesHead;
  readonly #kernel: Kernel;
  readonly #bytes: Uint8Array;
  readonly #words: Spellings['head'];
  #door: Door | null = null;
  #handle = 0;

  constructor(kernel: Kernel, bundle: Bundle, words: Spellings['head']) {
    this.#kernel = kernel;
    this.#bytes = bundle.bytes;
    this.head = bundle.head;
    this.#words = words;
  }

  // The analysis of a hand; `by`: how its winning tile will come, if the text names none.
  hand(text: string, by: string | null = null): HandAnswer {
    try {
      return this.#hand(text, by);
    } catch (error) {
      if (this.#door !== null) this.#door.broken = true;
      throw error;
    }
  }

  // Frees its memory; it can still be used.
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
    const door = this.#open(),
      { size, rules } = this.head;
    const row = door.read(text);
    if (row === null)
      return { state: 'impossible', text, size, missing: size + 1, rules, problems: [say('offline.unread')] };
    const written = new Won(row, this.#words);
    const way =
      by === null || written.tile !== null || written.by !== SELF_DRAW ? -1 : (this.#words.words.by?.indexOf(by) ?? -1);
    const won = way < 0 ? written : written.with('by', way);
    if (!text.trim()) return { state: 'building', missing: size + 1, ...this.#common(won) };
    if (won.tile === null && won.by !== FLOWERS) return this.#unfinished(won, won, []);
    const problems = [...this.#problems(won), ...this.#ofTable(won)];
    if (!problems.length) return this.#judged(won);
    if (problems.some(({ code }) => code !== 'tiles.count' && code !== 'feeder.missing'))
      return this.#impossible(won, problems);
    return this.#unfed(won) ?? this.#notWon(won, problems);
  }

  // The problems of a win under every ruleset, and those in a game under these rules.
  #problems(won: Won): SentMessage[] {
    return this.#open()
      .wrong(won.row, this.head.size)
      .map((each) => problemOf(each, won));
  }
  #ofTable(won: Won): SentMessage[] {
    const { flowers } = won;
    return flowers.length && !this.head.flowers ? [say('flowers.not_in_play', { tiles: won.texts(flowers) })] : [];
  }

  #common(
    won: Won,
  ): { text: string; size: number; rules: RulesHead['rules']; tiles: ReturnType<Won['told']> } & Choices {
    return { text: won.line(), size: this.head.size, rules: this.head.rules, tiles: won.told(), ...this.#choices(won) };
  }

  #choices(won: Won): Choices {
    const wins = !this.#ofTable(won).length && !this.#problems(won).length && this.#refused(won) === null;
    const problems = (win: Won): SentMessage[] => this.#problems(win);
    return choices(won, this.head, this.#words.words, problems, wins ? (win) => this.#refused(win) : null);
  }

  // Why the rules do not accept a win that has no other problem; null if they accept it.
  #refused(won: Won): SentMessage | null {
    const door = this.#open(),
      judged = door.judge(this.#handle, won.row);
    return judged.best >= 0 ? null : noWin(won, judged, this.head, door, this.#handle);
  }

  #impossible(won: Won, problems: readonly SentMessage[]): HandAnswer {
    const missing = Math.max(this.head.size + 1 - won.count - (won.tile === null ? 0 : 1), 0);
    return { state: 'impossible', missing, problems, ...this.#common(won) };
  }

  // --- unfinished hands

  #unfinished(won: Won, shown: Won, problems: readonly SentMessage[]): HandAnswer {
    const door = this.#open(),
      ofTable = this.#ofTable(won),
      ways = door.fit(won.row, this.head.size, !ofTable.length);
    if (!('draw' in ways)) return this.#impossible(shown, [...ways.map((each) => problemOf(each, shown)), ...ofTable]);
    const told = new Looking(door, this.#handle, this.head, this.#words, new Won(ways.draw, this.#words), ways).told();
    return { ...told, ...this.#common(shown), ...(problems.length ? { problems } : {}) };
  }

  // A winning tile is named, but it is no win: the hand including that tile is analysed.
  #notWon(won: Won, problems: readonly SentMessage[]): HandAnswer {
    const tile = won.tile,
      { size } = this.head;
    if (tile === null || tile >= KINDS || won.value('concealed', tile) > 3 || won.count > size)
      return this.#impossible(won, problems);
    const grown = won.with('concealed', won.value('concealed', tile) + 1, tile).with('tile', ABSENT);
    const told = this.#unfinished(grown, won, problems);
    return told.state === 'impossible' ? this.#impossible(won, problems) : told;
  }

  // --- a win

  // The score for any discarder, if only the discarder is missing and makes no difference; null: impossible.
  #unfed(won: Won): HandAnswer | null {
    const door = this.#open(),
      found: HandExplanation[] = [];
    if ((won.by !== DISCARD && won.by !== ROB_KONG) || won.feeder !== null) return null;
    for (const seat of [0, 1, 2, 3].filter((each) => each !== won.seat)) {
      const fed = won.with('feeder', 1 + seat);
      if (this.#problems(fed).length) continue;
      const judged = door.judge(this.#handle, fed.row);
      if (judged.best >= 0) found.push(new HandExplanation(this.head, this.#words, fed, judged));
    }
    const [first] = found,
      same = (told: HandExplanation): string => JSON.stringify([told.patterns, told.valid]);
    return first === undefined || found.some((told) => same(told) !== same(first)) ? null : this.#answer(first, won);
  }

  #judged(won: Won): HandAnswer {
    const door = this.#open(),
      judged = door.judge(this.#handle, won.row);
    if (judged.best >= 0) return this.#answer(new HandExplanation(this.head, this.#words, won, judged), won);
    const wrong = noWin(won, judged, this.head, door, this.#handle);
    return judged.complete || wrong.code === 'win.fours_are_no_pairs'
      ? this.#impossible(won, [wrong])
      : this.#notWon(won, [wrong]);
  }

  #answer(told: HandExplanation, shown: Won): WinAnswer {
    const { fan, capped, waits } = told.judged,
      { won, valid } = told,
      fed = won.feeder === shown.feeder;
    const paid = valid && fed ? settled(told, this.#open(), this.#handle) : null;
    const short = say('unpaid.short', { fan: told.towardMinimum, least: this.head.rules.min });
    const unfed = say('unpaid.no_feeder', { tile: shown.tile === null ? null : shown.text(shown.tile) });
    return {
      state: 'win',
      missing: 0,
      ...this.#common(shown),
      fan,
      capped,
      valid,
      headline: told.headline(),
      situation: shown.situation(),
      label: told.label(),
      limit: told.limit,
      counted: told.counted(),
      dropped: told.dropped(),
      ceiling: told.ceiling(),
      spicy: told.spicy(),
      reading: told.reading(),
      others: told.others(),
      waits: won.by === FLOWERS ? null : won.texts(waits),
      payments: paid?.payments ?? null,
      transfers: paid?.transfers ?? [],
      liable: paid?.liable ?? null,
      worth: paid?.worth ?? [],
      unpaid: !valid ? short : fed ? null : unfed,
    };
  }
}
