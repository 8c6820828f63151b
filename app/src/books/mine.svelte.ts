/** The books this phone can open, with their tokens and last known state. Tokens are in IndexedDB and are sent only to the server. */
import { keep, recall } from '../server/kept.ts';
import { all, put, remove } from '../server/store.ts';
import type { BookPage, PlayerStats, Move } from './wire.ts';

export interface Mine {
  readonly id: string;
  readonly name: string;
  /** A token for writing, or only for reading. */
  readonly token: string;
  readonly role: 'keeper' | 'reader';
  /** The id of the token, which the host sees. */
  readonly tokenId?: string;
  /** The host's token: may let others in and delete the book. */
  readonly host?: string;
  readonly invite?: string;
  readonly code?: string;
  /** The role that link and code give. */
  readonly gives?: 'keeper' | 'reader';
  /** The player who uses this phone: shown at the bottom of the compass. */
  readonly me: string;
  /** When it was last opened. */
  readonly seen: string;
  readonly page?: BookPage;
  readonly stats?: readonly PlayerStats[];
  readonly settle?: readonly Move[];
  /** Transfers ticked as paid. */
  readonly paid?: readonly string[];
}

class MyBooks {
  list = $state.raw<readonly Mine[]>([]);
  loaded = $state(false);
  private asked: Promise<void> | null = null;

  load(): Promise<void> {
    this.asked ??= all<Mine>('books').then((found) => {
      this.list = found.sort((a, b) => b.seen.localeCompare(a.seen));
      this.loaded = true;
    });
    return this.asked;
  }

  get(id: string): Mine | null {
    return this.list.find((each) => each.id === id) ?? null;
  }

  async keep(mine: Mine): Promise<void> {
    this.list = [mine, ...this.list.filter((each) => each.id !== mine.id)].sort((a, b) => b.seen.localeCompare(a.seen));
    await put('books', mine);
  }

  async change(id: string, part: Partial<Mine>): Promise<void> {
    const own = this.get(id);
    if (own) await this.keep({ ...own, ...part });
  }

  async forget(id: string): Promise<void> {
    this.list = this.list.filter((each) => each.id !== id);
    await remove('books', id);
  }
}

export const mine = new MyBooks();

/** Recently used names, offered again. */
export const lastNames = (): string[] => recall<string[]>('books.names', []);
export function rememberNames(names: readonly string[]): void {
  keep('books.names', [...new Set([...names, ...lastNames()])].slice(0, 12));
}
export const myName = (): string => recall<string>('books.me', '');
export const rememberMe = (name: string): void => keep('books.me', name);
