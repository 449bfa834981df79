/** Runs data files (`icons.data.ts`). The data is computed at build time and bundled instead of the code. */

import fs from 'node:fs/promises';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import { unlessAborted } from '../base/abort.ts';
import { DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { messageOf } from '../base/errors.ts';
import { globFolder, isInside, isOfPackage } from '../base/files/paths.ts';
import { hashOf } from '../base/hash.ts';
import { codeFileError, type DataFiles, type DataModule } from '../project/code-files.ts';
import type { Site } from '../project/config/types.ts';
import { librariesOf } from '../project/libraries.ts';
import { inTime, withinClock } from '../project/within-time.ts';
import { configDiagnostics } from './config-errors.ts';
import { CONFIG_TIME, importConfig } from './config-module.ts';

/** Maximum size of the data in bytes. */
const MOST = 10_000_000;

/**
 * Creates the data files of a site. Each file is run once, and run again after a change.
 *
 * @param folders folders of pages, which may be in a package
 */
export function createDataFiles(site: () => Site, folders: string[]): DataFiles {
  const known = new Map<string, Promise<DataModule>>();
  const done = new Map<string, DataModule>();
  return {
    async has(filePath) {
      const isOfSite = !isOfPackage(filePath) || folders.some((folder) => isInside(folder, filePath));
      if (!/\.data\.[cm]?[jt]s$/.test(filePath) || !isOfSite) return false;
      const code = await fs.readFile(filePath, 'utf8').catch(() => '');
      return /\bexport\s+default\b/.test(code) && /\bload\b/.test(code);
    },
    read(filePath) {
      const reading = known.get(filePath) ?? readData(filePath, site());
      known.set(filePath, reading);
      reading.then(
        (data) => known.get(filePath) === reading && done.set(filePath, data),
        // The import of the file reports the error.
        () => undefined,
      );
      return reading;
    },
    inputsOf: (filePath) => done.get(filePath),
    all: () => [...done.values()],
    update(changed) {
      const before = known.size;
      for (const filePath of known.keys()) {
        const { files, folders } = done.get(filePath) ?? { files: undefined, folders: [] };
        const isOf = (file: string): boolean =>
          !files || files.includes(file) || folders.some((folder) => isInside(folder, file));
        if (![...changed].some(isOf)) continue;
        known.delete(filePath);
        done.delete(filePath);
      }
      return known.size < before;
    },
  };
}

async function readData(filePath: string, site: Site): Promise<DataModule> {
  const { root } = site;
  const { value, files, folders } = await runCodeFile(filePath, { site, method: 'load' });
  const name = path.basename(filePath);
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch (error) {
    throw codeFileError({ case: 'no-json', name, reason: messageOf(error) }, filePath, root);
  }
  if (json === undefined)
    throw codeFileError({ case: 'no-json', name, reason: `\`load\` returns ${typeof value}` }, filePath, root);
  const bytes = Buffer.byteLength(json);
  if (bytes > MOST)
    throw codeFileError(
      { case: 'too-large', name, megabytes: Math.ceil(bytes / 1e6), most: MOST / 1e6 },
      filePath,
      root,
    );
  return {
    code: `export const data = /* @__PURE__ */ JSON.parse(${JSON.stringify(json)});\n`,
    digest: hashOf(json),
    files,
    folders,
  };
}

interface CodeResult {
  value: unknown;
  files: string[];
  /** Absolute folders in which new files may match `watch`. */
  folders: string[];
}

/** Runs a file with the limits of a configuration. Library names resolve to their sources. Throws a DiagnosticError at the file. */
export async function runCodeFile(
  filePath: string,
  { site, method, signal }: { site: Site; method: 'paths' | 'load'; signal?: AbortSignal | undefined },
): Promise<CodeResult> {
  const { root } = site;
  const name = path.basename(filePath);
  const inputs = new Set<string>();
  const libraries = librariesOf(site);
  const exported = await importConfig(filePath, root, { inputs, name, libraries, ...(signal && { signal }) });
  const { watch = [], [method]: compute } = Object(exported) as Record<string, unknown>;
  if (typeof compute !== 'function') throw codeFileError({ case: 'no-function', name, method }, filePath, root);
  const isList = Array.isArray(watch) && watch.every((pattern) => typeof pattern === 'string');
  if (!isList) throw codeFileError({ case: 'no-patterns', name }, filePath, root);
  const { files, folders } = findWatched(watch, path.dirname(filePath));
  const run = (): unknown => withinClock(CONFIG_TIME, () => compute.call(exported, files));
  try {
    const value = await unlessAborted(inTime(Promise.resolve(run()), CONFIG_TIME), signal);
    // The files are read so that they count as inputs of the build.
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
