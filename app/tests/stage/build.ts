/** Builds the page of the table alone into a folder: `node build.ts FOLDER`. */
import { build } from 'vite';

await build({
  configFile: new URL('../../vite.config.ts', import.meta.url).pathname,
  root: new URL('.', import.meta.url).pathname,
  publicDir: false,
  logLevel: 'error',
  build: { outDir: process.argv[2]!, emptyOutDir: true },
});
