/** Opens tables, and remembers them on this phone. */
import { ask } from '../server/api.ts';
import { chosen } from '../server/chosen.svelte.ts';
import { keep, recall } from '../server/kept.ts';
import type { HouseRules, RulesRef } from '../server/shapes.ts';
import { freshKey } from '../books/outbox.ts';
import { t } from '../texts/texts.svelte.ts';
import { myTables, type MyTable } from './mine.svelte.ts';
import type { NewTable, Pace, TableMembership } from './wire.ts';

/** How the last table was opened: offered again. */
export interface Wishes {
  readonly pace: Pace;
  readonly rounds: 1 | 2 | 4;
  readonly watching: boolean;
  readonly hints: boolean;
}
export const wishes = (): Wishes => ({
  pace: 'normal',
  rounds: 4,
  watching: true,
  hints: true,
  ...recall<object>('play.wishes', {}),
});
export const wish = (next: Wishes): void => keep('play.wishes', next);
export const ROUNDS = [1, 2, 4] as const;

/** Names for bots, as people call each other. */
export const botNames = (): string[] => t('app.play.bot.names').split(' ');

const now = (): string => new Date().toISOString();

/** The rules in force with a number of rounds. */
export function withRounds(rounds: number): RulesRef {
  const house: HouseRules = chosen.snapshot();
  const options = { ...house.options, 'play.rounds': rounds };
  return { ...house, options };
}

/** A table that this phone has opened; with friends also its link and code. */
export async function keepOpened(
  told: NewTable,
  name: string,
  kind: Pick<MyTable, 'quick' | 'lesson'>,
): Promise<string> {
  await myTables.keep({
    id: told.table,
    token: told.host.token,
    name,
    title: told.state.title,
    role: 'seat',
    players: told.state.seats.map((seat) => seat.name).filter(Boolean),
    rules: told.state.rules.id,
    status: told.state.status,
    seen: now(),
    ...(kind.quick || kind.lesson ? kind : { secret: told.invite.secret, code: told.invite.code }),
  });
  return told.table;
}

/** 即刻玩: three bots of the server's first level; the match begins at once. */
export async function quickGame(me: string): Promise<string> {
  const body = {
    rules: chosen.ref,
    me,
    pace: 'fast',
    solo: true,
    watchers: false,
    bots: ['', '', ''],
    bot_names: botNames().slice(0, 3),
    start: true,
  };
  return keepOpened(await ask<NewTable>('/tables', { key: freshKey(), body }), me, { quick: true });
}

/** A table for friends: the opener sits down in the first seat. */
export async function openTable(me: string, title: string, how: Wishes): Promise<string> {
  wish(how);
  const body = { rules: withRounds(how.rounds), me, title, pace: how.pace, watchers: how.watching, hints: how.hints };
  return keepOpened(await ask<NewTable>('/tables', { key: freshKey(), body }), me, {});
}

/** Somebody was let in; returns where. */
export async function keepJoined(told: TableMembership, token: string): Promise<string> {
  const role = told.kind === 'watch' ? 'watch' : 'seat';
  await myTables.keep({
    id: told.table!,
    token,
    name: told.name,
    title: told.title ?? '',
    role,
    players: [],
    rules: '',
    status: 'open',
    seen: now(),
  });
  return role === 'watch' ? `/watch/${told.table!}` : `/play/${told.table!}`;
}
