/** What a change of one option changes: parts of the base's bytes and new bytes, as `tools/playground.py` packs them. */

/** Each step: where in the base, how much of it, how much new; the new bytes follow. Numbers are 7 bits a byte, low first. */
export function applied(base: Uint8Array, delta: Uint8Array): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = delta[at++]!;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  while (at < delta.length) {
    const [from, old, fresh] = [number(), number(), number()];
    parts.push(base.subarray(from, from + old), delta.subarray(at, at + fresh));
    at += fresh;
  }
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

/** The parts of some bytes, each after its length in four bytes. */
export function framed(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const found = [],
    view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length;) {
    const length = view.getUint32(at, true);
    found.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return found;
}
