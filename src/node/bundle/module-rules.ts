/**
 * Packages, including the documented library, follow Node's rule, as in esbuild: in an ES module, `default` is the
 * whole `module.exports`. In code of the site, `default` is the default export of a module with `__esModule`, as in the
 * sandbox and in exported projects.
 */

import fs from 'node:fs';
import path from 'node:path';
import type { BuildFailure, BuildOptions, BuildResult, Metafile, Plugin } from 'esbuild';
import { escapeRegExp } from '../../shared/escape-reg-exp.ts';
import type { Site } from '../project/config/types.ts';
import { isHeld, refusalOf } from '../project/file-scope.ts';
import { entryFiles } from './demos/demo-graph.ts';
import { createBoundary } from './demos/package-boundary.ts';
import { sourceOfEntry } from './esbuild/entries.ts';
import { buildWithEnvironment } from './esbuild/environment.ts';
import { inputFile } from './esbuild/input-files.ts';
import { isModule, readShape, SCRIPT } from './esbuild/module-bridge.ts';
import { type BundleInput, commonOptions } from './options.ts';
import {
  createRealPath,
  type RealPath,
  refusalOfImport,
  refusedPatterns,
  type Scope,
  scopePlugin,
  withoutQuery,
} from './plugins/scope-plugin.ts';

type Options = BuildOptions & { absWorkingDir: string; metafile: true; write: false };
type Bundle = BuildResult<Options>;
type IsOwn = (filePath: string) => boolean;

/** Modules in `BY_FLAG` re-export by the `__esModule` rule; modules in `LATER` are for `import()`. */
const BY_FLAG = 'by-flag';
const LATER = 'later';

/** Bundles modules of the site. `plugins` run before the plugins of all bundles. Throws esbuild's `BuildFailure`. */
export async function bundleModules(
  input: BundleInput,
  { plugins = [], ...output }: Omit<BuildOptions, 'absWorkingDir' | 'metafile' | 'write'>,
): Promise<Pick<Bundle, 'outputFiles' | 'metafile'>> {
  const { isOwn } = createBoundary(input.site, entryFiles(input.demos));
  const common = commonOptions(input);
  return await buildInScope(input, (scope) =>
    buildByRules({ ...common, ...output, plugins: [...scope, ...plugins, ...common.plugins] }, isOwn),
  );
}

/**
 * Bundles again with `rulesPlugin` if an ES module of the site imports the default of a module with `__esModule`, or if
 * `import()` loads a CommonJS module, which would have no named exports.
 */
async function buildByRules(options: Options, isOwn: IsOwn): Promise<Bundle> {
  const result = await buildWithEnvironment<Options>(options);
  const specifiers = findOtherwise(result.metafile, options, isOwn);
  if (specifiers.size === 0) return result;
  return await buildWithEnvironment<Options>({
    ...options,
    plugins: [rulesPlugin(specifiers, options, isOwn), ...(options.plugins ?? [])],
  });
}

function findOtherwise({ inputs }: Metafile, { absWorkingDir, splitting }: Options, isOwn: IsOwn): Set<string> {
  const found = new Set<string>();
  for (const [key, { imports }] of Object.entries(inputs)) {
    const importer = inputFile(key, absWorkingDir);
    for (const { path: target, kind, original, external } of imports) {
      if (external || original === undefined || !SCRIPT.test(target) || inputs[target]?.format === 'esm') continue;
      const isLater = kind === 'dynamic-import' && splitting;
      const isOther = kind === 'import-statement' && importer !== undefined && isOwn(importer) && isModule(importer);
      if (isLater || (isOther && isFlagged(path.resolve(absWorkingDir, target)))) found.add(original);
    }
  }
  return found;
}

function isFlagged(filePath: string): boolean {
  try {
    return fs.readFileSync(filePath, 'utf8').includes('__esModule');
  } catch {
    // The path is not a file, but a virtual module of a plugin.
    return false;
  }
}

function rulesPlugin(specifiers: ReadonlySet<string>, { splitting, absWorkingDir }: Options, isOwn: IsOwn): Plugin {
  const filter = new RegExp(`^(${[...specifiers].map(escapeRegExp).join('|')})$`);
  return {
    name: 'module-rules',
    setup(build) {
      build.onResolve({ filter }, async ({ path: target, importer, kind, namespace, resolveDir, pluginData }) => {
        const isLater = kind === 'dynamic-import' && splitting;
        const file = inputFile(namespace === 'file' ? importer : `${namespace}:${importer}`, absWorkingDir);
        const hasFlagRule = file === undefined || isOwn(file);
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
        // esbuild chooses the rule by the file name, even for a virtual module.
        const rule = hasFlagRule || !isModule(importer) ? 'flag.js' : 'node.mjs';
        return { path: `${filePath}?${rule}`, namespace: LATER, pluginData: filePath };
      });
      build.onLoad({ filter: /.*/, namespace: BY_FLAG }, ({ path: filePath }) => {
        const from = JSON.stringify(filePath);
        const contents = `export * from ${from}; export { default } from ${from};`;
        return { contents, resolveDir: path.dirname(filePath) };
      });
      build.onLoad({ filter: /.*/, namespace: LATER }, ({ pluginData: filePath }) => {
        // The names of CommonJS exports are known only at run time, so an ES module cannot declare them. A module that
        // exports `then` can make `import()` resolve to another object.
        const contents = `import * as module from ${JSON.stringify(filePath)}; export const then = (resolve) => resolve(module);`;
        return { contents, resolveDir: path.dirname(filePath) };
      });
    },
  };
}

/** Bundles again and checks every import, which is slow, only if a file in the metafile is rejected. */
async function buildInScope(scope: Scope, build: (plugins: Plugin[]) => Promise<Bundle>): Promise<Bundle> {
  const realPath = createRealPath();
  const outcome = await build([]).catch((failure: BuildFailure) => failure);
  const isBuilt = 'metafile' in outcome;
  const isSuspect = isBuilt
    ? importsRefused(outcome.metafile, scope, realPath)
    : (outcome.errors ?? []).some(({ text, location }) => isOfRefused(text, location?.file, scope.site, realPath));
  if (isSuspect) return await build([scopePlugin(scope)]);
  if (!isBuilt) throw outcome;
  return outcome;
}

function importsRefused(metafile: Metafile, scope: Scope, realPath: RealPath): boolean {
  const { site, pages = [], demos = [] } = scope;
  const inputs = Object.entries(metafile.inputs);
  // esbuild reports real paths.
  const suspects = new Map(
    inputs.flatMap(([key]) => {
      const [, bridged = ''] = /^[a-z-]{2,}:(.*)$/s.exec(key) ?? [];
      const filePath = path.isAbsolute(bridged) ? withoutQuery(bridged) : inputFile(key, site.root);
      if (filePath === undefined || !refusalOf({ filePath, folder: site.root, realPath: filePath }, site)) return [];
      return [[key, filePath] as const];
    }),
  );
  const isRefused =
    suspects.size > 0 &&
    inputs.some(([key, { imports }]) => {
      const file = inputFile(key, site.root);
      const folder = file ? path.dirname(file) : sourceOfEntry(key, pages, demos)?.folder;
      if (folder === undefined || (file && !isHeld(file, site))) return false;
      return imports.some(({ path: target, original }) => {
        const filePath = suspects.get(target);
        if (filePath === undefined) return false;
        return refusalOfImport({ specifier: original ?? target, folder, filePath, realPath: filePath }, site);
      });
    });
  return isRefused || refusedPatterns(metafile, scope, realPath).length > 0;
}

/** Returns true if an error may be about a rejected file. The message may quote the file, but does not name its importer. */
function isOfRefused(text: string, file: string | undefined, site: Site, realPath: RealPath): boolean {
  if (text.startsWith('No loader is configured')) return true;
  const filePath = file === undefined ? undefined : inputFile(file, site.root);
  if (filePath === undefined) return false;
  return refusalOf({ filePath, folder: site.root, realPath: realPath.of(filePath) }, site) !== undefined;
}
