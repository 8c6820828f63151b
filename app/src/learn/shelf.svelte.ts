/** Shared state of the Learn pages: the chosen ruleset, the order, and the fan under the current rules. */
import { get, post } from '../server/api.ts';
import { catalogue } from '../server/catalogue.svelte.ts';
import { chosen, DOCUMENTS } from '../server/chosen.svelte.ts';
import { keep, recall } from '../server/kept.ts';
import type { RulesPage, RulesRef } from '../server/shapes.ts';
import { shortName } from '../server/names.ts';
import { t } from '../texts/texts.svelte.ts';
import { known, ownPattern, worthIn, type Order, type WorthTable } from './finding.ts';

class LearnShelf {
  order = $state<Order>(recall<Order>('learn.order', 'fan') === 'family' ? 'family' : 'fan');
  /** Whether only patterns in use are listed. */
  used = $state(recall<boolean>('learn.used', false));
  sought = $state('');
  /** The scroll position of the list. */
  scroll = 0;
  /** A ruleset other than the one in force. */
  private other = $state<string | null>(null);
  private own = $state.raw<{ hash: string; document: string; worth: WorthTable } | null>(null);
  private asked = '';

  /** The document of the rules in force. */
  home = $derived(
    this.own?.document ??
      ((DOCUMENTS as readonly string[]).includes(chosen.base)
        ? chosen.base
        : chosen.size === 16
          ? 'hk-taiwanese'
          : 'hk-standard'),
  );
  document = $derived(this.other ?? this.home);
  worth = $derived<WorthTable>(
    this.other === null && this.own ? this.own.worth : worthIn(catalogue.patterns, this.document),
  );
  patterns = $derived([
    ...(this.other === null ? chosen.patterns.map((each) => ownPattern(each, this.home)) : []),
    ...known(catalogue.patterns, this.document),
  ]);

  look(document: string): void {
    this.other = document === this.home ? null : document;
  }

  onlyUsed(on: boolean): void {
    this.used = on;
    keep('learn.used', on);
  }

  sort(order: Order): void {
    this.order = order;
    keep('learn.order', order);
  }

  /** Loads the fan under the rules in force; without a network, those of their document are used. */
  load(ref: RulesRef): void {
    catalogue.load();
    const key = JSON.stringify(ref);
    if (key === this.asked) return;
    this.asked = key;
    const told =
      typeof ref === 'string'
        ? get<RulesPage>(`/rules/${encodeURIComponent(ref)}`)
        : post<RulesPage>('/rules/page', { rules: ref });
    told.then(
      (page) => {
        if (key === this.asked)
          this.own = { hash: page.ruleset.hash, document: page.ruleset.document, worth: page.worth };
      },
      () => {
        this.asked = '';
        this.own = null;
      },
    );
  }

  /** The link to a pattern's page; its fragment names a ruleset other than the one in force. */
  link = (id: string, document: string = this.document): string =>
    `/learn/${id}${document === this.home ? '' : `#${document}`}`;
}

export const shelf = new LearnShelf();

/** The short name of a ruleset. */
export const short = (id: string): string => shortName(id);
/** The rules in force in a few words. */
export const inForce = (): string =>
  chosen.name ??
  (chosen.changes ? t('app.rules.changed', { name: short(chosen.base), n: chosen.changes }) : short(chosen.base));
