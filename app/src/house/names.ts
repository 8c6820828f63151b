/** Display names of rules and options on this page, in the chosen language. */
import type { Option, Ruleset, Setting } from '../server/shapes.ts';
import { shortName as short } from '../server/names.ts';
import { t, text } from '../texts/texts.svelte.ts';
import { called } from './values.ts';

/** A document's short name, otherwise the name of the preset. */
export const shortName = (rules: Pick<Ruleset, 'id' | 'name'>): string => short(rules.id, text(rules.name));

export const calledText = (option: Option, value: Setting) =>
  called(option, value, { on: t('app.house.on'), off: t('app.house.off'), n: (n) => t('app.house.kinds', { n }) });

/** The name of a value on a button. */
export const calledHere = (option: Option, value: Setting): string => text(calledText(option, value));
