/**
 * What `default` means where a CommonJS module is imported. A package, the documented library too, has Node's rule, as the
 * bundler applies it: an ES module by its name or its package.json gets all of what it imports. What is written for the site
 * gets what the imported module says is its default (`__esModule`): the sandbox and exported projects know no other rule.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { BuildOptions, BuildResult, Metafile, Plugin, SameShape } from 'esbuild';
import { escapeRegExp } from '../../shared/escape-reg-exp.ts';
import { buildWithEnvironment } from './esbuild/build-with-environment.ts';
import { isModule, readShape, SCRIPT } from './esbuild/module-bridge.ts';

type Options = BuildOptions & { absWorkingDir: string; metafile: true; write: false };
type IsOwn = (filePath: string) => boolean;

/** Namespaces of modules between: one that gives what a module says of itself, and one that `import()` gives all of. */
const BY_FLAG = 'by-flag';
const LATER = 'later';

/**
 * Bundles, and once more when the bundler's rule is not ours: what is written for an ES module project imports the default of
 * a module with `__esModule`, or a module is imported when it is needed, which in a chunk of its own had no names.
 *
 * @param isOwn tells for an absolute path whether it is no package's
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

/** Specifiers of the imports to which the bundler would give another meaning. */
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
    // No file but a module that a plugin made.
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
        // The bundler goes by the name of a file, also of one that is none.
        const rule = hasFlagRule || !isModule(importer) ? 'flag.js' : 'node.mjs';
        return { path: `${filePath}?${rule}`, namespace: LATER, pluginData: filePath };
      });
      build.onLoad({ filter: /.*/, namespace: BY_FLAG }, ({ path: filePath }) => {
        const from = JSON.stringify(filePath);
        const contents = `export * from ${from}; export { default } from ${from};`;
        return { contents, resolveDir: path.dirname(filePath) };
      });
      build.onLoad({ filter: /.*/, namespace: LATER }, ({ pluginData: filePath }) => {
        // The names are known when it runs, those of an ES module are not: its promise gives another object in its place.
        const contents = `import * as module from ${JSON.stringify(filePath)}; export const then = (resolve) => resolve(module);`;
        return { contents, resolveDir: path.dirname(filePath) };
      });
    },
  };
}
