/** Changes of options one by one, and carrying them over to another base. Pure functions. */
import { same } from '../server/fitting.ts';
import type { Option, Setting } from '../server/shapes.ts';

export { reapply, type DroppedChange, type KeptChanges } from '../server/fitting.ts';
export { heard, tidy, type Heard } from '../server/heard.ts';

/** Adds a change, or removes it if it equals the base. */
export function changed(
  options: Readonly<Record<string, Setting>>,
  option: Option,
  value: Setting,
): Record<string, Setting> {
  const { [option.id]: _, ...others } = options;
  return same(option.value, value) ? others : { ...others, [option.id]: value };
}
