/** One live table: its socket, its session, acts that wait for their reply (also after a reload), and the clock. */
import { Socket } from '../server/socket.svelte.ts';
import { all, put, remove } from '../server/store.ts';
import type { WaitingAct } from '../table/reconnect.ts';
import { freshKey } from '../books/outbox.ts';
import { absentOf, acted, begun, companyOf, have, heard, resent, timeLeft, type Session } from './session.ts';
import type { Down, Up } from './wire.ts';

/** After this time without a reply an act is sent again, with the same id. */
const AGAIN = 2500;
/** How often clocks are looked at. */
const TICK = 200;

export class LiveTable {
  readonly id: string;
  at: Session = $state.raw(begun(''));
  now = $state(performance.now());
  readonly socket: Socket<Up, Down>;
  readonly live = $derived.by(() => this.socket.standing === 'live');
  readonly clock = $derived(timeLeft(this.at, this.now));
  readonly company = $derived(companyOf(this.at.seats));
  readonly absent = $derived(absentOf(this.at, this.now));
  private tick: ReturnType<typeof setInterval> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;
  private left = false;

  constructor(id: string, token: string) {
    this.id = id;
    this.at = begun(id);
    this.socket = new Socket<Up, Down>(`/tables/${id}`, token, {
      have: () => have(this.at),
      hear: (frame) => this.hear(frame),
    });
  }

  /** Connects, with the acts that a page before this one has left without a reply. */
  async open(): Promise<void> {
    const kept = (await all<WaitingAct>('acts')).filter((each) => each.table === this.id);
    if (this.left) return;
    this.at = { ...this.at, waiting: kept };
    this.tick = setInterval(() => {
      const { clock, pause, reactions, away } = this.at;
      if (clock || pause || reactions.length || Object.keys(away).length) this.now = performance.now();
    }, TICK);
    this.socket.open();
  }

  close(): void {
    this.left = true;
    clearInterval(this.tick);
    clearTimeout(this.again);
    this.socket.close();
  }

  /** Answers the open question; it is kept on this phone until the server has it. */
  act(action: string): void {
    const done = acted(this.at, freshKey(), action);
    if (!done) return;
    this.at = done.session;
    this.socket.send(done.say);
    void put('acts', done.act);
    this.later();
  }

  /** Anything else; it is lost without a connection. */
  say(frame: Up): boolean {
    return this.socket.send(frame);
  }

  /** Takes the seat back from another window. */
  takeBack(): void {
    this.socket.again();
  }

  private hear(frame: Down): void {
    const before = this.at.waiting;
    const now = performance.now();
    const { session, say } = heard(this.at, frame, now, freshKey);
    this.now = now;
    this.at = session;
    for (const each of say) this.socket.send(each);
    const left = new Set(session.waiting.map((each) => each.id));
    for (const each of before) if (!left.has(each.id)) void remove('acts', each.id);
    if (frame.type === 'welcome') this.later();
  }

  private later(): void {
    clearTimeout(this.again);
    if (!this.at.waiting.length) return;
    this.again = setTimeout(() => {
      for (const each of resent(this.at)) this.socket.send(each);
      this.later();
    }, AGAIN);
  }
}
