import path from 'node:path';
import type { BuildFailure, BuildResult, Metafile, Plugin } from 'esbuild';
import type { Site } from '../config/types.ts';
import { fileRootOf, isHeld, isInPackages } from '../file-scope.ts';
import { sourceOfEntry } from './entries.ts';
import { inputFile } from './input-files.ts';
import {
  createRealPath,
  mayImport,
  patternsLeadingOut,
  type RealPath,
  type Scope,
  scopePlugin,
  withoutQuery,
} from './scope-plugin.ts';

/**
 * Bundles, and refuses imports that lead out of the site. To ask about each of the thousands of imports of packages would
 * cost more than to read in the bundler's report who imports what; only when something lies outside all is bundled again,
 * and every import looked at.
 *
 * @param build bundles with these plugins before the others
 */
export async function buildInScope<Result extends BuildResult<{ metafile: true }>>(
  scope: Scope,
  build: (plugins: Plugin[]) => Promise<Result>,
): Promise<Result> {
  const realPath = createRealPath();
  const outcome = await build([]).catch((failure: BuildFailure) => failure);
  const isBuilt = 'metafile' in outcome;
  const isSuspect = isBuilt
    ? leadsOut(outcome.metafile, scope, realPath)
    : (outcome.errors ?? []).some(({ text, location }) => isOfOutside(text, location?.file, scope.site, realPath));
  if (isSuspect) return await build([scopePlugin(scope)]);
  if (!isBuilt) throw outcome;
  return outcome;
}

/** True when a file of the site imports one that it may not use. */
function leadsOut(metafile: Metafile, scope: Scope, realPath: RealPath): boolean {
  const { site, pages = [], demos = [] } = scope;
  const inputs = Object.entries(metafile.inputs);
  // The bundler reports real paths.
  const outside = new Map(
    inputs.flatMap(([key]) => {
      const [, bridged = ''] = /^[a-z-]{2,}:(.*)$/s.exec(key) ?? [];
      const filePath = path.isAbsolute(bridged) ? withoutQuery(bridged) : inputFile(key, site.root);
      return filePath !== undefined && !fileRootOf(filePath, site) ? [[key, filePath] as const] : [];
    }),
  );
  const isRefused =
    outside.size > 0 &&
    inputs.some(([key, { imports }]) => {
      const file = inputFile(key, site.root);
      const folder = file ? path.dirname(file) : sourceOfEntry(key, pages, demos)?.folder;
      if (folder === undefined || (file && !isHeld(file, site))) return false;
      return imports.some(({ path: target, original }) => {
        const filePath = outside.get(target);
        return filePath !== undefined && !mayImport({ specifier: original ?? target, folder, filePath }, site);
      });
    });
  return isRefused || patternsLeadingOut(metafile, scope, realPath).length > 0;
}

/** True for a message about a file outside: it may say what stands in it, and hides who imports it. */
function isOfOutside(text: string, file: string | undefined, site: Site, realPath: RealPath): boolean {
  if (text.startsWith('No loader is configured')) return true;
  const filePath = file === undefined ? undefined : inputFile(file, site.root);
  if (filePath === undefined) return false;
  const real = realPath.of(filePath);
  return fileRootOf(real, site) === undefined && !isInPackages(real, site.root, site);
}
