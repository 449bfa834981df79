/** Files of the author that compute pages (`.paths.ts`) or data (`.data.ts`) when the site is built. */

import fs from 'node:fs/promises';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import { unlessAborted } from '../base/abort.ts';
import { DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { globFolder } from '../base/files/glob-folder.ts';
import { codeFileError } from '../project/code-files.ts';
import { inTime, withinClock } from '../project/within-time.ts';
import { configDiagnostics } from './config-errors.ts';
import { CONFIG_TIME, importConfig } from './config-module.ts';

export interface CodeResult {
  value: unknown;
  files: string[];
  /** Absolute folders in which new files may match `watch`. */
  folders: string[];
}

/** Has the limits of the configuration. Throws a DiagnosticError at the file. */
export async function runCodeFile(
  filePath: string,
  { root, method, signal }: { root: string; method: 'paths' | 'load'; signal?: AbortSignal | undefined },
): Promise<CodeResult> {
  const name = path.basename(filePath);
  const inputs = new Set<string>();
  const exported = await importConfig(filePath, root, { inputs, name, ...(signal && { signal }) });
  const { watch = [], [method]: compute } = Object(exported) as Record<string, unknown>;
  if (typeof compute !== 'function') throw codeFileError({ case: 'no-function', name, method }, filePath, root);
  const isList = Array.isArray(watch) && watch.every((pattern) => typeof pattern === 'string');
  if (!isList) throw codeFileError({ case: 'no-patterns', name }, filePath, root);
  const { files, folders } = findWatched(watch, path.dirname(filePath));
  const run = (): unknown => withinClock(CONFIG_TIME, () => compute.call(exported, files));
  try {
    const value = await unlessAborted(inTime(Promise.resolve(run()), CONFIG_TIME), signal);
    // Read, so that they count as inputs of the build.
    for (const file of files) await fs.readFile(file).catch(() => undefined);
    return { value, files: [...inputs, ...files], folders };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new DiagnosticError(await configDiagnostics(error, filePath, root, name), 2);
  }
}

function findWatched(patterns: string[], cwd: string): { files: string[]; folders: string[] } {
  if (patterns.length === 0) return { files: [], folders: [] };
  const ignore = patterns.some((pattern) => pattern.includes('node_modules')) ? [] : ['**/node_modules/**'];
  const files = globSync(patterns, { cwd, absolute: true, expandDirectories: false, ignore });
  const folders = patterns.map((pattern) => path.resolve(cwd, globFolder(pattern)));
  return { files: files.sort(), folders: [...new Set(folders)] };
}
