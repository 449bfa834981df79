import fs from 'node:fs/promises';
import path from 'node:path';
import { createDiagnostic, failure } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { isInside, shownPath } from '../../base/files/paths.ts';
import type { Site } from '../../project/config/types.ts';
import { type BuildAtStep, buildAt } from '../checkout/build-at.ts';
import { OUTPUT_FOLDERS } from '../checkout/find-output.ts';
import { openRepository } from '../checkout/git.ts';
import { findCommit } from '../checkout/resolve-commit.ts';
import { isPath } from '../checkout/resolve-other-side.ts';

interface VersionSource {
  folder: string;
  diagnostics: Diagnostic[];
}

interface SourceOptions {
  from: string;
  base: string;
  versions: string;
  /** Command that builds a git ref. */
  build?: string | undefined;
  output?: string | undefined;
  cwd: string;
  signal?: AbortSignal | undefined;
  onProgress?: ((step: BuildAtStep) => void) | undefined;
}

/** @throws DiagnosticError with exit code 2 if there is no such site, or it cannot be built */
export async function openSource(site: Site, options: SourceOptions): Promise<VersionSource> {
  const { from, build, cwd, signal } = options;
  const folder = path.resolve(cwd, from);
  if (build === undefined && (await isSite(folder))) return await openFolder(site, folder, options);
  if (!(await isRef(site.root, from, signal)) && build === undefined) {
    const isFolder = await fs.stat(folder).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    const data = isFolder
      ? ({ case: 'no-site', folder: shownPath(cwd, folder) } as const)
      : ({ case: 'no-folder', text: from } as const);
    throw failure(2, 'version-source-refused', data);
  }
  return await openRef(site, options);
}

async function openFolder(site: Site, folder: string, options: SourceOptions): Promise<VersionSource> {
  const { from, versions, cwd, signal } = options;
  const real = await fs.realpath(folder);
  const own = await fs.realpath(versions).catch(() => versions);
  if (isInside(real, own) || isInside(own, real))
    throw failure(2, 'version-source-refused', { case: 'inside', folder: shownPath(cwd, folder) });
  const shown = shownPath(cwd, folder);
  const isAmbiguous = await isRef(site.root, from, signal);
  const diagnostics = isAmbiguous ? [createDiagnostic('version-source-chosen', { case: 'folder', folder: shown })] : [];
  return { folder: real, diagnostics };
}

async function openRef(site: Site, options: SourceOptions): Promise<VersionSource> {
  const { from, base, build, output, signal, onProgress } = options;
  const outputs = build === undefined ? [] : output === undefined ? OUTPUT_FOLDERS : [output];
  return await buildAt(site, from, { base, outputs, signal, onProgress, ...(build && { command: build }) });
}

async function isSite(folder: string): Promise<boolean> {
  return await fs.stat(path.join(folder, 'index.html')).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

/** Returns true if the site is in a repository that has a commit with this name. */
async function isRef(root: string, text: string, signal: AbortSignal | undefined): Promise<boolean> {
  if (isPath(text)) return false;
  try {
    return (await findCommit(await openRepository(root, signal), text, signal)) !== undefined;
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return false;
  }
}
