/** The screens of the playground; those that need a server say so. */
import type { Screen } from '../routes.ts';
import ScorePage from '../score/ScorePage.svelte';

const needs: Pick<Extract<Screen, { load: unknown }>, 'load'> = { load: () => import('./NeedsServer.svelte') };

export const SCREENS: readonly Screen[] = [
  { path: '/', place: 'score', load: () => Promise.resolve({ default: ScorePage }) },
  { path: '/house', place: 'house', loadOf: () => import('../house/HousePage.svelte') },
  { path: '/house/:preset', place: 'house', loadOf: () => import('../house/HousePage.svelte') },
  { path: '/learn', place: 'learn', loadOf: () => import('../learn/LearnPage.svelte') },
  { path: '/learn/quiz', place: 'learn', load: () => import('../learn/QuizPage.svelte') },
  { path: '/learn/away', place: 'learn', load: () => import('../learn/DrillPage.svelte') },
  ...['play', 'tiles', 'fan', 'words'].map((lesson): Screen => ({
    path: `/learn/${lesson}`,
    place: 'learn',
    load: () => import('../learn/LessonPage.svelte'),
  })),
  { path: '/learn/first', place: 'learn', ...needs },
  { path: '/learn/:pattern', place: 'learn', loadOf: () => import('../learn/LearnPage.svelte') },
  { path: '/settings', place: null, load: () => import('../shell/SettingsPage.svelte') },
  { path: '/compare', place: 'score', ...needs },
  { path: '/books', place: 'books', ...needs },
  { path: '/books/:id', place: 'books', ...needs },
  { path: '/play', place: 'play', ...needs },
  { path: '/play/:id', place: 'play', ...needs },
  { path: '/records', place: 'play', ...needs },
  { path: '/verify', place: 'play', ...needs },
  { path: '/join', place: 'books', ...needs },
  { path: '/about', place: null, ...needs },
];
