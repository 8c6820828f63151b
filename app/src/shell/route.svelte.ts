/**
 * The current location: path and fragment, by the history API. Links inside the app are plain links, and clicks on
 * them come here.
 */
class Route {
  path = $state(location.pathname);
  hash = $state(location.hash.slice(1));
  /** The page on which a link with a way back (`data-back`) was pressed; null after going elsewhere. */
  cameBy = $state<string | null>(null);

  constructor() {
    const read = (): void => {
      this.path = location.pathname;
      this.hash = location.hash.slice(1);
      this.cameBy = null;
    };
    addEventListener('popstate', read);
    addEventListener('hashchange', read);
    document.addEventListener('click', (event) => this.follow(event));
  }

  go(to: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', to);
    const moved = location.pathname !== this.path;
    if (moved) this.cameBy = null;
    this.path = location.pathname;
    this.hash = location.hash.slice(1);
    if (moved) scrollTo(0, 0);
  }

  /** The whole address of a path, for others. */
  address(path: string): string {
    return location.origin + path;
  }

  private follow(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    if (
      link.origin !== location.origin ||
      link.target ||
      link.hasAttribute('download') ||
      link.pathname.startsWith('/api/')
    )
      return;
    event.preventDefault();
    const from = this.path + (this.hash && `#${this.hash}`);
    this.go(link.pathname + link.search + link.hash);
    if (link.dataset['back'] !== undefined) this.cameBy = from;
  }
}

export const route = new Route();
