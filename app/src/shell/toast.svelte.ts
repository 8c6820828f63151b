/** One line that says what happened, with a way to take it back for eight seconds. */
interface Told {
  readonly words: string;
  readonly action?: string | undefined;
  readonly run?: (() => void) | undefined;
}

class Toasts {
  now = $state.raw<Told | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  tell(words: string, action?: string, run?: () => void, milliseconds = 8000): void {
    clearTimeout(this.timer);
    this.now = { words, action, run };
    this.timer = setTimeout(() => this.close(), milliseconds);
  }

  close(): void {
    this.now = null;
  }
}

export const toasts = new Toasts();
