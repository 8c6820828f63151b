/** Checks rules against their base: known options, allowed values, and whether the server accepts the rest. */
import { get, Offline, post } from './api.ts';
import { isSetting, refOf } from './heard.ts';
import type { CheckedRules, HouseRules, Option, Options, Setting } from './shapes.ts';

/** A value as the library writes it: true, 8, limit, [a, b]. */
export const written = (value: Setting): string => (Array.isArray(value) ? `[${value.join(', ')}]` : String(value));
export const same = (a: Setting, b: Setting): boolean => typeof a === typeof b && written(a) === written(b);

/** Whether the option may have this value. The server decides; this only avoids obviously invalid requests. */
export function accepts(option: Option, value: unknown, patterns: ReadonlySet<string> | null = null): value is Setting {
  const { kind, of = [], least, most, words = [] } = option.values;
  if (typeof value === 'string' && words.includes(value)) return true;
  if (kind === 'of') return of.some((each) => isSetting(value) && same(each, value));
  if (kind === 'whole')
    return Number.isInteger(value) && (value as number) >= (least ?? 0) && (value as number) <= (most ?? Infinity);
  if (kind === 'ratio') {
    const number = ratio(value);
    return (
      number !== null &&
      (option.values.above ? number > (least ?? 0) : number >= (least ?? 0)) &&
      number <= (most ?? Infinity)
    );
  }
  return Array.isArray(value) && value.every((each) => typeof each === 'string' && (!patterns || patterns.has(each)));
}

/** The number in 3/2, 1.5 or 2; null: none. */
export function ratio(value: unknown): number | null {
  const [, above, below] = /^(\d{1,9}(?:\.\d{1,6})?)(?:\/(\d{1,6}))?$/.exec(String(value).trim()) ?? [];
  if (above === undefined || (below !== undefined && (Number(below) === 0 || above.includes('.')))) return null;
  return Number(above) / Number(below ?? 1);
}

export interface DroppedChange {
  readonly id: string;
  readonly value: unknown;
  /** The other rules lack the option, or this value of it. */
  readonly why: 'unknown' | 'value';
}
export interface KeptChanges {
  readonly options: Readonly<Record<string, Setting>>;
  readonly dropped: readonly DroppedChange[];
}

/** The changes that are still valid under another base; a value that equals the base is no longer a change. */
export function reapply(
  changes: Readonly<Record<string, unknown>>,
  options: readonly Option[],
  patterns: ReadonlySet<string> | null = null,
): KeptChanges {
  const known = new Map<string, Option>(options.map((each) => [each.id, each]));
  const kept: Record<string, Setting> = {};
  const dropped: DroppedChange[] = [];
  for (const [id, value] of Object.entries(changes)) {
    const option = known.get(id);
    if (!option) dropped.push({ id, value, why: 'unknown' });
    else if (!accepts(option, value, patterns)) dropped.push({ id, value, why: 'value' });
    else if (!same(option.value, value)) kept[id] = value;
  }
  return { options: kept, dropped };
}

const kept = new Map<string, Options>();
export async function optionsOf(base: string): Promise<Options> {
  const told = kept.get(base) ?? (await get<Options>(`/rules/${encodeURIComponent(base)}/options`));
  kept.set(base, told);
  return told;
}

/**
 * The parts of rules that fit their base, and the parts that do not; only the server can check prices and own
 * patterns.
 */
export async function fitted(given: HouseRules): Promise<{ rules: HouseRules; dropped: readonly DroppedChange[] }> {
  const { options, dropped } = reapply(given.options ?? {}, (await optionsOf(given.base)).options);
  const lost: DroppedChange[] = [...dropped];
  let rules: HouseRules = { ...given, options };
  for (const part of ['prices', 'patterns', 'tables'] as const) {
    if (!rules[part] || !Object.keys(rules[part]).length || (await sound(rules))) continue;
    lost.push({ id: part, value: null, why: 'value' });
    const { [part]: _, ...rest } = rules;
    rules = rest;
  }
  return { rules, dropped: lost };
}

/** Whether the server accepts them. Without a network they count as valid until there is one. */
async function sound(rules: HouseRules): Promise<boolean> {
  try {
    return (await check(rules)).ok;
  } catch (error) {
    return error instanceof Offline;
  }
}

export const check = (rules: HouseRules, signal?: AbortSignal): Promise<CheckedRules> =>
  post<CheckedRules>('/rules/check', { rules: refOf(rules) }, signal);
