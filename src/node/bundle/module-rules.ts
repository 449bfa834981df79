/**
 * Packages, including the documented library, follow Node's rule, as esbuild does: in an ES module, `default` is all of
 * `module.exports`. In code of the site, it is the default export of a module with `__esModule`, as in the sandbox and
 * in exported projects.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { BuildOptions, BuildResult, Metafile, Plugin, SameShape } from 'esbuild';
import { escapeRegExp } from '../../shared/escape-reg-exp.ts';
import { buildWithEnvironment } from './esbuild/build-with-environment.ts';
import { isModule, readShape, SCRIPT } from './esbuild/module-bridge.ts';

type Options = BuildOptions & { absWorkingDir: string; metafile: true; write: false };
type IsOwn = (filePath: string) => boolean;

/** `BY_FLAG` re-exports by the `__esModule` rule; `LATER` provides a module for `import()`. */
const BY_FLAG = 'by-flag';
const LATER = 'later';

/**
 * Bundles again with `rulesPlugin` if an ES module of the site imports the default of a module with `__esModule`, or if
 * `import()` loads a CommonJS module, which would have no named exports.
 */
export async function buildByRules<T extends Options>(
  options: SameShape<Options, T>,
  isOwn: IsOwn,
): Promise<BuildResult<T>> {
  const result = await buildWithEnvironment<T>(options as SameShape<BuildOptions, T>);
  const specifiers = findOtherwise(result.metafile as Metafile, options, isOwn);
  if (specifiers.size === 0) return result;
  const plugins = [rulesPlugin(specifiers, options, isOwn), ...(options.plugins ?? [])];
  return await buildWithEnvironment<T>({ ...options, plugins } as SameShape<BuildOptions, T>);
}

function findOtherwise({ inputs }: Metafile, { absWorkingDir, splitting }: Options, isOwn: IsOwn): Set<string> {
  const found = new Set<string>();
  for (const [key, { imports }] of Object.entries(inputs)) {
    const importer = path.resolve(absWorkingDir, key);
    for (const { path: target, kind, original, external } of imports) {
      if (external || original === undefined || !SCRIPT.test(target) || inputs[target]?.format === 'esm') continue;
      const isLater = kind === 'dynamic-import' && splitting;
      const isOther = kind === 'import-statement' && isModule(importer) && isOwn(importer);
      if (isLater || (isOther && isFlagged(path.resolve(absWorkingDir, target)))) found.add(original);
    }
  }
  return found;
}

function isFlagged(filePath: string): boolean {
  try {
    return fs.readFileSync(filePath, 'utf8').includes('__esModule');
  } catch {
    // Not a file: a virtual module of a plugin.
    return false;
  }
}

function rulesPlugin(specifiers: ReadonlySet<string>, { splitting }: Options, isOwn: IsOwn): Plugin {
  const filter = new RegExp(`^(${[...specifiers].map(escapeRegExp).join('|')})$`);
  return {
    name: 'module-rules',
    setup(build) {
      build.onResolve({ filter }, async ({ path: target, importer, kind, namespace, resolveDir, pluginData }) => {
        const isLater = kind === 'dynamic-import' && splitting;
        const hasFlagRule = namespace !== 'file' || isOwn(importer);
        if (pluginData !== undefined || !(isLater || (kind === 'import-statement' && hasFlagRule))) return;
        const found = await build.resolve(target, {
          importer,
          kind,
          namespace,
          resolveDir,
          pluginData: buildByRules,
        });
        const { path: filePath, external, errors } = found;
        if (errors.length > 0 || external || !path.isAbsolute(filePath) || !SCRIPT.test(filePath)) return;
        if ((await readShape(build, filePath)).isEsm) return;
        if (!isLater) return { path: filePath, namespace: BY_FLAG };
        // esbuild chooses its rule by the file name, also for a virtual module.
        const rule = hasFlagRule || !isModule(importer) ? 'flag.js' : 'node.mjs';
        return { path: `${filePath}?${rule}`, namespace: LATER, pluginData: filePath };
      });
      build.onLoad({ filter: /.*/, namespace: BY_FLAG }, ({ path: filePath }) => {
        const from = JSON.stringify(filePath);
        const contents = `export * from ${from}; export { default } from ${from};`;
        return { contents, resolveDir: path.dirname(filePath) };
      });
      build.onLoad({ filter: /.*/, namespace: LATER }, ({ pluginData: filePath }) => {
        // CommonJS export names are known only at run time, and an ES module cannot declare them. With an export
        // `then`, `import()` resolves to another object.
        const contents = `import * as module from ${JSON.stringify(filePath)}; export const then = (resolve) => resolve(module);`;
        return { contents, resolveDir: path.dirname(filePath) };
      });
    },
  };
}
