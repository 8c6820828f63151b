/** Reads JSON lines of questions, answers each in a line: what the library's tests compare themselves with.

    {"render": {"code", "facts"}, "lang", "table"?}   {"line": "…"}   {"link": "…"}   {"to_link": "…", "base": "…"}   {"shown": "…"}
    {"sha256": "…"}   {"qr": "…"}   {"entries": […]}   {"file": "…", "entries"?: […]}
    {"ahead": {state}, "events": […]}   {"words": {table}}, then   {"asked": "…", "patterns": […]}   {"fold": "…"}   {"order": "en"}
*/
import { createInterface } from 'node:readline';
import { readFileSync } from 'node:fs';
import { render, shown, type Lang, type Message, type Table } from '../src/texts/render.ts';
import { ahead } from '../src/books/ahead.ts';
import type { BookEvent } from '../src/books/events.ts';
import { brokenAt, fileBrokenAt } from '../src/books/chain.ts';
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
  order?: string;
}

/** The table of words that was handed over, and the patterns that it is asked about. */
let words = new Vocabulary();
let patterns: Parameters<Vocabulary['meant']>[1] = [];

async function answer(asked: Question): Promise<unknown> {
  if (asked.render) return render(asked.render, asked.lang!, tables[asked.lang!]);
  if (asked.shown !== undefined) return shown(asked.shown);
  if (asked.line !== undefined) {
    const draft = readLine(asked.line);
    return draft && writeLine(draft);
  }
  if (asked.link !== undefined) {
    const linked = await readLink(asked.link);
    return linked && { base: linked.base, text: writeLine(linked.draft), house: linked.house, unknown: linked.unknown };
  }
  if (asked.sha256 !== undefined) return sha256(asked.sha256);
  if (asked.qr !== undefined) return modules(asked.qr)?.map((row) => row.join('')) ?? null;
  if (asked.file !== undefined) return fileBrokenAt(asked.file, asked.entries);
  if (asked.entries !== undefined) return brokenAt(asked.entries);
  if (asked.ahead !== undefined) {
    const { hands } = asked.ahead;
    const waiting = asked.events!.map((event, at) => ({ id: `${at}`, book: '', hand: null, event, written: '', order: hands + at }));
    return ahead(asked.ahead, waiting);
  }
  if (asked.words !== undefined) [words, patterns] = [new Vocabulary(asked.words), asked.patterns ?? []];
  if (asked.words !== undefined) return patterns.length;
  if (asked.asked !== undefined) return { ...words.meant(asked.asked, patterns), shown: patterns.filter((each) => words.matches(each, asked.asked!)).map((each) => each.id) };
  if (asked.fold !== undefined) return words.fold(asked.fold);
  if (asked.order !== undefined) return inOrder(words.table.glossary, asked.order).map((each) => each.id);
  const draft = readLine(asked.to_link!);
  return draft && withHouse(writeLink(asked.base!, draft), asked.house ?? null);
}

for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify((await answer(JSON.parse(line) as Question)) ?? null));
