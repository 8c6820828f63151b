/** Named rules saved on this phone. Changes to rules in use under a name are saved under that name. */
import { chosen } from '../server/chosen.svelte.ts';
import { keep, recall } from '../server/kept.ts';
import type { HouseRules } from '../server/shapes.ts';
import { heard } from './reapply.ts';

export type Named = HouseRules & { readonly name: string };
const PLACE = 'house.saved';

class Saved {
  list = $state.raw<readonly Named[]>(read());

  has(name: string): boolean {
    return this.list.some((each) => each.name === name);
  }

  /** Stores it under its name, replacing an older one. */
  put(rules: Named): void {
    this.write(
      this.has(rules.name) ? this.list.map((each) => (each.name === rules.name ? rules : each)) : [rules, ...this.list],
    );
  }

  /** Saves the rules in force, if they have a name. */
  follow(rules: HouseRules): void {
    if (rules.name !== undefined && this.has(rules.name)) this.put(rules as Named);
  }

  rename(before: string, after: string): void {
    this.write(this.list.map((each) => (each.name === before ? { ...each, name: after } : each)));
    if (chosen.name === before) chosen.change({ name: after });
  }

  /** Removes it; returns a function that restores it at its place. */
  remove(name: string): () => void {
    const before = this.list;
    const inForce = chosen.name === name ? chosen.snapshot() : null;
    this.write(before.filter((each) => each.name !== name));
    if (inForce) {
      const { name: _, ...nameless } = inForce;
      chosen.take(nameless);
    }
    return () => {
      this.write(before);
      if (inForce) chosen.take(inForce);
    };
  }

  private write(list: readonly Named[]): void {
    this.list = list;
    keep(PLACE, list);
  }
}

function read(): readonly Named[] {
  const kept = recall<unknown>(PLACE, []);
  if (!Array.isArray(kept)) return [];
  return kept
    .map((each: unknown) => heard((each as { base?: unknown } | null)?.base ?? 'hk-standard', each).rules)
    .filter((each): each is Named => each.name !== undefined);
}

export const saved = new Saved();
