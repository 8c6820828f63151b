/** Reads the record of a match: JSON Lines with a hash chain on request. Twin of `sikwu.play.record`.

A last line that is cut off is left out; anything else that cannot be read or does not follow is an error that names its line. */
import { sha256 } from '../server/sha256.ts';
import type { Message } from '../texts/render.ts';
import type { HeaderLine, Line } from './lines.ts';
import { faultOf, known, TYPES } from './shapes.ts';

const DIGITS = 16;
const TAIL = ',"h":""}'.length + DIGITS;
const LONGEST = 60;

export interface MatchRecord {
  readonly head: HeaderLine;
  readonly lines: readonly Line[];
  /** The number of a last line that is cut off and was left out. */
  readonly cut: number | null;
  /** The file as it came. */
  readonly text: string;
}
/** A record that cannot be read, and where. */
export class BadRecord extends Error {
  readonly line: number;
  readonly told: Message;
  constructor(line: number, told: Message) {
    super(told.code);
    this.line = line;
    this.told = told;
  }
}
const refused = (line: number, why: Message): BadRecord =>
  new BadRecord(line, { code: 'play.record_line', facts: { line, why } });

/** The record of a file's text; a line that cannot be read, or breaks the hash chain, throws a `BadRecord` with its number. */
export function readRecord(text: string): MatchRecord {
  const rows = text.split('\n');
  const rest = rows.pop()!;
  const lines: Line[] = [];
  let before = '';
  for (const [at, row] of rows.entries()) {
    const chain = ((lines[0] ?? readLine(row, 1)) as Partial<HeaderLine>).chain === true;
    before = follows(before, row, at + 1, chain);
    const line = readLine(row, at + 1);
    if ((line.type === 'start_game') !== (at === 0)) throw refused(at + 1, { code: 'play.why.first' });
    lines.push(line);
  }
  const [head] = lines;
  if (!head) throw new BadRecord(1, { code: 'play.record_empty' });
  return { head: head as HeaderLine, lines, cut: rest ? rows.length + 1 : null, text };
}

function readLine(row: string, number: number): Line {
  const line = readObject(row, number);
  if (!(TYPES as unknown[]).includes(line['type']))
    throw refused(number, { code: 'play.why.type', facts: { types: TYPES } });
  const fault = faultOf(line);
  if (!fault) return known(line);
  const facts = { key: fault.key, type: line['type'] as string, told: short(line[fault.key]) };
  throw refused(number, { code: fault.missing ? 'play.why.no_key' : 'play.why.key', facts });
}
function readObject(row: string, number: number): Readonly<Record<string, unknown>> {
  let line: unknown;
  try {
    line = JSON.parse(row);
  } catch {
    throw refused(number, { code: 'play.why.json' });
  }
  if (typeof line !== 'object' || line === null || Array.isArray(line))
    throw refused(number, { code: 'play.why.json' });
  return line as Record<string, unknown>;
}
function short(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

/** The hash of a row, if the header announces hashes; otherwise empty. */
function follows(before: string, row: string, number: number, chain: boolean): string {
  if (chain) {
    const hash = sha256(`${before}${row.slice(0, -TAIL)}}`).slice(0, DIGITS);
    if (row.slice(-TAIL) !== `,"h":"${hash}"}`) {
      readObject(row, number); // a row that is not an object is reported as such
      throw new BadRecord(number, { code: 'play.record_chain', facts: { line: number } });
    }
    return hash;
  }
  if (/"h"|\\u/.test(row) && Object.hasOwn(readObject(row, number), 'h'))
    throw new BadRecord(number, { code: 'play.record_no_chain', facts: { line: number } });
  return before;
}
