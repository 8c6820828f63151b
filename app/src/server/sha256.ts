/**
 * SHA-256 of a text or of bytes, as hexadecimal digits. Browsers offer `crypto.subtle` only on https, which a home
 * server may not have.
 */
const PRIMES: number[] = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((each) => n % each)) PRIMES.push(n);
const part = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;
const K = PRIMES.map((each) => part(Math.cbrt(each)));
const START = PRIMES.slice(0, 8).map((each) => part(Math.sqrt(each)));
const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(told: string | Uint8Array): string {
  const bytes = typeof told === 'string' ? new TextEncoder().encode(told) : told;
  const view = new DataView(new ArrayBuffer(((bytes.length + 8) >> 6) * 64 + 64));
  bytes.forEach((each, at) => view.setUint8(at, each));
  view.setUint8(bytes.length, 0x80);
  view.setUint32(view.byteLength - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(view.byteLength - 4, bytes.length << 3);
  const state = [...START];
  const w = new Int32Array(64);
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let n = 0; n < 64; n++) {
      if (n < 16) w[n] = view.getInt32(block + 4 * n);
      else {
        const [a, b] = [w[n - 15]!, w[n - 2]!];
        w[n] =
          w[n - 16]! + w[n - 7]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
      }
    }
    let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
    for (let n = 0; n < 64; n++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[n]! + w[n]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((each, n) => (state[n] = (state[n]! + each) | 0));
  }
  return state.map((each) => (each >>> 0).toString(16).padStart(8, '0')).join('');
}
