/** The rules in force on this phone: a document or preset, with a house's changes. Every screen that needs rules is handed this. */
import { keep, recall } from './kept.ts';
import type { HouseRules, OwnPattern, RulesRef, Setting } from './shapes.ts';

/** The five documents: hand size and short name; the catalogue tells everything else. */
export const DOCUMENTS = ['hk-standard', 'hk-common', 'hk-classic', 'hk-taiwanese', 'club16'] as const;

class Chosen {
  private kept = $state<HouseRules>(recall<HouseRules>('rules', { base: 'hk-standard' }));
  /** What the last answer said of them. */
  brief = $state.raw<{ min: number; cap: number | null; hash: string; size: number } | null>(recall('rules.brief', null));

  get base(): string { return this.kept.base; }
  get options(): Readonly<Record<string, Setting>> { return this.kept.options ?? {}; }
  get patterns(): readonly OwnPattern[] { return this.kept.patterns ?? []; }
  get prices(): HouseRules['prices'] { return this.kept.prices; }
  get name(): string | undefined { return this.kept.name; }
  get changes(): number { return Object.keys(this.options).length + this.patterns.length + (this.prices ? 1 : 0); }

  /** As the server is asked: the mere name where nothing is changed. */
  ref = $derived<RulesRef>(refOf(this.kept));
  /** Tiles of a hand that waits. */
  size = $derived(this.brief?.size ?? (/taiwan|club|16/.test(this.kept.base) ? 16 : 13));

  take(rules: HouseRules): void {
    this.kept = plain(rules);
    this.brief = null;
    keep('rules', this.kept);
  }

  change(part: Partial<HouseRules>): void {
    this.take({ ...(plain(this.kept)), ...part });
  }

  heard(brief: { min: number; cap: number | null; hash: string }, size: number): void {
    const now = this.brief;
    if (now && now.hash === brief.hash && now.size === size) return;
    this.brief = { min: brief.min, cap: brief.cap, hash: brief.hash, size };
    keep('rules.brief', this.brief);
  }

  snapshot(): HouseRules {
    return plain(this.kept);
  }
}

const plain = (rules: HouseRules): HouseRules => JSON.parse(JSON.stringify(rules)) as HouseRules;

export function refOf(rules: HouseRules): RulesRef {
  const changed = Object.keys(rules.options ?? {}).length || rules.patterns?.length || rules.prices;
  return changed ? plain(rules) : rules.base;
}

export const chosen = new Chosen();
