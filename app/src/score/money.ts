/** Formats amounts: a sign and a true minus; amounts without a finite decimal form are fractions as text. */
import type { Amount } from '../server/shapes.ts';

export function amount(value: Amount): string {
  if (typeof value === 'string') return value.replace(/^-/, '−');
  return String(value).replace('-', '−');
}
export function signed(value: Amount): string {
  const own = amount(value);
  return own === '0' || own.startsWith('−') ? own : `+${own}`;
}
export const isLoss = (value: Amount): boolean => (typeof value === 'string' ? value.startsWith('-') : value < 0);
export const isGain = (value: Amount): boolean =>
  typeof value === 'string' ? !value.startsWith('-') && value !== '0' : value > 0;
