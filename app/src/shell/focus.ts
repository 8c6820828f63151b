/** Keeps the keyboard focus: if the focused element is removed, the nearest remaining one gets the focus. */
const REACHED = 'a[href], button, input, select, textarea, [tabindex]';

const canTake = (each: HTMLElement): boolean => each.tabIndex >= 0 && each.getClientRects().length > 0;

/**
 * The element that takes the focus of a removed one; `around`: its ancestors, from the inside out. A new screen
 * starts at its top.
 */
export function heir(around: readonly Element[]): HTMLElement | null {
  for (const each of around.filter((one) => one.isConnected)) {
    const main = each.querySelector<HTMLElement>('#main');
    if (main) return main;
    const found = [...each.querySelectorAll<HTMLElement>(REACHED)].find(canTake);
    if (found) return found;
  }
  return null;
}

/** Watches until the returned function is called. Touch and mouse are ignored, because they do not lose the focus. */
export function watchFocus(): () => void {
  let byKeys = false;
  let last: { readonly element: Element; readonly around: readonly Element[] } | null = null;
  const keyed = (): void => void (byKeys = true);
  const pointed = (): void => void (byKeys = false);
  const took = (event: FocusEvent): void => {
    const around: Element[] = [];
    for (let at = (event.target as Element).parentElement; at; at = at.parentElement) around.push(at);
    last = { element: event.target as Element, around };
  };
  const watcher = new MutationObserver(() => {
    if (!byKeys || !last || last.element.isConnected || document.activeElement !== document.body) return;
    heir(last.around)?.focus({ preventScroll: true });
  });
  addEventListener('keydown', keyed, true);
  addEventListener('pointerdown', pointed, true);
  addEventListener('focusin', took);
  watcher.observe(document.body, { childList: true, subtree: true });
  return () => {
    watcher.disconnect();
    removeEventListener('keydown', keyed, true);
    removeEventListener('pointerdown', pointed, true);
    removeEventListener('focusin', took);
  };
}
