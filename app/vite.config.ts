import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Modules of the app in whose place the playground has its own, by name; the names are the same. */
const OWN = [
  'server/transport.ts',
  'server/files.ts',
  'server/served.ts',
  'server/update.svelte.ts',
  'shell/route.svelte.ts',
  'screens.ts',
  'score/WhyNot.svelte',
];
function playground(): Plugin {
  const own = new Map(OWN.map((path) => [at(`src/${path}`), at(`src/playground/${path.split('/').pop()}`)]));
  return {
    name: 'sikwu-playground',
    enforce: 'pre',
    resolveId: async function (id, from) {
      if (id === 'virtual:tiles' || id === 'virtual:titles') return null;
      const found = from?.includes('/app/src/') ? await this.resolve(id, from, { skipSelf: true }) : null;
      return (found && own.get(found.id)) ?? found;
    },
  };
}

/** What the library draws, under a name that changes with it: `virtual:tiles` says which, `virtual:titles` also of which characters. */
function drawn(sprite: 'tiles' | 'titles', inPage = false): Plugin {
  const source = readFileSync(at(`../src/sikwu/draw/${sprite}.svg`));
  const name = `${sprite}.${createHash('sha256').update(source).digest('hex').slice(0, 8)}.svg`;
  const signs = [...source.toString().matchAll(/id="u([0-9a-f]+)"/g)].map((found) =>
    String.fromCodePoint(parseInt(found[1]!, 16)),
  );
  return {
    name: `sikwu-${sprite}`,
    resolveId: (id) => (id === `virtual:${sprite}` ? `\0${sprite}` : null),
    load: (id) =>
      id === `\0${sprite}`
        ? `export default ${JSON.stringify(inPage ? '' : `/${name}`)};\nexport const signs = ${JSON.stringify(signs.join(''))};`
        : null,
    generateBundle() {
      if (!inPage) this.emitFile({ type: 'asset', fileName: name, source });
    },
    configureServer(server) {
      server.middlewares.use(`/${name}`, (_request, response) => {
        response.setHeader('Content-Type', 'image/svg+xml').end(source);
      });
    },
  };
}

/** What the built app carries of others, with its terms as they came: `virtual:bundled`. */
const BUNDLED = [
  'svelte',
  'clsx',
  'esm-env',
  'idb',
  'workbox-core',
  'workbox-expiration',
  'workbox-precaching',
  'workbox-routing',
  'workbox-strategies',
  'workbox-window',
  'vite-plugin-pwa',
];
function bundled(): Plugin {
  const told = BUNDLED.map((name) => {
    const folder = at(`node_modules/${name}/`);
    const own = JSON.parse(readFileSync(`${folder}package.json`, 'utf-8')) as { version: string; license: string };
    const terms = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
    return {
      name,
      version: own.version,
      licence: own.license,
      notice: terms ? readFileSync(folder + terms, 'utf-8') : '',
    };
  });
  return {
    name: 'sikwu-bundled',
    resolveId: (id) => (id === 'virtual:bundled' ? '\0bundled' : null),
    load: (id) => (id === '\0bundled' ? `export default ${JSON.stringify(told)};` : null),
    /** Nothing comes along without its notice. */
    generateBundle(_options, bundle) {
      const inside = Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? Object.keys(each.modules) : []));
      for (const id of inside) {
        const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
        if (name && !BUNDLED.includes(name)) this.error(`${name} is bundled without its notice: add it to BUNDLED`);
      }
    },
  };
}

const LATER =
  /(Settings|About|Compare)Page|habits|server\/files|FanWheel|score\/card|shell\/qr|server\/fitting|sha256|\/gen\/|kernel\/|pwa|workbox|client\/dom\/elements\/attachments/;
const isFirst = (id: string): boolean =>
  (/\/app\/src\/(shell|tiles|texts|score|server)\//.test(id) || /node_modules\/(svelte|esm-env|clsx)\//.test(id)) &&
  !LATER.test(id);

/** The playground: one script and one style sheet, which a browser also opens from a disk. */
const PLAYGROUND = defineConfig({
  plugins: [playground(), svelte(), drawn('tiles', true), drawn('titles', true), bundled()],
  publicDir: false,
  build: {
    outDir: at('../build/playground/app'),
    emptyOutDir: true,
    target: 'es2022',
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      transform: { define: { 'import.meta': '{}' } },
      input: at('src/playground/main.ts'),
      output: {
        format: 'iife',
        codeSplitting: false,
        entryFileNames: 'playground.js',
        assetFileNames: 'playground[extname]',
      },
    },
  },
});

export default defineConfig(({ mode }) => (mode === 'playground' ? PLAYGROUND : APP));
const APP = defineConfig({
  plugins: [
    svelte(),
    drawn('tiles'),
    drawn('titles'),
    bundled(),
    VitePWA({
      registerType: 'prompt',
      injectRegister: false,
      manifest: {
        name: '食糊 Sikwu',
        short_name: '食糊',
        description: '香港麻雀：計番、規矩、數簿',
        lang: 'zh-Hant-HK',
        display: 'standalone',
        start_url: '/',
        background_color: '#F2ECDF',
        theme_color: '#0D3A30',
        icons: [
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
          { src: '/icon-maskable.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
        ],
      },
      workbox: {
        globPatterns: ['**/*.{js,css,html,svg,wasm,bin,json}'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [/^\/api\//, /^\/ws\//, /\.[a-z0-9]+$/],
        maximumFileSizeToCacheInBytes: 3_000_000,
        runtimeCaching: [
          {
            urlPattern: ({ url, sameOrigin }) => sameOrigin && /^\/api\/v1\/(rules|patterns|about)/.test(url.pathname),
            handler: 'StaleWhileRevalidate',
            method: 'GET',
            options: { cacheName: 'rules', expiration: { maxEntries: 300 } },
          },
        ],
      },
    }),
  ],
  build: {
    outDir: at('../src/sikwu/app_dist'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // What the first screen needs is one file, not forty: a phone asks for each.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', test: isFirst }] } } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8000' } },
  // No test fails by the clock: a machine may have much else to do (tests/patience.py).
  test: { include: ['tests/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
});
