/** The sounds of the table: nine short samples of knocks and tones, computed on the phone instead of downloaded. Pure. */

export const RATE = 22_050;
export const SOUNDS = ['tile1', 'tile2', 'tile3', 'click', 'tick', 'turn', 'call', 'win', 'end'] as const;
export type Sound = (typeof SOUNDS)[number];

type Sample = Float32Array<ArrayBuffer>;
const seconds = (long: number): Sample => new Float32Array(Math.round(long * RATE));
const TURN = 2 * Math.PI;

/** Noise that is the same on every phone. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** A tile set down on felt over wood: a short crack, a body that rings, a thud below it. */
function knock(seed: number, body: number, thud: number): Sample {
  const out = seconds(0.14);
  const next = noise(seed);
  let soft = 0;
  for (let i = 0; i < out.length; i++) {
    const at = i / RATE;
    soft += (next() - soft) * 0.55;
    const crack = soft * Math.exp(-at * 260) * 0.9;
    const ring = Math.sin(TURN * body * at) * Math.exp(-at * 95) * 0.45;
    const under = Math.sin(TURN * thud * at) * Math.exp(-at * 42) * 0.4;
    out[i] = crack + ring + under;
  }
  return out;
}

interface Tone {
  readonly pitch: number;
  readonly from: number;
  readonly long: number;
  readonly loud: number;
}
/** Struck wood, one stroke after the other: a tone with a fourth above it that dies faster. */
function strokes(tones: readonly Tone[]): Sample {
  const out = seconds(Math.max(...tones.map((tone) => tone.from + tone.long)));
  for (const { pitch, from, long, loud } of tones) {
    const begin = Math.round(from * RATE);
    const count = Math.min(out.length - begin, Math.round(long * RATE));
    for (let i = 0; i < count; i++) {
      const at = i / RATE;
      const rise = Math.min(1, at / 0.004);
      const fall = Math.exp((-at * 5) / long);
      const one = Math.sin(TURN * pitch * at) + 0.35 * Math.sin(TURN * pitch * 3.98 * at) * Math.exp(-at * 40);
      out[begin + i] = out[begin + i]! + one * rise * fall * loud;
    }
  }
  return out;
}
const row = (pitches: readonly number[], apart: number, long: number, loud: number): Sample =>
  strokes(pitches.map((pitch, n) => ({ pitch, from: n * apart, long, loud })));

const MADE: Readonly<Record<Sound, () => Sample>> = {
  tile1: () => knock(7, 1480, 190),
  tile2: () => knock(23, 1620, 205),
  tile3: () => knock(91, 1390, 178),
  click: () => strokes([{ pitch: 1900, from: 0, long: 0.03, loud: 0.3 }]),
  tick: () => strokes([{ pitch: 1180, from: 0, long: 0.06, loud: 0.4 }]),
  turn: () => row([784, 1047], 0.1, 0.26, 0.4),
  call: () => row([523, 523], 0.07, 0.2, 0.5),
  win: () => row([523, 659, 784, 1047], 0.11, 0.5, 0.36),
  end: () => row([440, 349], 0.16, 0.4, 0.36),
};

/** A sample between −1 and 1, faded out at its end so that nothing clicks. */
export function sample(sound: Sound): Sample {
  const out = MADE[sound]();
  const fade = Math.round(0.008 * RATE);
  for (let i = 0; i < out.length; i++) {
    const left = out.length - 1 - i;
    out[i] = Math.max(-1, Math.min(1, out[i]! * Math.min(1, left / fade)));
  }
  return out;
}
