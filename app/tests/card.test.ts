import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Win } from '../src/server/shapes.ts';
import { read } from '../src/score/line.ts';

const LINE = '2678m (發發發<E) (中中中<W) [白白白白] +2m seat=S round=E 26f';
const win = {
  rules: { id: 'chicken-four', hash: '0123456789abcdef', min: 0, cap: 4, changes: 2 },
  tiles: { seat: 'S' },
  fan: 14,
  capped: 13,
  limit: true,
  liable: 'W',
  payments: { E: 0, S: 576, W: -576, N: 0 },
  situation: { code: 'situation', facts: { seat: 'S', round: 'E', how: '', more: null } },
  counted: Array.from({ length: 11 }, (_, n) => ({
    fan: n + 1,
    times: 1,
    name: { zh: `番${n}`, jyutping: '', en: `Fan ${n}` },
  })),
} as unknown as Win;
const code = '<?xml version="1.0"?><svg width="9" height="9" viewBox="0 0 9 9"><path d="M0 0h1"/></svg>';

describe('the card of a hand, and what it is called after', () => {
  let card: (lang: 'yue' | 'en', qr?: string) => string;
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} });
    vi.stubGlobal('localStorage', { getItem: () => null });
    vi.stubGlobal('addEventListener', () => undefined);
    const { cardSvg, symbols } = await import('../src/score/card.ts');
    const { words } = await import('../src/texts/texts.svelte.ts');
    const draw = symbols(readFileSync(new URL('../../src/sikwu/draw/tiles.svg', import.meta.url), 'utf-8'));
    await words.choose('yue');
    await words.choose('en');
    card = (lang, qr = code) => {
      words.lang = lang;
      return cardSvg(win, read(LINE)!, draw, qr);
    };
  });
  it('is felt to its edges, with a ring round the winning tile and a label under each meld', () => {
    const drawn = card('yue');
    expect(drawn).toContain('<rect width="1080" height="1350" fill="url(#felt)"/>');
    expect(drawn.match(/stroke="#f2c14e"/g)).toHaveLength(1);
    for (const label of ['碰·東', '碰·西', '暗槓']) expect(drawn).toContain(`>${label}<`);
  });
  it('says who pays and who is liable, and by which rules', () => {
    expect(card('yue')).toContain('>西包 −576<');
    expect(card('yue')).toContain('>+576<');
    expect(card('yue')).toContain('>雞四＋2<');
    expect(card('en')).toContain('>W liable −576<');
  });
  it('says fan in English', () =>
    expect([card('en').includes('>fan<'), card('yue').includes('>fan<')]).toEqual([true, false]));
  it('has white round its code and says what it is for; without a network it has neither', () => {
    expect(card('yue')).toMatch(/<rect [^>]*rx="20" fill="#fffdf8"\/><svg [^>]*viewBox="0 0 9 9"/);
    expect(card('yue')).toContain('>掃一掃，睇逐番解釋<');
    expect(card('yue', '')).not.toContain('掃一掃');
  });
  it('cites documents by name, notes in the reader’s language, and no numbers of our own', async () => {
    const { cited } = await import('../src/server/names.ts');
    const source = 'doc000 食糊準則, 十三番, notes 6, 27-28; doc001-common 一番, note 20; D28; C-01, C-28';
    card('yue');
    expect(cited(source)).toBe('清章 食糊準則、十三番、註 6、27-28；常用 一番、註 20');
    card('en');
    expect(cited(source)).toBe('HK standard 食糊準則, 十三番, notes 6, 27-28; HK common 一番, note 20');
  });
  it('counts what there is no room for', () => expect(card('yue')).toContain('>+ 3<'));
});
