/**
 * Words at the table, explained where they stand: by a long press, a right click, or the key E on what has the focus.
 * Loaded with the first of them; the glossary is the library's.
 */
import { mount } from 'svelte';
import { vocabulary } from '../server/vocabulary.svelte.ts';
import { PLACES, wordIn } from './terms.ts';
import { loaded } from './words.ts';

class Explaining {
  /** Whether the sheet is open, and with which word on top; null: the whole list. */
  open = $state(false);
  word = $state<string | null>(null);
}
export const explaining = new Explaining();
let placed: Promise<void> | null = null;

/** Opens the sheet, with one word on top or as a list. */
export async function explain(word: string | null = null): Promise<void> {
  placed ??= (async () => {
    const [{ default: TermSheet }] = await Promise.all([import('./TermSheet.svelte'), loaded(), vocabulary.load()]);
    mount(TermSheet, { target: document.body });
  })();
  await placed;
  explaining.word = word;
  explaining.open = true;
}

const placeOf = (target: Element): string | null => PLACES.find(([selector]) => target.closest(selector))?.[1] ?? null;
/** What the place of an event is about; null: nothing that the glossary has. */
async function termAt(target: Element, x: number | null, y: number | null): Promise<string | null> {
  const place = placeOf(target);
  if (place) return place;
  await vocabulary.load();
  const spot = x === null || y === null ? null : caret(x, y);
  const inside = spot && target.contains(spot.node);
  const text = inside ? (spot.node.textContent ?? '') : (target.textContent ?? '');
  return wordIn(vocabulary.now, text, inside ? spot.offset : null);
}
function caret(x: number, y: number): { readonly node: Node; readonly offset: number } | null {
  if ('caretPositionFromPoint' in document) {
    const found = document.caretPositionFromPoint(x, y);
    return found && { node: found.offsetNode, offset: found.offset };
  }
  return null;
}

const LONG = 500;
/** A finger that moves further than this scrolls or flicks. */
const STILL = 10;
let held: { readonly timer: ReturnType<typeof setTimeout>; readonly x: number; readonly y: number } | null = null;
/** A long press has explained: what the finger does when it is lifted is no tap. */
let spent = false;

/** The table with its keys, the page of a first game, the end of a deal. */
const AT_TABLE = '.whole, .coached, .end';
/** Only at a table or beside it, and never where a long press has a meaning of its own or a text is typed. */
const about = (event: Event): Element | null => {
  const on = event.target instanceof Element ? event.target : null;
  if (!on?.closest('main, .appbar') || on.closest('input, select, textarea, .switches, .hand')) return null;
  return document.querySelector(AT_TABLE) ? on : null;
};
function down(event: PointerEvent): void {
  lift();
  const on = about(event);
  spent = false;
  if (!on || event.button !== 0) return;
  const { clientX: x, clientY: y } = event;
  const gone = performance.now() - event.timeStamp;
  held = { x, y, timer: setTimeout(() => void press(on, x, y), Math.max(0, LONG - gone)) };
}
async function press(on: Element, x: number, y: number): Promise<void> {
  // At once: a key that is explained is not pressed, however soon the finger is lifted.
  spent = placeOf(on) !== null;
  const still = held;
  const word = await termAt(on, x, y);
  if (word === null) return;
  spent ||= held === still;
  await explain(word);
}
function lift(): void {
  if (held) clearTimeout(held.timer);
  held = null;
}
function moved(event: PointerEvent): void {
  if (held && Math.hypot(event.clientX - held.x, event.clientY - held.y) > STILL) lift();
}
function clicked(event: MouseEvent): void {
  if (!spent) return;
  spent = false;
  event.preventDefault();
  event.stopPropagation();
}
function menu(event: MouseEvent): void {
  const on = about(event);
  if (!on) return;
  // What has no word keeps the browser's own menu; whether it has one is known only later, so those of the table have none.
  if (on.closest('.whole') || placeOf(on)) event.preventDefault();
  if (held) return; // a finger: the long press answers
  const { clientX: x, clientY: y } = event;
  void termAt(on, x, y).then((word) => (word === null ? undefined : explain(word)));
}
function key(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'e' || event.ctrlKey || event.metaKey || event.altKey) return;
  const on = event.target instanceof Element ? event.target : null;
  if (on?.closest('input, select, textarea, dialog') || !document.querySelector(AT_TABLE)) return;
  void (on && on !== document.body ? termAt(on, null, null) : Promise.resolve(null)).then(explain);
}

let watching = false;
/** Watches from now on; what led here is the first: `last` is the newest event of the table, which tells whether a finger is still down. */
export function watch(last: Event): void {
  if (watching) return;
  watching = true;
  addEventListener('pointerdown', down, true);
  addEventListener('pointermove', moved, true);
  addEventListener('pointerup', lift, true);
  addEventListener('pointercancel', lift, true);
  addEventListener('click', clicked, true);
  addEventListener('contextmenu', menu, true);
  addEventListener('keydown', key);
  if (last instanceof KeyboardEvent) key(last);
  else if (last.type === 'pointerdown') down(last as PointerEvent);
  else if (last.type === 'contextmenu') menu(last as MouseEvent);
}
