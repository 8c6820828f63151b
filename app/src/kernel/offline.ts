// Judging without a network: the kernel and the rules are fetched when first needed (the service worker keeps them), and a house's own rules while
// there is a network, kept for when there is none.
import type { HandAnswer } from "./answer.ts";
import { readBundle, readLibrary, type Bundle } from "./bundle.ts";
import { Kernel, type Rules } from "./kernel.ts";

const KEPT = "offline-rules"; // the name of the browser's store
const MOST = 20;

let kernel: Promise<Kernel> | null = null;
let library: Promise<Map<string, Bundle>> | null = null;
const known = new Map<string, Rules>();

// The answer of `POST /api/v1/hand`, or null where these rules are not at hand.
export async function judge(text: string, by: string, rules: unknown): Promise<HandAnswer | null> {
  const name = nameOf(rules), ready = known.get(name) ?? (await open(name, rules));
  return ready === null ? null : ready.hand(text, by);
}

// Fetches a house's own rules while there is a network; documents and presets are always at hand.
export async function prepare(rules: unknown): Promise<void> {
  if (typeof rules === "string" || (await kept(nameOf(rules))) !== null) return;
  const body = JSON.stringify({ rules });
  const answer = await fetch("/api/v1/rules/program", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  const store = answer.ok ? await storeOf() : null;
  if (store === null) return;
  const old = await store.keys();
  for (const key of old.slice(0, Math.max(0, old.length - MOST + 1))) await store.delete(key);
  await store.put(addressOf(nameOf(rules)), answer);
}

async function open(name: string, rules: unknown): Promise<Rules | null> {
  const bundle = typeof rules === "string" ? (await documents()).get(rules) : await kept(name);
  if (!bundle) return null;
  kernel ??= begin().catch((error: unknown) => {
    kernel = null; // the next question tries again
    throw error;
  });
  const made = (await kernel).rules(bundle);
  if (known.size >= MOST) for (const [old, each] of known) each.drop(), known.delete(old);
  known.set(name, made);
  return made;
}

async function begin(): Promise<Kernel> {
  const [wasm, spellings] = await Promise.all([bytes("/kernel.wasm"), bytes("/spellings.bin")]);
  return Kernel.load(wasm, spellings);
}

function documents(): Promise<Map<string, Bundle>> {
  library ??= bytes("/rules.bin").then(readLibrary, (error: unknown) => {
    library = null;
    throw error;
  });
  return library;
}

async function bytes(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function kept(name: string): Promise<Bundle | null> {
  const answer = await (await storeOf())?.match(addressOf(name));
  return answer === undefined ? null : readBundle(new Uint8Array(await answer.arrayBuffer()));
}

// Browsers keep such a store for https and localhost only; elsewhere a house's own rules need the network.
async function storeOf(): Promise<Cache | null> {
  return typeof caches === "undefined" ? null : caches.open(KEPT);
}

function nameOf(rules: unknown): string {
  return typeof rules === "string" ? rules : JSON.stringify(rules);
}

function addressOf(name: string): string {
  return `/offline-rules?${encodeURIComponent(name)}`;
}
