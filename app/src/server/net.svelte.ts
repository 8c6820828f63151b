/** Whether the server can be reached: the browser's information, corrected by real answers. */
class Net {
  up = $state(navigator.onLine);
  constructor() {
    addEventListener('online', () => (this.up = true));
    addEventListener('offline', () => (this.up = false));
  }
}

export const net = new Net();
