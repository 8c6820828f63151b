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
    // The last chance to save before the phone discards the tab.
    addEventListener('pagehide', () => this.note());
  }

  /** Saves the hand after the next paint, so that a tap does not wait for the storage. */
  override noted(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.note(), 100);
  }

  /** Saves only changes: data that the user deleted from this phone do not come back by themselves. */
  private note(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    keep(PLACE, this.now);
  }
}

export const current = new Current();
