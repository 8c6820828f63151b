/** A record for a replay: its deals and their steps; for each step what every player saw, could do and chose. Pure functions. */
import type { Kind, Seat } from '../tiles/kinds.ts';
import { after, blank, type Board } from './board.ts';
import {
  kongsHidden,
  seated,
  seen,
  wallOf,
  type DealLine,
  type DecisionLine,
  type Line,
  type LineType,
  type ProofLine,
  type Viewer,
} from './lines.ts';
import { BadRecord, type MatchRecord } from './record.ts';
import { unplayed } from './wall.ts';

/** A deal of a record: the lines of its steps, each with its place among all lines. */
export interface ReplayDeal {
  readonly number: number;
  readonly start: DealLine;
  /** Places of the lines that are steps: everything but decisions, the proof and cuts. */
  readonly steps: readonly number[];
  readonly proof: ProofLine | null;
  /** The place behind its last line. */
  readonly end: number;
}
/** The viewer: all hands open, a spectator, or a player by name. */
export type Look = { readonly all: true } | { readonly player: string | null };

const ASIDE: ReadonlySet<LineType> = new Set(['decision', 'proof', 'cut', 'start_game', 'end_game']);
export type Mark = 'plain' | 'claim' | 'end';
const CLAIMS: ReadonlySet<LineType> = new Set(['chi', 'pon', 'daiminkan', 'ankan', 'kakan']);
const ENDS: ReadonlySet<LineType> = new Set(['hora', 'ryukyoku', 'false_win']);
const TURNS: ReadonlySet<LineType> = new Set(['chi', 'pon', 'daiminkan', 'hora', 'ryukyoku', 'false_win']);

export class Replay {
  readonly record: MatchRecord;
  readonly deals: readonly ReplayDeal[];
  /** An archive shows all; any other view only what one reader saw. */
  readonly whole: boolean;
  private readonly begun = new Map<string, readonly Board[]>();

  constructor(record: MatchRecord) {
    this.record = record;
    this.whole = record.head.view === 'archive';
    this.deals = dealsOf(record.lines);
    this.start(this.whole ? null : this.only);
  }

  /** The player whose view a record is; null: what everybody saw. */
  get only(): string | null {
    const { view, players } = this.record.head;
    return players.includes(view) ? view : null;
  }

  line(deal: number, step: number): Line {
    return this.record.lines[this.deals[deal]!.steps[step]!]!;
  }

  /** The board of a viewer after a step. */
  board(deal: number, step: number, player: string | null): Board {
    const { start, steps } = this.deals[deal]!;
    const viewer = this.viewer(player, start);
    let board = this.start(player)[deal]!;
    for (const at of steps.slice(0, step + 1)) board = this.moved(board, at, viewer);
    return board;
  }

  /** Everybody's concealed tiles at a step, by seat; in a record of one view, only that player's. */
  hands(deal: number, step: number): Partial<Record<Seat, readonly Kind[]>> {
    const { start } = this.deals[deal]!;
    const found: Partial<Record<Seat, readonly Kind[]>> = {};
    for (const name of this.whole ? start.seats : [this.only]) {
      const board = this.board(deal, step, name);
      if (board.own) found[board.own] = board.hand;
    }
    return found;
  }

  /** What seats could do after a step, and what they chose. */
  decisions(deal: number, step: number): readonly DecisionLine[] {
    const { steps, end } = this.deals[deal]!;
    const between = this.record.lines.slice(steps[step]! + 1, steps[step + 1] ?? end);
    return between.filter((line) => line.type === 'decision');
  }

  /** What was left of the wall after a step, the next tile first; null where it is not known. */
  wall(deal: number, step: number): readonly Kind[] | null {
    const { start, steps, proof } = this.deals[deal]!;
    if (!proof || proof.wall.length !== 144 || !proof.wall.every((id) => id >= 0 && id < 144)) return null;
    const lines = steps.slice(0, step + 1).map((at) => this.record.lines[at]!);
    return unplayed(proof, this.record.head, lines, start.tehais[1]!.length);
  }

  marks(deal: number): readonly Mark[] {
    return this.deals[deal]!.steps.map((at) => {
      const { type } = this.record.lines[at]!;
      return ENDS.has(type) ? 'end' : CLAIMS.has(type) ? 'claim' : 'plain';
    });
  }

  /** The step at which the turn before, or the next one, begins. */
  turn(deal: number, step: number, by: 1 | -1): number {
    const { steps } = this.deals[deal]!;
    const begins = (at: number): boolean => {
      const line = this.record.lines[steps[at]!]!;
      return TURNS.has(line.type) || (line.type === 'tsumo' && line.back === undefined);
    };
    let at = step + by;
    while (at > 0 && at < steps.length - 1 && !begins(at)) at += by;
    return Math.max(0, Math.min(steps.length - 1, at));
  }

  private viewer(player: string | null, deal: DealLine): Viewer {
    return seated({ player, kongsHidden: kongsHidden(this.record.head), seat: null }, deal);
  }
  /** The boards of a viewer before each deal; a line that cannot follow is an error that names it. */
  private start(player: string | null): readonly Board[] {
    const key = JSON.stringify(player);
    const known = this.begun.get(key);
    if (known) return known;
    const found: Board[] = [];
    let board = blank(wallOf(this.record.head));
    let viewer: Viewer = { player, kongsHidden: kongsHidden(this.record.head), seat: null };
    for (const [at, line] of this.record.lines.entries()) {
      if (line.type === 'start_kyoku') {
        viewer = seated(viewer, line);
        found.push(board);
      }
      board = this.moved(board, at, viewer);
    }
    this.begun.set(key, found);
    return found;
  }
  private moved(board: Board, at: number, viewer: Viewer): Board {
    const line = this.record.lines[at]!;
    try {
      const own = this.whole ? seen(line, viewer) : line;
      return own ? after(board, own) : board;
    } catch {
      const facts = { line: at + 1, type: line.type, why: { code: 'play.why.nofit' as const } };
      throw new BadRecord(at + 1, { code: 'play.record_told', facts });
    }
  }
}

function dealsOf(lines: readonly Line[]): readonly ReplayDeal[] {
  const found: { number: number; start: DealLine; steps: number[]; proof: ProofLine | null; end: number }[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.type === 'start_kyoku')
      found.push({ number: line.deal, start: line, steps: [], proof: null, end: at + 1 });
    const own = found.at(-1);
    if (!own || line.type === 'end_game') continue;
    own.end = at + 1;
    if (line.type === 'proof') own.proof = line;
    else if (!ASIDE.has(line.type)) own.steps.push(at);
  }
  return found;
}

/** `12.34` in the fragment: deal 12, step 34, both counted from 1. */
export function placed(hash: string, deals: readonly ReplayDeal[]): { readonly deal: number; readonly step: number } {
  const [, number = '', step = '1'] = /^(\d+)(?:\.(\d+))?$/.exec(hash) ?? [];
  const deal = Math.max(
    0,
    deals.findIndex((each) => String(each.number) === number),
  );
  return { deal, step: Math.max(0, Math.min((deals[deal]?.steps.length ?? 1) - 1, Number(step) - 1)) };
}
export const linkTo = (number: number, step: number): string => `${number}.${step + 1}`;
