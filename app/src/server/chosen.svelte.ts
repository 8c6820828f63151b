/** The current rules of this phone: a ruleset or preset with a house's changes. All screens use them. */
import { heard, plain, refOf } from './heard.ts';
import { keep, recall } from './kept.ts';
import type { HouseRules, OwnPattern, RulesRef, Setting } from './shapes.ts';

export { refOf } from './heard.ts';

/** The five documents: hand size and short name; the catalogue has everything else. */
export const DOCUMENTS = ['hk-standard', 'hk-common', 'hk-classic', 'hk-taiwanese', 'club16'] as const;

/** The rules stored on this phone; invalid parts are left out and listed. */
const stored = ((): ReturnType<typeof heard> => {
  const found = recall<unknown>('rules', { base: 'hk-standard' });
  return heard((found as { base?: unknown } | null)?.base, found);
})();

class Chosen {
  private kept = $state<HouseRules>(stored.rules);
  /** Parts of the stored rules that were invalid; the rest is in force. */
  wrong = $state.raw<readonly string[]>(stored.wrong);
  /** Rules that came with a hand: they apply to that hand until the user adopts them. */
  private lent = $state.raw<HouseRules | null>(null);
  private lentSize = $state<number | null>(null);
  /** The summary of them from the last answer. */
  brief = $state.raw<{ min: number; cap: number | null; hash: string; size: number } | null>(
    recall('rules.brief', null),
  );

  get base(): string {
    return this.kept.base;
  }
  get options(): Readonly<Record<string, Setting>> {
    return this.kept.options ?? {};
  }
  get patterns(): readonly OwnPattern[] {
    return this.kept.patterns ?? [];
  }
  get prices(): HouseRules['prices'] {
    return this.kept.prices;
  }
  get tables(): HouseRules['tables'] {
    return this.kept.tables;
  }
  get name(): string | undefined {
    return this.kept.name;
  }
  get changes(): number {
    return Object.keys(this.options).length + this.patterns.length + (this.prices ? 1 : 0) + lines(this.tables);
  }

  ref = $derived<RulesRef>(refOf(this.kept));
  /** The number of tiles of a ready hand. */
  size = $derived(this.brief?.size ?? sizeOf(this.kept.base));

  /** The rules of the hand in Score. */
  hand = $derived<HouseRules>(this.lent ?? this.kept);
  handRef = $derived<RulesRef>(refOf(this.hand));
  handSize = $derived(this.lent ? (this.lentSize ?? sizeOf(this.lent.base)) : this.size);
  isLent = $derived(this.lent !== null);

  /** Lends rules for one hand; null: the user's own apply again. Rules equal to the user's own are not lent. */
  lend(rules: HouseRules | null): void {
    this.lent = rules && JSON.stringify(refOf(rules)) !== JSON.stringify(this.ref) ? plain(rules) : null;
    this.lentSize = null;
  }

  take(rules: HouseRules): void {
    this.kept = plain(rules);
    this.wrong = [];
    this.lent = null;
    this.brief = null;
    keep('rules', this.kept);
  }

  change(part: Partial<HouseRules>): void {
    this.take({ ...plain(this.kept), ...part });
  }

  heard(brief: { min: number; cap: number | null; hash: string }, size: number): void {
    const now = this.brief;
    if (now && now.hash === brief.hash && now.size === size) return;
    this.brief = { min: brief.min, cap: brief.cap, hash: brief.hash, size };
    keep('rules.brief', this.brief);
  }

  /** Sets the hand size of lent rules. */
  heardLent(size: number): void {
    this.lentSize = size;
  }

  snapshot(): HouseRules {
    return plain(this.kept);
  }
}

/** The number of lines of the further tables of a house. */
export const lines = (tables: HouseRules['tables']): number =>
  Object.entries(tables ?? {}).reduce((sum, [key, table]) => {
    const rows = key === 'off' ? ((table as { patterns?: unknown }).patterns ?? []) : table;
    return sum + Object.keys(rows as object).length;
  }, 0);

const sizeOf = (base: string): number => (/taiwan|club|16/.test(base) ? 16 : 13);

export const chosen = new Chosen();
