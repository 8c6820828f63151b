/** How somebody plays: what only the table asks for, on this phone. Loaded with the table or with Settings, not before. */
const PLACE = 'sikwu.habits';

/** 0: off, 3: as loud, or as long, as it gets. */
export const LEVELS = [0, 1, 2, 3] as const;
export type Level = (typeof LEVELS)[number];
const CHOICES = {
  /** Taps that throw a tile; 0: two by touch, one with a mouse. */
  taps: [0, 1, 2],
  sound: LEVELS,
  calls: LEVELS,
  buzz: LEVELS,
  /** The suits of a sorted hand from left to right. */
  suits: ['mps', 'spm'],
  /** Whether the hand is sorted by itself. */
  sorted: [true, false],
  /** The one switch: no sound, no calls, no vibration. */
  quiet: [true, false],
  /** Whether the table is shown as lists. */
  text: [true, false],
} as const;
type Kept = { -readonly [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] };
const USUAL: Kept = {
  taps: 0,
  sound: 2,
  calls: 2,
  buzz: 2,
  suits: 'mps',
  sorted: true,
  quiet: false,
  text: false,
};

function read(): Kept {
  let kept: Partial<Record<string, unknown>> = {};
  try {
    kept = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as typeof kept;
  } catch {
    return USUAL;
  }
  const known = Object.entries(CHOICES).filter(([name, values]) => (values as readonly unknown[]).includes(kept[name]));
  return { ...USUAL, ...Object.fromEntries(known.map(([name]) => [name, kept[name]])) };
}

class Habits {
  private kept = $state.raw<Kept>(read());
  readonly choices = CHOICES;

  get<K extends keyof Kept>(name: K): Kept[K] {
    return this.kept[name];
  }
  set<K extends keyof Kept>(name: K, value: Kept[K]): void {
    this.kept = { ...this.kept, [name]: value };
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.kept));
    } catch {
      // Without a store the choice lasts until the page is closed.
    }
  }
  /** Taps that throw a tile on this device. */
  get steps(): 1 | 2 {
    return this.kept.taps || (matchMedia('(pointer: fine)').matches ? 1 : 2);
  }
}
export const habits = new Habits();
