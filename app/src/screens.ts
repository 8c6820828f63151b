/** The screens of the app; the playground has others (app/src/playground/screens.ts). */
import type { Screen } from './routes.ts';
import ScorePage from './score/ScorePage.svelte';

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
  { path: '/j/table/:id', place: 'play', loadOf: () => import('./play/JoinPage.svelte') },
  { path: '/j/:kind/:id', place: 'books', loadOf: () => import('./books/JoinPage.svelte') },
  { path: '/play', place: 'play', load: () => import('./play/LobbyPage.svelte') },
  { path: '/play/new', place: 'play', load: () => import('./play/NewTablePage.svelte') },
  { path: '/play/join', place: 'play', loadOf: () => import('./play/JoinPage.svelte') },
  { path: '/play/join/:code', place: 'play', loadOf: () => import('./play/JoinPage.svelte') },
  { path: '/play/:id', place: 'play', loadOf: () => import('./play/TablePage.svelte') },
  { path: '/watch/:id', place: 'play', loadOf: () => import('./play/TablePage.svelte') },
  { path: '/records', place: 'play', load: () => import('./table/OpenPage.svelte') },
  { path: '/records/:id', place: 'play', loadOf: () => import('./table/ReplayPage.svelte') },
  { path: '/verify', place: 'play', load: () => import('./table/OpenPage.svelte') },
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
