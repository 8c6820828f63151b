import { mount } from 'svelte';
import './tokens.css';
import './base.css';
import App from './App.svelte';
import { settings } from './shell/settings.svelte.ts';
import { words } from './texts/texts.svelte.ts';

await words.choose(settings.lang);
mount(App, { target: document.getElementById('app')! });
