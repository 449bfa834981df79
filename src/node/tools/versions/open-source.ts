import fs from 'node:fs/promises';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { isInside, shownPath } from '../../base/files/paths.ts';
import type { Site } from '../../project/config/types.ts';
import { type BuildAtStep, buildAt } from '../checkout/build-at.ts';
import { resolveOtherSide } from '../checkout/resolve-other-side.ts';

interface SourceOptions {
  from: string;
  base: string;
  versions: string;
  /** Command that builds a git ref. */
  build?: string | undefined;
  cwd: string;
  signal?: AbortSignal | undefined;
  onProgress?: ((step: BuildAtStep) => void) | undefined;
}

/** @throws DiagnosticError with exit code 2 if there is no such site, or it cannot be built */
export async function openSource(
  site: Site,
  { from, base, versions, build, cwd, signal, onProgress }: SourceOptions,
): Promise<{ folder: string; diagnostics: Diagnostic[] }> {
  const found = build === undefined ? await resolveOtherSide(from, { root: site.root, cwd, signal }) : undefined;
  if (!found || found.is === 'commit')
    return await buildAt(site, from, { base, signal, onProgress, ...(build && { command: build }) });
  if (found.is !== 'site') throw failure(2, 'unknown-other-side', { case: 'no-built-site', text: from });
  const folder = await fs.realpath(found.folder);
  const own = await fs.realpath(versions).catch(() => versions);
  if (isInside(folder, own) || isInside(own, folder))
    throw failure(2, 'version-source-refused', { case: 'inside', folder: shownPath(cwd, found.folder) });
  return { folder, diagnostics: [] };
}
