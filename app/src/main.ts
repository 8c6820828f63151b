import { mount } from 'svelte';
import './tokens.css';
import './base.css';
import App from './App.svelte';
import { settings } from './shell/settings.svelte.ts';
import { words } from './texts/texts.svelte.ts';

await words.choose(settings.lang);
const target = document.getElementById('app')!;
target.replaceChildren(); // removes the placeholder from before the first paint
mount(App, { target });
