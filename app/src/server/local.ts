/** Judging without a network: the kernel in WebAssembly with the rulesets' byte forms, loaded when first needed.

A house's own rules are judged once their bytes have been fetched: `prepare` does that while there is a network.
*/
import { bytes } from './api.ts';
import { file } from './files.ts';
import type { Judge } from './hand.svelte.ts';
import { keep, recall } from './kept.ts';
import type { RulesRef } from './shapes.ts';
import type { Kernel, Rules } from '../kernel/kernel.ts';
import type { Bundle } from '../kernel/bundle.ts';

interface Loaded {
  readonly kernel: Kernel;
  readonly rulesets: ReadonlyMap<string, Bundle>;
}
interface KeptBundle {
  readonly key: string;
  readonly base64: string;
}
const MOST = 6;
let loading: Promise<Loaded> | null = null;
let last: { key: string; rules: Rules } | null = null;

/** The kernel and the rulesets of all documents and presets, fetched together. */
async function load(): Promise<Loaded> {
  const [{ Kernel }, { readLibrary }, wasm, spellings, rules] = await Promise.all([
    import('../kernel/kernel.ts'),
    import('../kernel/bundle.ts'),
    file('/kernel.wasm'),
    file('/spellings.bin'),
    file('/rules.bin'),
  ]);
  return { kernel: await Kernel.load(wasm, spellings), rulesets: readLibrary(rules) };
}

async function bundleOf(ref: RulesRef, loaded: Loaded): Promise<Bundle | null> {
  if (typeof ref === 'string') return loaded.rulesets.get(ref) ?? null;
  const key = JSON.stringify(ref);
  const found = recall<readonly KeptBundle[]>('bundles', []).find((each) => each.key === key);
  if (!found) return null;
  const { readBundle } = await import('../kernel/bundle.ts');
  return readBundle(Uint8Array.from(atob(found.base64), (char) => char.charCodeAt(0)));
}

/** Loads everything needed for judging this hand offline, while there is a network. */
export async function prepare(ref: RulesRef): Promise<void> {
  loading ??= load();
  await loading.catch(() => (loading = null));
  if (typeof ref === 'string') return;
  const key = JSON.stringify(ref);
  const kept = recall<readonly KeptBundle[]>('bundles', []);
  if (kept.some((each) => each.key === key)) return;
  const data = await bytes('/rules/program', { rules: ref });
  const base64 = btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(''));
  keep('bundles', [{ key, base64 }, ...kept].slice(0, MOST));
}

export const judge: Judge = async (text, by, ref) => {
  loading ??= load();
  const loaded = await loading.catch(() => (loading = null));
  if (!loaded) return null;
  const key = JSON.stringify(ref);
  if (last?.key !== key) {
    const bundle = await bundleOf(ref, loaded);
    if (!bundle) return null;
    last?.rules.drop();
    last = { key, rules: loaded.kernel.rules(bundle) };
  }
  return last.rules.hand(text, by);
};
