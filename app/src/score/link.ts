/**
 * A hand and its rules in the fragment of a link, in plain letters that messengers leave alone. Twin of `sikwu.links`,
 * which lists the fields: 1s-h22678m55z-p666zE-p777zN-w5zW-SE-f26.
 * The last field `o` holds the house rules; everything behind it is its value.
 */
import { face, ofFace, SEATS, sorted, type Kind, type Seat } from '../tiles/kinds.ts';
import { EMPTY, type At, type Draft, type Feeder, type Meld, type MeldKind } from './draft.ts';

export interface Linked {
  readonly base: string;
  readonly draft: Draft;
  /** Options that differ from the ruleset, and own patterns and prices of a house. */
  readonly house: House | null;
  /** Fields that were not understood. */
  readonly unknown: readonly string[];
}
export interface House {
  readonly options?: Readonly<Record<string, unknown>>;
  readonly patterns?: readonly unknown[];
  readonly prices?: unknown;
  readonly tables?: unknown;
  readonly name?: string;
}

export const LETTERS: Readonly<Record<string, string>> = {
  s: 'hk-standard',
  c: 'hk-common',
  k: 'hk-classic',
  t: 'hk-taiwanese',
  b: 'club16',
};
const MELDS: Readonly<Record<string, MeldKind>> = { c: 'chow', p: 'pung', k: 'kong', a: 'added', K: 'concealed' };
const LETTER_OF = Object.fromEntries(Object.entries(MELDS).map(([letter, kind]) => [kind, letter]));
/** The most bytes that house rules may decompress to, as in the library. */
const MOST = 65_536;
/** Two letters for each circumstance; a number or seat follows them if needed. */
const CODES: readonly (readonly [string, string, true | string])[] = [
  ['lt', 'last_tile', true],
  ['ld', 'last_discard', true],
  ['rk', 'replacement', 'kong'],
  ['rf', 'replacement', 'flower'],
  ['he', 'first_turn', 'heavenly'],
  ['ea', 'first_turn', 'earthly'],
  ['ed', 'first_turn', 'earthly_draw'],
  ['hu', 'first_turn', 'human'],
  ['rd', 'ready', 'declared'],
  ['rc', 'ready', 'concealed'],
  ['rh', 'ready', 'heavenly'],
  ['re', 'ready', 'earthly'],
  ['os', 'one_shot', true],
  ['rx', 'robbed', 'exposed'],
  ['rq', 'robbed', 'concealed'],
  ['sk', 'second_kong_uses_replacement', true],
  ['fk', 'flower_between_kongs', true],
];
const NUMBERED: Readonly<Record<string, string>> = {
  kc: 'kong_chain',
  wn: 'winners',
  di: 'discards',
  kf: 'kong_feeder',
  ef: 'eighth_flower',
};

/** The fragment without house rules (`withHouse` appends them). */
export function write(base: string, draft: Draft): string {
  const letter = Object.entries(LETTERS).find(([, id]) => id === base)?.[0];
  const fields = [
    `1${letter ?? `p${base.replaceAll('-', '_')}`}`,
    `h${short(draft.concealed)}`,
    ...draft.melds.map(writeMeld),
  ];
  if (draft.by === 'flowers_win') fields.push('wF');
  else if (draft.tile) fields.push(`w${face(draft.tile)}${draft.by === 'self_draw' ? '' : feeder(draft.from)}`);
  else if (draft.by === 'self_draw') fields.push('w');
  if (draft.by === 'rob_kong') fields.push('q');
  fields.push(draft.seat + draft.round);
  if (draft.streak) fields.push(`n${draft.streak}`);
  if (draft.flowers.length)
    fields.push(
      `f${sorted(draft.flowers)
        .map((each) => each[0])
        .join('')}`,
    );
  const codes = CODES.filter(([, name, value]) => draft.at[name] === value).map(([code]) => code);
  for (const [code, name] of Object.entries(NUMBERED))
    if (draft.at[name] !== undefined) codes.push(`${code}${draft.at[name]}`);
  if (codes.length) fields.push(`z${codes.join('')}`);
  const visible = draft.at['visible'];
  if (typeof visible === 'string')
    fields.push(
      `v${visible
        .split(',')
        .map((each) => each.split(':'))
        .map(([kind, n]) => `${n ?? 1}${face(kind!)}`)
        .join('')}`,
    );
  return fields.filter((each) => each !== 'h').join('-');
}

/** Only the rules, for a link to a house. */
export const writeRules = (base: string): string => write(base, EMPTY).split('-')[0]!;

export async function withHouse(fragment: string, house: House | null): Promise<string> {
  if (!house || !(Object.keys(house.options ?? {}).length || house.patterns?.length || house.prices || house.tables))
    return fragment;
  return `${fragment}-o${base64(await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(JSON.stringify(house))))}`;
}

/** Parses a fragment; null if it is not one of ours. */
export async function read(fragment: string): Promise<Linked | null> {
  const [, body, packed] = /^(.*?)(?:-o([A-Za-z0-9_-]+))?$/.exec(fragment) ?? [];
  if (!body) return null;
  const fields = body.split('-');
  const head = /^1(?:p([A-Za-z0-9_]+)|([a-z]))$/.exec(fields[0]!);
  const base = head?.[1]?.replaceAll('_', '-') ?? LETTERS[head?.[2] ?? ''];
  if (!base) return null;
  const unknown: string[] = [];
  let draft: Draft = { ...EMPTY };
  for (const field of fields.slice(1)) {
    const next = readField(field, draft);
    if (next) draft = next;
    else unknown.push(field);
  }
  let house: House | null = null;
  if (packed) {
    try {
      house = JSON.parse(
        new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), unbase64(packed))),
      ) as House;
    } catch {
      unknown.push('o');
    }
  }
  const added: Draft['added'] = [
    ...draft.flowers,
    ...draft.melds.map(() => 'meld'),
    ...draft.concealed.map(() => 'tile'),
    ...(draft.tile ? ['win'] : []),
  ];
  return { base, draft: { ...draft, added }, house, unknown };
}

function readField(field: string, draft: Draft): Draft | null {
  if (/^[ESWN]{2}$/.test(field)) return { ...draft, seat: field[0] as Seat, round: field[1] as Seat };
  const kind = field[0]!;
  const rest = field.slice(1);
  if (kind === 'h') {
    const tiles = long(rest);
    return tiles && { ...draft, concealed: tiles };
  }
  if (kind === 'w') {
    if (rest === 'F') return { ...draft, by: 'flowers_win' };
    if (rest === '') return { ...draft, by: 'self_draw' };
    const found = /^([1-9][mpsz])([ESWNx]?)$/.exec(rest);
    return (
      found && { ...draft, tile: ofFace(found[1]!), by: found[2] ? 'discard' : 'self_draw', from: unfeeder(found[2]) }
    );
  }
  if (field === 'q') return { ...draft, by: 'rob_kong' };
  if (kind === 'n') return /^\d{1,3}$/.test(rest) ? { ...draft, streak: Number(rest) } : null;
  if (kind === 'f')
    return /^[1-8]+$/.test(rest) && new Set(rest).size === rest.length
      ? { ...draft, flowers: [...rest].map((n) => `${n}f`) }
      : null;
  if (kind === 'z') {
    const at = readCodes(rest);
    return at && { ...draft, at: { ...draft.at, ...at } };
  }
  if (kind === 'v') {
    const seen = [...rest.matchAll(/([1-4])([1-9][mpsz])/g)];
    if (seen.map((each) => each[0]).join('') !== rest) return null;
    return { ...draft, at: { ...draft.at, visible: seen.map((each) => `${ofFace(each[2]!)}:${each[1]}`).join(',') } };
  }
  const meld = readMeld(kind, rest);
  return meld && { ...draft, melds: [...draft.melds, meld] };
}

function writeMeld(meld: Meld): string {
  const tile = face(meld.tile);
  const number = Number(tile[0]);
  const numbers = meld.kind === 'chow' ? `${number}${number + 1}${number + 2}` : String(number).repeat(3);
  const flags = (meld.sameTurn ? 't' : '') + (meld.fresh ? 'f' : '');
  return `${LETTER_OF[meld.kind]}${numbers}${tile[1]}${meld.from === null ? '' : feeder(meld.from)}${flags}`;
}

function readMeld(letter: string, rest: string): Meld | null {
  const kind = MELDS[letter];
  const found = /^([1-9])([1-9])([1-9])([mpsz])([ESWNx]?)(t?)(f?)$/.exec(rest);
  if (!kind || !found) return null;
  const [a, b, c] = [found[1]!, found[2]!, found[3]!].map(Number) as [number, number, number];
  if (kind === 'chow' ? b !== a + 1 || c !== a + 2 || found[4] === 'z' : a !== b || b !== c) return null;
  const from = kind === 'concealed' ? null : unfeeder(found[5]);
  return {
    kind,
    tile: ofFace(`${a}${found[4]}`),
    from,
    ...(found[6] ? { sameTurn: true } : {}),
    ...(found[7] ? { fresh: true } : {}),
  };
}

function readCodes(text: string): At | null {
  const at: Record<string, true | string> = {};
  for (let rest = text; rest;) {
    const code = rest.slice(0, 2);
    const known = CODES.find(([each]) => each === code);
    const numbered = NUMBERED[code];
    const value = /^(\d+|[ESWN])/.exec(rest.slice(2))?.[1];
    if (known) {
      at[known[1]] = known[2];
      rest = rest.slice(2);
    } else if (numbered && value) {
      at[numbered] = value;
      rest = rest.slice(2 + value.length);
    } else return null;
  }
  return at;
}

const feeder = (from: Feeder): string => (from === '?' ? 'x' : from);
const unfeeder = (letter: string | undefined): Feeder =>
  (SEATS as readonly string[]).includes(letter ?? '') ? (letter as Seat) : '?';

/** `22678m55z`: numbers grouped before their suit. */
function short(tiles: readonly Kind[]): string {
  return sorted(tiles)
    .map(face)
    .join('')
    .replace(/(\d)([mpsz])(?=\d\2)/g, '$1');
}

function long(text: string): Kind[] | null {
  const groups = [...text.matchAll(/([1-9]+)([mpsz])/g)];
  if (groups.map((each) => each[0]).join('') !== text) return null;
  const tiles = groups.flatMap((each) => [...each[1]!].map((n) => `${n}${each[2]}`));
  return tiles.some((each) => each.endsWith('z') && Number(each[0]) > 7) ? null : tiles.map(ofFace);
}

/** The output of a stream, up to `MOST` bytes: a few letters can decompress to anything. */
async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > MOST) {
      await reader.cancel();
      throw new Error('too much');
    }
    parts.push(next.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
const base64 = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
const unbase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
