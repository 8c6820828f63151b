/** Is there a server within reach? What the browser says, corrected by what really answered. */
class Net {
  up = $state(navigator.onLine);
  constructor() {
    addEventListener('online', () => (this.up = true));
    addEventListener('offline', () => (this.up = false));
  }
}

export const net = new Net();
