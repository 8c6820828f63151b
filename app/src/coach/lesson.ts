/** The first game of this phone: which table it is, and what was learnt. The table itself is on the server. */
import { ask, Offline, Refused } from '../server/api.ts';
import { chosen } from '../server/chosen.svelte.ts';
import { keep, recall } from '../server/kept.ts';
import { freshKey } from '../books/outbox.ts';
import { myTables, type MyTable } from '../play/mine.svelte.ts';
import { botNames, keepOpened } from '../play/opening.ts';
import type { NewTable } from '../play/wire.ts';
import { t } from '../texts/texts.svelte.ts';

export interface CoachProgress {
  readonly table: string;
  readonly met: readonly string[];
  readonly done: boolean;
}
const NONE: CoachProgress = { table: '', met: [], done: false };
export const lesson = (): CoachProgress => ({ ...NONE, ...recall<Partial<CoachProgress>>('coach', {}) });
export const note = (part: Partial<CoachProgress>): void => keep('coach', { ...lesson(), ...part });

/** The table of the lesson if it is still played; null: there is none, or the server has it no more. Without a network it may be. */
export async function begunTable(): Promise<MyTable | null> {
  const own = await myTables.find(lesson().table);
  if (!own || own.status === 'over') return null;
  try {
    const told = await ask<{ readonly status: string }>(`/tables/${own.id}`, { token: own.token });
    return told.status === 'over' ? null : own;
  } catch (error) {
    if (error instanceof Offline) return own;
    if (!(error instanceof Refused)) throw error;
    return null;
  }
}

/** A table for learning with three bots. It starts when its clock is off: `Coached` says both. */
export async function openTable(me: string): Promise<MyTable> {
  const body = {
    rules: chosen.ref,
    me,
    title: t('app.coach.table'),
    pace: 'normal',
    solo: true,
    teaching: true,
    watchers: false,
    bots: FRIENDS.map(() => 'quick'),
    bot_names: botNames().slice(0, FRIENDS.length),
  };
  const id = await keepOpened(await ask<NewTable>('/tables', { key: freshKey(), body }), me, { lesson: true });
  note({ table: id });
  return (await myTables.find(id))!;
}
const FRIENDS = [1, 2, 3] as const;
