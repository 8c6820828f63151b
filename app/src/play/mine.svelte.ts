/** The tables that this phone can go back to, with their tokens. They are in IndexedDB and are sent only to the server. */
import { all, put, remove } from '../server/store.ts';

export interface MyTable {
  readonly id: string;
  readonly token: string;
  /** The name of this phone's player there. */
  readonly name: string;
  readonly title: string;
  /** Seated (the host too), or watching. */
  readonly role: 'seat' | 'watch';
  /** Who sits there, as last seen. */
  readonly players: readonly string[];
  /** The rules' name, as last seen. */
  readonly rules: string;
  readonly status: string;
  readonly seen: string;
  /** The link's secret and the code, where this phone opened the table. */
  readonly secret?: string;
  readonly code?: string;
  /** A quick game with bots. */
  readonly quick?: boolean;
  /** The table of a first game, with a coach. */
  readonly lesson?: boolean;
  /** The book that was made of it. */
  readonly book?: string;
  /** Finished deals. */
  readonly deals?: number;
}
const KEPT = 20;

class Shelf {
  list = $state.raw<readonly MyTable[]>([]);
  private asked: Promise<void> | null = null;

  load(): Promise<void> {
    this.asked ??= all<MyTable>('tables').then((found) => {
      this.list = found.sort((a, b) => b.seen.localeCompare(a.seen));
    });
    return this.asked;
  }
  async find(id: string): Promise<MyTable | null> {
    await this.load();
    return this.list.find((each) => each.id === id) ?? null;
  }
  /** The oldest tables beyond the twentieth are forgotten. */
  async keep(own: MyTable): Promise<void> {
    const list = [own, ...this.list.filter((each) => each.id !== own.id)].sort((a, b) => b.seen.localeCompare(a.seen));
    this.list = list.slice(0, KEPT);
    await put('tables', own);
    for (const old of list.slice(KEPT)) await remove('tables', old.id);
  }
  async change(id: string, part: Partial<MyTable>): Promise<void> {
    const own = await this.find(id);
    if (own) await this.keep({ ...own, ...part });
  }
  async forget(id: string): Promise<void> {
    this.list = this.list.filter((each) => each.id !== id);
    await remove('tables', id);
  }
}
export const myTables = new Shelf();
