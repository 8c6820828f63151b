/** Turns a win of a record into the hand line that Score reads; keys that only records have are left out. */
import { write } from '../score/line.ts';
import { EMPTY, type By, type Draft, type Meld, type MeldKind } from '../score/draft.ts';
import { sorted, type Kind } from '../tiles/kinds.ts';
import type { HeaderLine, WinCase } from './lines.ts';
import type { HouseRules, RulesRef } from '../server/shapes.ts';

const KINDS: Readonly<Record<string, MeldKind>> = {
  chow: 'chow',
  pung: 'pung',
  kong_exposed: 'kong',
  kong_added: 'added',
  kong_concealed: 'concealed',
};
const tilesOf = (text: string): Kind[] => text.split(' ').filter(Boolean);

function meldOf(told: Readonly<Record<string, unknown>>): Meld {
  const kind = KINDS[String(told['kind'])] ?? 'pung';
  return {
    kind,
    tile: sorted(tilesOf(typeof told['tiles'] === 'string' ? told['tiles'] : ''))[0] ?? '1m',
    from: kind === 'concealed' ? null : ((told['from'] as Meld['from']) ?? '?'),
    ...(told['same_turn'] === true ? { sameTurn: true } : {}),
    ...(told['fresh'] === true ? { fresh: true } : {}),
  };
}

/** A circumstance as the line writes it. */
function written(value: unknown): true | string {
  if (value === true) return true;
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([tile, count]) => `${tile}:${count}`)
      .join(',');
  return String(value);
}

export function draftOf(told: WinCase): Draft {
  const at = Object.entries(told.at ?? {}).filter(([, value]) => value !== false && written(value) !== '');
  return {
    ...EMPTY,
    concealed: sorted(tilesOf(told.hand)),
    melds: told.melds.map(meldOf),
    tile: told.win ?? null,
    flowers: tilesOf(told.flowers),
    by: told.by === 'flowers' ? 'flowers_win' : (told.by as By),
    from: told.from ?? '?',
    seat: told.seat,
    round: told.round,
    streak: told.streak ?? 0,
    at: Object.fromEntries(at.map(([name, value]) => [name, written(value)])),
  };
}
export const lineOf = (told: WinCase): string => write(draftOf(told));

/** The rules of a record, as the server knows them: a house's own by their hash. */
export function rulesOf(head: HeaderLine): RulesRef {
  if (head.house !== undefined) return { hash: head.rules };
  const options = head.options as NonNullable<HouseRules['options']>;
  return Object.keys(options).length ? { base: head.ruleset, options } : head.ruleset;
}
