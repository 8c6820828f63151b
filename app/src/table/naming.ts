/** Melds in words. */
import { t } from '../texts/texts.svelte.ts';
import type { LaidMeld } from './board.ts';
import { HIDDEN } from './lines.ts';

const KINDS = {
  chow: 'app.meld.chow',
  pung: 'app.meld.pung',
  kong_exposed: 'app.meld.kong',
  kong_added: 'app.meld.added',
  kong_concealed: 'app.table.meld.hidden',
} as const;
/** The kind of a meld, who fed it, and its tiles; of a hidden kong only the kind. */
export function meldName(meld: LaidMeld): string {
  if (meld.tiles.includes(HIDDEN)) return t('app.table.meld.hidden');
  const from = meld.feeder ? t('app.table.meld.from', { seat: meld.feeder }) : '';
  return t('app.table.meld', { kind: t(KINDS[meld.kind]), from, tiles: [...meld.tiles] });
}
