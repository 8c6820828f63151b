// The circumstances that can still be chosen, and what each would make impossible: twin of src/sikwu/choices.py.
import type { SentMessage } from './answer.ts';
import type { RulesHead, SpellingsHead } from './bundle.ts';
import { ABSENT, DISCARD, FLOWERS, kinds, ROB_KONG, SELF_DRAW, type Won } from './won.ts';

export interface Choices {
  readonly chips: { readonly [word: string]: SentMessage | null };
  readonly asked: readonly string[];
  readonly chosen: readonly string[];
}
// A choice and the row's value with it; a seat that may be nobody is stored as 1 + seat.
interface Chip {
  readonly word: string;
  readonly sets: readonly (readonly [field: string, value: number, at?: number])[];
  readonly always?: true; // every ruleset asks for it
}
const SEATS = [0, 1, 2, 3] as const,
  LETTERS = 'ESWN';

// `problems`: the problems of a win; `refused`: why the rules do not accept it, or null; asked only for complete hands.
export function choices(
  won: Won,
  rules: RulesHead,
  words: SpellingsHead['words'],
  problems: (win: Won) => readonly SentMessage[],
  refused: ((win: Won) => SentMessage | null) | null,
): Choices {
  const asked = new Set(rules.asked),
    before = new Set(problems(won).map((each) => JSON.stringify(each)));
  const told: Record<string, SentMessage | null> = {},
    wanted: string[] = [],
    chosen: string[] = [];
  for (const { word, sets, always } of every(won, rules, words)) {
    const said = sets.every(([field, value, at]) => won.value(field, at) === value);
    const asks = always === true || asked.has(word);
    if (!asks && !said) continue;
    if (asks) wanted.push(word);
    if (said) chosen.push(word);
    told[word] = said ? null : problem(sets);
  }
  return { chips: told, asked: wanted, chosen };

  function problem(sets: Chip['sets']): SentMessage | null {
    const then = sets.reduce((win, [field, value, at]) => win.with(field, value, at), won);
    const found = problems(then).find((each) => !before.has(JSON.stringify(each)));
    if (found !== undefined) return found;
    const decides = rules.decisive === null || sets.some(([field]) => rules.decisive?.includes(field));
    return refused !== null && decides ? refused(then) : null;
  }
}

// All choices, in the order of choices.chips.
function* every(won: Won, rules: RulesHead, words: SpellingsHead['words']): Generator<Chip> {
  const fed = won.feeder ?? (won.seat + 1) % 4;
  for (const by of [SELF_DRAW, DISCARD, ROB_KONG, FLOWERS]) {
    const feeder = by === DISCARD || by === ROB_KONG ? 1 + fed : 0;
    const word = by === FLOWERS ? 'flowers_win' : won.word('by', by);
    yield {
      word,
      sets:
        won.by === by
          ? []
          : [
              ['by', by],
              ['feeder', feeder],
            ],
      always: true,
    };
  }
  for (const seat of SEATS) yield { word: `from=${LETTERS[seat]}`, sets: [['feeder', 1 + seat]], always: true };
  for (const name of ['seat', 'round'])
    for (const seat of SEATS) yield { word: `${name}=${LETTERS[seat]}`, sets: [[name, seat]], always: true };
  const one = (name: string, value = 1, word = name): Chip => ({ word, sets: [[name, value]] });
  const named = (name: string): Chip[] =>
    (words[name] ?? []).slice(1).map((word, at) => one(name, at + 1, `${name}=${word}`));
  const seated = (name: string): Chip[] => SEATS.map((seat) => one(name, 1 + seat, `${name}=${LETTERS[seat]}`));
  yield one('streak', won.streak || 1, 'streak=1');
  yield* named('replacement');
  for (let n = 1; n <= Math.floor(rules.size / 3); ++n) yield one('kong_chain', n, `kong_chain=${n}`);
  yield one('second_kong_uses_replacement');
  yield one('flower_between_kongs');
  yield* seated('kong_feeder');
  yield* named('robbed');
  yield one('last_tile');
  yield one('last_discard');
  yield* named('first_turn');
  yield* named('ready');
  yield one('one_shot');
  const discards = won.value('discards');
  yield one('discards', discards === ABSENT ? 1 : discards);
  if (rules.asked.includes('visible')) yield { word: 'visible', sets: [oneMore(won)] };
  yield* seated('eighth_flower');
  for (const n of [2, 3]) yield one('winners', n, `winners=${n}`);
}

// One more visible copy of a kind that has one left.
function oneMore(won: Won): readonly [field: string, value: number, at: number] {
  const held = [...won.concealed, ...won.melds.flatMap((meld) => meld.tiles), won.tile];
  const seen = (tile: number): number => won.value('visible', tile);
  const tile = kinds().find((each) => held.filter((own) => own === each).length + seen(each) < 4) ?? 0;
  return ['visible', seen(tile) + 1, tile];
}
