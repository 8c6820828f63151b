/** Which keys can be tapped: one pure function for all keys. */
import { FLOWERS, isSuited, KINDS, numberOf, suitOf, type Kind } from '../tiles/kinds.ts';
import { held, isEmpty, left, type Draft, type Mode } from './draft.ts';

export interface Key {
  readonly enabled: boolean;
  /** Why not, as a text code. */
  readonly why: 'none_left' | 'full' | 'no_run' | 'no_copies' | 'no_room' | 'empty' | null;
  /** Copies left. */
  readonly left: number;
  /** Completes the hand. */
  readonly gold: boolean;
  readonly pressed?: boolean;
}
export interface Keys {
  readonly tiles: ReadonlyMap<Kind, Key>;
  readonly modes: Readonly<Record<Mode, Key>>;
  readonly flowers: ReadonlyMap<Kind, Key>;
  readonly erase: Key;
}
export interface Given {
  readonly size: number;
  /** The tiles that complete the hand, as far as known. */
  readonly completing: ReadonlySet<Kind>;
}

const yes = (n = 0, gold = false): Key => ({ enabled: true, why: null, left: n, gold });
const no = (why: NonNullable<Key['why']>, n = 0): Key => ({ enabled: false, why, left: n, gold: false });

export function keyStates(draft: Draft, mode: Mode, given: Given): Keys {
  const copies = left(draft);
  const room = held(draft) + 3 <= given.size;
  const full = held(draft) === given.size && draft.tile !== null;
  const ready = held(draft) === given.size;

  function tile(kind: Kind): Key {
    const n = copies(kind);
    if (mode === 'hand') {
      const gold = ready && given.completing.has(kind);
      // The winning tile can be replaced, so that its own kind and the other waits can be tried.
      if (full) return gold && (n > 0 || kind === draft.tile) ? yes(n, true) : no('full', n);
      return n > 0 ? yes(n, gold) : no('none_left');
    }
    if (!room) return no('no_room', n);
    if (mode === 'chow') {
      const run = isSuited(kind) && numberOf(kind) <= 7;
      const suit = suitOf(kind);
      const whole = run && [0, 1, 2].every((step) => copies(`${numberOf(kind) + step}${suit}`) > 0);
      return whole ? yes(n) : no('no_run', n);
    }
    return n >= (mode === 'pung' ? 3 : 4) ? yes(n) : no('no_copies', n);
  }

  const meld = room ? yes() : no('no_room');
  return {
    tiles: new Map(KINDS.map((kind) => [kind, tile(kind)])),
    modes: { hand: yes(), chow: meld, pung: meld, kong: meld, concealed: meld },
    flowers: new Map(FLOWERS.map((kind) => [kind, { ...yes(copies(kind)), pressed: draft.flowers.includes(kind) }])),
    erase: isEmpty(draft) ? no('empty') : yes(),
  };
}
