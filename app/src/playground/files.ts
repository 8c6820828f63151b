/** The files beside the app, from the scripts of the playground. */
import tiles from '../../../src/sikwu/draw/tiles.svg?raw';
import { data, unpacked } from './data.ts';

export const file = async (path: string): Promise<Uint8Array<ArrayBuffer>> =>
  unpacked(await data<string>(path.slice(1).replace(/\.\w+$/, '')));

/** The source of the tiles is part of the page. */
export const drawings = (): Promise<string> => Promise.resolve(tiles);
