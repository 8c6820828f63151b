/** The records that this page can show: opened files, and records of the server. */
import { asked } from '../server/api.ts';
import { sha256 } from '../server/sha256.ts';
import { all } from '../server/store.ts';
import { BadRecord, readRecord, type MatchRecord } from './record.ts';

export const MOST_MEGABYTES = 64;
const FILE = 'file-';
const atHand = new Map<string, MatchRecord>();

/** The id of a record that came as a file: two of its letters differ, and so does the id. */
export function opened(text: string): string {
  const id = FILE + sha256(text).slice(0, 12);
  if (!atHand.has(id)) atHand.set(id, readRecord(text));
  return id;
}
export const isFile = (id: string): boolean => id.startsWith(FILE);

/** A file that somebody chose; an error tells why it is none. */
export async function openFile(file: Blob): Promise<string> {
  if (file.size > MOST_MEGABYTES * 2 ** 20)
    throw new BadRecord(0, { code: 'app.replay.too_large', facts: { most: MOST_MEGABYTES } });
  return opened(await file.text());
}

/** The finished deals of a table, by the token that this phone has for it; asked for each time, because a match grows. */
export async function tableRecord(id: string): Promise<MatchRecord> {
  const tables = await all<{ readonly id: string; readonly token: string }>('tables');
  const token = tables.find((each) => each.id === id)?.token;
  return readRecord(await (await asked(`/records/${encodeURIComponent(id)}`, { token })).text());
}

/** The record of an id, of a table by the token that this phone has for it; null: a file that was opened before this page was loaded. */
export async function recordOf(id: string): Promise<MatchRecord | null> {
  const known = atHand.get(id);
  if (known) return known;
  if (isFile(id)) return null;
  return tableRecord(id);
}
