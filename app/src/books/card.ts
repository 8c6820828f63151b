/** The evening as a picture of 1080 × 1350: totals, their chart, who pays whom. Made on this phone. */
import { drawings } from '../server/files.ts';
import { escape, HIGH, painted, symbols, WIDE } from '../score/card.ts';
import { fingerprint, shortName } from '../server/names.ts';
import { t } from '../texts/texts.svelte.ts';
import { drawn, size } from './chart.ts';
import { dollars, signedDollars } from './units.ts';
import type { BookState, Move, PlayerStats } from './wire.ts';

const COLOURS = ['#11694f', '#1c55b5', '#7b3fb0', '#b0470b', '#a9231b', '#59635c'];
const DASHES = ['', '18 10', '5 10', '24 8 5 8', '10 5', '3 12'];

export async function eveningCard(
  state: BookState,
  stats: readonly PlayerStats[],
  settle: readonly Move[],
  date: string,
): Promise<Blob> {
  const source = await drawings();
  return painted(eveningSvg(state, stats, settle, date, symbols(source)));
}

/** The position of a line's label: moved down if it would touch the one above. */
function apart(lines: ReturnType<typeof drawn>['lines'], at: number): number {
  let floor = -Infinity;
  for (const each of [...lines.keys()].sort((a, b) => lines[a]!.end.y - lines[b]!.end.y)) {
    floor = Math.max(lines[each]!.end.y, floor + 34);
    if (each === at) break;
  }
  return floor;
}

export function eveningSvg(
  state: BookState,
  stats: readonly PlayerStats[],
  settle: readonly Move[],
  date: string,
  draw: ReturnType<typeof symbols>,
): string {
  const out: string[] = [
    `<rect width="${WIDE}" height="${HIGH}" rx="26" fill="#f2ecdf"/>`,
    `<path d="M0 26a26 26 0 0 1 26-26h1028a26 26 0 0 1 26 26v204H0z" fill="#12483c"/>`,
  ];
  const text = (x: number, y: number, px: number, words: string, fill = '#1b231f', more = ''): void => {
    out.push(
      `<text x="${x}" y="${y}" font-size="${px}" fill="${fill}" font-family="system-ui, 'Noto Sans CJK HK', 'PingFang HK', sans-serif" ${more}>${escape(words)}</text>`,
    );
  };
  const end = 'text-anchor="end"';
  out.push(`<g fill="#f8e7b0">${draw('sik', 56, 56, 76)}${draw('wu', 138, 56, 76)}</g>`);
  text(WIDE - 56, 100, 44, state.name.slice(0, 24), '#f4efdf', `${end} font-weight="700"`);
  text(WIDE - 56, 150, 28, `${date} · ${t('app.books.hands', { n: state.hands })}`, '#a9cbbe', end);
  text(
    56,
    192,
    24,
    t('app.books.sub', { rules: shortName(state.rules.rules.id), hash: fingerprint(state.rules.rules.hash) }),
    '#a9cbbe',
  );
  text(WIDE - 56, 192, 24, t('app.books.card.head', { head: fingerprint(state.head) }), '#a9cbbe', end);
  const ranked = Object.entries(state.totals)
    .filter(([player]) => player !== '')
    .sort((a, b) => size(b[1]) - size(a[1]))
    .slice(0, 6);
  ranked.forEach(([player, total], at) => {
    const y = 310 + at * 74;
    text(56, y, 44, player.slice(0, 20), '#1b231f', at === 0 ? 'font-weight="700"' : '');
    text(
      WIDE - 56,
      y,
      52,
      signedDollars(total),
      size(total) < 0 ? '#a9231b' : size(total) > 0 ? '#11694f' : '#1b231f',
      `${end} font-weight="700"`,
    );
  });
  const top = 310 + ranked.length * 74;
  const box = { width: WIDE, height: 360, left: 60, right: 230, top: 10, bottom: 20 };
  const lines = drawn(stats, state.hands, box).lines;
  out.push(
    `<g transform="translate(0 ${top - 30})">${lines.map((line, at) => `<path d="${line.path}" fill="none" stroke="${COLOURS[at % 6]}" stroke-width="6" stroke-linejoin="round" stroke-dasharray="${DASHES[at % 6]}"/>`).join('')}</g>`,
  );
  lines.forEach((line, at) =>
    text(
      line.end.x + 14,
      top - 22 + apart(lines, at),
      28,
      line.player.slice(0, 8),
      COLOURS[at % 6],
      'font-weight="700"',
    ),
  );
  let y = top + 390;
  text(56, y, 28, t('app.books.settle'), '#59635c');
  for (const move of settle.slice(0, Math.max(0, Math.floor((HIGH - 110 - y) / 50)))) {
    y += 50;
    text(
      56,
      y,
      36,
      t('app.books.settle.line', { from: move.from || t('app.books.pot'), to: move.to || t('app.books.pot') }),
    );
    text(WIDE - 56, y, 36, dollars(move.amount), '#1b231f', `${end} font-weight="700"`);
  }
  text(56, HIGH - 44, 26, t('app.card.foot'), '#59635c');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${HIGH}" viewBox="0 0 ${WIDE} ${HIGH}">${out.join('')}</svg>`;
}
