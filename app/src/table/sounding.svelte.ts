/** Sounds, vibration and called words of the table, behind one switch; silent until the first tap on the page. */
import { habits } from '../shell/habits.svelte.ts';
import type { Sound } from './samples.ts';

const LOUD = [0, 0.12, 0.35, 0.9] as const;
const LONG = [0, 0.5, 1, 1.6] as const;
/** Milliseconds on, off, on …, as they are felt at the middle level. */
export const BUZZES = { key: [10], turn: [30], win: [30, 60, 30] } as const;

type Samples = typeof import('./samples.ts');

/** One speaker for a page. */
class TableSounds {
  private context: AudioContext | null = null;
  private readonly buffers = new Map<Sound, AudioBuffer>();
  private loading: Promise<Samples> | null = null;
  private tiles = 0;
  private tapped = false;

  /** Waits for the first tap or key: no browser lets a page sound before it, and no visitor wants it. */
  listen(): () => void {
    const first = (): void => {
      this.tapped = true;
      stop();
    };
    const stop = (): void => {
      removeEventListener('pointerdown', first, true);
      removeEventListener('keydown', first, true);
    };
    if (!this.tapped) {
      addEventListener('pointerdown', first, true);
      addEventListener('keydown', first, true);
    }
    return stop;
  }

  /** A tile on felt sounds in turn in one of three ways. */
  tile(): void {
    this.tiles = (this.tiles % 3) + 1;
    this.play(`tile${this.tiles as 1 | 2 | 3}`);
  }
  play(sound: Sound): void {
    if (!this.tapped || habits.get('quiet') || habits.get('sound') === 0 || document.hidden) return;
    void this.sound(sound, LOUD[habits.get('sound')]);
  }
  private async sound(sound: Sound, volume: number): Promise<void> {
    if (typeof AudioContext === 'undefined') return;
    this.context ??= new AudioContext();
    const { context } = this;
    if (context.state === 'suspended') void context.resume();
    this.loading ??= import('./samples.ts');
    const made = await this.loading;
    let buffer = this.buffers.get(sound);
    if (!buffer) {
      const data = made.sample(sound);
      buffer = context.createBuffer(1, data.length, made.RATE);
      buffer.copyToChannel(data, 0);
      this.buffers.set(sound, buffer);
    }
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(new GainNode(context, { gain: volume })).connect(context.destination);
    source.start();
  }

  buzz(how: keyof typeof BUZZES): void {
    if (!this.tapped || habits.get('quiet')) return;
    const long = LONG[habits.get('buzz')];
    if (long) navigator.vibrate?.(BUZZES[how].map((each) => Math.round(each * long)));
  }

  /** A call in Cantonese, by a voice of the device if it has one; without one the knock and the written word must do. */
  call(words: string): void {
    this.play('call');
    if (!this.tapped || habits.get('quiet') || habits.get('calls') === 0 || document.hidden) return;
    if (typeof speechSynthesis === 'undefined') return;
    const voice = speechSynthesis.getVoices().find(({ lang }) => /^(yue|zh[-_]HK)/i.test(lang));
    if (!voice) return;
    const said = new SpeechSynthesisUtterance(words);
    said.voice = voice;
    said.lang = voice.lang;
    said.volume = habits.get('calls') / 3;
    said.rate = 1.15;
    speechSynthesis.cancel();
    speechSynthesis.speak(said);
  }
}
export const sounds = new TableSounds();
