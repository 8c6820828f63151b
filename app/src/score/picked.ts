import type { Kind } from '../tiles/kinds.ts';

/** A tapped tile of the stage. */
export interface Picked {
  readonly kind: Kind;
  readonly meld: number | null;
  readonly win: boolean;
  readonly at: number;
}
