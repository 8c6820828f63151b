/** Available space: which parts of Score are side by side, and which must be short. The styles use the same conditions. */
import { MediaQuery } from 'svelte/reactivity';

const desk = new MediaQuery('(min-width: 960px) and (min-height: 480px)');
const side = new MediaQuery('(min-width: 560px) and (max-height: 479px)');
const tablet = new MediaQuery('(min-width: 700px) and (max-width: 959px) and (min-height: 700px)');
const slim = new MediaQuery('(max-width: 339px)');
const short = new MediaQuery('(max-height: 719px)');

export const room = {
  /** A desktop: everything at once. */
  get wide(): boolean {
    return desk.current;
  },
  /** A tablet in portrait format: the keys stay beside the answer. */
  get roomy(): boolean {
    return tablet.current;
  },
  /** A small phone in portrait format: the answer takes one line while the keys are shown. */
  get low(): boolean {
    return short.current && !desk.current && !side.current;
  },
  /** The narrowest phones: figures are smaller. */
  get narrow(): boolean {
    return slim.current;
  },
};
