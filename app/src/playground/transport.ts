/** Requests without a server: answered from what was written beforehand, and by the kernel in the browser. */
import { Offline, Refused } from '../server/refusing.ts';
import type {
  CheckedRules,
  Comparison,
  Diff,
  Hand,
  HouseRules,
  Options,
  PatternPage,
  Patterns,
  Preview,
  RulesBrief,
  RulesPage,
  RulesRef,
} from '../server/shapes.ts';
import { changed, found, refusal } from './changes.ts';
import { data } from './data.ts';

interface RulesData {
  readonly list: unknown;
  readonly pages: Readonly<Record<string, RulesPage>>;
  readonly checks: Readonly<Record<string, CheckedRules>>;
  readonly briefs: Readonly<Record<string, RulesBrief>>;
}
interface Asked {
  readonly text: string;
  readonly by: string;
  readonly rules: RulesRef;
}
type Pages = Readonly<Record<string, PatternPage>>;
const rulesData = (): Promise<RulesData> => data<RulesData>('rulesets');
const named = (rules: RulesRef): rules is string => typeof rules === 'string';
const baseOf = (rules: RulesRef): string => (named(rules) ? rules : ((rules as HouseRules).base ?? 'hk-standard'));

/** Judged here; the module with the kernel asks this one for the bytes of a house's rules. */
async function judged({ text, by, rules }: Asked): Promise<Hand> {
  const { judge, prepare } = await import('../server/local.ts');
  if (!named(rules)) await prepare(rules);
  const told = await judge(text, by, rules);
  if (!told) throw refusal('app.playground.server');
  return told;
}

async function checked({ rules, toml }: { rules?: RulesRef; toml?: string }): Promise<CheckedRules> {
  if (toml !== undefined || rules === undefined) throw refusal('app.playground.server');
  if (!named(rules)) return (await changed(rules)).checked;
  const own = (await rulesData()).checks[rules];
  if (!own) throw refusal('app.playground.server');
  return own;
}

async function page(rules: RulesRef): Promise<RulesPage> {
  if (!named(rules)) return (await changed(rules)).page;
  const own = (await rulesData()).pages[rules];
  if (!own) throw refusal('app.playground.server');
  return own;
}

/** Two rulesets by name, or a house against its own base. */
async function diff({ ours, theirs }: { ours: RulesRef; theirs: RulesRef }): Promise<Diff> {
  const { briefs } = await rulesData();
  const [one, other] = [briefs[baseOf(ours)]!, briefs[baseOf(theirs)]!];
  let differences: Diff['differences'] = [];
  if (JSON.stringify(ours) !== JSON.stringify(theirs)) {
    if (!named(ours)) throw refusal('app.playground.diff');
    if (named(theirs)) differences = (await data<Record<string, Diff['differences']>>(`diffs-${ours}`))[theirs] ?? [];
    else if (baseOf(theirs) === ours) differences = (await changed(theirs)).checked.differences ?? [];
    else throw refusal('app.playground.diff');
  }
  return { ours: one, theirs: other, alike: !differences.length, differences };
}

async function preview(asked: { option: string; value: never; rules: RulesRef }): Promise<Preview> {
  if (!named(asked.rules)) throw refusal('app.playground.one');
  const { written } = await import('../server/fitting.ts');
  const told = (await found(asked.rules, asked.option, written(asked.value))).preview;
  if (!told) throw refusal('app.playground.server');
  return told;
}

async function patternPage(id: string, base: string): Promise<PatternPage> {
  const family = (await rulesData()).pages[base]?.ruleset.document ?? base;
  for (const document of [family, 'hk-standard', 'hk-taiwanese', 'club16']) {
    const own = (await data<Pages>(`patterns-${document}`).catch(() => null))?.[id];
    if (own) return own;
  }
  throw refusal('app.playground.server');
}

/** Hands of the document, in random order; those that do not win under these rules are left out. */
async function quiz({ rules, n }: { rules: RulesRef; n: number }): Promise<{ hands: string[] }> {
  const document = (await rulesData()).pages[baseOf(rules)]?.ruleset.document ?? 'hk-standard';
  const all = (await data<Record<string, string[]>>('quiz'))[document] ?? [];
  const hands: string[] = [];
  const left = [...all].sort(() => Math.random() - 0.5);
  while (hands.length < n && left.length) {
    const text = left.pop()!;
    if ((await judged({ text, by: 'self_draw', rules })).state === 'win') hands.push(text);
  }
  return { hands };
}

/** The same hand under several rules, without the reasons for the difference. */
async function compared({ text, rules }: { text: string; rules: readonly RulesRef[] }): Promise<Partial<Comparison>> {
  const columns = [];
  for (const each of rules) {
    const told = await judged({ text, by: 'self_draw', rules: each });
    const { fan, capped, valid, payments } = told.state === 'win' ? told : {};
    columns.push({ rules: told.rules, fan, capped, valid, payments: payments ?? undefined });
  }
  return { win: text, columns: columns as unknown as Comparison['columns'], rows: [], deciding: [], remedies: [] };
}

async function answer(path: string, body: never): Promise<unknown> {
  const [, room, id = '', part] = path.replace(/\?.*/, '').split('/').map(decodeURIComponent);
  const query = new URLSearchParams(path.replace(/^[^?]*/, ''));
  const asked: never = body ?? ({} as never);
  if (room === 'hand') return judged(asked);
  if (room === 'compare') return compared(asked);
  if (room === 'quiz') return quiz(asked);
  if (room === 'about') return data('about');
  if (room === 'patterns')
    return id
      ? patternPage(id, body ? baseOf((body as { rules: RulesRef }).rules) : (query.get('rules') ?? 'hk-standard'))
      : data<Patterns>('patterns');
  if (room === 'rules') {
    if (!id) return (await rulesData()).list;
    if (part === 'options') return data<Options>(`options-${id}`);
    if (id === 'check') return checked(asked);
    if (id === 'page') return page((asked as { rules: RulesRef }).rules);
    if (id === 'diff') return diff(asked);
    if (id === 'preview') return preview(asked);
    if (!body) return page(id);
  }
  throw refusal('app.playground.server');
}

export async function sent(path: string, init: RequestInit): Promise<Response> {
  const body = (typeof init.body === 'string' ? JSON.parse(init.body) : null) as never;
  try {
    if (path === '/rules/program') return new Response((await changed((body as { rules: HouseRules }).rules)).bundle);
    const told = await answer(path, body);
    if (init.signal?.aborted) throw new DOMException('', 'AbortError');
    return new Response(JSON.stringify(told));
  } catch (error) {
    if (error instanceof Refused || (error instanceof DOMException && error.name === 'AbortError')) throw error;
    throw new Offline(String(error));
  }
}
