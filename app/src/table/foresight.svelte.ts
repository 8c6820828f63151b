/**
 * The waits of the player's own hand, and the discard that a hint suggests.
 * This phone computes both from what this player sees; it sends no request.
 */
import { EMPTY, type Draft, type Meld, type MeldKind } from '../score/draft.ts';
import { write } from '../score/line.ts';
import { judge, prepare } from '../server/local.ts';
import type { Hand, RulesRef, Wait } from '../server/shapes.ts';
import { counts, isFlower, sorted, type Kind, type Seat } from '../tiles/kinds.ts';
import type { Board, LaidMeld } from './board.ts';
import { FLIGHT } from './flight.ts';
import { HIDDEN, SEATED } from './lines.ts';

const KINDS: Readonly<Record<LaidMeld['kind'], MeldKind>> = {
  chow: 'chow',
  pung: 'pung',
  kong_exposed: 'kong',
  kong_added: 'added',
  kong_concealed: 'concealed',
};
const meldOf = (meld: LaidMeld): Meld => ({
  kind: KINDS[meld.kind],
  tile: sorted(meld.tiles)[0] ?? '1m',
  from: meld.kind === 'kong_concealed' ? null : meld.feeder || '?',
});

/** The player's own hand as a hand line, with what lies open elsewhere; null: there is none to look at. */
export function handLine(board: Board, seat: Seat): string | null {
  if (board.own !== seat || board.seats.length < 4 || !board.hand.length || board.ends.length) return null;
  const concealed = board.hand.filter((kind) => !isFlower(kind));
  const own = board.seats[SEATED[seat]]!;
  const open = board.seats.flatMap((each) => [
    ...each.river,
    ...(each === own ? [] : each.melds.flatMap((meld) => meld.tiles)),
  ]);
  const mine = counts([...concealed, ...own.melds.flatMap((meld) => meld.tiles)]);
  const seen = [...counts(open.filter((kind) => kind !== HIDDEN && !isFlower(kind)))]
    .map(([kind, count]) => [kind, Math.min(count, 4 - (mine.get(kind) ?? 0))] as const)
    .filter(([, count]) => count > 0);
  const draft: Draft = {
    ...EMPTY,
    concealed: sorted(concealed),
    melds: own.melds.map(meldOf),
    flowers: [...own.flowers],
    seat,
    round: board.round === '' ? 'E' : board.round,
    streak: board.streak,
    at: seen.length ? { visible: seen.map(([kind, count]) => `${kind}:${count}`).join(',') } : {},
  };
  return write(draft);
}

/** What is reckoned waits until the tile has landed: reckoning takes longer than a frame on a slow phone. */
const LANDED = FLIGHT + 20;

/** What a hand line was found to be worth: nothing of it is shown for another hand. */
export class Foresight {
  private hand = $state.raw<Hand | null>(null);
  private line = '';
  private own = '';
  private later: ReturnType<typeof setTimeout> | undefined;
  private prepared = '';

  /** Tiles that complete the hand. */
  waits = $derived.by<readonly Wait[]>(() => (this.hand?.state === 'ready' ? this.hand.waits : []));
  /** Tiles that are missing; null: unknown. */
  away = $derived.by<number | null>(() =>
    this.hand && 'away' in this.hand && typeof this.hand.away === 'number' ? this.hand.away : null,
  );
  /** The discard that leaves the fewest tiles missing and the most that help. */
  private first = $derived.by(() => (this.hand?.state === 'full' ? (this.hand.discards[0] ?? null) : null));
  best = $derived<Kind>(this.first?.tile ?? '');
  /** Tiles that help after that discard, with all their copies that nobody has seen. */
  useful = $derived.by<readonly { readonly tile: string; readonly left: number }[]>(
    () => this.first?.useful ?? (this.hand?.state === 'building' ? (this.hand.useful ?? []) : []),
  );
  /** Tiles that are missing after the best discard. */
  after = $derived.by<number | null>(() => this.first?.away ?? this.away);

  ask(rules: RulesRef | null, board: Board | null, seat: Seat): void {
    const line = rules && board ? handLine(board, seat) : null;
    const key = line === null ? '' : `${JSON.stringify(rules)} ${line}`;
    if (key === this.line) return;
    this.line = key;
    clearTimeout(this.later);
    const own = line === null ? '' : [...board!.hand, board!.seats[SEATED[seat]]!.melds.length].join(' ');
    if (own !== this.own) this.hand = null;
    this.own = own;
    if (line === null) return;
    this.later = setTimeout(() => {
      void this.found(line, rules!)
        .catch(() => null)
        .then((found) => {
          if (this.line === key) this.hand = found;
        });
    }, LANDED);
  }
  stop(): void {
    clearTimeout(this.later);
  }
  /** A house's own rules are fetched first, once. */
  private async found(line: string, rules: RulesRef): Promise<Hand | null> {
    const key = JSON.stringify(rules);
    if (this.prepared !== key) await prepare(rules);
    this.prepared = key;
    return judge(line, 'discard', rules);
  }
}
