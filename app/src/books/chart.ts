/** The geometry of the running totals: lines, the scale beside them, labels that do not touch. */
import type { Amount } from '../server/shapes.ts';

export interface ChartLine {
  readonly player: string;
  /** The number of the hand of the first value. */
  readonly joined: number;
  readonly running: readonly Amount[];
  /** For a long book, only every n-th hand has a value. */
  readonly every?: number;
}
export interface Drawn {
  readonly player: string;
  readonly path: string;
  readonly points: readonly { readonly x: number; readonly y: number; readonly hand: number; readonly value: Amount }[];
  readonly end: { readonly x: number; readonly y: number; readonly label: number };
}
export interface ChartBox {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
const LABEL = 15;

/** An amount as a number for drawing; never for calculating. */
export function size(amount: Amount): number {
  if (typeof amount === 'number') return amount;
  const [over, under] = amount.split('/');
  return Number(over) / Number(under ?? 1);
}

export function ticks(low: number, high: number): number[] {
  const span = Math.max(high - low, 1);
  const rough = span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? rough;
  const out: number[] = [];
  for (let at = Math.ceil(low / step) * step; at <= high + 1e-9; at += step) out.push(Math.round(at * 1000) / 1000);
  return out;
}

export function drawn(
  lines: readonly ChartLine[],
  hands: number,
  box: ChartBox,
): { lines: Drawn[]; ticks: { y: number; value: number }[]; x: (hand: number) => number } {
  const values = [0, ...lines.flatMap((line) => line.running.map(size))];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (hand: number): number => box.left + ((box.width - box.left - box.right) * hand) / Math.max(hands, 1);
  const y = (value: number): number =>
    box.top + ((box.height - box.top - box.bottom) * (high - value)) / Math.max(high - low, 1);
  const out = lines.map((line) => {
    const start = { x: x(line.joined - 1), y: y(0), hand: line.joined - 1, value: 0 as Amount };
    const hand = (at: number): number => line.joined - 1 + (at + 1) * (line.every ?? 1);
    const points = [
      start,
      ...line.running.map((value, at) => ({ x: x(hand(at)), y: y(size(value)), hand: hand(at), value })),
    ];
    const last = points.at(-1)!;
    return {
      player: line.player,
      path: points.map((each, at) => `${at ? 'L' : 'M'}${each.x.toFixed(1)} ${each.y.toFixed(1)}`).join(''),
      points,
      end: { x: last.x, y: last.y, label: last.y },
    };
  });
  return { lines: apart(out, box), ticks: ticks(low, high).map((value) => ({ y: y(value), value })), x };
}

/** The hand numbers shown below the lines: the first, the last, and a few between. */
export function numbers(hands: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((each) => hands / each <= 8) ?? Math.ceil(hands / 8);
  const out = Array.from({ length: Math.floor(hands / step) }, (_, n) => (n + 1) * step).filter(
    (each) => hands - each >= step * 0.7,
  );
  return [...out, ...(hands ? [hands] : [])];
}

/** Labels moved apart so that each can be read. */
function apart(lines: Drawn[], box: ChartBox): Drawn[] {
  const order = [...lines.keys()].sort((a, b) => lines[a]!.end.y - lines[b]!.end.y);
  const labels = lines.map((line) => line.end.y);
  let floor = box.top - LABEL;
  for (const at of order) labels[at] = floor = Math.max(labels[at]!, floor + LABEL);
  const over = Math.max(0, floor - (box.height - box.bottom + 6));
  let roof = Infinity;
  for (const at of [...order].reverse())
    labels[at] = roof = Math.min(
      labels[at]!,
      over ? Math.min(roof - LABEL, box.height - box.bottom + 6) : roof - LABEL,
    );
  return lines.map((line, at) => ({ ...line, end: { ...line.end, label: labels[at]! } }));
}
