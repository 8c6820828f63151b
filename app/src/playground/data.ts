/**
 * The data of the playground: scripts beside the page, because a page opened from a disk may load scripts and nothing
 * else. `tools/playground.py` writes them; each calls `sikwu(name, value)`.
 */
const told = new Map<string, (value: unknown) => void>();
const asked = new Map<string, Promise<unknown>>();
Object.assign(globalThis, { sikwu: (name: string, value: unknown) => told.get(name)?.(value) });

export function data<T>(name: string): Promise<T> {
  let found = asked.get(name);
  if (!found) {
    found = new Promise((done, fail) => {
      told.set(name, done);
      const script = document.createElement('script');
      script.src = `data/${name}.js`;
      script.onerror = () => {
        asked.delete(name);
        script.remove();
        fail(new Error(`${name} is missing`));
      };
      document.head.append(script);
    });
    asked.set(name, found);
  }
  return found as Promise<T>;
}

export const unpacked = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
