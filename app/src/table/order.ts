/** The viewer's own tiles from left to right: sorted, in either order of the suits, or as they came. Pure. */
import { byOrder, isFlower, suitOf, type Kind } from '../tiles/kinds.ts';

/** 萬筒索 or 索筒萬; honours stand at the right either way. */
export const SUIT_ORDERS = ['mps', 'spm'] as const;
export type SuitOrder = (typeof SUIT_ORDERS)[number];

const rank = (kind: Kind, order: SuitOrder): number =>
  isFlower(kind) ? 9 : suitOf(kind) === '' ? 8 : order.indexOf(suitOf(kind));
const before =
  (order: SuitOrder) =>
  (a: Kind, b: Kind): number =>
    rank(a, order) - rank(b, order) || byOrder(a, b);

/** The hand in order, the drawn tile last and apart. */
export function arranged(hand: readonly Kind[], drawn: Kind, order: SuitOrder = 'mps'): readonly Kind[] {
  return last([...hand].sort(before(order)), drawn);
}
function last(tiles: readonly Kind[], drawn: Kind): readonly Kind[] {
  const at = drawn ? tiles.lastIndexOf(drawn) : -1;
  return at < 0 ? tiles : [...tiles.slice(0, at), ...tiles.slice(at + 1), drawn];
}

/** The hand as it stood: what is gone has left its place, what is new stands at the right, the drawn tile last of all. */
export function asItCame(stood: readonly Kind[], hand: readonly Kind[], drawn: Kind): readonly Kind[] {
  const left = new Map<Kind, number>();
  for (const kind of hand) left.set(kind, (left.get(kind) ?? 0) + 1);
  const take = (kind: Kind): boolean => {
    const count = left.get(kind) ?? 0;
    left.set(kind, count - 1);
    return count > 0;
  };
  const kept = stood.filter(take);
  const added = [...hand].sort(byOrder).filter((kind) => (left.get(kind) ?? 0) > 0 && take(kind));
  return last([...kept, ...added], drawn);
}
