/** Changes carried over to other rules, and rules that came from outside: what can be kept, and what not. Pure. */
import type { HouseRules, Option, OwnPattern, Setting } from '../server/shapes.ts';
import { accepts, isSetting, same } from './values.ts';

export interface Dropped {
  readonly id: string;
  readonly value: unknown;
  /** The other rules do not know the option, or not this value of it. */
  readonly why: 'unknown' | 'value';
}
export interface Kept {
  readonly options: Readonly<Record<string, Setting>>;
  readonly dropped: readonly Dropped[];
}

/** The changes that still make sense under other rules; what those have anyway is no change any more. */
export function reapply(changes: Readonly<Record<string, unknown>>, options: readonly Option[], patterns: ReadonlySet<string> | null = null): Kept {
  const known = new Map(options.map((each) => [each.id, each]));
  const kept: Record<string, Setting> = {};
  const dropped: Dropped[] = [];
  for (const [id, value] of Object.entries(changes)) {
    const option = known.get(id);
    if (!option) dropped.push({ id, value, why: 'unknown' });
    else if (!accepts(option, value, patterns)) dropped.push({ id, value, why: 'value' });
    else if (!same(option.value, value)) kept[id] = value;
  }
  return { options: kept, dropped };
}

/** One change more, or one less where it is as the rules have it. */
export function changed(options: Readonly<Record<string, Setting>>, option: Option, value: Setting): Record<string, Setting> {
  const { [option.id]: _, ...others } = options;
  return same(option.value, value) ? others : { ...others, [option.id]: value };
}

export interface Heard {
  readonly rules: HouseRules;
  /** Parts that are not of the form rules have. */
  readonly wrong: readonly string[];
}

/** Rules of a link or a file of somebody else, part by part: nothing in them is believed. */
export function heard(base: string, house: unknown): Heard {
  const wrong: string[] = [];
  const given = isRecord(house) ? house : {};
  if (house !== null && house !== undefined && !isRecord(house)) wrong.push('house');
  const options: Record<string, Setting> = {};
  for (const [id, value] of Object.entries(record(given, 'options', wrong))) {
    if (isSetting(value)) options[id] = value;
    else wrong.push(id);
  }
  const patterns: OwnPattern[] = [];
  const own = given['patterns'] ?? [];
  if (!Array.isArray(own)) wrong.push('patterns');
  else own.forEach((each: unknown, at) => (isPattern(each) ? patterns.push(each) : wrong.push(`patterns.${at}`)));
  const prices = record(given, 'prices', wrong);
  const name = tidy(given['name']);
  if (given['name'] !== undefined && given['name'] !== null && name === null) wrong.push('name');
  return {
    rules: {
      base,
      ...(Object.keys(options).length ? { options } : {}),
      ...(patterns.length ? { patterns } : {}),
      ...(Object.keys(prices).length ? { prices } : {}),
      ...(name ? { name } : {}),
    },
    wrong,
  };
}

/** A name of own rules: one line of 1 to 40 characters; null where it is none. */
export function tidy(name: unknown): string | null {
  const own = typeof name === 'string' ? name.trim() : '';
  return own && [...own].length <= 40 && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(own) ? own : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
function record(given: Record<string, unknown>, part: string, wrong: string[]): Record<string, unknown> {
  const value = given[part] ?? {};
  if (isRecord(value)) return value;
  wrong.push(part);
  return {};
}
const isPattern = (value: unknown): value is OwnPattern =>
  isRecord(value) && ['id', 'when'].every((key) => typeof value[key] === 'string') && (Number.isInteger(value['fan']) || value['fan'] === 'limit');
