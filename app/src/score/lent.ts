/** Rules that come with a hand: checked, and used for that hand only. */
import { Offline } from '../server/api.ts';
import { chosen, DOCUMENTS } from '../server/chosen.svelte.ts';
import { heard } from '../server/heard.ts';

/**
 * Lends the rules of a link, or of a hand scored before; returns the parts that were not understood. Null: they could
 * not be checked, and the user's own rules apply.
 */
export async function lend(base: unknown, house: unknown): Promise<readonly string[] | null> {
  const { rules, wrong } = heard(base, house);
  if (
    (DOCUMENTS as readonly string[]).includes(rules.base) &&
    Object.keys(rules).every((part) => part === 'base' || part === 'name')
  ) {
    chosen.lend(rules);
    return wrong;
  }
  try {
    const { fitted } = await import('../server/fitting.ts');
    const fit = await fitted(rules);
    chosen.lend(fit.rules);
    return [...wrong, ...fit.dropped.map((each) => each.id)];
  } catch {
    chosen.lend(null);
    return null;
  }
}

/** The user's rules without the parts that make them invalid; if their base is unknown, the first document. */
export async function mend(): Promise<void> {
  const { fitted } = await import('../server/fitting.ts');
  try {
    chosen.take((await fitted(chosen.snapshot())).rules);
  } catch (error) {
    if (error instanceof Offline) throw error;
    chosen.take({ base: DOCUMENTS[0] });
  }
}

/** Whether an error is about the rules, not about the hand. */
export const ofRules = (code: string): boolean =>
  /^(ruleset|rules|option|pattern|prices|condition|house|own|side|fan|off|pays)\./.test(code) ||
  code.startsWith('request.');
