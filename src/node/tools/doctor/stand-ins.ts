import path from 'node:path';
import type { Site } from '../config/types.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { relativePath } from '../files/paths.ts';

type Plugin = Site['config']['esbuild']['plugins'][number];

/** Begins what a stand-in throws, so that it is recognised among what the author's code throws. */
const MARK = 'cascader-docs doctor leaves out ';

/** True for a finding that is about a stand-in, not about the author's code. */
export function isOfStandIn({ text }: Diagnostic): boolean {
  return text.includes(MARK);
}

/**
 * Bundles a module that throws in the place of each file that cannot be bundled. So whatever imports such a file fails when
 * it is rendered, and the rest of the site is rendered as if the file were right.
 *
 * @param files absolute paths
 */
export function standInPlugin(files: ReadonlySet<string>, root: string): Plugin {
  const standIn = (file: string) => {
    const message = JSON.stringify(MARK + relativePath(root, file));
    // With a stack the error would be located here, and not at the page that imports the file.
    const contents = `throw Object.assign(new Error(${message}), { stack: '' }); module.exports = {};`;
    return { contents, loader: 'js' as const };
  };
  return {
    name: 'stand-ins',
    setup(build) {
      build.onResolve({ filter: /^\.{1,2}\/.*\.(?:css|less|s[ac]ss)$/ }, ({ path: specifier, resolveDir, kind }) => {
        const file = path.resolve(resolveDir, specifier);
        return files.has(file) && kind !== 'import-rule' ? { path: file, namespace: 'stand-in' } : undefined;
      });
      build.onLoad({ filter: /.*/, namespace: 'stand-in' }, ({ path: file }) => standIn(file));
      build.onLoad({ filter: /.*/, namespace: 'file' }, ({ path: file }) =>
        files.has(file) ? standIn(file) : undefined,
      );
    },
  };
}
