// Answers hands by the offline kernel, a JSON line each: node kernel-answers.ts KERNEL SPELLINGS < {"bundle": FILE, "text": …, "by": …}. A line
// {"time": [texts], "bundle": FILE} answers with the milliseconds each text took.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { readBundle, readLibrary } from '../src/kernel/bundle.ts';
import { Kernel, type Rules } from '../src/kernel/kernel.ts';

interface Asked {
  readonly bundle: string;
  readonly id?: string; // of a ruleset in a library
  readonly text: string;
  readonly by?: string;
  readonly time?: readonly string[];
}

const [wasm = '', spellings = ''] = process.argv.slice(2);
const kernel = await Kernel.load(readFileSync(wasm), readFileSync(spellings));
const known = new Map<string, Rules>();

function rulesOf(asked: Asked): Rules {
  const key = `${asked.bundle} ${asked.id ?? ''}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const bytes = readFileSync(asked.bundle),
    bundle = asked.id === undefined ? readBundle(bytes) : readLibrary(bytes).get(asked.id);
  if (bundle === undefined) throw new RangeError(`no rules ${key}`);
  if (known.size >= 40) {
    for (const old of known.values()) old.drop();
    known.clear();
  }
  const rules = kernel.rules(bundle);
  known.set(key, rules);
  return rules;
}

// By the processor's clock: others may work on the same machine.
function timed(rules: Rules, text: string): number {
  const start = process.cpuUsage();
  rules.hand(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line) as Asked;
  let answer: unknown;
  try {
    const rules = rulesOf(asked);
    answer =
      asked.time === undefined
        ? rules.hand(asked.text, asked.by ?? null)
        : asked.time.map((text) => timed(rules, text));
  } catch (error) {
    answer = { error: String(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
