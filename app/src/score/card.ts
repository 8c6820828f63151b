/** The result as a picture of 1080 × 1350 to send: one SVG with its symbols inside and its colours put in, drawn on a canvas. Works offline. */
import sprite from 'virtual:tiles';
import type { Win } from '../server/shapes.ts';
import { fingerprint } from '../server/names.ts';
import { svg } from '../shell/qr.ts';
import { say, t, words, type Message } from '../texts/texts.svelte.ts';
import { face, sorted, type Kind } from '../tiles/kinds.ts';
import { meldTiles, type Draft } from './draft.ts';
import { amount } from './money.ts';

export const WIDE = 1080;
export const HIGH = 1350;
export const escape = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

export async function makeCard(win: Win, draft: Draft, link: string): Promise<Blob> {
  const drawings = await fetch(sprite).then((response) => response.text());
  return painted(cardSvg(win, draft, symbols(drawings), svg(link) ?? ''));
}

/** The drawings by their ids, colours put in. */
export function symbols(drawings: string): (id: string, x: number, y: number, width: number) => string {
  const plain = drawings.replace(/var\(--[\w-]+,\s*(#[0-9a-fA-F]{3,8})\)/g, '$1');
  return (id, x, y, width) => {
    const found = new RegExp(`<symbol id="${id}" viewBox="([^"]+)">(.*?)</symbol>`, 's').exec(plain);
    if (!found) return '';
    const [, , w, h] = found[1]!.split(' ').map(Number) as [number, number, number, number];
    return `<svg x="${x}" y="${y}" width="${width}" height="${(width * h) / w}" viewBox="${found[1]}">${found[2]}</svg>`;
  };
}

export function cardSvg(win: Win, draft: Draft, draw: ReturnType<typeof symbols>, code: string): string {
  const out: string[] = [`<rect width="${WIDE}" height="${HIGH}" rx="26" fill="#f2ecdf"/>`, `<path d="M0 26a26 26 0 0 1 26-26h1028a26 26 0 0 1 26 26v374H0z" fill="#12483c"/>`];
  const text = (x: number, y: number, size: number, words_: string, fill = '#1b231f', more = ''): void => {
    out.push(`<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" font-family="system-ui, 'Noto Sans CJK HK', 'PingFang HK', sans-serif" ${more}>${escape(words_)}</text>`);
  };
  out.push(`<g fill="#f8e7b0">${draw('sik', 56, 48, 76)}${draw('wu', 138, 48, 76)}</g>`);
  text(WIDE - 56, 84, 30, `${t(`app.rules.${win.rules.id}` as 'app.rules.club16')}${win.rules.changes ? ` ＋${win.rules.changes}` : ''}`, '#f4efdf', 'text-anchor="end"');
  text(WIDE - 56, 122, 24, fingerprint(win.rules.hash), '#a9cbbe', 'text-anchor="end"');
  hand(draft, draw, out);
  const digits = [...String(win.capped)];
  out.push(`<g fill="#a9231b">${digits.map((digit, at) => draw(`n${digit}`, 56 + at * 118, 440, 124)).join('')}${draw('fan', 70 + digits.length * 118, 516, 62)}</g>`);
  const own = win.payments?.[win.tiles?.seat ?? 'E'];
  if (own !== undefined) text(WIDE - 56, 540, 72, `+${amount(own)}`.replace('+−', '−'), '#11694f', 'text-anchor="end" font-weight="700"');
  text(WIDE - 56, 590, 28, say(win.situation as Message), '#59635c', 'text-anchor="end"');
  let y = 664;
  for (const each of win.counted.slice(0, 9)) {
    text(110, y, 38, String(each.fan), '#a9231b', 'text-anchor="end" font-weight="700"');
    text(138, y, 36, words.lang === 'en' ? each.name.en : each.name.zh, '#1b231f', 'font-weight="600"');
    y += 58;
  }
  if (code) out.push(`<svg x="${WIDE - 276}" y="${HIGH - 276}" width="220" height="220" ${code.slice(code.indexOf('<svg') + 4).replace(/ (width|height)="[^"]*"/g, '')}`);
  text(56, HIGH - 64, 26, t('app.card.foot'), '#59635c');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${HIGH}" viewBox="0 0 ${WIDE} ${HIGH}">${out.join('')}</svg>`;
}

function hand(draft: Draft, draw: ReturnType<typeof symbols>, out: string[]): void {
  const groups: Kind[][] = [sorted(draft.concealed), ...draft.melds.map(meldTiles), draft.tile ? [draft.tile] : []];
  const many = groups.reduce((sum, group) => sum + group.length, 0);
  const width = Math.min(68, (WIDE - 112 - 16 * groups.length) / Math.max(many, 1));
  let x = 56;
  for (const group of groups) {
    for (const kind of group) {
      out.push(`<rect x="${x}" y="${206 + width * 0.12}" width="${width}" height="${width * 1.333}" rx="${width * 0.13}" fill="#2f8f6b"/><rect x="${x}" y="200" width="${width}" height="${width * 1.333}" rx="${width * 0.13}" fill="#fbf6e7"/>`);
      out.push(draw(face(kind), x + width * 0.045, 200 + width * 0.06, width * 0.91));
      x += width;
    }
    x += group.length ? 16 : 0;
  }
  sorted(draft.flowers).forEach((kind, at) => {
    out.push(`<rect x="${56 + at * 52}" y="320" width="48" height="64" rx="6" fill="#fbf6e7"/>${draw(face(kind), 58 + at * 52, 322, 44)}`);
  });
}

export async function painted(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = WIDE;
    canvas.height = HIGH;
    canvas.getContext('2d')!.drawImage(image, 0, 0);
    return await new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'));
  } finally {
    URL.revokeObjectURL(address);
  }
}
