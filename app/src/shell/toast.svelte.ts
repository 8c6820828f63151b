/** One line that says what happened, with an undo button for eight seconds. */
import { untrack } from 'svelte';

interface ToastMessage {
  readonly words: string;
  readonly action?: string | undefined;
  readonly run?: (() => void) | undefined;
}

class Toasts {
  now = $state.raw<ToastMessage | null>(null);
  /**
   * The places where it can be shown: the page itself, then each sheet above it. The last one shows it, because
   * content below a sheet can be neither seen nor tapped.
   */
  private places = $state.raw<readonly symbol[]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;

  tell(words: string, action?: string, run?: () => void, milliseconds = 8000): void {
    clearTimeout(this.timer);
    this.now = { words, action, run };
    this.timer = setTimeout(() => this.close(), milliseconds);
  }

  close(): void {
    this.now = null;
  }

  /** Adds a place; returns a function that removes it. */
  offer(place: symbol): () => void {
    untrack(() => (this.places = [...this.places, place]));
    return () => untrack(() => (this.places = this.places.filter((each) => each !== place)));
  }

  isShownBy(place: symbol): boolean {
    return this.now !== null && this.places.at(-1) === place;
  }
}

export const toasts = new Toasts();
