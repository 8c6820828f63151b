/** Being let in to a book or a table: at once by the secret of a link or QR code, or by four letters after the host agrees. */
import { Refused } from '../server/api.ts';
import { route } from '../shell/route.svelte.ts';
import { t } from '../texts/texts.svelte.ts';
import { myName } from './mine.svelte.ts';

const AGAIN = 1500;

/** What became of a request: `in`, `asked` or `refused`. */
export interface Admission {
  readonly state: string;
  readonly token?: string | null;
  /** Remembers the thing on this phone and opens it. */
  readonly enter: (token: string) => Promise<void>;
}
interface Door {
  /** Asks to be let in; null: it has led elsewhere. */
  readonly ask: () => Promise<Admission | null>;
  /** What became of the request that has this token. */
  readonly look: (token: string) => Promise<Admission>;
  /** Why a request failed. */
  readonly why: (error: unknown) => string;
  /** The host has said no. */
  readonly refused: () => string;
}

export class Joining {
  code = $state('');
  name = $state(myName());
  secret = $state('');
  why = $state('');
  wrong = $state(false);
  /** The token of a request that the host has not answered. */
  waiting = $state.raw<string | null>(null);
  readonly lacks = $derived.by(() => {
    if (!this.name.trim()) return t('app.books.join.name.why');
    return !this.secret && this.code.length < 4 ? t('app.books.join.code.why') : null;
  });
  private left = false;
  private readonly params: { readonly code?: string; readonly id?: string };
  private readonly door: Door;

  constructor(params: { readonly code?: string; readonly id?: string }, door: Door) {
    this.params = params;
    this.door = door;
    this.code = (params.code ?? '').toUpperCase();
    if (params.id) this.secret = route.hash;
  }

  /** Removes the secret of a link from the address bar; returns what ends the waiting. */
  arrive(): () => void {
    if (this.params.id && route.hash) {
      this.secret = route.hash;
      history.replaceState(null, '', location.pathname);
      route.hash = '';
    }
    return () => void (this.left = true);
  }

  type(code: string): void {
    this.code = code;
    this.wrong = false;
    this.why = '';
  }

  async join(): Promise<void> {
    this.why = this.lacks ?? '';
    if (this.lacks) return;
    try {
      const told = await this.door.ask();
      if (told?.state === 'in') await told.enter(told.token!);
      else if (told) void this.wait(told.token!);
    } catch (error) {
      this.wrong = true;
      this.why = this.door.why(error);
    }
  }

  private async wait(token: string): Promise<void> {
    this.waiting = token;
    while (!this.left && this.waiting === token) {
      try {
        const told = await this.door.look(token);
        if (told.state === 'in') return await told.enter(token);
        if (told.state === 'refused') return this.end(this.door.refused());
      } catch (error) {
        if (error instanceof Refused) return this.end(this.door.why(error));
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }

  private end(why: string): void {
    this.waiting = null;
    this.why = why;
  }
}
