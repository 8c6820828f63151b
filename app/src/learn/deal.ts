/** Random hands for the drill: sets and partial sets among loose tiles, so that all distances occur. */
import { KINDS, numberOf, sorted, suitOf, type Kind } from '../tiles/kinds.ts';

export type Random = () => number;

/** A hand with this many tiles, at most four of a kind. */
export function deal(size: number, random: Random): Kind[] {
  const hand: Kind[] = [];
  const whole = Math.floor(random() * (Math.floor(size / 3) + 1));
  for (let n = 0; n < whole; n++) put(hand, block(random, 3), size);
  const halves = Math.floor(random() * 3);
  for (let n = 0; n < halves; n++) put(hand, block(random, 2), size);
  while (hand.length < size) put(hand, [any(random)], size);
  return sorted(hand);
}

const any = (random: Random): Kind => KINDS[Math.floor(random() * KINDS.length)]!;

/** Two or three related tiles. */
function block(random: Random, n: number): Kind[] {
  const first = any(random);
  const number = numberOf(first);
  const run = suitOf(first) && random() < 0.65;
  if (!run) return Array<Kind>(n).fill(first);
  const low = Math.min(number, 7);
  const steps = n === 3 ? [0, 1, 2] : random() < 0.6 ? [0, 1] : [0, 2];
  return steps.map((step) => `${low + step}${suitOf(first)}`);
}

/** Adds tiles if there is room and copies are left. */
function put(hand: Kind[], tiles: readonly Kind[], size: number): void {
  const have = (kind: Kind): number =>
    hand.filter((each) => each === kind).length + tiles.filter((each) => each === kind).length;
  if (hand.length + tiles.length <= size && tiles.every((kind) => have(kind) <= 4)) hand.push(...tiles);
}
