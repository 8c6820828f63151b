/**
 * QR codes drawn on this phone (ISO/IEC 18004): bytes, error correction M, as large as our links need. The content is
 * sent nowhere.
 */

/** For each version from 1 on: the number of blocks, and the bytes of error correction in each. */
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17];
const CORRECTING = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28];
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];
type Rows = (0 | 1)[][];

/** The code row by row, 1 for dark; null: the text is too long. */
export function modules(text: string): readonly (readonly (0 | 1)[])[] | null {
  const bytes = new TextEncoder().encode(text);
  const version =
    BLOCKS.findIndex((_, at) => bytes.length * 8 + 4 + (at + 1 < 10 ? 8 : 16) <= capacity(at + 1) * 8) + 1;
  if (!version) return null;
  const bits = corrected(version, packed(version, bytes));
  let best: Rows = [];
  let least = Infinity;
  MASKS.forEach((mask, number) => {
    const { rows, fixed } = frame(version, number);
    fill(rows, fixed, bits, mask);
    const now = penalty(rows);
    if (now < least) [best, least] = [rows, now];
  });
  return best;
}

/** The code as a separate image, with the quiet zone that readers need. */
export function svg(text: string): string | null {
  const rows = modules(text);
  if (!rows) return null;
  const path = rows
    .flatMap((row, y) =>
      [...row.join('').matchAll(/1+/g)].map(
        (run) => `M${run.index + QUIET} ${y + QUIET}h${run[0].length}v1h-${run[0].length}z`,
      ),
    )
    .join('');
  const side = rows.length + 2 * QUIET;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
}
const QUIET = 4;

const sideOf = (version: number): number => 17 + 4 * version;
/** The number of data modules: neither finder, timing, alignment nor format information. */
function raw(version: number): number {
  const marks = version < 2 ? 0 : Math.floor(version / 7) + 2;
  return (16 * version + 128) * version + 64 - (marks ? (25 * marks - 10) * marks - 55 : 0) - (version < 7 ? 0 : 36);
}
const whole = (version: number): number => Math.floor(raw(version) / 8);
const capacity = (version: number): number => whole(version) - BLOCKS[version - 1]! * CORRECTING[version - 1]!;

/** Mode, length and bytes, with padding. */
function packed(version: number, bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(capacity(version));
  let at = 0;
  const put = (value: number, width: number): void => {
    for (let bit = width - 1; bit >= 0; bit--, at++) if ((value >> bit) & 1) out[at >> 3]! |= 128 >> (at & 7);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((each) => put(each, 8));
  at = Math.min(at + 4, out.length * 8);
  for (let next = Math.ceil(at / 8), turn = 0; next < out.length; next++, turn++) out[next] = turn % 2 ? 0x11 : 0xec;
  return out;
}

/** The bytes in blocks, each with its error correction, interleaved. */
function corrected(version: number, data: Uint8Array): Uint8Array {
  const [count, length] = [BLOCKS[version - 1]!, CORRECTING[version - 1]!];
  const short = Math.floor(data.length / count);
  const long = data.length % count;
  const divisor = generator(length);
  const blocks = Array.from({ length: count }, (_, at) => {
    const start = at * short + Math.max(0, at - (count - long));
    const own = data.subarray(start, start + short + (at < count - long ? 0 : 1));
    return { own, more: remainder(own, divisor) };
  });
  const out: number[] = [];
  for (let at = 0; at <= short; at++) for (const { own } of blocks) if (at < own.length) out.push(own[at]!);
  for (let at = 0; at < length; at++) for (const { more } of blocks) out.push(more[at]!);
  return Uint8Array.from(out);
}

/** The product in the field of 256 elements. */
function times(a: number, b: number): number {
  let out = 0;
  for (let bit = 7; bit >= 0; bit--) out = (out << 1) ^ ((out >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return out;
}
function generator(degree: number): Uint8Array {
  const out = new Uint8Array(degree);
  out[degree - 1] = 1;
  for (let turn = 0, root = 1; turn < degree; turn++, root = times(root, 2)) {
    for (let at = 0; at < degree; at++) out[at] = times(out[at]!, root) ^ (out[at + 1] ?? 0);
  }
  return out;
}
function remainder(data: Uint8Array, divisor: Uint8Array): Uint8Array {
  const out = new Uint8Array(divisor.length);
  for (const each of data) {
    const factor = each ^ out[0]!;
    out.copyWithin(0, 1);
    out[out.length - 1] = 0;
    divisor.forEach((part, at) => (out[at]! ^= times(part, factor)));
  }
  return out;
}

/** Everything except the data: finders, timing, alignment, mask and version. */
function frame(version: number, mask: number): { rows: Rows; fixed: boolean[][] } {
  const side = sideOf(version);
  const rows: Rows = Array.from({ length: side }, () => new Array<0 | 1>(side).fill(0));
  const fixed = Array.from({ length: side }, () => new Array<boolean>(side).fill(false));
  const set = (x: number, y: number, dark: boolean): void => {
    if (x < 0 || y < 0 || x >= side || y >= side) return;
    rows[y]![x] = dark ? 1 : 0;
    fixed[y]![x] = true;
  };
  const square = (x: number, y: number, reach: number, light: readonly number[]): void => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let at = 0; at < side; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [side - 4, 3],
    [3, side - 4],
  ] as const)
    square(x, y, 4, [2, 4]);
  const places = alignment(version);
  const last = places.length - 1;
  places.forEach((x, a) =>
    places.forEach((y, b) => {
      if (!((a === 0 && b === 0) || (a === 0 && b === last) || (a === last && b === 0))) square(x, y, 2, [1]);
    }),
  );
  const told = remaindered(mask, 10, 0x537) ^ 0x5412; // M is written 00
  for (let at = 0; at < 15; at++) {
    const dark = ((told >> at) & 1) === 1;
    const near = at < 6 ? at : at < 8 ? at + 1 : side - 15 + at;
    set(8, near, dark);
    set(at < 8 ? side - 1 - at : at === 8 ? 7 : 14 - at, 8, dark);
  }
  set(8, side - 8, true);
  if (version >= 7) {
    const written = remaindered(version, 12, 0x1f25);
    for (let at = 0; at < 18; at++) {
      const dark = ((written >> at) & 1) === 1;
      const [a, b] = [side - 11 + (at % 3), Math.floor(at / 3)];
      set(a, b, dark);
      set(b, a, dark);
    }
  }
  return { rows, fixed };
}
function remaindered(value: number, width: number, divisor: number): number {
  let left = value;
  for (let turn = 0; turn < width; turn++) left = (left << 1) ^ ((left >> (width - 1)) * divisor);
  return (value << width) | left;
}
function alignment(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => sideOf(version) - 7 - step * (count - 2 - at))];
}

/** Fills columns of two from the right, up and down; masked modules are inverted. */
function fill(
  rows: Rows,
  fixed: readonly boolean[][],
  bits: Uint8Array,
  mask: (x: number, y: number) => boolean,
): void {
  const side = rows.length;
  let at = 0;
  for (let right = side - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < side; step++) {
      const y = ((right + 1) & 2) === 0 ? side - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (fixed[y]![x]) continue;
        const bit = at < bits.length * 8 && ((bits[at >> 3]! >> (7 - (at & 7))) & 1) === 1;
        at++;
        rows[y]![x] = bit !== mask(x, y) ? 1 : 0;
      }
    }
  }
}

/** The penalty of a mask: long runs, blocks, patterns like a finder, too much of one colour. */
function penalty(rows: Rows): number {
  const side = rows.length;
  const lines = [...rows, ...rows.map((_, x) => rows.map((row) => row[x]!))].map((line) => line.join(''));
  let out = 0;
  for (const line of lines) {
    for (const run of line.matchAll(/0{5,}|1{5,}/g)) out += run[0].length - 2;
    for (const _ of line.matchAll(/(?=10111010000|00001011101)/g)) out += 40;
  }
  let dark = 0;
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const own = rows[y]![x]!;
      dark += own;
      if (x && y && own === rows[y - 1]![x] && own === rows[y]![x - 1] && own === rows[y - 1]![x - 1]) out += 3;
    }
  }
  return out + 10 * Math.floor(Math.abs((dark * 20) / (side * side) - 10));
}
