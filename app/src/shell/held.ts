/** A long press on an element that also has a button for the same action: no gesture is the only way. */
const LONG = 600;

export function held(node: HTMLElement, run: () => void): { update: (next: () => void) => void; destroy: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let done = false;
  const down = (event: PointerEvent): void => {
    done = false;
    clearTimeout(timer);
    // Controls that repeat while held handle the press themselves.
    if (event.pointerType === 'mouse' || (event.target as Element).closest('[role=group], select, input')) return;
    timer = setTimeout(() => {
      done = true;
      run();
    }, LONG);
  };
  const end = (): void => clearTimeout(timer);
  // Suppresses the tap at its end, and the phone's context menu.
  const swallow = (event: Event): void => {
    if (!done) return;
    done = false;
    event.preventDefault();
    event.stopPropagation();
  };
  const menu = (event: Event): void => {
    if (timer !== undefined && done) event.preventDefault();
  };
  const heard: [string, (event: never) => void, boolean][] = [
    ['pointerdown', down, false],
    ['pointerup', end, false],
    ['pointercancel', end, false],
    ['pointerleave', end, false],
    [
      'pointermove',
      (event: PointerEvent) => {
        if (Math.abs(event.movementX) + Math.abs(event.movementY) > 6) end();
      },
      false,
    ],
    ['click', swallow, true],
    ['contextmenu', menu, false],
  ];
  for (const [name, hear, first] of heard) node.addEventListener(name, hear as EventListener, first);
  return {
    update: (next) => (run = next),
    destroy: () => {
      end();
      for (const [name, hear, first] of heard) node.removeEventListener(name, hear as EventListener, first);
    },
  };
}
