/** Checks the hash chain of the log: twin of `sikwu.book.events.chain_hash`. */
import { sha256 } from '../server/sha256.ts';

export interface ChainLink {
  readonly seq: number;
  readonly at: string;
  readonly hash: string;
  readonly author?: string;
  readonly key?: string;
  readonly hand_no?: number | null;
}
const GENESIS = '0'.repeat(64);

/** The hash that an entry must have after another; `text`: the text of its event. */
export function hashOf(before: string, link: ChainLink, text: string): string {
  const { seq, at, author = '', key = '', hand_no = null } = link;
  const told = `${before}\n${seq}\n${at}\n${text}`;
  return sha256(
    author || key || hand_no !== null ? `stamped\n${told}\n${JSON.stringify([author, key, hand_no])}` : told,
  );
}

/** The first of some consecutive entries that does not follow from the one before it; null: the chain is intact. */
export function brokenAt(entries: readonly (ChainLink & { readonly event: object })[]): number | null {
  return firstBad(entries.map((each) => ({ link: each, text: JSON.stringify(each.event) })));
}

/**
 * The same for an exported file, character by character, and for entries that should be in it: an event that was once
 * written with its keys in another order is still valid.
 */
export function fileBrokenAt(
  file: string,
  entries: readonly (ChainLink & { readonly event: object })[] = [],
): number | null {
  const rows = file.split('\n').filter(Boolean);
  const first = JSON.parse(rows[0] ?? '{}') as { entries?: number; head?: string };
  const log = rows.slice(1).map((row) => ({
    link: JSON.parse(row) as ChainLink,
    text: row.slice(row.indexOf('"event":') + 8, row.lastIndexOf(',"hash":"')),
  }));
  if (log.length !== first.entries || log.at(-1)?.link.hash !== first.head) return log.length + 1;
  const other = entries.find(
    ({ seq, hash, event }) =>
      log[seq - 1]?.link.hash !== hash || JSON.stringify(JSON.parse(log[seq - 1]!.text)) !== JSON.stringify(event),
  );
  return firstBad(log) ?? other?.seq ?? null;
}

function firstBad(log: readonly { readonly link: ChainLink; readonly text: string }[]): number | null {
  for (const [n, { link, text }] of log.entries()) {
    const before = link.seq === 1 ? GENESIS : log[n - 1]?.link.hash;
    if (before === undefined) continue; // the entry before it is not available
    if (n > 0 && log[n - 1]!.link.seq !== link.seq - 1) continue;
    if (hashOf(before, link, text) !== link.hash) return link.seq;
  }
  return null;
}
