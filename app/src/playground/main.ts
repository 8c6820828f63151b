/** The playground: Score, Learn and House as files, judged by the kernel in the browser. */
import tiles from '../../../src/sikwu/draw/tiles.svg?raw';
import titles from '../../../src/sikwu/draw/titles.svg?raw';
import { mount } from 'svelte';
import '../tokens.css';
import '../base.css';
import App from '../App.svelte';
import { settings } from '../shell/settings.svelte.ts';
import { words } from '../texts/texts.svelte.ts';
import { PART } from './words.ts';

const sheet = document.createElement('div');
sheet.id = 'drawings';
sheet.setAttribute('aria-hidden', 'true');
sheet.style.cssText = 'position:absolute;width:0;height:0;overflow:hidden';
sheet.innerHTML = tiles + titles;
document.body.append(sheet);

void words
  .choose(settings.lang)
  .then(() => words.extend(PART))
  .then(() => {
    const target = document.getElementById('app')!;
    target.replaceChildren();
    mount(App, { target });
  });
