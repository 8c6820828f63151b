/** Rules with one option changed, as they were made beforehand for every value of it that is in common use. */
import { written } from '../server/fitting.ts';
import { Refused } from '../server/refusing.ts';
import type { CheckedRules, HouseRules, Preview, RulesPage, RulesRef } from '../server/shapes.ts';
import type { Key } from '../../gen/texts/keys.gen.ts';
import { data, unpacked } from './data.ts';
import { applied, framed } from './delta.ts';

interface Changes {
  readonly base: string;
  readonly changes: Readonly<Record<string, string>>;
}
export interface Changed {
  readonly bundle: Uint8Array<ArrayBuffer>;
  readonly checked: CheckedRules;
  readonly page: RulesPage;
  readonly preview: Preview | null;
}

/** A refusal in the page's own words. */
export function refusal(code: Key): Refused {
  return new Refused({ code, facts: {}, yue: code, zh: code, en: code, problems: [], retry: 'never', request: '' });
}

/** The one changed option; throws, saying why, where there is more than that. */
export function only(rules: Exclude<RulesRef, string>): { base: string; id: string; value: string } {
  if (!('base' in rules)) throw refusal('app.playground.server');
  const { base, options = {}, patterns, prices }: HouseRules = rules;
  if (patterns?.length) throw refusal('app.playground.own');
  const all = Object.entries(options);
  if (all.length !== 1 || prices) throw refusal('app.playground.one');
  const [[id, value]] = all as [[string, Parameters<typeof written>[0]]];
  return { base, id, value: written(value) };
}

export async function changed(rules: Exclude<RulesRef, string>): Promise<Changed> {
  const { base, id, value } = only(rules);
  return found(base, id, value);
}

export async function found(base: string, id: string, value: string): Promise<Changed> {
  const known = await data<Changes>(`changes-${base}`).catch(() => null);
  if (!known) throw refusal('app.playground.preset');
  const delta = known.changes[`${id}=${value}`];
  if (delta === undefined) throw refusal('app.playground.value');
  const [bundle, ...rest] = framed(applied(unpacked(known.base), unpacked(delta)));
  const [checked, page, preview] = rest.map((part) => JSON.parse(new TextDecoder().decode(part)) as unknown);
  return {
    bundle: bundle!,
    checked: checked as CheckedRules,
    page: page as RulesPage,
    preview: preview as Preview | null,
  };
}
