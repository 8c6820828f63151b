/** Typing a hand outside of text fields: digits and then a suit; letters without digits are commands. */
import type { Kind } from '../tiles/kinds.ts';
import type { HandDraft } from './draft.svelte.ts';
import { removeLast } from './draft.ts';

interface Acts {
  readonly tile: (kind: Kind) => void;
  readonly draft: HandDraft;
  readonly notation: () => void;
  readonly help: () => void;
}
const FACES: Readonly<Record<string, Kind>> = { 1: 'E', 2: 'S', 3: 'W', 4: 'N', 5: '白', 6: '發', 7: '中' };

export function keyboard({ tile, draft, notation, help }: Acts): (event: KeyboardEvent) => void {
  let digits = '';
  return (event) => {
    if ((event.target as Element | null)?.closest?.('input, textarea, select, dialog, [role=spinbutton]')) return;
    const key = event.key;
    if (event.ctrlKey || event.metaKey) {
      if (key.toLowerCase() !== 'z') return;
      event.preventDefault();
      if (event.shiftKey) draft.redo();
      else draft.undo();
      return;
    }
    if (event.altKey) return;
    if (/^[1-9]$/.test(key)) {
      digits += key;
      return;
    }
    const typed = digits;
    digits = '';
    if (typed && /^[mpszf]$/.test(key)) {
      for (const digit of typed) {
        const kind = key === 'z' ? FACES[digit] : `${digit}${key}`;
        if (kind && !(key === 'f' && digit === '9')) tile(kind);
      }
      return;
    }
    if (typed) return;
    const now = draft.now;
    if (key === 'Backspace') draft.change(removeLast(now));
    else if (key === 'w') draft.change({ ...now, by: now.by === 'self_draw' ? 'discard' : 'self_draw' });
    else if (key === 'c') draft.mode = draft.mode === 'chow' ? 'hand' : 'chow';
    else if (key === 'p') draft.mode = draft.mode === 'pung' ? 'hand' : 'pung';
    else if (key === 'k') draft.mode = draft.mode === 'kong' ? 'hand' : 'kong';
    else if (key === '/') notation();
    else if (key === '?') help();
    else return;
    event.preventDefault();
  };
}
