import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { unlessAborted } from '../base/abort.ts';
import { DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { StrayError } from '../base/errors.ts';
import { configCopyOf, parseConfigCopy } from '../base/files/config-copy.ts';
import { toWriteFailure } from '../base/files/write-error.ts';
import type { Library } from '../project/libraries.ts';
import { clockLimitOf, inTime, withinClock } from '../project/within-time.ts';
import { configBuildOptions, configDiagnostics, THROWN_VALUE } from './config-errors.ts';
import { build } from './esbuild/bundler.ts';
import { inputFiles } from './esbuild/input-files.ts';

const require = createRequire(import.meta.url);

export interface ConfigCode {
  filePath: string;
  code: string;
  imports: string[];
  exported: unknown;
}

/**
 * Runs a configuration. Packages are imported as in Node. `__dirname` and `require` belong to the file that contains
 * them; relative paths are resolved against `root`. The default `timeout` is 10,000 ms; with top-level `await` six
 * times as long. Throws a `DiagnosticError` with exit code 2.
 */
export async function importConfig(
  filePath: string,
  root: string,
  {
    inputs = new Set(),
    signal,
    onCode,
    timeout,
    name,
    libraries = [],
  }: {
    inputs?: Set<string>;
    signal?: AbortSignal;
    onCode?: (code: ConfigCode) => void;
    timeout?: number;
    name?: string;
    libraries?: Library[];
  } = {},
): Promise<unknown> {
  inputs.add(filePath);
  // Builds watch the folders of pages, so the copies of files in these folders are created in the folder of the site.
  const folder = name === undefined ? path.dirname(filePath) : root;
  await removeLeftovers(filePath, folder);
  // The module is in this folder so that its packages can be resolved. The module's name is unique to this process.
  const outfile = configCopyOf(filePath, folder);
  try {
    const { metafile, outputFiles } = await build({
      ...configBuildOptions(filePath, root, libraries),
      outfile,
      write: false,
    });
    const code = outputFiles[0]?.text ?? '';
    await fs.writeFile(outfile, code).catch((error: unknown) => {
      throw toWriteFailure(root, error, outfile);
    });
    const files = inputFiles([metafile], root);
    for (const file of files) inputs.add(file);
    const exported = await unlessAborted(importModule(outfile, { code, filePath, root, timeout, name }), signal);
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path: name }) => name));
    onCode?.({ filePath, code, imports, exported });
    return exported;
  } catch (error) {
    const isEnded = signal?.aborted && !(error instanceof StrayError);
    if (isEnded || error instanceof DiagnosticError) throw error;
    throw new DiagnosticError(await configDiagnostics(error, filePath, root, name), 2);
  } finally {
    await fs.rm(outfile, { force: true });
  }
}

async function removeLeftovers(filePath: string, folder: string): Promise<void> {
  const names = await fs.readdir(folder).catch(() => []);
  for (const name of names) {
    const copy = parseConfigCopy(name);
    if (copy?.base === path.basename(filePath) && !isRunning(copy.pid))
      await fs.rm(path.join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the default export; in CommonJS compiled from an ES module (`__esModule`), the default of that module. */
function defaultOf(module: { default?: unknown }): unknown {
  const exported = module.default as { __esModule?: boolean; default?: unknown } | undefined;
  return exported?.__esModule ? exported.default : exported;
}

/** Time limit in milliseconds for loading a configuration, because its own limits are not known before it is loaded. */
export const CONFIG_TIME = 10_000;

/** Loads a module with `require`, which can be stopped if the module hangs, or with `import()` for top-level `await`. */
async function loadModule(file: string, code: string, milliseconds: number): Promise<{ default?: unknown }> {
  const importInTime = (): Promise<{ default?: unknown }> =>
    inTime(importFile(file), clockLimitOf(milliseconds), { mayEnd: true });
  try {
    // If code that `require` runs throws such a value, Node prints additional lines.
    if (THROWN_VALUE.test(code)) return await importInTime();
    // There is no second attempt, because a package whose loading was stopped cannot be loaded again.
    return withinClock(milliseconds, () => require(file));
  } catch (error) {
    const { code } = Object(error) as NodeJS.ErrnoException;
    if (code !== 'ERR_REQUIRE_ASYNC_MODULE' && code !== 'ERR_REQUIRE_CYCLE_MODULE') throw error;
    return await importInTime();
  }
}

async function importFile(file: string): Promise<{ default?: unknown }> {
  return await import(`${pathToFileURL(file).href}?${Date.now()}`);
}

async function importModule(
  file: string,
  {
    code,
    filePath,
    root,
    timeout = CONFIG_TIME,
    name,
  }: { code: string; filePath: string; root: string; timeout?: number | undefined; name?: string | undefined },
): Promise<unknown> {
  try {
    return defaultOf(await loadModule(file, code, timeout));
  } catch (error) {
    throw new DiagnosticError(await configDiagnostics(error, filePath, root, name), 2);
  }
}
