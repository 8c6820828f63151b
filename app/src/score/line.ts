/** Converts a draft to its hand line and back, for the notation box. The server explains what cannot be read here. */
import { isFlower, SEATS, sorted, type Kind, type Seat } from '../tiles/kinds.ts';
import { readTiles, setOf, writeFlowers, writeTiles } from '../tiles/notation.ts';
import { EMPTY, meldTiles, type By, type Draft, type Feeder, type Meld } from './draft.ts';

export const FLAGS = [
  'last_tile',
  'last_discard',
  'one_shot',
  'second_kong_uses_replacement',
  'flower_between_kongs',
] as const;
export const VALUES = [
  'replacement',
  'kong_chain',
  'kong_feeder',
  'robbed',
  'first_turn',
  'ready',
  'discards',
  'visible',
  'eighth_flower',
  'winners',
] as const;

/** The hand line; seat and round are always included. */
export function write(draft: Draft): string {
  const parts = [writeTiles(draft.concealed), ...draft.melds.map(writeMeld)];
  if (draft.tile)
    parts.push(`+${draft.tile}${draft.by === 'discard' || draft.by === 'rob_kong' ? `<${draft.from}` : ''}`);
  if (draft.by === 'rob_kong' || draft.by === 'flowers_win') parts.push(draft.by);
  parts.push(writeFlowers(draft.flowers), `seat=${draft.seat}`, `round=${draft.round}`);
  if (draft.streak) parts.push(`streak=${draft.streak}`);
  for (const [name, value] of Object.entries(draft.at)) parts.push(value === true ? name : `${name}=${value}`);
  return parts.filter(Boolean).join(' ');
}

function writeMeld(meld: Meld): string {
  const tiles = meldTiles(meld);
  const turn = meld.sameTurn ? '&' : '';
  if (meld.kind === 'concealed') return `${turn}[${writeTiles(tiles)}]`;
  const own = meld.kind === 'added' ? `${writeTiles(tiles.slice(1))}+${meld.tile}` : writeTiles(tiles);
  return `${turn}(${own}<${meld.from ?? '?'}${meld.fresh ? '!' : ''})`;
}

/** Whether the discarder (or the maker of the robbed kong) is given, if there was one. */
export const isFed = (line: string): boolean => !/(?:^|\s)\+[^\s<]+<\?/.test(line) && !/\bfrom=\?/.test(line);

/** The line with a possible discarder in place of an unknown one. */
export function withFeeder(line: string): string {
  const draft = isFed(line) ? null : read(line);
  const can = (seat: Seat): boolean => seat !== draft!.seat && (seat !== 'E' || draft!.at['first_turn'] !== 'human');
  return draft ? write({ ...draft, from: SEATS.find(can)! }) : line;
}

/** The draft of a line, or null if it is not (yet) valid. */
export function read(line: string): Draft | null {
  const text = line
    .normalize('NFKC')
    .replace(/[（【]/g, '(')
    .replace(/[）】]/g, ')');
  const melds: Meld[] = [];
  let rest = text.replace(
    /(&?)(?:\(([^()]*)\)|\[([^[\]]*)\])/g,
    (whole, turn: string, open?: string, closed?: string) => {
      const meld = readMeld(open, closed);
      if (!meld) return `\u0000${whole}`;
      melds.push(turn ? { ...meld, sameTurn: true } : meld);
      return ' ';
    },
  );
  if (rest.includes('\u0000')) return null;
  let tile: Kind | null = null;
  let from: Feeder = '?';
  let by: By = 'discard';
  let told = false;
  const winning = /\+([^\s<]+)(?:<([ESWN?]))?/.exec(rest);
  if (winning) {
    const tiles = readTiles(winning[1]!);
    if (tiles?.length !== 1) return null;
    tile = tiles[0]!;
    told = true;
    by = winning[2] ? 'discard' : 'self_draw';
    from = (winning[2] as Feeder | undefined) ?? '?';
    rest = rest.replace(winning[0], ' ');
  }
  const out: Mutable = { ...EMPTY, melds, tile, from, by, at: {} };
  const tiles: Kind[] = [];
  for (const word of rest.split(/[\s、，]+/).filter(Boolean)) {
    const own = readTiles(word);
    if (own) tiles.push(...own);
    else if (!readWord(word, out)) return null;
  }
  out.concealed = tiles.filter((each) => !isFlower(each));
  out.flowers = [...new Set(tiles.filter(isFlower))];
  if (out.flowers.length !== tiles.filter(isFlower).length) return null;
  if (!told && !/\b(discard|self_draw|rob_kong|flowers_win)\b/.test(rest)) out.by = 'discard';
  out.added = [
    ...out.flowers,
    ...melds.map(() => 'meld'),
    ...out.concealed.map(() => 'tile'),
    ...(tile ? ['win'] : []),
  ];
  out.concealed = sorted(out.concealed);
  return out;
}

type Mutable = { -readonly [K in keyof Draft]: Draft[K] };

function readMeld(open: string | undefined, closed: string | undefined): Meld | null {
  if (closed !== undefined) {
    const set = setOf(readTiles(closed) ?? []);
    return set?.kind === 'kong' ? { kind: 'concealed', tile: set.tile, from: null } : null;
  }
  const found = /^([^<]*?)(?:\+([^<+]+))?(?:<([ESWN?])(!?))?$/.exec((open ?? '').trim());
  if (!found) return null;
  const set = setOf(readTiles(found[1]!) ?? []);
  if (!set) return null;
  const from = (found[3] as Feeder | undefined) ?? '?';
  const fresh = found[4] ? { fresh: true } : {};
  if (found[2] === undefined) return { kind: set.kind, tile: set.tile, from, ...fresh };
  const more = readTiles(found[2]);
  return set.kind === 'pung' && more?.length === 1 && more[0] === set.tile
    ? { kind: 'added', tile: set.tile, from, ...fresh }
    : null;
}

function readWord(word: string, out: Mutable): boolean {
  const [name, value] = word.split('=') as [string, string | undefined];
  if (value === undefined) {
    if (name === 'discard' || name === 'self_draw' || name === 'rob_kong' || name === 'flowers_win') {
      out.by = name;
      return true;
    }
    if (!(FLAGS as readonly string[]).includes(name)) return false;
    out.at = { ...out.at, [name]: true };
    return true;
  }
  if (name === 'seat' || name === 'round') {
    if (!(SEATS as readonly string[]).includes(value)) return false;
    out[name] = value as Seat;
    return true;
  }
  if (name === 'from' && ['E', 'S', 'W', 'N', '?'].includes(value)) {
    out.from = value as Feeder;
    return true;
  }
  if (name === 'streak') {
    out.streak = Number(value);
    return /^\d{1,3}$/.test(value);
  }
  if (!(VALUES as readonly string[]).includes(name) || value === '') return false;
  out.at = { ...out.at, [name]: value };
  return true;
}
