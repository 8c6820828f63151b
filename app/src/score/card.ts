/** The result as a picture of 1080 × 1350 to send: one SVG with its symbols inside and its colours put in, drawn on a canvas. Works offline. */
import { drawings } from '../server/files.ts';
import type { Win } from '../server/shapes.ts';
import { changedName, fingerprint } from '../server/names.ts';
import { svg } from '../shell/qr.ts';
import { say, t, words } from '../texts/texts.svelte.ts';
import { face, SEATS, sorted, type Kind } from '../tiles/kinds.ts';
import { meldTiles, type Draft } from './draft.ts';
import { isLoss, signed } from './money.ts';

export const WIDE = 1080;
export const HIGH = 1350;
export const escape = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

export async function makeCard(win: Win, draft: Draft, link: string): Promise<Blob> {
  const source = await drawings();
  return painted(cardSvg(win, draft, symbols(source), svg(link) ?? ''));
}

/** The drawings by id, with colours filled in. */
export function symbols(drawings: string): (id: string, x: number, y: number, width: number) => string {
  const plain = drawings.replace(/var\(--[\w-]+,\s*(#[0-9a-fA-F]{3,8})\)/g, '$1');
  return (id, x, y, width) => {
    const found = new RegExp(`<symbol id="${id}" viewBox="([^"]+)">(.*?)</symbol>`, 's').exec(plain);
    if (!found) return '';
    const [, , w, h] = found[1]!.split(' ').map(Number) as [number, number, number, number];
    return `<svg x="${x}" y="${y}" width="${width}" height="${(width * h) / w}" viewBox="${found[1]}">${found[2]}</svg>`;
  };
}

const INK = {
  light: '#f4efdf',
  soft: '#a9cbbe',
  figure: '#f8e7b0',
  gold: '#f2c14e',
  gain: '#7de3b4',
  loss: '#ffc3b4',
} as const;
const EDGE = 56;
const INNER = WIDE - 2 * EDGE;
const SANS = "system-ui, 'Noto Sans CJK HK', 'PingFang HK', sans-serif";
const SERIF = "'Noto Serif HK', 'Noto Serif CJK HK', 'Songti TC', serif";
type Draw = ReturnType<typeof symbols>;

const words_ = (
  x: number,
  y: number,
  size: number,
  said: string,
  fill: string = INK.light,
  more = '',
  family = SANS,
): string =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" font-family="${family}" ${more}>${escape(said)}</text>`;
const END = 'text-anchor="end"';
const MIDDLE = 'text-anchor="middle"';

/** The whole card on felt: rules, figure, hand, lines, then a code to scan beside who pays. */
export function cardSvg(win: Win, draft: Draft, draw: Draw, code: string): string {
  const name = changedName(win.rules.id, win.rules.changes);
  const out = [
    `<defs><radialGradient id="felt" cx="50%" cy="0%" r="120%"><stop offset="0" stop-color="#1a5a4b"/><stop offset="0.45" stop-color="#12483c"/><stop offset="1" stop-color="#0d3a30"/></radialGradient></defs>`,
    `<rect width="${WIDE}" height="${HIGH}" fill="url(#felt)"/>`,
    `<g fill="${INK.light}">${draw('sik', EDGE, 52, 70)}${draw('wu', EDGE + 74, 52, 70)}</g>`,
    words_(WIDE - EDGE, 100, 36, name, INK.soft, END),
    figure(win.capped, draw),
    words_(
      WIDE / 2,
      470,
      36,
      [...(isCapped(win) ? [t('app.capped')] : []), say(win.situation)].join(' · '),
      INK.soft,
      `${MIDDLE} ${narrow(say(win.situation), 36)}`,
    ),
  ];
  const under = hand(draft, draw, out, 520);
  lines(win, out, under + 36, HIGH - EDGE - 264);
  foot(win, code, out);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${HIGH}" viewBox="0 0 ${WIDE} ${HIGH}">${out.join('')}</svg>`;
}

export const isCapped = (win: Win): boolean => win.limit || (win.rules.cap != null && win.fan >= win.rules.cap);

/** A long sentence is squeezed to the card's width. */
const narrow = (said: string, size: number): string =>
  [...said].reduce((sum, char) => sum + (char > '\u2e7f' ? size : size * 0.55), 0) > INNER
    ? `textLength="${INNER}" lengthAdjust="spacingAndGlyphs"`
    : '';

function figure(fan: number, draw: Draw): string {
  const digits = [...String(fan)];
  const step = 188;
  const wide = digits.length * step + 130;
  const from = (WIDE - wide) / 2;
  const drawn = digits.map((digit, at) => draw(`n${digit}`, from + at * step, 130, 216)).join('');
  const unit =
    words.lang === 'en'
      ? words_(from + digits.length * step + 24, 372, 92, t('app.fan'), INK.figure, 'font-weight="700"', SERIF)
      : draw('fan', from + digits.length * step + 26, 278, 100);
  return `<g fill="${INK.figure}">${drawn}${unit}</g>`;
}

/** The counting patterns, one line each, as large as there is room for. */
function lines(win: Win, out: string[], top: number, bottom: number): void {
  const most = 9;
  const shown = win.counted.slice(0, win.counted.length > most ? most - 1 : most);
  const step = Math.min(84, (bottom - top) / Math.max(1, Math.min(win.counted.length, most)));
  const size = Math.min(42, step * 0.56);
  shown.forEach((each, at) => {
    const y = top + at * step;
    const base = y + step / 2 + size * 0.36;
    const [own, other] = words.lang === 'en' ? [each.name.en, each.name.zh] : [each.name.zh, each.name.en];
    const times = each.times > 1 ? ` × ${each.times}` : '';
    out.push(`<path d="M${EDGE} ${y}h${INNER}" stroke="#ffffff" stroke-opacity="0.16" stroke-width="2"/>`);
    out.push(
      `<text x="${EDGE + 6}" y="${base}" font-size="${size}" fill="${INK.light}" font-family="${SANS}" font-weight="700">${escape(own + times)}<tspan dx="18" font-size="${size * 0.68}" font-weight="400" fill="${INK.soft}">${escape(other)}</tspan></text>`,
    );
    out.push(words_(WIDE - EDGE - 6, base, size * 1.06, String(each.fan), INK.figure, `${END} font-weight="700"`));
  });
  if (shown.length < win.counted.length)
    out.push(
      words_(
        EDGE + 6,
        top + shown.length * step + step / 2 + size * 0.36,
        size,
        `+ ${win.counted.length - shown.length}`,
        INK.soft,
      ),
    );
}

/** A QR code with the white margin that cameras need, its purpose, and the money: the winner's, then each payer's. */
function foot(win: Win, code: string, out: string[]): void {
  const side = 240;
  const top = HIGH - EDGE - side;
  const quiet = 8; // the code already includes most of it
  let left = EDGE;
  if (code) {
    out.push(`<rect x="${EDGE}" y="${top}" width="${side}" height="${side}" rx="20" fill="#fffdf8"/>`);
    out.push(
      `<svg x="${EDGE + quiet}" y="${top + quiet}" width="${side - 2 * quiet}" height="${side - 2 * quiet}" ${code.slice(code.indexOf('<svg') + 4).replace(/ (width|height)="[^"]*"/g, '')}`,
    );
    left += side + 32;
    out.push(words_(left, top + side - 100, 27, t('app.card.scan'), INK.soft));
  }
  out.push(words_(left, top + side - 60, 25, t('app.card.rules', { hash: fingerprint(win.rules.hash) }), INK.soft));
  out.push(words_(left, top + side - 22, 25, t('app.card.foot'), INK.soft));
  const paid = win.payments;
  const own = paid?.[win.tiles?.seat ?? 'E'];
  if (!paid || own === undefined) return;
  out.push(words_(WIDE - EDGE, top + 66, 84, signed(own), INK.gain, `${END} font-weight="700"`));
  SEATS.filter((seat) => isLoss(paid[seat] ?? 0)).forEach((seat, at) => {
    const said = t('app.money.loses', {
      seat: seat === win.liable ? t('app.money.liable.seat', { seat }) : t(`seat.${seat}`),
      amount: signed(paid[seat]!),
    });
    out.push(words_(WIDE - EDGE, top + 122 + at * 44, 36, said, INK.loss, `${END} font-weight="700"`));
  });
}

/** The hand in one row, melds with kind and feeder below them, flowers at the bottom; returns where it ends. */
function hand(draft: Draft, draw: Draw, out: string[], top: number): number {
  const concealed = sorted(draft.concealed);
  const gap = 12;
  const places = concealed.length + 3 * draft.melds.length + (draft.tile ? 1 : 0);
  const gaps = gap * draft.melds.length + (draft.tile ? gap + 8 : 0);
  const width = Math.min(72, (INNER - 12 - gaps) / Math.max(places, 1));
  let x = (WIDE - (places * width + gaps)) / 2;
  const tile = (kind: Kind, at: number, y = top, back = false): void =>
    void out.push(tileSvg(kind, at, y, width, draw, back));
  for (const kind of concealed) {
    tile(kind, x);
    x += width;
  }
  for (const meld of draft.melds) {
    x += gap;
    const own = meldTiles(meld);
    own.slice(0, 3).forEach((kind, at) => tile(kind, x + at * width, top, meld.kind === 'concealed' && at !== 1));
    if (own.length === 4) tile(own[3]!, x + width, top - width * 0.24);
    const said = `${t(`app.meld.${meld.kind}`)}${meld.from === null || meld.from === '?' ? '' : `·${t(`seat.${meld.from}`)}`}`;
    const under = top + width * 1.55;
    out.push(
      `<path d="M${x + 4} ${under}h${3 * width - 8}" stroke="${INK.soft}" stroke-width="2"/>`,
      words_(x + 1.5 * width, under + 30, 26, said, INK.soft, MIDDLE),
    );
    x += 3 * width;
  }
  if (draft.tile) {
    x += gap + 8;
    tile(draft.tile, x);
    out.push(
      `<rect x="${x - 6}" y="${top - 6}" width="${width + 12}" height="${width * 1.333 + 16}" rx="${width * 0.2}" fill="none" stroke="${INK.gold}" stroke-width="6"/>`,
    );
  }
  const end = top + width * 1.55 + (draft.melds.length ? 40 : 0);
  if (!draft.flowers.length) return end;
  const small = 56;
  const from = (WIDE - draft.flowers.length * (small + 6)) / 2;
  sorted(draft.flowers).forEach((kind, at) => out.push(tileSvg(kind, from + at * (small + 6), end + 12, small, draw)));
  return end + 12 + small * 1.5;
}

function tileSvg(kind: Kind, x: number, y: number, width: number, draw: Draw, back = false): string {
  const box = (dy: number, fill: string): string =>
    `<rect x="${x}" y="${y + dy}" width="${width}" height="${width * 1.333}" rx="${width * 0.13}" fill="${fill}"/>`;
  return `${box(width * 0.13, '#2f8f6b')}${box(width * 0.045, '#e6dcc0')}${box(0, back ? '#3ba17b' : '#fbf6e7')}${draw(back ? 'back' : face(kind), x + width * 0.045, y + width * 0.06, width * 0.91)}`;
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
    return await new Promise((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
