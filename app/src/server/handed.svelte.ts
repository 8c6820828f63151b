/** Hands over data between Score and a book: the hand to score for a book, the hand to record, the open book. */
import { keep, recall } from './kept.ts';
import type { Amount } from './shapes.ts';

/** A book asks for a hand to be scored as its table stands. */
export interface Wanted {
  readonly book: string;
  readonly name: string;
  readonly rules: { readonly hash: string };
  readonly base: string;
  readonly size: number;
  readonly min: number;
  readonly seat: 'E' | 'S' | 'W' | 'N' | null;
  readonly round: 'E' | 'S' | 'W' | 'N';
  readonly streak: number;
  /** Who won, where that is known. */
  readonly player: string | null;
  /** Only to be looked at: the hand is written already. */
  readonly look?: boolean;
}
/** A scored hand on its way into a book, as its line. */
export interface Scored {
  readonly book: string;
  readonly line: string;
  readonly fan: Amount;
}

class Handed {
  wanted = $state.raw<Wanted | null>(null);
  scored = $state.raw<Scored | null>(null);
  /** The entry that was begun before its hand was scored; only the book reads it. */
  kept: { readonly book: string; readonly draft: unknown; readonly number: number | null } | null = null;
  open = $state.raw<{ readonly id: string; readonly name: string } | null>(recall('book.open', null));

  opened(id: string, name: string): void {
    if (this.open?.id === id && this.open.name === name) return;
    this.open = { id, name };
    keep('book.open', this.open);
  }
  shut(id: string): void {
    if (this.open?.id !== id) return;
    this.open = null;
    keep('book.open', null);
  }
}

export const handed = new Handed();
