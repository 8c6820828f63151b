/** A tile flies to where it lies: 180 ms, once. It only looks as if it moved: where it may be pressed stays as it is. */
import type { Attachment } from 'svelte/attachments';
import type { Flight } from './moving.ts';

export const FLIGHT = 180;
/** Whether the user, or the device, wants less motion. */
export const isStill = (): boolean =>
  document.documentElement.classList.contains('still') || matchMedia('(prefers-reduced-motion: reduce)').matches;

export const flying =
  (flight: Flight | null): Attachment<HTMLElement> =>
  (node) => {
    const table = flight && node.closest('.table');
    if (!table) return;
    if (isStill()) {
      node.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: 120, easing: 'ease-out' });
      return;
    }
    const [own, felt] = [node.getBoundingClientRect(), table.getBoundingClientRect()];
    const [x, y] = [own.x + own.width / 2 - felt.x, own.y + own.height / 2 - felt.y];
    const begin = `${(flight.from.x - x).toFixed(1)}px ${(flight.from.y - y).toFixed(1)}px`;
    node.animate([{ translate: begin }, { translate: '0px 0px' }], { duration: FLIGHT, easing: 'ease-out' });
  };
