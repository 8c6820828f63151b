/** Formats times in local time. */
import { words } from '../texts/texts.svelte.ts';

const locale = (): string => (words.lang === 'en' ? 'en-HK' : 'zh-HK');
export const clock = (at: string): string =>
  new Date(at).toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit', hour12: false });
export const date = (at: string): string =>
  new Date(at).toLocaleDateString(locale(), { year: 'numeric', month: 'long', day: 'numeric' });
export function day(at: string): string {
  const then = new Date(at);
  return then.toDateString() === new Date().toDateString()
    ? clock(at)
    : then.toLocaleDateString(locale(), { month: 'short', day: 'numeric' });
}
