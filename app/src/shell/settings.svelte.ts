/** The user's preferences in local storage, read before the first paint. */
import type { Lang } from '../texts/render.ts';

const PLACE = 'sikwu.settings';
const CHOICES = {
  chinese: ['yue', 'zh'],
  theme: ['system', 'light', 'dark'],
  face: ['classic', 'index'],
  size: ['standard', 'large'],
  felt: ['green', 'blue', 'charcoal'],
} as const;
type Chosen = { -readonly [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] };
type Kept = Omit<Chosen, 'face'> & {
  /** Null until the user chooses: English readers see large indices; readers of Chinese do not need them. */
  face: Chosen['face'] | null;
  lang: Lang;
  still: boolean;
  leftHand: boolean;
  vibrate: boolean;
};

function usual(): Kept {
  const chinese = /^zh|^yue/i.test(navigator.language);
  const hongKong = /hk|mo|yue/i.test(navigator.language);
  return {
    lang: chinese ? (hongKong ? 'yue' : 'zh') : navigator.language.toLowerCase().startsWith('en') ? 'en' : 'yue',
    chinese: chinese && !hongKong ? 'zh' : 'yue',
    theme: 'system',
    face: null,
    size: 'standard',
    felt: 'green',
    still: false,
    leftHand: false,
    vibrate: true,
  };
}

function read(): Kept {
  const out = usual();
  let kept: Record<string, unknown>;
  try {
    kept = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, unknown>;
  } catch {
    return out;
  }
  for (const [name, values] of Object.entries(CHOICES))
    if ((values as readonly unknown[]).includes(kept[name])) Object.assign(out, { [name]: kept[name] });
  if (kept['lang'] === 'yue' || kept['lang'] === 'zh' || kept['lang'] === 'en') out.lang = kept['lang'];
  for (const name of ['still', 'leftHand', 'vibrate'] as const)
    if (typeof kept[name] === 'boolean') out[name] = kept[name];
  return out;
}

class UserSettings {
  private kept = $state<Kept>(read());
  private systemDark = $state(matchMedia('(prefers-color-scheme: dark)').matches);
  readonly choices = CHOICES;
  dark = $derived(this.kept.theme === 'dark' || (this.kept.theme === 'system' && this.systemDark));

  constructor() {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => {
      this.systemDark = event.matches;
    });
  }

  get lang(): Lang {
    return this.kept.lang;
  }
  get chinese(): 'yue' | 'zh' {
    return this.kept.chinese;
  }
  get theme(): Kept['theme'] {
    return this.kept.theme;
  }
  get face(): Chosen['face'] {
    return this.kept.face ?? (this.kept.lang === 'en' ? 'index' : 'classic');
  }
  get size(): Kept['size'] {
    return this.kept.size;
  }
  get felt(): Kept['felt'] {
    return this.kept.felt;
  }
  get still(): boolean {
    return this.kept.still;
  }
  get leftHand(): boolean {
    return this.kept.leftHand;
  }
  get vibrate(): boolean {
    return this.kept.vibrate;
  }

  set<K extends keyof Kept>(name: K, value: Kept[K]): void {
    this.kept[name] = value;
    if (name === 'lang' && value !== 'en') this.kept.chinese = value as 'yue' | 'zh';
    try {
      localStorage.setItem(PLACE, JSON.stringify($state.snapshot(this.kept)));
    } catch {
      // A phone that stores nothing (private window) still works until the page is closed.
    }
  }
}

export const settings = new UserSettings();
