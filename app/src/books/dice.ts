/** Three fair dice from the browser's random generator. */
export function die(draw: () => number = () => crypto.getRandomValues(new Uint8Array(1))[0]!): number {
  // 252 is the largest multiple of six that fits in a byte: larger values are drawn again.
  for (;;) {
    const byte = draw();
    if (byte < 252) return (byte % 6) + 1;
  }
}
export const threeDice = (): [number, number, number] => [die(), die(), die()];
