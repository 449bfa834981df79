import path from 'node:path';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { relativePath } from '../../base/files/paths.ts';
import type { Site } from '../../project/config/types.ts';

type Plugin = Site['config']['esbuild']['plugins'][number];

/** Start of a stand-in's error message, which distinguishes it from errors of the author's code. */
const MARK = 'cascader-docs doctor leaves out ';

/** Returns true for a finding that is about a stand-in, not about the author's code. */
export function isOfStandIn({ text }: Diagnostic): boolean {
  return text.includes(MARK);
}

/** Pages and demos that import such a file then fail when they are rendered, and the rest is rendered normally. */
export function standInPlugin(files: ReadonlySet<string>, root: string): Plugin {
  const standIn = (file: string) => {
    const message = JSON.stringify(MARK + relativePath(root, file));
    // Without a stack, the error is located at the page that imports the file, not here.
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
