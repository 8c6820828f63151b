/** The state of a replay: the current step, and the chosen viewer. */
import type { Seat } from '../tiles/kinds.ts';
import type { Board } from './board.ts';
import { around } from './layout.ts';
import { linkTo, placed, type Look, type Replay } from './replay.ts';

const BEAT = 800;
const ALL: Look = { all: true };

export class Replaying {
  readonly replay: Replay;
  deal = $state(0);
  step = $state(0);
  look = $state.raw<Look>(ALL);
  playing = $state(false);
  private beat: ReturnType<typeof setInterval> | undefined;

  constructor(replay: Replay, hash: string) {
    this.replay = replay;
    if (!replay.whole) this.look = { player: replay.only };
    this.goTo(hash);
  }

  own = $derived.by(() => this.replay.deals[this.deal]!);
  steps = $derived.by(() => this.own.steps.length);
  last = $derived.by(() => this.step === this.steps - 1);
  line = $derived.by(() => this.replay.line(this.deal, this.step));
  open = $derived.by(() => 'all' in this.look);
  player = $derived.by(() => ('all' in this.look ? this.replay.deals[0]!.start.seats[0] : this.look.player));
  board = $derived.by<Board>(() =>
    this.replay.board(this.deal, this.step, 'all' in this.look ? null : this.look.player),
  );
  /** The seat at the bottom: the chosen viewer's, otherwise the first dealer's. */
  bottom = $derived.by<Seat>(() => {
    const place = this.own.start.seats.indexOf(this.player ?? this.replay.record.head.players[0]);
    return around('E')[Math.max(0, place)]!;
  });
  hands = $derived.by(() => (this.open ? this.replay.hands(this.deal, this.step) : {}));
  decisions = $derived.by(() => {
    const all = this.replay.decisions(this.deal, this.step);
    if (this.open) return all;
    const seat = this.player === null ? null : this.bottom;
    return all.filter((each) => each.seat === (each.at === 'cut' ? this.player : seat));
  });
  wall = $derived.by(() => (this.open ? this.replay.wall(this.deal, this.step) : null));
  marks = $derived.by(() => this.replay.marks(this.deal));
  hash = $derived.by(() => linkTo(this.own.number, this.step));

  goTo(hash: string): void {
    const at = placed(hash, this.replay.deals);
    this.deal = at.deal;
    this.step = at.step;
  }
  to(step: number): void {
    this.step = Math.max(0, Math.min(this.steps - 1, step));
  }
  by(steps: number): void {
    this.to(this.step + steps);
  }
  turn(by: 1 | -1): void {
    this.to(this.replay.turn(this.deal, this.step, by));
  }
  chooseDeal(deal: number): void {
    this.deal = Math.max(0, Math.min(this.replay.deals.length - 1, deal));
    this.step = 0;
  }

  /** Plays on by itself, one step in 0.8 s, to the end of the deal. */
  toggle(): void {
    if (this.playing) return this.stop();
    if (this.last) this.step = 0;
    this.playing = true;
    this.beat = setInterval(() => {
      this.by(1);
      if (this.last) this.stop();
    }, BEAT);
  }
  stop(): void {
    this.playing = false;
    clearInterval(this.beat);
  }
}
