/** The files beside the app: data of the offline kernel, drawings. The playground has another one (app/src/playground/files.ts). */
import sprite from 'virtual:tiles';

export async function file(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The source of the tiles, for pictures. */
export const drawings = (): Promise<string> => fetch(sprite).then((response) => response.text());
