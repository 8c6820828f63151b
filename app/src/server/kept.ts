/** Small lists in local storage, each under its own name. Nothing here is sent automatically. */
import { all, put, remove, SHELVES } from './store.ts';

const PREFIX = 'sikwu.';

export function recall<T>(name: string, usual: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? usual : (JSON.parse(text) as T);
  } catch {
    return usual;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full, or a private window: it is kept until the page is closed.
  }
}

function everything(): Record<string, string> {
  const out: Record<string, string> = {};
  for (let at = 0; at < localStorage.length; at++) {
    const name = localStorage.key(at)!;
    if (name.startsWith(PREFIX)) out[name] = localStorage.getItem(name)!;
  }
  return out;
}

/** Saves all of it as a file, including books and waiting entries. */
export async function exportAll(): Promise<void> {
  const parsed = Object.fromEntries(
    Object.entries(everything()).map(([name, text]) => [name.slice(PREFIX.length), JSON.parse(text) as unknown]),
  );
  for (const shelf of SHELVES) parsed[shelf] = await all(shelf);
  save(new Blob([JSON.stringify(parsed, null, 2)], { type: 'application/json' }), 'sikwu.json');
}

/** Deletes everything, including the tokens of books and waiting entries; returns a function that restores it. */
export async function forgetAll(): Promise<() => void> {
  const before = everything();
  for (const name of Object.keys(before)) localStorage.removeItem(name);
  const shelves = await Promise.all(
    SHELVES.map(async (shelf) => ({ shelf, values: await all<{ id: string }>(shelf) })),
  );
  for (const { shelf, values } of shelves) for (const value of values) await remove(shelf, value.id);
  return () => {
    for (const [name, text] of Object.entries(before)) localStorage.setItem(name, text);
    for (const { shelf, values } of shelves) for (const value of values) void put(shelf, value);
  };
}

/** Offers a file for saving. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Copies a text to the clipboard if the browser allows it; returns whether it did. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
