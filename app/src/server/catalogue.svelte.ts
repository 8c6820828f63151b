/** Names and worth of all patterns: loaded once, cached by the browser under the catalogue's version. */
import { get } from './api.ts';
import type { ListedPattern, Patterns } from './shapes.ts';

class Catalogue {
  patterns = $state.raw<readonly ListedPattern[]>([]);
  /** The names of patterns without particular rules. */
  names = $derived(this.namesUnder(''));
  failed = $state(false);
  private asked = false;

  /** Each pattern once, preferring the version of these rules: catalogues share ids. */
  under(rules: string): ListedPattern[] {
    const found = new Map<string, ListedPattern>();
    for (const each of this.patterns) if (!found.has(each.id) || rules in each.worth) found.set(each.id, each);
    return [...found.values()];
  }

  /** The names of patterns under these rules: other rulesets may use another name. */
  namesUnder(rules: string): Map<string, ListedPattern['name']> {
    return new Map(this.under(rules).map((each) => [each.id, each.name]));
  }

  load(): void {
    if (this.asked) return;
    this.asked = true;
    get<Patterns>('/patterns').then(
      (told) => {
        this.patterns = told.patterns;
        this.failed = false;
      },
      () => {
        this.asked = false;
        this.failed = true;
      },
    );
  }
}

export const catalogue = new Catalogue();
