/** Maps paths to screens; a screen's code is loaded when it is first opened. */
import type { Component } from 'svelte';
import ScorePage from './score/ScorePage.svelte';

/** The parts of a path that are passed to a screen. */
export type Params = Readonly<Partial<Record<'preset' | 'id' | 'tab' | 'code' | 'kind' | 'pattern', string>>>;
/** A screen without parameters, and one with parts of its path. */
export type Bare = Component<Record<string, never>>;
export type OfPath = Component<{ params: Params }>;
export type Place = 'score' | 'house' | 'books' | 'learn';
export type Screen = {
  /** Parts that begin with a colon are passed to the screen as text. */
  readonly path: string;
  readonly place: Place | null;
} & ({ readonly load: () => Promise<{ default: Bare }> } | { readonly loadOf: () => Promise<{ default: OfPath }> });

export const SCREENS: readonly Screen[] = [
  { path: '/', place: 'score', load: () => Promise.resolve({ default: ScorePage }) },
  { path: '/compare', place: 'score', load: () => import('./score/ComparePage.svelte') },
  { path: '/house', place: 'house', loadOf: () => import('./house/HousePage.svelte') },
  { path: '/house/:preset', place: 'house', loadOf: () => import('./house/HousePage.svelte') },
  { path: '/books', place: 'books', load: () => import('./books/ListPage.svelte') },
  { path: '/books/new', place: 'books', load: () => import('./books/NewPage.svelte') },
  { path: '/books/:id', place: 'books', loadOf: () => import('./books/BookPage.svelte') },
  { path: '/books/:id/table', place: 'books', loadOf: () => import('./books/BigScreen.svelte') },
  { path: '/books/:id/:tab', place: 'books', loadOf: () => import('./books/BookPage.svelte') },
  { path: '/join', place: 'books', loadOf: () => import('./books/JoinPage.svelte') },
  { path: '/join/:code', place: 'books', loadOf: () => import('./books/JoinPage.svelte') },
  { path: '/j/:kind/:id', place: 'books', loadOf: () => import('./books/JoinPage.svelte') },
  { path: '/play', place: null, load: () => import('./shell/Coming.svelte') },
  { path: '/records', place: null, load: () => import('./table/OpenPage.svelte') },
  { path: '/records/:id', place: null, loadOf: () => import('./table/ReplayPage.svelte') },
  { path: '/verify', place: null, load: () => import('./table/OpenPage.svelte') },
  { path: '/learn', place: 'learn', loadOf: () => import('./learn/LearnPage.svelte') },
  { path: '/learn/quiz', place: 'learn', load: () => import('./learn/QuizPage.svelte') },
  { path: '/learn/away', place: 'learn', load: () => import('./learn/DrillPage.svelte') },
  ...['play', 'tiles', 'fan', 'words'].map((lesson): Screen => ({
    path: `/learn/${lesson}`,
    place: 'learn',
    load: () => import('./learn/LessonPage.svelte'),
  })),
  { path: '/learn/:pattern', place: 'learn', loadOf: () => import('./learn/LearnPage.svelte') },
  { path: '/settings', place: null, load: () => import('./shell/SettingsPage.svelte') },
  { path: '/about', place: null, load: () => import('./shell/AboutPage.svelte') },
];

export interface Found {
  readonly screen: Screen;
  readonly params: Params;
}

/** The screen of a path; null if there is none. */
export function find(path: string): Found | null {
  const given = path.replace(/\/+$/, '').split('/');
  for (const screen of SCREENS) {
    const wanted = screen.path.replace(/\/+$/, '').split('/');
    if (wanted.length !== given.length) continue;
    const params: Record<string, string> = {};
    const fits = wanted.every((part, at) => {
      if (!part.startsWith(':')) return part === given[at];
      try {
        params[part.slice(1)] = decodeURIComponent(given[at] ?? '');
      } catch {
        return false;
      }
      return true;
    });
    if (fits) return { screen, params };
  }
  return null;
}
