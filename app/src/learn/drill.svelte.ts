/** Hands of the drill, each with its true distance; the next one is loaded in advance. */
import { net } from '../server/net.svelte.ts';
import type { RulesRef } from '../server/shapes.ts';
import { writeTiles } from '../tiles/notation.ts';
import type { Kind } from '../tiles/kinds.ts';
import { deal } from './deal.ts';
import { judged } from './judging.ts';

export interface Counting {
  readonly tiles: readonly Kind[];
  readonly away: number;
  readonly useful: readonly { tile: Kind; left: number }[];
}
/** The largest answer with a key. */
export const MOST = 6;
const TRIES = 12;

async function made(rules: RulesRef, size: number): Promise<Counting | null> {
  for (let n = 0; n < TRIES; n++) {
    const tiles = deal(size, Math.random);
    const told = await judged(writeTiles(tiles), rules);
    if (told === null) return null;
    if ((told.state === 'building' || told.state === 'ready') && told.away && told.away <= MOST)
      return { tiles, away: told.away, useful: told.useful ?? [] };
  }
  return null;
}

export class Drill {
  now = $state.raw<Counting | null>(null);
  failed = $state(false);
  private ahead: Promise<Counting | null> | null = null;

  async next(rules: RulesRef, size: number): Promise<void> {
    const own = await (this.ahead ?? made(rules, size)).catch(() => null);
    this.failed = own === null;
    this.now = own;
    this.ahead = own && net.up ? made(rules, size) : null;
    this.ahead?.catch(() => null);
  }
}
