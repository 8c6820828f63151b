/** The table after the hands that wait on this phone: seats, dealer, round. Twin of src/sikwu/seats.py and src/sikwu/book/evolve.py, without money. */
import type { BookEvent, HandEvent } from './events.ts';
import type { Waiting } from './outbox.ts';
import type { BookState } from './wire.ts';

type Dealing = NonNullable<BookState['rules']['dealing']>;
type Wind = BookState['round'];
const WINDS: readonly Wind[] = ['E', 'S', 'W', 'N'];

interface Table {
  readonly seats: readonly (string | null)[];
  /** The place of the dealer; the deal belongs to the seat. */
  readonly dealer: number;
  readonly streak: number;
  /** The place that was dealer first. */
  readonly first: number;
  /** The wind of the round, as a number. */
  readonly round: number;
}

/** The state with the table after the waiting hands; null if only the server can compute it. */
export function ahead(state: BookState, queue: readonly Waiting[]): BookState | null {
  // An entry that the user wants back does not count, nor one that the state already includes.
  const waiting = queue.filter((each) => !each.undo && (each.hand === null || each.hand > state.hands));
  if (!waiting.length) return state;
  const { dealing } = state.rules;
  if (!dealing || state.first === undefined || waiting[0]!.refused) return null;
  let table: Table | null = {
    seats: state.seats,
    dealer: dealerOf(state),
    streak: state.streak,
    first: state.first,
    round: WINDS.indexOf(state.round),
  };
  for (const { event } of waiting) table &&= after(table, event, dealing);
  return (
    table && told(state, table, dealing, state.hands + waiting.filter((each) => each.event.type === 'hand').length)
  );
}

/** The dealer's place, computed from the wind of any seated player: the dealer's own seat may be empty. */
function dealerOf({ seats, winds }: BookState): number {
  const at = seats.findIndex((player) => player !== null);
  return (at - WINDS.indexOf(winds[seats[at] ?? ''] ?? 'E') + 4) % 4;
}

function told(state: BookState, table: Table, dealing: Dealing, hands: number): BookState {
  const { seats, dealer, streak, round } = table;
  const winds = Object.fromEntries(
    [0, 1, 2, 3].flatMap((n) => (seats[(dealer + n) % 4] ? [[seats[(dealer + n) % 4]!, WINDS[n]!]] : [])),
  );
  const [alone, fixed, each] = dealing.fan;
  return {
    ...state,
    seats,
    winds,
    dealer: seats[dealer] ?? null,
    streak,
    dealer_fan: streak ? fixed + each * streak : alone,
    round: WINDS[round]!,
    next_hand: hands + 1,
  };
}

function after(table: Table, event: BookEvent, dealing: Dealing): Table | null {
  switch (event.type) {
    case 'hand':
      return played(table, event, dealing);
    case 'swap': {
      const at = table.seats.indexOf(event.leaves ?? null);
      return at < 0
        ? table
        : { ...table, seats: table.seats.map((each, n) => (n === at ? (event.joins ?? null) : each)) };
    }
    case 'seats':
      return { ...table, seats: event.order };
    case 'redraw':
      return { seats: event.order, dealer: 0, streak: 0, first: 0, round: 0 };
    case 'undo':
    case 'redo':
    case 'edit':
    case 'reverse':
      return null;
    default:
      return table;
  }
}

function played(table: Table, event: HandEvent, dealing: Dealing): Table | null {
  if (event.result === 'draw')
    return dealing.on_draw === 'pass'
      ? passed(table)
      : repeated(table, table.streak + Number(dealing.on_draw === 'stay_and_count'), dealing);
  if (event.result === 'false_win')
    return dealing.false_win_passes ? passed(table) : repeated(table, table.streak, dealing);
  const won = winners(table, event, dealing);
  if (!won) return null;
  if (dealing.on_win !== 'pass' && won.includes(table.seats[table.dealer] ?? ''))
    return repeated(table, table.streak + 1, dealing);
  if (dealing.on_win !== 'winner') return passed(table);
  const dealer = table.seats.indexOf(inTurn(table, event.from ?? null, won)[0] ?? null);
  const round = table.round + Number((dealer - table.first + 4) % 4 < (table.dealer - table.first + 4) % 4);
  return { ...table, dealer, streak: 0, round: round % 4 };
}

/** The table with the same dealer, unless the house lets no dealer repeat so often. */
function repeated(table: Table, streak: number, dealing: Dealing): Table {
  return dealing.most_repeats && streak > dealing.most_repeats ? passed(table) : { ...table, streak };
}

/** Players in turn after a seat. */
function inTurn({ seats }: Table, from: string | null, players: readonly string[]): string[] {
  const turn = [1, 2, 3, 4].map((n) => seats[(seats.indexOf(from) + n) % 4]);
  return [...players].sort((a, b) => turn.indexOf(a) - turn.indexOf(b));
}

/** The claimants who win: all, or the nearest after the discarder; null if their tiles decide. */
function winners(table: Table, event: HandEvent, dealing: Dealing): readonly string[] | null {
  const tiles = Object.keys(event.tiles ?? {});
  const claims = [...new Set([...Object.keys(event.wins ?? {}), ...tiles])];
  if (event.result === 'heavenly_and_flowers') return null;
  if (dealing.all_win || claims.length < 2) return claims;
  if (tiles.length) return null;
  return inTurn(table, event.from ?? null, claims).slice(0, 1);
}

function passed(table: Table): Table {
  const dealer = (table.dealer + 1) % 4;
  return { ...table, dealer, streak: 0, round: (table.round + Number(dealer === table.first)) % 4 };
}
