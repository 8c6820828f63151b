/** Validates rules from outside, or stored on this phone for long. Pure functions. */
import type { HouseRules, OwnPattern, RulesRef, Setting } from './shapes.ts';

export interface Heard {
  readonly rules: HouseRules;
  /** The invalid parts. */
  readonly wrong: readonly string[];
}

/** Validates rules of a link, of a foreign file, or stored on this phone, part by part: nothing is trusted. */
export function heard(base: unknown, house: unknown): Heard {
  const wrong: string[] = [];
  const given = isRecord(house) ? house : {};
  if (!isName(base)) wrong.push('base');
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
  if (!Object.values(prices).every(isPrice)) wrong.push('prices');
  const tables: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(record(given, 'tables', wrong))) {
    if (isTable(key, value)) tables[key] = value;
    else wrong.push(key);
  }
  const name = tidy(given['name']);
  if (given['name'] !== undefined && given['name'] !== null && name === null) wrong.push('name');
  return {
    rules: {
      base: isName(base) ? base : 'hk-standard',
      ...(Object.keys(options).length ? { options } : {}),
      ...(patterns.length ? { patterns } : {}),
      ...(Object.keys(prices).length && !wrong.includes('prices') ? { prices } : {}),
      ...(Object.keys(tables).length ? { tables } : {}),
      ...(name ? { name } : {}),
    },
    wrong,
  };
}

/** A name for own rules: one line of 1 to 40 characters; null if it is invalid. */
export function tidy(name: unknown): string | null {
  const own = typeof name === 'string' ? name.trim() : '';
  return own && [...own].length <= 40 && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(own) ? own : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
function record(given: Record<string, unknown>, part: string, wrong: string[]): Record<string, unknown> {
  const value = given[part] ?? {};
  if (isRecord(value)) return value;
  wrong.push(part);
  return {};
}
/** The fields of a house pattern as in a rules file: texts, a list of names, and its fan. */
const isPattern = (value: unknown): value is OwnPattern =>
  isRecord(value) &&
  ['id', 'when'].every((key) => typeof value[key] === 'string') &&
  'fan' in value &&
  Object.entries(value).every(([key, each]) =>
    key === 'fan'
      ? Number.isInteger(each) || each === 'limit'
      : key === 'absorbs'
        ? isTexts(each)
        : key === 'toward_minimum' || key === 'alone'
          ? typeof each === 'boolean'
          : each === null || typeof each === 'string',
  );
const isPrice = (value: unknown): boolean =>
  ['number', 'string'].includes(typeof value) ||
  (Array.isArray(value) && value.every((each) => typeof each === 'number'));
/** One of the further tables: only its form, the server reads it. */
const isTable = (key: string, value: unknown): boolean => {
  if (!/^[a-z]{1,20}$/.test(key)) return false;
  if (key === 'off') return isRecord(value) && isTexts(value['patterns']);
  return isRecord(value) || (Array.isArray(value) && value.every(isRecord));
};
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');
const isName = (value: unknown): value is string => typeof value === 'string' && /^[a-z0-9_-]{1,60}$/.test(value);

export const isSetting = (value: unknown): value is Setting =>
  ['boolean', 'number', 'string'].includes(typeof value) ||
  (Array.isArray(value) && value.every((each) => ['string', 'number'].includes(typeof each)));

export const plain = (rules: HouseRules): HouseRules => JSON.parse(JSON.stringify(rules)) as HouseRules;

/** The reference for the server: only the name if nothing is changed. */
export function refOf(rules: HouseRules): RulesRef {
  const changed = Object.keys(rules.options ?? {}).length || rules.patterns?.length || rules.prices || rules.tables;
  return changed ? plain(rules) : rules.base;
}
