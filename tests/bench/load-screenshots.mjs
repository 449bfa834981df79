import path from 'node:path';
import { build } from 'esbuild';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Bundles the functions that take and compare screenshots, which are not public. */
export async function loadScreenshots() {
  const from = (file) => JSON.stringify(path.join(ROOT, 'src/node/tools/check/screenshots', file));
  const outfile = path.join(ROOT, 'node_modules/.cache/bench-screenshots.mjs');
  await build({
    stdin: {
      contents: `export * from ${from('take/take-set.ts')};
        export * from ${from('compare-sets.ts')};
        export * from ${from('take/screenshot-identity.ts')};
        export * from ${from('take/start-screenshot-browser.ts')};`,
      resolveDir: ROOT,
    },
    ...{ outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'warning' },
  });
  return await import(outfile);
}
