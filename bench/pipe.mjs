// `sikwu answer` as a child of node: node pipe.mjs CASES LINES PROGRAM [ARGUMENT …]
// Sends the lines of a file again and again, until LINES are sent, as fast as the child takes them; reads the answers beside.
// Prints one line of JSON: the seconds until the first answer (the start), and the answers a second after it.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { once } from "node:events";

const [file, count, program, ...rest] = process.argv.slice(2);
const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
const wanted = Number(count);

const began = performance.now();
const child = spawn(program, rest, { stdio: ["pipe", "pipe", "inherit"] });
child.stdin.on("error", () => {}); // the child has ended: its exit code tells
let answers = 0;
let refused = 0;
let first = 0;
let pending = "";
child.stdout.setEncoding("utf8");
child.stdout.on("data", (text) => {
  if (answers === 0) first = performance.now();
  const whole = (pending + text).split("\n");
  pending = whole.pop();
  for (const line of whole) {
    answers += 1;
    if ("error" in JSON.parse(line)) refused += 1;
  }
});

// The start is told by itself: one case, and its answer waited for.
child.stdin.write(lines[0] + "\n");
await once(child.stdout, "data");
for (let sent = 1; sent < wanted; ) {
  const some = [];
  for (; some.length < 100 && sent < wanted; sent += 1) some.push(lines[sent % lines.length]);
  if (!child.stdin.write(some.join("\n") + "\n")) await once(child.stdin, "drain");
}
child.stdin.end();
const [code] = await once(child, "close");
const seconds = (performance.now() - first) / 1000;
if (code !== 0 || answers !== wanted) {
  console.error(`exit code ${code}, ${answers} answers of ${wanted}`);
  process.exit(1);
}
console.log(JSON.stringify({ start: (first - began) / 1000, rate: (answers - 1) / seconds, answers, refused }));
