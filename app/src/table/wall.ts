/** Checks that every wall of a record matches its commitment and was played unchanged: twin of `sikwu.play.wall` and `sikwu.play.verify`.

1. For each deal a seed of 128 bytes is drawn; `commit`, the SHA-256 of `sikwu-wall-v1` and the seed, is published first.
2. Each seat sends a nonce of 16 bytes as 32 hex digits. Order: E, S, W, N.
3. `context` is the compact JSON of [table, deal number, ruleset hash, [four nonces]].
4. The stream is HMAC-SHA512(seed, context + n as 8 bytes, big-endian) for n = 0, 1, 2 …
5. `below(k)` takes two bytes as x; from the largest multiple of k on they are left out; the value is x mod k.
6. From the tiles 0 … 143, for i = 143 down to 1: j = below(i + 1), swap i and j. Dice come from the same stream after it. */
import { sha256 } from '../server/sha256.ts';
import { FLOWERS, isFlower, KINDS, type Kind } from '../tiles/kinds.ts';
import { HIDDEN, type DealLine, type HeaderLine, type Line, type ProofLine } from './lines.ts';
import { hmac512, joined, type Hmac } from './sha512.ts';

const TILES = 144;
const NAME = new TextEncoder().encode('sikwu-wall-v1');

/** The kind of a physical tile: four copies of each kind, the dragons as 白 發 中, then the flowers. */
export function kindOf(id: number): Kind {
  if (id >= 136) return FLOWERS[id - 136]!;
  const kind = Math.floor(id / 4);
  return KINDS[kind >= 31 ? 33 - (kind - 31) : kind]!;
}
const unhex = (hex: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array((hex.match(/../g) ?? []).map((each) => parseInt(each, 16)));

/** What is published before any nonce is known. */
export const commitOf = (seed: Uint8Array): string => sha256(joined(NAME, seed));

/** Every character as the library's plain JSON writes it. */
const context = (proof: ProofLine): Uint8Array<ArrayBuffer> => {
  const text = JSON.stringify([proof.table, proof.deal, proof.rules, proof.nonces]);
  const plain = text.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return new TextEncoder().encode(plain);
};

class Stream {
  private bytes: number[] = [];
  private count = 0;
  private readonly sign: Hmac;
  private readonly context: Uint8Array;
  constructor(sign: Hmac, own: Uint8Array) {
    this.sign = sign;
    this.context = own;
  }
  /** A number below k, each as likely as the others. */
  async below(k: number): Promise<number> {
    const most = Math.floor(65536 / k) * k;
    for (;;) {
      if (this.bytes.length < 2) await this.more();
      const x = this.bytes.shift()! * 256 + this.bytes.shift()!;
      if (x < most) return x % k;
    }
  }
  private async more(): Promise<void> {
    const place = new DataView(new ArrayBuffer(8));
    place.setUint32(4, this.count++);
    this.bytes.push(...(await this.sign(joined(this.context, new Uint8Array(place.buffer)))));
  }
}

export interface Wall {
  readonly ids: readonly number[];
  readonly dice: readonly number[];
}
/** The wall of a seed. */
export async function wallOfSeed(proof: ProofLine, seed: Uint8Array<ArrayBuffer>, own?: boolean): Promise<Wall> {
  const stream = new Stream(await hmac512(seed, own), context(proof));
  const ids = Array.from({ length: TILES }, (_, id) => id);
  for (let i = TILES - 1; i > 0; i--) {
    const j = await stream.below(i + 1);
    [ids[i], ids[j]] = [ids[j]!, ids[i]!];
  }
  const dice = [];
  for (let n = 0; n < 3; n++) dice.push((await stream.below(6)) + 1);
  return { ids, dice };
}

const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((each, at) => each === b[at]);

/** What does not hold in a proof, by the names of its parts. */
async function proofFaults(
  proof: ProofLine,
  dice: readonly number[] | undefined,
  own: boolean | undefined,
): Promise<string[]> {
  const { wall, seed, nonces, commit } = proof;
  if (
    !same(
      [...wall].sort((a, b) => a - b),
      Array.from({ length: TILES }, (_, id) => id),
    )
  )
    return ['wall'];
  if (seed === null) return commit !== null || nonces.length ? ['seed'] : [];
  if (!/^[0-9a-f]{256}$/.test(seed)) return ['seed'];
  if (nonces.length !== 4 || !nonces.every((nonce) => /^[0-9a-f]{32}$/.test(nonce))) return ['nonces'];
  const bytes = unhex(seed);
  const made = await wallOfSeed(proof, bytes, own);
  return [
    ...(commitOf(bytes) === commit ? [] : ['commit']),
    ...(same(made.ids, wall) ? [] : ['wall']),
    ...(dice === undefined || same(made.dice, dice) ? [] : ['dice']),
  ];
}

/** One deal of a record. */
export interface Checked {
  readonly deal: number;
  /** Of its proof, or where it begins if it has none; counted from 1. */
  readonly line: number;
  /** What does not hold: names of the proof's parts, `tehais` or `tsumo`. */
  readonly faults: readonly string[];
  /** False: the wall was given, or the deal is not finished; then nothing proves it. */
  readonly proven: boolean;
}

/** Checks a record deal by deal; of any view, as far as it shows tiles. */
export async function* verify(lines: readonly Line[], own?: boolean): AsyncGenerator<Checked> {
  let head: HeaderLine | null = null;
  let deal: [DealLine, ...Line[]] | null = null;
  let begun = 0;
  for (const [at, line] of lines.entries()) {
    if (line.type === 'start_game') head = line;
    else if (line.type === 'start_kyoku') {
      if (deal) yield unproven(deal[0], begun);
      [deal, begun] = [[line], at + 1];
    } else if (line.type === 'proof' && deal) {
      yield await checked(head, deal, line, at + 1, own);
      deal = null;
    } else deal?.push(line);
  }
  if (deal) yield unproven(deal[0], begun);
}
const unproven = (start: DealLine, line: number): Checked => ({ deal: start.deal, line, faults: [], proven: false });

async function checked(
  head: HeaderLine | null,
  deal: readonly [DealLine, ...Line[]],
  proof: ProofLine,
  line: number,
  own: boolean | undefined,
): Promise<Checked> {
  const [start] = deal;
  const given = proof.seed === null;
  const faults = await proofFaults(proof, given ? undefined : start.dice, own);
  const known = { table: head?.table, deal: start.deal, rules: head?.rules, commit: start.commit } as const;
  for (const [name, value] of Object.entries(known))
    if (proof[name as keyof typeof known] !== value && !faults.includes(name)) faults.push(name);
  if (!faults.includes('wall')) {
    const flowers = head?.options['tiles.flowers_in_play'] !== false;
    faults.push(
      ...played(
        proof.wall.map(kindOf).filter((kind) => flowers || !isFlower(kind)),
        deal,
      ),
    );
  }
  return { deal: start.deal, line, faults, proven: !given };
}

/** What the four seats are dealt from a wall: packets of four, then one each and one more to E, or (sixteen) only that. */
export function dealt(wall: readonly Kind[], size: number): Kind[][] {
  const packets = Math.floor(size / 4);
  const hands = [0, 1, 2, 3].map((seat) =>
    Array.from({ length: packets }, (_, i) => wall.slice(16 * i + 4 * seat, 16 * i + 4 * seat + 4)).flat(),
  );
  (size === 13 ? [0, 1, 2, 3, 0] : [0]).forEach((seat, n) => hands[seat]!.push(wall[16 * packets + n]!));
  return hands;
}

/** Whether these tiles were dealt and drawn. */
function played(wall: readonly Kind[], deal: readonly [DealLine, ...Line[]]): string[] {
  const told = deal[0].tehais;
  const size = told[1]!.length;
  if (size !== 13 && size !== 16) return ['tehais'];
  const fits = dealt(wall, size).every(
    (own, seat) =>
      own.length === told[seat]!.length && told[seat]!.every((tile, at) => tile === own[at] || tile === HIDDEN),
  );
  if (!fits) return ['tehais'];
  let [front, back] = [4 * size + 1, wall.length - 1];
  for (const line of deal.slice(1)) {
    if (line.type !== 'tsumo') continue;
    if (front > back) return ['tsumo'];
    const tile = wall[line.back === undefined ? front++ : back--];
    if (line.pai !== tile && line.pai !== HIDDEN) return ['tsumo'];
  }
  return [];
}

/** The tiles of a wall that are not drawn yet after some line of a deal, the next one first. */
export function unplayed(proof: ProofLine, head: HeaderLine, lines: readonly Line[], size: number): Kind[] {
  const flowers = head.options['tiles.flowers_in_play'] !== false;
  const wall = proof.wall.map(kindOf).filter((kind) => flowers || !isFlower(kind));
  const draws = lines.filter((line) => line.type === 'tsumo');
  const back = draws.filter((line) => line.back !== undefined).length;
  return wall.slice(4 * size + 1 + draws.length - back, wall.length - back);
}
