/** Dragging a name to a seat (an element with `data-seat`). A press without movement stays a tap. */
const FAR = 6;

interface Dragged {
  /** The element that moves with the finger. */
  readonly held: HTMLElement;
  /** Called with the seat under the finger while it moves. */
  readonly over: (seat: number | null) => void;
  readonly drop: (seat: number) => void;
}

function seatAt(event: PointerEvent, held: HTMLElement): number | null {
  for (const each of document.elementsFromPoint(event.clientX, event.clientY)) {
    const seat = each.closest<HTMLElement>('[data-seat]');
    if (seat && seat !== held) return Number(seat.dataset['seat']);
  }
  return null;
}

/** Follows a pointer from press to release. */
export function drag(event: PointerEvent, { held, over, drop }: Dragged): void {
  if (event.button !== 0) return;
  const grip = event.currentTarget as HTMLElement;
  const from = { x: event.clientX, y: event.clientY };
  let moved = false;
  const move = (next: PointerEvent): void => {
    const [x, y] = [next.clientX - from.x, next.clientY - from.y];
    moved ||= Math.hypot(x, y) >= FAR;
    if (!moved) return;
    held.style.translate = `${x}px ${y}px`;
    held.classList.add('dragged');
    over(seatAt(next, held));
  };
  const end = (next: PointerEvent): void => {
    for (const [name, heard] of heards) grip.removeEventListener(name, heard);
    held.style.translate = '';
    held.classList.remove('dragged');
    over(null);
    if (!moved) return;
    const click = (told: Event): void => told.stopPropagation();
    grip.addEventListener('click', click, { capture: true, once: true });
    setTimeout(() => grip.removeEventListener('click', click, { capture: true }));
    const seat = next.type === 'pointerup' ? seatAt(next, held) : null;
    if (seat !== null) drop(seat);
  };
  const heards = [
    ['pointermove', move],
    ['pointerup', end],
    ['pointercancel', end],
  ] as const;
  for (const [name, heard] of heards) grip.addEventListener(name, heard);
  grip.setPointerCapture(event.pointerId);
}

/** Exchanges two items. */
export function exchanged<T>(all: readonly T[], a: number, b: number): T[] {
  return all.map((each, at) => (at === a ? all[b]! : at === b ? all[a]! : each));
}

/** Seats after a tap on a name: a player tapped again leaves the seat, a new one takes the first free seat. */
export function seated(seats: readonly (string | null)[], names: readonly string[]): (string | null)[] {
  const left = seats.map((each) => (each !== null && names.includes(each) ? each : null));
  for (const name of names.filter((each) => !left.includes(each))) {
    const free = left.indexOf(null);
    if (free >= 0) left[free] = name;
  }
  return left;
}

/** Puts a player on a seat; the previous occupant takes the player's former seat, if there was one. */
export function put(seats: readonly (string | null)[], name: string, to: number): (string | null)[] {
  const from = seats.indexOf(name);
  if (from >= 0) return exchanged(seats, from, to);
  return seats.map((each, at) => (at === to ? name : each));
}
