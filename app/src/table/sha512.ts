/** HMAC-SHA-512: by the browser if possible, otherwise by our own code, because browsers offer `crypto.subtle` only on https. */
const BLOCK = 128;
const MASK = (1n << 64n) - 1n;
const PRIMES: bigint[] = [];
for (let n = 2n; PRIMES.length < 80; n++) if (PRIMES.every((each) => n % each)) PRIMES.push(n);
/** The first 64 bits after the point of a root of a whole number. */
function fraction(of: bigint, degree: bigint): bigint {
  const whole = of << (64n * degree);
  let low = 0n;
  let high = 1n << 70n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** degree <= whole) low = middle;
    else high = middle;
  }
  return low & MASK;
}
let tables: { readonly rounds: readonly bigint[]; readonly start: readonly bigint[] } | null = null;
const known = (): NonNullable<typeof tables> =>
  (tables ??= {
    rounds: PRIMES.map((each) => fraction(each, 3n)),
    start: PRIMES.slice(0, 8).map((each) => fraction(each, 2n)),
  });
const turn = (word: bigint, by: bigint): bigint => ((word >> by) | (word << (64n - by))) & MASK;

/** SHA-512 of bytes, by our own code. */
export function sha512(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { rounds, start } = known();
  const view = new DataView(new ArrayBuffer(((bytes.length + 16) >> 7) * BLOCK + BLOCK));
  new Uint8Array(view.buffer).set(bytes);
  view.setUint8(bytes.length, 0x80);
  view.setBigUint64(view.byteLength - 8, BigInt(bytes.length) * 8n);
  const state = [...start];
  const w: bigint[] = Array.from({ length: 80 }, () => 0n);
  for (let block = 0; block < view.byteLength; block += BLOCK) {
    for (let n = 0; n < 80; n++) {
      if (n < 16) w[n] = view.getBigUint64(block + 8 * n);
      else {
        const [a, b] = [w[n - 15]!, w[n - 2]!];
        const [one, two] = [turn(a, 1n) ^ turn(a, 8n) ^ (a >> 7n), turn(b, 19n) ^ turn(b, 61n) ^ (b >> 6n)];
        w[n] = (w[n - 16]! + w[n - 7]! + one + two) & MASK;
      }
    }
    let [a, b, c, d, e, f, g, h] = state as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
    for (let n = 0; n < 80; n++) {
      const one = h + (turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n)) + ((e & f) ^ (~e & MASK & g)) + rounds[n]! + w[n]!;
      const two = (turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) & MASK, c, b, a, (one + two) & MASK];
    }
    [a, b, c, d, e, f, g, h].forEach((each, n) => (state[n] = (state[n]! + each) & MASK));
  }
  const out = new DataView(new ArrayBuffer(64));
  state.forEach((each, n) => out.setBigUint64(8 * n, each));
  return new Uint8Array(out.buffer);
}

export type Hmac = (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

/** HMAC-SHA-512 under a key; `own`: by our own code even if the browser has one. */
export async function hmac512(key: Uint8Array<ArrayBuffer>, own = !globalThis.crypto?.subtle): Promise<Hmac> {
  if (own) return (message) => Promise.resolve(ownHmac(key, message));
  const { subtle } = crypto;
  const made = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-512' }, false, ['sign']);
  return async (message) => new Uint8Array(await subtle.sign('HMAC', made, message));
}
function ownHmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha512(key) : key);
  const inner = sha512(
    joined(
      block.map((each) => each ^ 0x36),
      message,
    ),
  );
  return sha512(
    joined(
      block.map((each) => each ^ 0x5c),
      inner,
    ),
  );
}
export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, each) => sum + each.length, 0));
  let at = 0;
  for (const each of parts) {
    whole.set(each, at);
    at += each.length;
  }
  return whole;
}
