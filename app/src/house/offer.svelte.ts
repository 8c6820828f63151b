/** Shared rules from a link, a file or the name of a preset: shown first, and used only after the user agrees. */
import { post, Refused } from '../server/api.ts';
import { chosen, refOf } from '../server/chosen.svelte.ts';
import type { CheckedRules, Diff, HouseRules, Option } from '../server/shapes.ts';
import { read } from '../score/link.ts';
import { t, text, type Message } from '../texts/texts.svelte.ts';
import { heard, type DroppedChange } from './reapply.ts';
import { fitted, house, optionsOf, whyNot } from './rules.svelte.ts';
import { isSetting, written } from './values.ts';

class Offer {
  rules = $state.raw<HouseRules | null>(null);
  /** The differences from the rules in force. */
  diff = $state.raw<Diff | null>(null);
  /** The parts that could not be read, in words. */
  unread = $state.raw<readonly string[]>([]);
  /** Why nothing can be used. */
  problems = $state.raw<readonly Message[]>([]);
  here = $derived(this.rules !== null || this.problems.length > 0);

  async fromLink(fragment: string): Promise<void> {
    const linked = await read(fragment).catch(() => null);
    if (!linked) return this.refuse([{ code: 'app.house.offered.bad', facts: { text: fragment.slice(0, 60) } }]);
    const unread = linked.unknown.map((each) => (each === 'o' ? t('app.house.offered.packed') : each));
    await this.consider(linked.base, linked.house, unread);
  }

  async fromToml(toml: string): Promise<void> {
    try {
      const told = await post<CheckedRules>('/rules/check', { toml });
      if (!told.ok || !told.house) return this.refuse(told.problems as readonly Message[]);
      await this.consider(told.house.base ?? 'hk-standard', told.house, []);
    } catch (error) {
      this.refuse([whyNot(error) ?? { code: 'app.offline.needs' }]);
    }
  }

  /** Rules with a base and unchecked changes. */
  async consider(base: string, given: unknown, unread: readonly string[]): Promise<void> {
    const { rules, wrong } = heard(base, given);
    try {
      const known = new Map<string, Option>((await optionsOf(base)).options.map((each) => [each.id, each]));
      const fit = await fitted(rules);
      const lost = (each: DroppedChange): string => {
        const option = known.get(each.id);
        const name = option ? text(option.says) : partName(each.id);
        return isSetting(each.value) ? `${name} = ${written(each.value)}` : name;
      };
      const diff = await post<Diff>('/rules/diff', { ours: chosen.ref, theirs: refOf(fit.rules) });
      this.rules = fit.rules;
      this.diff = diff;
      this.unread = [...unread, ...wrong.map(partName), ...fit.dropped.map(lost)];
      this.problems = [];
    } catch (error) {
      this.refuse([whyNot(error) ?? { code: 'app.offline.needs' }], error instanceof Refused ? [] : unread);
    }
  }

  /** Uses them; returns a function that restores the previous rules. */
  take(): () => void {
    const rules = this.rules ?? chosen.snapshot();
    this.close();
    return house.take(rules);
  }
  look(): void {
    house.viewed = this.rules;
    this.rules = null;
  }
  close(): void {
    this.rules = this.diff = null;
    this.unread = this.problems = [];
    house.viewed = null;
  }
  private refuse(problems: readonly Message[], unread: readonly string[] = []): void {
    this.rules = this.diff = null;
    [this.problems, this.unread] = [problems, unread];
  }
}

/** The display name of a part of rules. */
export function partName(id: string): string {
  const own = /^patterns\.(\d+)$/.exec(id);
  if (own) return t('app.house.offered.pattern', { n: Number(own[1]) + 1 });
  if (id === 'prices') return t('app.house.prices');
  if (id === 'patterns') return t('app.house.own');
  return id === 'house' ? t('app.house.offered.house') : id === 'name' ? t('app.house.names.name') : id;
}

export const offer = new Offer();
