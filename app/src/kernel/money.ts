// Puts the kernel's parts of a payment into messages: who pays the winner, how much and why; and explains how fan became money.
import { ruleText, say, sayWord, type Amount, type SentMessage, type SeatLetter, type Transfer } from './answer.ts';
import type { OwnParts, WorthTexts } from './bundle.ts';
import type { Door, Part } from './door.ts';
import type { HandExplanation } from './explain.ts';
import { ADDED, CONCEALED, FLOWERS, KINDS, ROB_KONG, SELF_DRAW, type RowMeld } from './won.ts';

const ALONE = 0; // a share
const HALF = 1,
  BYSTANDER = 3,
  EACH = 4,
  OWN = 5,
  CHARGE = 6,
  DEALER = 7; // reasons
const HOWS = ['whole', 'half', 'half_gun']; // the fact `how` of the reasons before CHARGE
const BEARS = ['alone', 'rest', 'half', 'whole']; // the fact `bears` of each share
const SEATS = [0, 1, 2, 3];

export interface Money {
  readonly payments: { readonly [seat: string]: Amount };
  readonly transfers: readonly Transfer[];
  readonly liable: SeatLetter | null;
  readonly worth: readonly SentMessage[];
}

// Null if there is no price: then only the server can answer.
export function settled(told: HandExplanation, door: Door, handle: number): Money | null {
  const { won, judged } = told,
    { unit } = told.rules.money;
  const price: Price = (drawn, fan) => {
    const amount = door.price(handle, drawn, judged.heat, fan);
    if (amount < 0n) throw new RangeError('no price');
    return amount;
  };
  const parts = judged.parts;
  const change = SEATS.map((seat) =>
    parts.reduce((sum, part) => sum + (seat === won.seat ? part.units : seat === part.payer ? -part.units : 0n), 0n),
  );
  const bears = judged.found !== null && judged.found.share !== ALONE && parts.at(-1)?.reason === CHARGE;
  return {
    payments: Object.fromEntries(SEATS.map((seat) => [won.seatText(seat), amountOf(change[seat] ?? 0n, unit)])),
    transfers: parts.map((part) => ({
      from: won.seatText(part.payer),
      to: won.seatText(won.seat),
      amount: amountOf(part.units, unit),
      why: reasonOf(told, part),
    })),
    liable: bears && judged.found ? won.seatText(judged.found.seat) : null,
    worth: parts.length ? worth(told, price) : [],
  };
}

// Explains how fan became money: twin of src/sikwu/money/worth.py.
function worth(told: HandExplanation, price: Price): SentMessage[] {
  const { money } = told.rules,
    said = money.worth;
  if (said === undefined) return [];
  const lines = money.chips ? chipsWorth(told, price, said) : pointsWorth(told, price, said);
  return said.pull ? [...lines, say('worth.pull')] : lines;
}

function pointsWorth(told: HandExplanation, price: Price, { table, point, full }: WorthTexts): SentMessage[] {
  const {
      judged,
      won,
      rules: {
        money: { unit, own },
      },
    } = told,
    is = (...reasons: number[]): boolean => judged.parts.some(({ reason }) => reasons.includes(reason)),
    drawn = is(EACH, OWN) || won.by === SELF_DRAW || won.by === FLOWERS;
  const fan = drawn ? Math.max(judged.capped, 1) : judged.capped,
    paid = price(false, fan);
  const [pointTold, above, below] = point ?? [1, 1, 1];
  const amount = (units: bigint): number | string => amountFact(amountOf(units, unit));
  const points = amount((paid * BigInt(below)) / BigInt(above)),
    named = sayWord('worth.table', table);
  const spicy = told.spicy()?.code.replace('spicy.', '');
  const dear = full && (spicy !== undefined || fan > full[0]);
  const out = [
    dear
      ? sayWord('worth', spicy ?? 'full', {
          fan,
          full: full[0],
          price: full[1],
          times: spicy === undefined ? 1 : (own?.factors ?? [2, 3])[spicy === 'double' ? 0 : 1],
          points,
          table: named,
        })
      : say('worth.price', { fan, points, table: named }),
  ];
  if (pointTold !== 1) out.push(say('worth.unit', { unit: pointTold, points, amount: amount(paid) }));
  const ownTold = own && ownWorth(own, amount, drawn, paid, drawn ? price(true, judged.capped) : 0n);
  if (ownTold) out.push(ownTold);
  else if (drawn) out.push(say('worth.share', { share: amount(paid / 2n) }));
  else if (is(BYSTANDER)) out.push(say('worth.half_gun', { half: amount(paid / 2n), quarter: amount(paid / 4n) }));
  if (own && (won.seat === 0 || judged.parts.some(({ payer }) => payer === 0))) {
    const fan = dealerMore(own, won.streak);
    if (fan) out.push(say('worth.dealer_fan', { fan }));
    if (own.times) out.push(say('worth.dealer_times', { times: own.times }));
  }
  return out;
}

// What a house says of its own parts; null where the documents' sentences fit.
function ownWorth(own: OwnParts, amount: Worded, drawn: boolean, paid: bigint, share: bigint): SentMessage | null {
  const [how, part] = own.drawn;
  if (drawn) {
    if (how === 'column') return say('worth.drawn_column', { share: amount(share) });
    return how === 'part' ? say('worth.drawn_part', { part, share: amount(share) }) : null;
  }
  if (own.how !== 'part') return null;
  const [mine, theirs] = own.fed,
    [first, each, whole] = own.parts.map(BigInt);
  const due = amount((paid * (first ?? 0n)) / (whole ?? 1n)),
    beside = amount((paid * (each ?? 0n)) / (whole ?? 1n));
  return say('worth.parts', { mine, due, theirs, beside });
}

type Worded = (units: bigint) => number | string;

// The further fan of what the dealer pays or is paid.
const dealerMore = ({ more }: OwnParts, streak: number): number => (more ? more[0] + more[1] * streak : 0);

function chipsWorth(told: HandExplanation, price: Price, { each = 1, base = 0, units = 0 }: WorthTexts): SentMessage[] {
  const {
      judged: { fan },
      rules: {
        money: { unit },
        rules: { cap },
      },
    } = told,
    paid = price(false, fan),
    counted = cap === null ? fan : Math.min(fan, cap);
  const out = counted < fan ? [say('worth.cut', { fan, cap: counted })] : [];
  out.push(say('worth.chips', { fan: counted, each, chips: amountFact(amountOf(paid - BigInt(units), unit)) }));
  if (units) out.push(say('worth.base', { base, amount: amountFact(amountOf(paid, unit)) }));
  return out;
}

// An amount as a fact of a message: a whole number, or a text.
const amountFact = (amount: Amount): number | string =>
  typeof amount === 'number' && Number.isInteger(amount) ? amount : String(amount);

type Price = (drawn: boolean, fan: number) => bigint;

// Why a part is paid, by the kernel's number (`Reason` in kernel/pay.hpp).
function reasonOf(told: HandExplanation, { payer, reason }: Part): SentMessage {
  const { won, rules } = told,
    { chips } = rules.money,
    seat = won.seatText(payer);
  if (rules.money.own && reason !== CHARGE) return ownWhy(told, rules.money.own, payer, reason);
  if (reason === BYSTANDER) return say('paid.bystander');
  if (reason === CHARGE) return duty(told) ?? say('paid.bystander');
  if (reason === DEALER) return dealerWhy(told, told.dealerFan);
  if (reason === EACH)
    return say(won.by === FLOWERS ? 'paid.self_draw.flowers' : chips ? 'paid.self_draw.chips' : 'paid.self_draw.each');
  if (reason === OWN) return say(chips ? 'paid.self_draw.own_chips' : 'paid.self_draw.own', { payer: seat });
  if (chips) return say('paid.discard.chips', { payer: seat });
  const how = HOWS[reason] ?? '';
  if (won.by === ROB_KONG) return sayWord('paid.robbed_kong', how === 'whole' ? 'alone' : how, { feeder: seat });
  return sayWord('paid.discard', how, { payer: seat });
}

// The same in a house with its own parts.
function ownWhy({ won }: HandExplanation, own: OwnParts, payer: number, reason: number): SentMessage {
  const seat = won.seatText(payer),
    [mine, theirs, half] = own.fed,
    [how, drawn] = own.drawn;
  const robbed = won.by === ROB_KONG,
    code = robbed ? 'robbed_kong' : 'discard';
  const fed = (how_: string, part: string): SentMessage =>
    sayWord(`paid.${code}`, robbed && how_ === 'whole' ? 'alone' : how_, {
      [robbed ? 'feeder' : 'payer']: seat,
      ...(how_ === 'part' ? { part } : {}),
    });
  const said = (): SentMessage => {
    if (reason === BYSTANDER)
      return own.how === 'part' ? say('paid.bystander.part', { part: theirs }) : say('paid.bystander');
    if (reason === EACH) {
      const told = won.by === FLOWERS ? 'flowers' : how;
      return sayWord('paid.self_draw', told, told === 'part' ? { part: drawn } : {});
    }
    if (reason === OWN)
      return sayWord('paid.self_draw', how === 'each' ? 'own' : `own_${how}`, {
        payer: seat,
        ...(how === 'part' ? { part: drawn } : {}),
      });
    return reason === HALF ? fed(mine === '1' ? 'half' : 'part', half) : fed(own.how, mine);
  };
  if (payer !== 0 && won.seat !== 0) return said();
  const fan = dealerMore(own, won.streak),
    more = fan ? say('paid.dealer_more', { says: said(), fan }) : said();
  return own.times ? say('paid.times', { says: more, times: own.times }) : more;
}

// The reason for a paying dealer's extra fan; under a ceiling perhaps not all of them.
function dealerWhy(told: HandExplanation, dealer: number): SentMessage {
  const { fan } = told.judged,
    { cap } = told.rules.rules,
    { streak } = told.won;
  const cut = cap !== null && fan + dealer > cap;
  if (cut) return say('paid.dealer.cut', { streak, fan: dealer, paid: Math.max(cap - fan, 0) });
  return say(streak ? 'paid.dealer' : 'paid.dealer.first', { streak, fan: dealer });
}

// The sentence of the duty that makes a player liable, with its places filled, and what that player pays.
function duty({ won, judged: { found }, rules: { money }, words }: HandExplanation): SentMessage | null {
  if (found === null) return null;
  const [zh, en, yue = zh] = money.duties[money.occasions[won.by] ?? 0]?.[found.charge] ?? ['', ''];
  const meld = won.melds[found.place],
    began = won.melds[turnStart(won.melds, found.place)];
  const feeder = won.seatText(found.seat),
    bears = sayWord('paid.bears', BEARS[found.share], { feeder });
  if (meld !== undefined && began !== undefined && began !== meld) {
    return say('paid.duty_in_turn', {
      feeder,
      winner: won.seatText(won.seat),
      began: won.texts(began.tiles),
      laid: won.texts(meld.tiles),
      bears,
    });
  }
  const filled = (text: string, lang: 'zh' | 'en' | 'yue'): string => {
    const tiles = meld === undefined ? '' : shown(meld.tiles, words.shown[lang] ?? words.shown.zh),
      seats = words.seats[lang] ?? words.seats.zh;
    const places: { [name: string]: string } = {
      feeder: seats[found.seat] ?? '',
      winner: seats[won.seat] ?? '',
      tiles,
    };
    return text.replace(/\{(\w+)\}/g, (_, name: string) => places[name] ?? '');
  };
  return say('paid.duty', { says: ruleText(filled(zh, 'zh'), filled(en, 'en'), filled(yue, 'yue')), bears });
}

// The place of the meld that began the turn in which a meld was laid down: for a claim its own place, for a kong the
// claim before it.
function turnStart(melds: readonly RowMeld[], place: number): number {
  if (melds[place]?.kind !== ADDED && melds[place]?.kind !== CONCEALED) return place;
  while (place > 0 && melds[place]?.sameTurn) place -= 1;
  return place;
}

// The tiles of one meld: numbers before their suit, honours one after the other.
function shown(tiles: readonly number[], names: readonly string[]): string {
  const each = tiles.map((tile) => names[tile] ?? '');
  return tiles.every((tile) => tile < 27 && tile < KINDS)
    ? each.map((name) => name[0]).join('') + (each[0]?.slice(1) ?? '')
    : each.join('');
}

// A number if it is exact, otherwise the fraction as text.
export function amountOf(units: bigint, unit: number): Amount {
  const whole = BigInt(unit),
    by = common(units < 0n ? -units : units, whole);
  const above = units / by,
    below = whole / by;
  if (below === 1n) return Number(above);
  const most = 1n << 53n;
  if (below & (below - 1n) || below >= most || above >= most || -above >= most) return `${above}/${below}`;
  return Number(above) / Number(below);
}

function common(a: bigint, b: bigint): bigint {
  return b ? common(b, a % b) : a;
}
