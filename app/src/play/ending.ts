/** The end of a match in figures: running totals for a picture, and the fewest payments that settle it. */
import type { Amount } from '../server/shapes.ts';
import type { Books, Held, Line } from '../table/lines.ts';

/** What everybody holds, whatever the rules count in. */
export const heldBy = (books: Books | null): Held => books?.totals ?? books?.cash ?? books?.chips ?? {};

export interface Running {
  readonly player: string;
  readonly joined: number;
  readonly running: readonly Amount[];
}
/** After each deal, what each player held. */
export function running(lines: readonly Line[], players: readonly string[]): readonly Running[] {
  const held = lines.flatMap((line) => (line.type === 'end_kyoku' ? [heldBy(line.books)] : []));
  return players.map((player) => ({ player, joined: 1, running: held.map((each) => each[player] ?? 0) }));
}

export interface Payment {
  readonly from: string;
  readonly to: string;
  readonly amount: number;
}
/** The fewest payments after which everybody is at zero: first those that meet exactly, then the largest. Null: an amount is no number, or they do not add up to zero. */
export function settled(held: Held): readonly Payment[] | null {
  const left = new Map<string, number>();
  for (const [name, sum] of Object.entries(held)) {
    if (typeof sum !== 'number') return null;
    if (sum) left.set(name, sum);
  }
  if ([...left.values()].reduce((sum, each) => sum + each, 0) !== 0) return null;
  const out: Payment[] = [];
  while (left.size) {
    const owing = [...left].filter(([, sum]) => sum < 0).sort((a, b) => a[1] - b[1]);
    const owed = [...left].filter(([, sum]) => sum > 0).sort((a, b) => b[1] - a[1]);
    const exact = owing.flatMap(([from, debt]) => owed.filter(([, sum]) => sum === -debt).map(([to]) => [from, to]))[0];
    const [from, to] = exact ?? [owing[0]![0], owed[0]![0]];
    const amount = Math.min(-left.get(from!)!, left.get(to!)!);
    out.push({ from: from!, to: to!, amount });
    for (const [name, change] of [
      [from!, amount],
      [to!, -amount],
    ] as const) {
      const rest = left.get(name)! + change;
      if (rest) left.set(name, rest);
      else left.delete(name);
    }
  }
  return out;
}
