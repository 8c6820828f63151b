// Who pays whom and why, as src/sikwu/rules/schemes.py and money/settlement.py have it: two schemes, points of a table and chips for fan. The
// kernel prices and says who answers for the win.
import { ruleText, say, type Amount, type Message, type Seat, type Transfer } from "./answer.ts";
import type { Worth } from "./bundle.ts";
import type { Door } from "./door.ts";
import type { Told } from "./explain.ts";
import { ADDED, CONCEALED, DISCARD, FLOWERS, KINDS, ROB_KONG, type Meld } from "./won.ts";

const ALONE = 0, REST = 1, WHOLE = 3; // shares
const BEARS = ["alone", "rest", "half", "whole"]; // by share: what is said of it
const SEATS = [0, 1, 2, 3];

interface Payment {
  readonly from: number;
  readonly amount: bigint; // in units
  readonly why: Message;
  readonly duty?: true;
}
export interface Money {
  readonly payments: { readonly [seat: string]: Amount };
  readonly transfers: readonly Transfer[];
  readonly liable: Seat | null;
  readonly worth: readonly Message[];
}

// Null where there is no price: then only the server can tell.
export function settled(told: Told, door: Door, handle: number): Money | null {
  const { won, judged } = told, { unit } = told.rules.money;
  const price: Price = (drawn, fan) => {
    const amount = door.price(handle, drawn, judged.heat, fan);
    if (amount < 0n) throw new RangeError("no price");
    return amount;
  };
  const moves = payments(told, price);
  const change = SEATS.map((seat) => moves.reduce((sum, move) => sum + (seat === won.seat ? move.amount : seat === move.from ? -move.amount : 0n), 0n));
  const bears = judged.found !== null && judged.found.share !== ALONE && moves.at(-1)?.duty === true;
  return {
    payments: Object.fromEntries(SEATS.map((seat) => [won.seatText(seat), amountOf(change[seat] ?? 0n, unit)])),
    transfers: moves.map(({ from, amount, why }) => ({ from: won.seatText(from), to: won.seatText(won.seat), amount: amountOf(amount, unit), why })),
    liable: bears && judged.found ? won.seatText(judged.found.seat) : null,
    worth: moves.length ? worth(told, price, moves) : [],
  };
}

// How fan became money, as src/sikwu/money/worth.py tells it.
function worth(told: Told, price: Price, moves: readonly Payment[]): Message[] {
  const { money } = told.rules, said = money.worth;
  if (said === undefined) return [];
  const lines = money.chips ? chipsWorth(told, price, said) : pointsWorth(told, price, moves, said);
  return said.pull ? [...lines, say("worth.pull")] : lines;
}

function pointsWorth(told: Told, price: Price, moves: readonly Payment[], { table, point, full }: Worth): Message[] {
  const { judged, rules: { money: { unit } } } = told, drawn = moves.some(({ why }) => why.code.startsWith("paid.self_draw"));
  const fan = drawn ? Math.max(judged.capped, 1) : judged.capped, paid = price(false, fan);
  const [pointTold, above, below] = point ?? [1, 1, 1];
  const amount = (units: bigint): number | string => amountFact(amountOf(units, unit));
  const points = amount((paid * BigInt(below)) / BigInt(above)), named = say(`worth.table.${table ?? ""}`);
  const spicy = told.spicy()?.code.replace("spicy.", "");
  const dear = full && (spicy !== undefined || fan > full[0]);
  const out = [
    dear
      ? say(`worth.${spicy ?? "full"}`, { fan, full: full[0], price: full[1], times: { double: 2, triple: 3 }[spicy ?? ""] ?? 1, points, table: named })
      : say("worth.price", { fan, points, table: named }),
  ];
  if (pointTold !== 1) out.push(say("worth.unit", { unit: pointTold, points, amount: amount(paid) }));
  if (drawn) out.push(say("worth.share", { share: amount(paid / 2n) }));
  else if (moves.some(({ why }) => why.code === "paid.bystander")) out.push(say("worth.half_gun", { half: amount(paid / 2n), quarter: amount(paid / 4n) }));
  return out;
}

function chipsWorth(told: Told, price: Price, { each = 1, base = 0, units = 0 }: Worth): Message[] {
  const { judged: { fan }, rules: { money: { unit }, rules: { cap } } } = told, paid = price(false, fan), counted = cap === null ? fan : Math.min(fan, cap);
  const out = counted < fan ? [say("worth.cut", { fan, cap: counted })] : [];
  out.push(say("worth.chips", { fan: counted, each, chips: amountFact(amountOf(paid - BigInt(units), unit)) }));
  if (units) out.push(say("worth.base", { base, amount: amountFact(amountOf(paid, unit)) }));
  return out;
}

// An amount as a fact of a message: a whole number, or a text.
const amountFact = (amount: Amount): number | string => (typeof amount === "number" && Number.isInteger(amount) ? amount : String(amount));

type Price = (drawn: boolean, fan: number) => bigint;

function payments(told: Told, price: Price): Payment[] {
  const { won, judged, rules } = told;
  const fed = won.by === DISCARD || won.by === ROB_KONG, payer = won.feeder;
  const asDiscard = fed && payer !== null && (judged.found === null || judged.found.share !== REST);
  if (rules.money.chips) {
    const alone = judged.found?.seat ?? (asDiscard ? payer : null);
    const how = won.by === FLOWERS ? "flowers" : "chips";
    const why = duty(told) ?? (asDiscard && payer !== null ? say("paid.discard.chips", { payer: won.seatText(payer) }) : say(`paid.self_draw.${how}`));
    return chips(told, alone === null ? SEATS.filter((seat) => seat !== won.seat) : [alone], why, price);
  }
  return asDiscard ? discard(told, payer, price(false, judged.capped)) : drawn(told, price(true, judged.capped));
}

// Chips for fan: whoever pays the winner pays the hand's fan, and a paying dealer his own beside them.
function chips(told: Told, payers: readonly number[], why: Message, price: Price): Payment[] {
  const { fan } = told.judged, hand = price(false, fan), dealer = told.dealerFan, out: Payment[] = [];
  const mark = told.judged.found === null ? {} : { duty: true as const };
  for (const from of payers) {
    if (hand) out.push({ from, amount: hand, why, ...mark });
    const beside = from === 0 && dealer ? price(false, fan + dealer) - hand : 0n;
    if (beside) out.push({ from, amount: beside, why: dealerWhy(told, dealer) });
  }
  return out;
}

// What a paying dealer pays more; under a ceiling perhaps not all of it.
function dealerWhy(told: Told, dealer: number): Message {
  const { fan } = told.judged, { cap } = told.rules.rules, { streak } = told.won;
  const cut = cap !== null && fan + dealer > cap;
  if (cut) return say("paid.dealer.cut", { streak, fan: dealer, paid: Math.max(cap - fan, 0) });
  return say(streak ? "paid.dealer" : "paid.dealer.first", { streak, fan: dealer });
}

// The price of a discard: from the discarder alone, or shared under half gun or with a liable player.
function discard(told: Told, payer: number, price: bigint): Payment[] {
  const { won, judged: { found }, rules: { money } } = told, half = price / 2n, quarter = price / 4n;
  const robbed = won.by === ROB_KONG, seat = won.seatText(payer);
  const why = (how: string): Message =>
    robbed ? say(`paid.robbed_kong.${how === "whole" ? "alone" : how}`, { feeder: seat }) : say(`paid.discard.${how}`, { payer: seat });
  const by = (how: string, amount: bigint): Payment => ({ from: payer, amount, why: why(how) });
  const borne = (amount: bigint): Payment => ({ from: found?.seat ?? payer, amount, why: duty(told) ?? say("paid.bystander"), duty: true });
  if (!money.half_gun) return found === null || found.seat === payer ? [by("whole", price)] : [by("half", half), borne(half)];
  if (found === null) {
    const others = SEATS.filter((seat) => seat !== won.seat && seat !== payer);
    return [by("half_gun", half), ...others.map((from) => ({ from, amount: quarter, why: say("paid.bystander") }))];
  }
  return found.share === WHOLE && found.seat !== payer ? [borne(price)] : [by("half_gun", half), borne(half)];
}

// Three shares: each pays his own, or one pays his own and those of the other two.
function drawn(told: Told, share: bigint): Payment[] {
  const { won, judged: { found } } = told;
  if (found === null) {
    const why = say(`paid.self_draw.${won.by === FLOWERS ? "flowers" : "each"}`);
    return SEATS.filter((seat) => seat !== won.seat).map((from) => ({ from, amount: share, why }));
  }
  const own = { from: found.seat, amount: share, why: say("paid.self_draw.own", { payer: won.seatText(found.seat) }) };
  return [own, { from: found.seat, amount: 2n * share, why: duty(told) ?? own.why, duty: true }];
}

// The sentence of the duty by which somebody answers, its places filled, and what he bears.
function duty({ won, judged: { found }, rules: { money }, words }: Told): Message | null {
  if (found === null) return null;
  const [zh, en, yue = zh] = money.duties[money.occasions[won.by] ?? 0]?.[found.charge] ?? ["", ""];
  const meld = won.melds[found.place], began = won.melds[turnStart(won.melds, found.place)];
  const feeder = won.seatText(found.seat), bears = say(`paid.bears.${BEARS[found.share] ?? ""}`, { feeder });
  if (meld !== undefined && began !== undefined && began !== meld) {
    return say("paid.duty_in_turn", { feeder, winner: won.seatText(won.seat), began: won.texts(began.tiles), laid: won.texts(meld.tiles), bears });
  }
  const filled = (text: string, lang: "zh" | "en" | "yue"): string => {
    const tiles = meld === undefined ? "" : shown(meld.tiles, words.shown[lang] ?? words.shown.zh), seats = words.seats[lang] ?? words.seats.zh;
    const places: { [name: string]: string } = { feeder: seats[found.seat] ?? "", winner: seats[won.seat] ?? "", tiles };
    return text.replace(/\{(\w+)\}/g, (_, name: string) => places[name] ?? "");
  };
  return say("paid.duty", { says: ruleText(filled(zh, "zh"), filled(en, "en"), filled(yue, "yue")), bears });
}

// The place of the meld that began the turn in which a meld was laid down: of a claim itself, of a kong what it followed.
function turnStart(melds: readonly Meld[], place: number): number {
  if (melds[place]?.kind !== ADDED && melds[place]?.kind !== CONCEALED) return place;
  while (place > 0 && melds[place]?.sameTurn) place -= 1;
  return place;
}

// The tiles of one meld: numbers before their suit, honours one after the other.
function shown(tiles: readonly number[], names: readonly string[]): string {
  const each = tiles.map((tile) => names[tile] ?? "");
  return tiles.every((tile) => tile < 27 && tile < KINDS) ? each.map((name) => name[0]).join("") + (each[0]?.slice(1) ?? "") : each.join("");
}

// A number where it is exactly this, else the fraction as text.
export function amountOf(units: bigint, unit: number): Amount {
  const whole = BigInt(unit), by = common(units < 0n ? -units : units, whole);
  const above = units / by, below = whole / by;
  if (below === 1n) return Number(above);
  const most = 1n << 53n;
  if (below & (below - 1n) || below >= most || above >= most || -above >= most) return `${above}/${below}`;
  return Number(above) / Number(below);
}

function common(a: bigint, b: bigint): bigint {
  return b ? common(b, a % b) : a;
}
