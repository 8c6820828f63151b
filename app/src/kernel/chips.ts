// The circumstances that can still be chosen, and what each would make impossible: twin of src/sikwu/choices.py.
import type { Message } from "./answer.ts";
import type { RulesHead, SpellingsHead } from "./bundle.ts";
import { caseOf, Held, type Case, type Field } from "./checks.ts";
import { DISCARD, FLOWERS, kinds, ROB_KONG, SELF_DRAW, type Won } from "./won.ts";

export interface Choices {
  readonly chips: { readonly [word: string]: Message | null };
  readonly asked: readonly string[];
  readonly chosen: readonly string[];
}
interface Chip {
  readonly word: string;
  readonly sets: Partial<Case>;
  readonly always?: true; // asked by everybody
}
const SEATS = [0, 1, 2, 3] as const, LETTERS = "ESWN";

// `refused` judges the win with other values in some of its fields: null where the rules take it. Only who is a win is asked.
export function choices(
  won: Won, rules: RulesHead, words: SpellingsHead["words"], refused: ((win: Won) => Message | null) | null,
): Choices {
  const hand = new Held(won, rules.size, words), now = caseOf(won), asked = new Set(rules.asked);
  const before = new Set([...hand.problems(now)].map((each) => JSON.stringify(each)));
  const told: Record<string, Message | null> = {}, wanted: string[] = [], chosen: string[] = [];
  for (const { word, sets, always } of every(now, hand, won, rules, words)) {
    const fields = Object.keys(sets) as Field[], said = fields.every((field) => same(now[field], sets[field]));
    const asks = always === true || asked.has(word);
    if (!asks && !said) continue;
    if (asks) wanted.push(word);
    if (said) chosen.push(word);
    told[word] = said ? null : problem(fields, sets);
  }
  return { chips: told, asked: wanted, chosen };

  function problem(fields: readonly Field[], sets: Partial<Case>): Message | null {
    for (const each of hand.problems({ ...now, ...sets }, fields)) if (!before.has(JSON.stringify(each))) return each;
    if (refused === null || (rules.decisive !== null && !fields.some((field) => rules.decisive?.includes(field)))) return null;
    return refused(changed(won, fields, sets));
  }
}

function same(a: Case[Field] | undefined, b: Case[Field] | undefined): boolean {
  return a === b || (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b));
}

// The row of a win with other values: seats that may be nobody stand one higher in it.
function changed(won: Won, fields: readonly Field[], sets: Partial<Case>): Won {
  return fields.reduce((win, field) => {
    const value = sets[field];
    if (typeof value === "object" && value !== null) return value.reduce<Won>((each, seen, tile) => each.with("visible", seen, tile), win);
    const nobody = field === "feeder" || field === "kong_feeder" || field === "eighth_flower";
    return win.with(field, nobody ? (value ?? -1) + 1 : (value ?? 0));
  }, won);
}

// Every choice there is, in the order of choices.chips.
function* every(now: Case, hand: Held, won: Won, rules: RulesHead, words: SpellingsHead["words"]): Generator<Chip> {
  const fed = now.feeder ?? (now.seat + 1) % 4;
  for (const by of [SELF_DRAW, DISCARD, ROB_KONG, FLOWERS]) {
    const feeder = by === DISCARD || by === ROB_KONG ? fed : null;
    yield { word: by === FLOWERS ? "flowers_win" : hand.word("by", by), sets: now.by === by ? {} : { by, feeder }, always: true };
  }
  for (const seat of SEATS) yield { word: `from=${LETTERS[seat]}`, sets: { feeder: seat }, always: true };
  for (const name of ["seat", "round"] as const) for (const seat of SEATS) yield { word: `${name}=${LETTERS[seat]}`, sets: { [name]: seat }, always: true };
  yield { word: "streak=1", sets: { streak: now.streak || 1 } };
  const named = (name: "replacement" | "robbed" | "first_turn" | "ready"): Chip[] =>
    (words[name] ?? []).slice(1).map((word, at) => ({ word: `${name}=${word}`, sets: { [name]: at + 1 } }));
  yield* named("replacement");
  for (let n = 1; n <= Math.floor(rules.size / 3); ++n) yield { word: `kong_chain=${n}`, sets: { kong_chain: n } };
  yield { word: "second_kong_uses_replacement", sets: { second_kong_uses_replacement: 1 } };
  yield { word: "flower_between_kongs", sets: { flower_between_kongs: 1 } };
  for (const seat of SEATS) yield { word: `kong_feeder=${LETTERS[seat]}`, sets: { kong_feeder: seat } };
  yield* named("robbed");
  yield { word: "last_tile", sets: { last_tile: 1 } };
  yield { word: "last_discard", sets: { last_discard: 1 } };
  yield* named("first_turn");
  yield* named("ready");
  yield { word: "one_shot", sets: { one_shot: 1 } };
  yield { word: "discards", sets: { discards: now.discards ?? 1 } };
  if (rules.asked.includes("visible")) yield { word: "visible", sets: { visible: oneMore(now, hand, won) } };
  for (const seat of SEATS) yield { word: `eighth_flower=${LETTERS[seat]}`, sets: { eighth_flower: seat } };
  for (const n of [2, 3]) yield { word: `winners=${n}`, sets: { winners: n } };
}

// One copy more lying open, of a kind that has one left.
function oneMore(now: Case, hand: Held, won: Won): number[] {
  const tile = kinds().find((each) => hand.owned(each) + (won.tile === each ? 1 : 0) + (now.visible[each] ?? 0) < 4) ?? 0;
  return now.visible.map((seen, at) => (at === tile ? seen + 1 : seen));
}
