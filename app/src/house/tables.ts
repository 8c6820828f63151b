/** The further tables of a house as its page edits them. Pure functions. */
import type { HouseTables } from '../server/shapes.ts';

export const PAYS = [
  'discarder',
  'others',
  'self_draw',
  'dealer',
  'dealer_fan',
  'repeat_fan',
  'double',
  'triple',
] as const;

type Table = Readonly<Record<string, unknown>>;

/** The house's own fan of a pattern; null: as the rules say. */
export function fanOf(fan: HouseTables['fan'], id: string): number | 'limit' | null {
  const own = fan?.[id];
  const told = typeof own === 'object' && own !== null ? (own as { fan?: unknown }).fan : own;
  return typeof told === 'number' || told === 'limit' ? told : null;
}

/** The table with another fan of a pattern; what else it says about the pattern stays. */
export function withFan(fan: HouseTables['fan'], id: string, to: number | null): Table {
  const { [id]: own, ...others } = fan ?? {};
  const aside =
    typeof own === 'object' && own !== null && (own as { toward_minimum?: unknown }).toward_minimum === false;
  if (aside) return { ...others, [id]: { ...(to === null ? {} : { fan: to }), toward_minimum: false } };
  return to === null ? others : { ...others, [id]: to };
}

/** The table with a pattern in play, or out of it. */
export function withPlayed(off: HouseTables['off'], id: string, on: boolean): Table | null {
  const others = (off?.patterns ?? []).filter((each) => each !== id);
  const patterns = on ? others : [...others, id];
  return patterns.length ? { patterns } : null;
}

export const valueOf = (pays: Table, key: string): string => {
  const value = pays[key];
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
};

/** The table with another part; an empty field leaves it to the options. */
export function withPay(pays: Table, key: string, typed: string): Table {
  const { [key]: _, ...others } = pays;
  const value = typed.trim();
  return value ? { ...others, [key]: /^\d+$/.test(value) ? Number(value) : value } : others;
}

export interface PriceRows {
  readonly rows: readonly { readonly fan: number; readonly discard: number; readonly drawn: number }[];
  readonly both: boolean;
  readonly then: string;
}

/** Own prices as rows; what a file leaves out has the price of a discard. */
export function priceRows(prices: Table): PriceRows {
  const fans = Object.keys(prices).filter((key) => /^\d+$/.test(key));
  const rows = fans
    .map(Number)
    .sort((a, b) => a - b)
    .map((fan) => {
      const [discard, drawn] = [prices[fan]].flat().map(Number);
      return { fan, discard: discard ?? 1, drawn: drawn ?? discard ?? 1 };
    });
  const then = prices['then'];
  return { rows, both: fans.some((fan) => Array.isArray(prices[fan])), then: typeof then === 'string' ? then : 'stay' };
}

export const prices = ({ rows, both, then }: PriceRows): Table => ({
  ...Object.fromEntries(rows.map(({ fan, discard, drawn }) => [fan, both ? [discard, drawn] : discard])),
  ...(then === 'stay' ? {} : { then }),
});
