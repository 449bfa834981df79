import fs from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { appFile } from '../../base/package-dir.ts';

const ENTRY = /[\\/]styled-components[\\/]dist[\\/]styled-components(?:\.browser)?\.esm\.js$/;
const ORIGINAL = 'styled-original';

/** Makes class names stable. The package counts components in loading order, so the names would differ from those in the HTML. */
export function stableStyledPlugin(): Plugin {
  return {
    name: 'stable-styled',
    setup({ onLoad, onResolve }) {
      onLoad({ filter: ENTRY, namespace: 'file' }, ({ path: filePath }) => {
        const original = JSON.stringify(`${ORIGINAL}:${filePath}`);
        return {
          contents: [
            `import original from ${original};`,
            `import { withStableNames } from ${JSON.stringify(appFile('stable-styled.ts'))};`,
            `export * from ${original};`,
            'export const styled = withStableNames(original);',
            'export default styled;',
          ].join('\n'),
          resolveDir: path.dirname(filePath),
        };
      });
      onResolve({ filter: new RegExp(`^${ORIGINAL}:`) }, ({ path: name }) => ({
        path: name.slice(ORIGINAL.length + 1),
        namespace: ORIGINAL,
        sideEffects: false,
      }));
      onLoad({ filter: /.*/, namespace: ORIGINAL }, async ({ path: filePath }) => ({
        contents: await fs.readFile(filePath, 'utf8'),
        resolveDir: path.dirname(filePath),
      }));
    },
  };
}
