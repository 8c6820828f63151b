/** IndexedDB storage, one table per kind of thing. Without IndexedDB, data lives until the page closes. */
export const SHELVES = ['books', 'outbox', 'tables', 'acts'] as const;
export type StoreTable = (typeof SHELVES)[number];
const memory = new Map<string, unknown>();
let opened: Promise<IDBDatabase | null> | null = null;

function database(): Promise<IDBDatabase | null> {
  opened ??= new Promise((done) => {
    let asked: IDBOpenDBRequest;
    try {
      asked = indexedDB.open('sikwu', 2);
    } catch {
      return done(null);
    }
    asked.onupgradeneeded = () => {
      for (const shelf of SHELVES)
        if (!asked.result.objectStoreNames.contains(shelf)) asked.result.createObjectStore(shelf, { keyPath: 'id' });
    };
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => done(null);
  });
  return opened;
}

async function run<T>(
  shelf: StoreTable,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<T | null> {
  const db = await database();
  if (!db) return null;
  return new Promise((done, fail) => {
    const work = db.transaction(shelf, mode, { durability: 'strict' });
    const asked = act(work.objectStore(shelf));
    work.oncomplete = () => done(asked.result as T);
    work.onerror = work.onabort = () => fail(work.error ?? new Error('not stored'));
  });
}

export async function all<T>(shelf: StoreTable): Promise<T[]> {
  const found = await run<T[]>(shelf, 'readonly', (store) => store.getAll());
  return found ?? [...memory].filter(([key]) => key.startsWith(`${shelf}/`)).map(([, value]) => value as T);
}
/** Stored when the promise is fulfilled. */
export async function put(shelf: StoreTable, value: { readonly id: string }): Promise<void> {
  const plain = JSON.parse(JSON.stringify(value)) as { id: string };
  if (!(await database())) memory.set(`${shelf}/${plain.id}`, plain);
  else await run(shelf, 'readwrite', (store) => store.put(plain));
}
export async function remove(shelf: StoreTable, id: string): Promise<void> {
  memory.delete(`${shelf}/${id}`);
  await run(shelf, 'readwrite', (store) => store.delete(id));
}
