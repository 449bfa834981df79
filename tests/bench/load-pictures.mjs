import path from 'node:path';
import { build } from 'esbuild';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Bundles the functions that take and compare pictures, which are not public. */
export async function loadPictures() {
  const from = (file) => JSON.stringify(path.join(ROOT, 'src/node/tools/check/pictures', file));
  const outfile = path.join(ROOT, 'node_modules/.cache/bench-pictures.mjs');
  await build({
    stdin: {
      contents: `export * from ${from('take/take-set.ts')};
        export * from ${from('compare-sets.ts')};
        export * from ${from('take/picture-identity.ts')};
        export * from ${from('take/start-picture-browser.ts')};`,
      resolveDir: ROOT,
    },
    ...{ outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'warning' },
  });
  return await import(outfile);
}
