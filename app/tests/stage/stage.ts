/** The table alone on a page, for tests: `show(props)` puts a board and a question there, `acted` is what was pressed. */
import { mount, unmount } from 'svelte';
import '../../src/tokens.css';
import '../../src/base.css';
import './stage.css';
import Table from '../../src/table/Table.svelte';
import { settings } from '../../src/shell/settings.svelte.ts';
import { loaded } from '../../src/table/words.ts';
import { words } from '../../src/texts/texts.svelte.ts';

const acted: string[] = [];
let shown: Record<string, unknown> | null = null;
await words.choose(settings.lang);
await loaded();
document.documentElement.classList.toggle('dark', settings.dark);

async function show(props: Record<string, unknown>): Promise<void> {
  if (shown) await unmount(shown);
  acted.length = 0;
  const act = props['question'] === undefined ? null : (action: string): void => void acted.push(action);
  shown = mount(Table, { target: document.getElementById('stage')!, props: { ...props, act } as never });
}
Object.assign(globalThis, { show, acted });
