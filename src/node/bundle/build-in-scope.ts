import path from 'node:path';
import type { BuildFailure, BuildResult, Metafile, Plugin } from 'esbuild';
import type { Site } from '../project/config/types.ts';
import { isHeld, refusalOf } from '../project/file-scope.ts';
import { sourceOfEntry } from './esbuild/entries.ts';
import { inputFile } from './esbuild/input-files.ts';
import {
  createRealPath,
  type RealPath,
  refusalOfImport,
  refusedPatterns,
  type Scope,
  scopePlugin,
  withoutQuery,
} from './plugins/scope-plugin.ts';

/** Only if a file in the metafile is rejected, bundles again and checks every import, which is slow. */
export async function buildInScope<Result extends BuildResult<{ metafile: true }>>(
  scope: Scope,
  build: (plugins: Plugin[]) => Promise<Result>,
): Promise<Result> {
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

/** The message may quote the file, and does not say what imports it. */
function isOfRefused(text: string, file: string | undefined, site: Site, realPath: RealPath): boolean {
  if (text.startsWith('No loader is configured')) return true;
  const filePath = file === undefined ? undefined : inputFile(file, site.root);
  if (filePath === undefined) return false;
  return refusalOf({ filePath, folder: site.root, realPath: realPath.of(filePath) }, site) !== undefined;
}
