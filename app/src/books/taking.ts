/** Adds an opened, joined or imported book to this phone. */
import { mine, rememberMe } from './mine.svelte.ts';
import type { Joined, Opened } from './wire.ts';

const now = (): string => new Date().toISOString();

export async function takeOpened(opened: Opened, me: string): Promise<void> {
  await mine.keep({
    id: opened.book,
    name: opened.state.name,
    token: opened.keeper.token,
    tokenId: opened.keeper.id,
    role: 'keeper',
    host: opened.host.token,
    invite: opened.invite.secret,
    code: opened.invite.code,
    gives: opened.invite.kind,
    me,
    seen: now(),
    page: { state: opened.state, entries: [] },
  });
}
/** `only`: the person only wants to watch, whatever role the host has given. */
export async function takeJoined(joined: Joined, token: string, only: boolean): Promise<string> {
  rememberMe(joined.name);
  await mine.keep({
    id: joined.book!,
    name: joined.title ?? '',
    token,
    role: only ? 'reader' : (joined.kind ?? 'reader'),
    me: joined.name,
    seen: now(),
  });
  return joined.book!;
}
