/** Announcements for screen readers: one queue, the newest wins, nothing older than two seconds is read. */
class Speaker {
  polite = $state('');
  private pending: ReturnType<typeof setTimeout> | undefined;

  say(words: string): void {
    clearTimeout(this.pending);
    this.pending = setTimeout(() => {
      this.polite = words;
    }, 250);
  }
}

export const speaker = new Speaker();
