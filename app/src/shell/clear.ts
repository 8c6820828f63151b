/** Finds a place on the screen where a small element covers nothing that can be tapped. */
const TAPPED =
  'a[href], button, input, select, textarea, summary, label, [role=button], [role=radio], [role=switch], [role=spinbutton], [role=slider]';
const STEP = 6;

export interface ScreenBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** All areas of the screen that react to a tap, except those inside `except`. */
export function tappable(root: ParentNode, except: Element): ScreenBox[] {
  return [...root.querySelectorAll(TAPPED)]
    .filter((each) => !except.contains(each))
    .map((each) => each.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight);
}

const shared = (a: ScreenBox, b: ScreenBox): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** The area that a box at this place would cover, in square pixels. */
export const covered = (box: ScreenBox, taken: readonly ScreenBox[]): number =>
  taken.reduce((sum, each) => sum + shared(box, each), 0);

interface Span {
  readonly left: number;
  readonly width: number;
}
/** The weight of the part that takes taps itself: it must not cover another control, while text lets taps through. */
const HEAVY = 50;

/**
 * The top position, from `lowest` upwards, at which a box of this size covers nothing; otherwise the one that covers
 * least, above all with its `key`.
 */
export function clearTop(
  size: Span & { readonly height: number; readonly key?: Span | null },
  lowest: number,
  taken: readonly ScreenBox[],
  highest = 4,
): number {
  let best = lowest;
  let least = Infinity;
  for (let top = lowest; top >= highest; top -= STEP) {
    const under = ({ left, width }: Span): number =>
      covered({ left, right: left + width, top, bottom: top + size.height }, taken);
    const own = under(size) + (size.key ? HEAVY * under(size.key) : 0);
    if (own < least) [best, least] = [top, own];
    if (own === 0) break;
  }
  return best;
}
