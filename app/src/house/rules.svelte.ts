/** The rules being edited: options of their base, the changes, and the server's check. */
import { get, Offline, Refused } from '../server/api.ts';
import { chosen, lines } from '../server/chosen.svelte.ts';
import { check, fitted, optionsOf } from '../server/fitting.ts';
import { net } from '../server/net.svelte.ts';
import type { CheckedRules, HouseRules, Option, Options, OwnPattern, Ruleset, Setting } from '../server/shapes.ts';
import type { Message } from '../texts/render.ts';
import { changed, type DroppedChange } from './reapply.ts';
import { saved } from './saved.svelte.ts';

interface RulesList {
  readonly documents: readonly string[];
  readonly rules: readonly Ruleset[];
}
const WAIT = 120;

class HouseEditor {
  presets = $state.raw<readonly Ruleset[]>([]);
  documents = $state.raw<readonly string[]>([]);
  /** Foreign rules that are only viewed. */
  viewed = $state.raw<HouseRules | null>(null);
  /** The options of the base, with their values. */
  options = $state.raw<Options | null>(null);
  checked = $state.raw<CheckedRules | null>(null);
  /** Whether the last check is about the shown rules. */
  fresh = $state(false);
  failed = $state.raw<Message | null>(null);
  /** The last refused change, and the reason. */
  refused = $state.raw<{ id: string; says: readonly Message[] } | null>(null);
  /** The changes that did not fit the base chosen last. */
  dropped = $state.raw<readonly DroppedChange[]>([]);
  rules = $derived<HouseRules>(
    this.viewed ?? {
      base: chosen.base,
      options: chosen.options,
      patterns: chosen.patterns,
      ...(chosen.prices ? { prices: chosen.prices } : {}),
      ...(chosen.tables ? { tables: chosen.tables } : {}),
      ...(chosen.name === undefined ? {} : { name: chosen.name }),
    },
  );
  byId = $derived(new Map<string, Option>((this.options?.options ?? []).map((each) => [each.id, each])));
  preset = $derived(this.presets.find((each) => each.id === this.rules.base) ?? null);
  document = $derived(this.preset?.document ?? this.rules.base);
  changes = $derived(
    Object.keys(this.rules.options ?? {}).length +
      (this.rules.patterns?.length ?? 0) +
      (this.rules.prices ? 1 : 0) +
      lines(this.rules.tables),
  );
  private good: HouseRules | null = null;
  private last: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: AbortController | null = null;

  async load(): Promise<void> {
    try {
      if (!this.presets.length) {
        const told = await get<RulesList>('/rules');
        this.documents = told.documents;
        this.presets = told.rules;
      }
    } catch (error) {
      this.failed = whyNot(error);
    }
  }

  /** Loads the options of the shown rules; an effect of the page calls it when their base changes. */
  async open(base: string): Promise<void> {
    try {
      const told = await optionsOf(base);
      if (base !== this.rules.base) return;
      this.options = told;
      this.failed = null;
    } catch (error) {
      this.failed = whyNot(error);
    }
  }

  value(option: Option): Setting {
    return this.rules.options?.[option.id] ?? option.value;
  }
  isChanged(option: Option): boolean {
    return this.rules.options?.[option.id] !== undefined;
  }
  idle(option: Option): Message | null {
    const told = this.checked ? this.checked.no_effect?.[option.id] : option.no_effect;
    return (told as Message | undefined) ?? null;
  }

  set(option: Option, value: Setting): void {
    this.last = option.id;
    this.refused = null;
    this.take({ ...chosen.snapshot(), options: changed(chosen.options, option, value) });
  }
  setPatterns(patterns: readonly OwnPattern[]): void {
    this.last = null;
    this.take({ ...chosen.snapshot(), patterns });
  }
  /** Sets one of the further tables; an empty one is left out. */
  setTable(key: string, table: Readonly<Record<string, unknown>> | readonly unknown[] | null): () => void {
    this.last = Array.isArray(table) ? null : key;
    this.refused = null;
    const { tables: before, ...rest } = chosen.snapshot();
    const { [key]: _, ...others } = before ?? {};
    const tables = table && Object.keys(table).length ? { ...others, [key]: table } : others;
    return this.take(Object.keys(tables).length ? { ...rest, tables } : rest);
  }
  setPrices(prices: HouseRules['prices'] | null): void {
    this.last = 'prices';
    this.refused = null;
    const { prices: _, ...rest } = chosen.snapshot();
    this.take(prices ? { ...rest, prices } : rest);
  }
  /** Uses rules as they are; returns a function that restores the previous ones. */
  take(rules: HouseRules): () => void {
    const before = chosen.snapshot();
    chosen.take(rules);
    saved.follow(chosen.snapshot());
    return () => {
      chosen.take(before);
      saved.follow(before);
    };
  }

  /** Starts from another preset: keeps the changes that are still valid, and lists the others. */
  async start(base: string): Promise<() => void> {
    const { rules, dropped } = await fitted({ ...chosen.snapshot(), base });
    this.last = null;
    const back = this.take(rules);
    this.dropped = dropped;
    return () => {
      this.dropped = [];
      back();
    };
  }

  /** Asks the server to check the rules, at most at intervals; an effect of the page calls it when they change. */
  look(rules: HouseRules): void {
    clearTimeout(this.timer);
    // Otherwise a late answer about older rules would be taken for one about these.
    this.running?.abort();
    this.running = null;
    this.fresh = false;
    this.timer = setTimeout(() => void this.ask(JSON.parse(JSON.stringify(rules)) as HouseRules), WAIT);
  }

  private async ask(rules: HouseRules): Promise<void> {
    this.running?.abort();
    const own = (this.running = new AbortController());
    try {
      const told = await check(rules, own.signal);
      if (own !== this.running) return;
      net.up = true;
      if (!told.ok) return this.refuse(told.problems as readonly Message[]);
      this.failed = null;
      this.checked = told;
      this.fresh = true;
      if (this.viewed) return;
      this.good = rules;
      const { min, cap, hash, ruleset } = told;
      if (ruleset && hash) chosen.heard({ min: min ?? 0, cap: cap ?? null, hash }, ruleset.size);
    } catch (error) {
      if (own !== this.running || (error instanceof DOMException && error.name === 'AbortError')) return;
      if (error instanceof Refused) this.refuse([error.message_]);
      else [net.up, this.checked] = [false, null];
    }
  }

  /** Resets a change that the library refuses, and shows the reason in its row. */
  private refuse(says: readonly Message[]): void {
    if (this.viewed || !this.good) {
      this.failed = says[0] ?? null;
      return;
    }
    const good = this.good;
    this.refused = { id: this.last ?? '', says };
    this.take(good);
  }
}

export { check, fitted, optionsOf };

export function whyNot(error: unknown): Message | null {
  if (error instanceof Refused) return error.message_;
  return error instanceof Offline ? { code: 'app.offline.needs' } : null;
}

export const house = new HouseEditor();
