/** The link that opens a hand in Score under the same rules. */
import type { RulesRef } from '../server/shapes.ts';
import type { Draft } from '../score/draft.ts';
import { withHouse, write, type House } from '../score/link.ts';

export async function opening(draft: Draft, rules: RulesRef): Promise<string> {
  const fragment = write(typeof rules === 'string' ? rules : 'base' in rules ? rules.base : 'hk-standard', draft);
  return `/#${typeof rules === 'string' ? fragment : await withHouse(fragment, rules as House)}`;
}
