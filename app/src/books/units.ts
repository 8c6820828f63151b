/** Numbers of a book with their units: payments are money, pulls are fan. */
import { amount, signed } from '../score/money.ts';
import type { Amount } from '../server/shapes.ts';
import { t } from '../texts/texts.svelte.ts';

/** `$` before the figure, after its sign. */
const money = (told: string): string => told.replace(/^([+−]?)/, '$1$$');
export const dollars = (value: Amount): string => money(amount(value));
export const signedDollars = (value: Amount): string => (value === 0 ? '$0' : money(signed(value)));
export const fans = (value: Amount): string => t('fan', { n: amount(value) });
