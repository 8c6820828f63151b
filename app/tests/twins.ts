/** Reads JSON lines of questions, answers each in a line: what the library's tests compare themselves with.

    {"render": {"code", "facts"}, "lang", "table"?}   {"line": "…"}   {"link": "…"}   {"to_link": "…", "base": "…"}   {"shown": "…"}
    {"sha256": "…"}   {"qr": "…"}   {"entries": […]}   {"file": "…", "entries"?: […]}
    {"boards": [record lines], "viewers": [name or null]}: of each viewer the hash of all its boards in a row, and of the last one
    {"verify": "a record", "own"?: true}: what of its walls does not hold, or which line cannot be read; `own`: without the browser's crypto
    {"case": {of a win in a record}}: its hand line
    {"ahead": {state}, "events": […]}   {"words": {table}}, then   {"asked": "…", "patterns": […]}   {"fold": "…"}   {"order": "en"}
    {"event": {…}, "lang"}
*/
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { readFileSync } from 'node:fs';
import { render, shown, type Lang, type Message, type Table } from '../src/texts/render.ts';
import { ahead } from '../src/books/ahead.ts';
import { wordsOf, type BookEvent } from '../src/books/events.ts';
import { brokenAt, fileBrokenAt } from '../src/books/chain.ts';
import { after, blank, canonical, hashOf } from '../src/table/board.ts';
import { kongsHidden, seated, seen, wallOf, type HeaderLine, type Line, type Viewer } from '../src/table/lines.ts';
import { lineOf } from '../src/table/cases.ts';
import { BadRecord, readRecord } from '../src/table/record.ts';
import { verify } from '../src/table/wall.ts';
import { sha256 } from '../src/server/sha256.ts';
import { modules } from '../src/shell/qr.ts';
import { inOrder, Vocabulary, type WordTable } from '../src/server/vocabulary.ts';
import { read as readLine, write as writeLine } from '../src/score/line.ts';
import { read as readLink, withHouse, write as writeLink, type House } from '../src/score/link.ts';

const tables = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Record<Lang, Table>;
interface Question {
  render?: Message;
  lang?: Lang;
  shown?: string;
  line?: string;
  link?: string;
  to_link?: string;
  base?: string;
  house?: House | null;
  sha256?: string;
  qr?: string;
  entries?: Parameters<typeof brokenAt>[0];
  file?: string;
  ahead?: Parameters<typeof ahead>[0];
  events?: readonly BookEvent[];
  words?: WordTable;
  asked?: string;
  patterns?: Parameters<Vocabulary['meant']>[1];
  fold?: string;
  verify?: string;
  case?: Parameters<typeof lineOf>[0];
  own?: boolean;
  boards?: readonly Line[];
  viewers?: readonly (string | null)[];
  order?: string;
  event?: BookEvent;
}

/** The table of words that was handed over, and the patterns that it is asked about. */
let words = new Vocabulary();
let patterns: Parameters<Vocabulary['meant']>[1] = [];

function boards(lines: readonly Line[], player: string | null): readonly [string, string] {
  const head = lines[0] as HeaderLine;
  let viewer: Viewer = { player, kongsHidden: kongsHidden(head), seat: null };
  let board = blank(wallOf(head));
  const all = createHash('sha256');
  for (const line of lines) {
    if (line.type === 'start_kyoku') viewer = seated(viewer, line);
    const own = seen(line, viewer);
    if (!own || own.type === 'decision') continue;
    board = after(board, own);
    all.update(canonical(board));
  }
  return [all.digest('hex'), hashOf(board)];
}

async function verified(text: string, own?: boolean): Promise<unknown> {
  try {
    const { lines, cut } = readRecord(text);
    const checked = [];
    for await (const each of verify(lines, own)) checked.push(each);
    return { cut, checked };
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    return {
      line: error.line,
      code: error.told.code,
      why: (error.told.facts?.['why'] as Message | undefined)?.code ?? null,
    };
  }
}

async function answer(asked: Question): Promise<unknown> {
  if (asked.render) return render(asked.render, asked.lang!, tables[asked.lang!]);
  if (asked.event) return render(wordsOf(asked.event), asked.lang!, tables[asked.lang!]);
  if (asked.shown !== undefined) return shown(asked.shown);
  if (asked.line !== undefined) {
    const draft = readLine(asked.line);
    return draft && writeLine(draft);
  }
  if (asked.link !== undefined) {
    const linked = await readLink(asked.link);
    return linked && { base: linked.base, text: writeLine(linked.draft), house: linked.house, unknown: linked.unknown };
  }
  if (asked.verify !== undefined) return verified(asked.verify, asked.own);
  if (asked.case !== undefined) return lineOf(asked.case);
  if (asked.boards !== undefined) return asked.viewers!.map((player) => boards(asked.boards!, player));
  if (asked.sha256 !== undefined) return sha256(asked.sha256);
  if (asked.qr !== undefined) return modules(asked.qr)?.map((row) => row.join('')) ?? null;
  if (asked.file !== undefined) return fileBrokenAt(asked.file, asked.entries);
  if (asked.entries !== undefined) return brokenAt(asked.entries);
  if (asked.ahead !== undefined) {
    const { hands } = asked.ahead;
    const waiting = asked.events!.map((event, at) => ({
      id: `${at}`,
      book: '',
      hand: null,
      event,
      written: '',
      order: hands + at,
    }));
    return ahead(asked.ahead, waiting);
  }
  if (asked.words !== undefined) [words, patterns] = [new Vocabulary(asked.words), asked.patterns ?? []];
  if (asked.words !== undefined) return patterns.length;
  if (asked.asked !== undefined)
    return {
      ...words.meant(asked.asked, patterns),
      shown: patterns.filter((each) => words.matches(each, asked.asked!)).map((each) => each.id),
    };
  if (asked.fold !== undefined) return words.fold(asked.fold);
  if (asked.order !== undefined) return inOrder(words.table.glossary, asked.order).map((each) => each.id);
  const draft = readLine(asked.to_link!);
  return draft && withHouse(writeLink(asked.base!, draft), asked.house ?? null);
}

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify((await answer(JSON.parse(line) as Question)) ?? null));
