/** Hands over data between Score and a book: the hand to score for a book, the hand to record, the open book. */
import { keep, recall } from './kept.ts';
import type { Amount } from './shapes.ts';

/** A book's request for a score at its current table. */
export interface ScoreRequest {
  readonly book: string;
  readonly name: string;
  readonly rules: { readonly hash: string };
  readonly base: string;
  readonly size: number;
  readonly min: number;
  readonly seat: 'E' | 'S' | 'W' | 'N' | null;
  readonly round: 'E' | 'S' | 'W' | 'N';
  readonly streak: number;
  /** The winner, if known. */
  readonly player: string | null;
  /** Only for viewing: the hand is already recorded. */
  readonly look?: boolean;
}
/** A scored hand for a book, as its line. */
export interface Scored {
  readonly book: string;
  readonly line: string;
  readonly fan: Amount;
}

class Handed {
  wanted = $state.raw<ScoreRequest | null>(null);
  scored = $state.raw<Scored | null>(null);
  /** The entry begun before its hand was scored; only the book reads it. */
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
