/** Maps paths to screens; a screen's code is loaded when it is first opened. */
import type { Component } from 'svelte';
import { SCREENS } from './screens.ts';

/** The parts of a path that are passed to a screen. */
export type Params = Readonly<Partial<Record<'preset' | 'id' | 'tab' | 'code' | 'kind' | 'pattern', string>>>;
/** A screen without parameters, and one with parts of its path. */
export type Bare = Component<Record<string, never>>;
export type OfPath = Component<{ params: Params }>;
export type Place = 'score' | 'house' | 'books' | 'play' | 'learn';
export type Screen = {
  /** Parts that begin with a colon are passed to the screen as text. */
  readonly path: string;
  readonly place: Place | null;
} & ({ readonly load: () => Promise<{ default: Bare }> } | { readonly loadOf: () => Promise<{ default: OfPath }> });

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
