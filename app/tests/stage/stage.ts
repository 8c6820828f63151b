/** The table alone on a page, for tests: `show(props)` puts a board and a question there, `change(props)` goes on, `acted` is what was pressed. */
import { flushSync, mount } from 'svelte';
import '../../src/tokens.css';
import '../../src/base.css';
import './stage.css';
import { settings } from '../../src/shell/settings.svelte.ts';
import { loaded } from '../../src/play/words.ts';
import { words } from '../../src/texts/texts.svelte.ts';
import Stage from './Stage.svelte';

const acted: string[] = [];
await words.choose(settings.lang);
await loaded();
interface OnStage {
  readonly show: (props: Record<string, unknown>) => void;
  readonly change: (props: Record<string, unknown>) => void;
}
const stage = mount(Stage, { target: document.getElementById('stage')!, props: { acted } }) as OnStage;
const show = (props: Record<string, unknown>): void => flushSync(() => stage.show(props));
const change = (props: Record<string, unknown>): void => flushSync(() => stage.change(props));
Object.assign(globalThis, { show, change, acted });
