/** Whether a text field has the focus: then the on-screen keyboard covers the bottom bar of a phone. */
const WRITTEN = new Set(['text', 'search', 'email', 'url', 'tel', 'number', 'password']);
/** Milliseconds until the bar comes back: a tap that ends the typing must still hit its target. */
const REST = 350;

export function isWritten(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement) return !element.readOnly;
  return element instanceof HTMLInputElement && WRITTEN.has(element.type) && !element.readOnly;
}

/** Calls `tell` on every change; returns a function that ends it. */
export function watchTyping(tell: (typing: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(timer);
    if (isWritten(document.activeElement)) tell(true);
    else timer = setTimeout(() => tell(isWritten(document.activeElement)), REST);
  };
  addEventListener('focusin', look);
  addEventListener('focusout', look);
  return () => {
    clearTimeout(timer);
    removeEventListener('focusin', look);
    removeEventListener('focusout', look);
  };
}
