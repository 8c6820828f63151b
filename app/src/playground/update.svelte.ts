/** The playground has no service worker: it is files of somebody else's server. */
class NoUpdate {
  readonly possible = false;
  readonly offlineReady = false;
  watch(): void {
    // Nothing to watch for.
  }
}

export const update = new NoUpdate();
