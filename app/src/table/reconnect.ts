// What a client does when its socket is open again: the twin of sikwu.live.reconnect, where the cases are explained by the same numbers.

/** The most events that a server sends one by one; a client that missed more gets a snapshot. */
export const MISSED = 200;

/** What the client kept: the version and hash of its view; `v` null: nothing. */
export type HaveView = { table: string; v: number | null; hash: string };

/** What the welcome said; `gone`: the table was erased, or the token was revoked. */
export type ServerSays = { table: string; v: number; hash: string; gone: boolean };

/** An act without a reply; it is kept together with this note that it waits. */
export type WaitingAct = { table: string; id: string; decision: string; action: string };

type View = 'stop' | 'keep' | 'events' | 'snapshot';

/** What to do, in this order; `start`: with events, the first version that is missing. */
export type Plan = { case: number; view: View; start: number | null; send: WaitingAct[]; drop: WaitingAct[] };

/** First the view, then the acts that wait, the oldest first. */
export function decide(have: HaveView, told: ServerSays, pending: readonly WaitingAct[] = []): Plan {
  if (told.gone || have.table !== told.table)
    return { case: 1, view: 'stop', start: null, send: [], drop: [...pending] };
  const send = pending.filter((act) => act.table === told.table);
  const drop = pending.filter((act) => act.table !== told.table);
  return { ...viewed(have, told), send, drop };
}

function viewed(have: HaveView, told: ServerSays): { case: number; view: View; start: number | null } {
  if (have.v === null) return { case: 2, view: 'snapshot', start: null };
  if (have.v === told.v) {
    return have.hash === told.hash
      ? { case: 3, view: 'keep', start: null }
      : { case: 4, view: 'snapshot', start: null };
  }
  if (have.v > told.v) return { case: 7, view: 'snapshot', start: null };
  if (told.v - have.v <= MISSED) return { case: 5, view: 'events', start: have.v + 1 };
  return { case: 6, view: 'snapshot', start: null };
}
