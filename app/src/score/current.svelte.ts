/** The current hand of this phone: it survives visits to other pages and reloads. */
import { keep, recall } from '../server/kept.ts';
import { EMPTY, isDraft, type Draft } from './draft.ts';
import { HandDraft } from './draft.svelte.ts';

const PLACE = 'hand';

function kept(): Draft {
  const found = recall<unknown>(PLACE, null);
  return isDraft(found) ? found : EMPTY;
}

class Current extends HandDraft {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super(kept());
    // A tab that the phone throws away says no more than this.
    addEventListener('pagehide', () => this.note());
  }

  /** Keeps the hand once the picture of it is drawn: whoever taps waits for no disk. */
  override noted(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.note(), 100);
  }

  /** Only what has changed: what somebody had deleted from this phone does not come back by itself. */
  private note(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    keep(PLACE, this.now);
  }
}

export const current = new Current();
