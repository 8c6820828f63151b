/**
 * The current location in the fragment, `#/house#hkp…`, so that one file serves every screen from any folder of any
 * server and from a disk. The links of the app's screens are plain paths: here they are led into the fragment.
 */
class FragmentRoute {
  path = $state('/');
  hash = $state('');
  cameBy = $state<string | null>(null);

  constructor() {
    this.read();
    const moved = (): void => {
      this.read();
      this.cameBy = null;
    };
    addEventListener('popstate', moved);
    addEventListener('hashchange', moved);
    document.addEventListener('click', (event) => this.follow(event));
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        for (const node of [target, ...addedNodes]) if (node instanceof Element) lead(node);
    }).observe(document.documentElement, { subtree: true, childList: true, attributeFilter: ['href'] });
  }

  go(to: string, replace = false): void {
    const before = this.path;
    history[replace ? 'replaceState' : 'pushState'](null, '', `#${to}`);
    this.read();
    if (this.path === before) return;
    this.cameBy = null;
    scrollTo(0, 0);
  }

  /** The whole address of a path, for others. */
  address(path: string): string {
    return `${location.href.replace(/#.*/s, '')}#${path}`;
  }

  private read(): void {
    const [, path = '/', hash = ''] = /^#(\/[^#]*)(?:#(.*))?$/s.exec(location.hash) ?? [];
    [this.path, this.hash] = [path, hash];
  }

  private follow(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.('a');
    const to = link?.getAttribute('href') ?? '';
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    if (!to.startsWith('#/') || link.target || link.hasAttribute('download')) return;
    event.preventDefault();
    const from = this.path + (this.hash && `#${this.hash}`);
    this.go(to.slice(1));
    if (link.dataset['back'] !== undefined) this.cameBy = from;
  }
}

/** Leads a plain path, and those inside, into the fragment. */
function lead(root: Element): void {
  const links = [...root.querySelectorAll('a[href^="/"]')];
  if (root.matches('a[href^="/"]')) links.push(root);
  for (const link of links) link.setAttribute('href', `#${link.getAttribute('href')}`);
}

export const route = new FragmentRoute();
