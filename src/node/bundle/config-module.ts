import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildFailure, BuildOptions, Plugin } from 'esbuild';
import { unlessAborted } from '../base/abort.ts';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import { DiagnosticError, type Location } from '../base/diagnostics/diagnostic.ts';
import { messageOf } from '../base/diagnostics/message-of.ts';
import { createStackMapper } from '../base/diagnostics/stack-mapper.ts';
import { configCopyIn, configCopyOf, parseConfigCopy } from '../base/files/config-copy.ts';
import { relativePath } from '../base/files/paths.ts';
import { openFilesFailure } from '../base/files/system-failure.ts';
import { packageDir } from '../base/package-dir.ts';
import { StrayError } from '../base/stray-error.ts';
import { TimeoutError, withinClock } from '../project/within-time.ts';
import { recordModules } from '../store/observe-reads.ts';
import { build } from './esbuild/bundler.ts';
import { convertMessage } from './esbuild/convert-message.ts';
import { inputFiles } from './esbuild/input-files.ts';

const require = createRequire(import.meta.url);

/** Configuration file as one module, with its exported value. */
export interface ConfigCode {
  /** Absolute path. */
  filePath: string;
  code: string;
  /** Imports that are not bundled into it. */
  imports: string[];
  exported: unknown;
}

/**
 * Imports a configuration file, TypeScript or JavaScript, ES module or CommonJS, and returns its default export. The
 * file's relative imports are bundled; packages are imported as in Node. `__dirname`, `__filename`, `require` and
 * `import.meta.url` have the values of the file that contains them. Relative paths are resolved against `root`,
 * regardless of the working directory. Throws a `DiagnosticError` with exit code 2.
 *
 * @param filePath absolute
 * @param root folder that locations are relative to
 * @param options.inputs receives the absolute paths of the file and its bundled imports
 * @param options.signal stops waiting for the file
 * @param options.onCode receives the module that was run
 * @param options.timeout limit in milliseconds, default 10,000; it does not apply to top-level `await`
 */
export async function importConfig(
  filePath: string,
  root: string,
  {
    inputs = new Set(),
    signal,
    onCode,
    timeout,
  }: { inputs?: Set<string>; signal?: AbortSignal; onCode?: (code: ConfigCode) => void; timeout?: number } = {},
): Promise<unknown> {
  inputs.add(filePath);
  await removeLeftovers(filePath);
  // In the folder of the configuration file, so that its packages resolve. The name is unique to this process.
  const outfile = configCopyOf(filePath);
  try {
    const { metafile } = await build({ ...buildOptions(filePath, root), outfile });
    const files = inputFiles([metafile], root);
    for (const file of files) inputs.add(file);
    recordModules(files);
    const exported = await unlessAborted(importModule(outfile, { filePath, root, timeout }), signal);
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path: name }) => name));
    onCode?.({ filePath, code: await fs.readFile(outfile, 'utf8'), imports, exported });
    return exported;
  } catch (error) {
    const isEnded = signal?.aborted && !(error instanceof StrayError);
    if (isEnded || error instanceof DiagnosticError) throw error;
    throw new DiagnosticError(await configDiagnostics(error, filePath, root), 2);
  } finally {
    await fs.rm(outfile, { force: true });
  }
}

/**
 * Returns the options that bundle a configuration file to one module. They are constant, so a second build yields the
 * source map of the first.
 */
function buildOptions(filePath: string, root: string) {
  return {
    entryPoints: [filePath],
    metafile: true,
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'silent',
    // esbuild replaces a name only if the file does not declare it.
    define: {
      __dirname: 'configDirname',
      __filename: 'configFilename',
      'import.meta.url': 'configUrl',
      'process.cwd': 'configCwd',
    },
    banner: {
      js: [
        "import { createRequire as createConfigRequire } from 'node:module';",
        `const require = createConfigRequire(${JSON.stringify(pathToFileURL(filePath).href)});`,
        `const configCwd = () => ${JSON.stringify(root)};`,
      ].join(' '),
    },
    plugins: [defineConfigPlugin, workingDirectoryPlugin(root), ownPlacePlugin],
  } satisfies BuildOptions;
}

/** Removes the copies that processes left when they were killed while loading the file. */
async function removeLeftovers(filePath: string): Promise<void> {
  const folder = path.dirname(filePath);
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

/**
 * Provides `defineConfig`, because the package may not be installed in the project (`npx`). A configuration for dumi is
 * loaded without dumi.
 */
const defineConfigPlugin: Plugin = {
  name: 'define-config',
  setup({ onResolve, onLoad }) {
    const namespace = 'define-config';
    onResolve({ filter: /^(cascader-docs|dumi|umi)$/ }, ({ path: name, kind }) =>
      name === 'cascader-docs' && kind === 'import-statement'
        ? { path: pathToFileURL(path.join(packageDir, 'lib/index.js')).href, external: true }
        : { path: name, namespace },
    );
    onLoad({ filter: /.*/, namespace }, () => ({ contents: 'export const defineConfig = (config) => config;' }));
  },
};

/** Resolves `path.resolve('src')` against the site's folder, because the command may run in another folder. */
function workingDirectoryPlugin(root: string): Plugin {
  const namespace = 'working-directory';
  const contents = [
    "import path from 'node:path';",
    "export * from 'node:path';",
    `export const resolve = (...paths) => path.resolve(${JSON.stringify(root)}, ...paths);`,
    'export default { ...path, resolve };',
  ].join('\n');
  return {
    name: namespace,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^(node:)?path$/ }, (args) =>
        args.namespace === namespace ? { path: 'node:path', external: true } : { path: 'path', namespace },
      );
      onLoad({ filter: /.*/, namespace }, () => ({ contents }));
    },
  };
}

/**
 * Declares the variables that replace `__dirname`, `__filename` and `import.meta.url`, in each file that uses one of
 * them.
 */
const ownPlacePlugin: Plugin = {
  name: 'own-place',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?[jt]s$/ }, async ({ path: filePath }) => {
      const source = await fs.readFile(filePath, 'utf8');
      const loader = /ts$/.test(filePath) ? 'ts' : 'js';
      if (!/\b(?:__dirname|__filename|import\.meta)\b/.test(source)) return { contents: source, loader };
      const values = {
        configDirname: path.dirname(filePath),
        configFilename: filePath,
        configUrl: pathToFileURL(filePath).href,
      };
      const declarations = Object.entries(values).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
      // On the first line, so that line numbers do not change.
      return { contents: `const ${declarations.join(', ')}; ${source}`, loader };
    });
  },
};

/** Returns the default export. For CommonJS compiled from an ES module (`__esModule`), it is that module's default. */
function defaultOf(module: { default?: unknown }): unknown {
  const exported = module.default as { __esModule?: boolean; default?: unknown } | undefined;
  return exported?.__esModule ? exported.default : exported;
}

/**
 * Default limit for loading a configuration, in milliseconds. The limits that it sets are unknown before it is loaded.
 */
const CONFIG_TIME = 10_000;

/**
 * Loads a module by `require`, which can be stopped if the module hangs. A module with top-level `await`, or one that
 * is already being imported, cannot be required, so it is imported.
 */
async function loadModule(file: string, milliseconds: number): Promise<{ default?: unknown }> {
  try {
    // Without a second attempt: a package whose loading was stopped cannot be loaded again.
    return withinClock(milliseconds, () => require(file));
  } catch (error) {
    const { code } = Object(error) as NodeJS.ErrnoException;
    if (code !== 'ERR_REQUIRE_ASYNC_MODULE' && code !== 'ERR_REQUIRE_CYCLE_MODULE') throw error;
    return await import(`${pathToFileURL(file).href}?${Date.now()}`);
  }
}

async function importModule(
  file: string,
  { filePath, root, timeout = CONFIG_TIME }: { filePath: string; root: string; timeout?: number },
): Promise<unknown> {
  try {
    return defaultOf(await loadModule(file, timeout));
  } catch (error) {
    throw new DiagnosticError(await configDiagnostics(error, filePath, root), 2);
  }
}

/** Describes a timeout, or an error of the configuration file at the line that threw it. */
export async function configDiagnostics(
  error: unknown,
  filePath: string,
  root: string,
): Promise<ConstructorParameters<typeof DiagnosticError>[0]> {
  const { errors } = Object(error) as Partial<BuildFailure>;
  if (Array.isArray(errors)) return errors.map((message) => convertMessage(message, 'error'));
  const isEndless = error instanceof TimeoutError || (error instanceof StrayError && error.cause === undefined);
  const reason = messageOf(error);
  const location = (await locateThrow(error, filePath, root)) ?? {
    file: relativePath(root, filePath),
    line: 1,
    column: 1,
  };
  const diagnostic = createDiagnostic('config-threw', { cause: isEndless ? 'endless' : 'threw', reason }, { location });
  return [diagnostic, ...openFilesFailure(error instanceof StrayError ? error.cause : error, diagnostic.text)];
}

/** Locates the line that threw, in the configuration or in a file that it imports. Undefined for a value without a stack. */
async function locateThrow(error: unknown, filePath: string, root: string): Promise<Location | undefined> {
  const { stack = '' } = Object(error instanceof StrayError ? error.cause : error) as { stack?: unknown };
  const name = typeof stack === 'string' ? configCopyIn(stack, filePath) : undefined;
  if (name === undefined) return undefined;
  const outfile = path.join(root, 'config.mjs');
  // The file may have changed since, so that bundling it fails.
  const built = await build({
    ...buildOptions(filePath, root),
    outfile,
    sourcemap: 'external',
    write: false,
  }).catch(() => undefined);
  const map = built?.outputFiles.find((file) => file.path.endsWith('.map'))?.text ?? '';
  const { location } = createStackMapper([{ name, map }], root)(String(stack));
  return location && asWritten(location, root);
}

/** Corrects a location for text that a plugin inserted at the start of the line. */
async function asWritten(location: Location, root: string): Promise<Location> {
  const source = await fs.readFile(path.resolve(root, location.file), 'utf8').catch(() => undefined);
  const lineText = source?.split('\n')[location.line - 1]?.replace(/\r$/, '');
  const added = lineText === undefined ? 0 : Math.max((location.lineText ?? '').length - lineText.length, 0);
  return { ...location, column: Math.max(location.column - added, 1), lineText };
}
