import fs from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildFailure, BuildOptions, ImportKind, Plugin } from 'esbuild';
import { escapeRegExp } from '../../shared/escape-reg-exp.ts';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, type DiagnosticError, type Location, locate } from '../base/diagnostics/diagnostic.ts';
import { createStackMapper } from '../base/diagnostics/stack-mapper.ts';
import { messageOf, StrayError } from '../base/errors.ts';
import { configCopyIn, isInConfigCopy } from '../base/files/config-copy.ts';
import { relativePath, toPosix } from '../base/files/paths.ts';
import { openFilesFailure } from '../base/files/write-error.ts';
import { packageDir } from '../base/package-dir.ts';
import type { Library } from '../project/libraries.ts';
import { TimeoutError } from '../project/within-time.ts';
import { build } from './esbuild/bundler.ts';
import { convertMessage } from './esbuild/convert-message.ts';
import { packageOf } from './esbuild/find-import.ts';
import { inputFiles } from './esbuild/input-files.ts';
import { assetLoaders } from './plugins/assets-plugin.ts';

/** Matches code that throws a value other than an error. Such a value has no stack. */
export const THROWN_VALUE = /\bthrow\s*(?:null|undefined|void|true|false|["'`\d])/;

/** Describes an error of a configuration. `name` is the name of another file that was loaded in the same way. */
export async function configDiagnostics(
  error: unknown,
  filePath: string,
  root: string,
  name?: string,
): Promise<ConstructorParameters<typeof DiagnosticError>[0]> {
  const { errors } = Object(error) as Partial<BuildFailure>;
  if (Array.isArray(errors)) return errors.map((message) => convertMessage(message, 'error'));
  const missing = await findMissingPackage(error, filePath, root);
  if (missing) return [missing];
  const isEndless = error instanceof TimeoutError || (error instanceof StrayError && error.cause === undefined);
  const reason = messageOf(error);
  const location = (await locateThrow(error, filePath, root)) ?? {
    file: relativePath(root, filePath),
    line: 1,
    column: 1,
  };
  const diagnostic = createDiagnostic(
    'config-threw',
    { file: name, cause: isEndless ? 'endless' : 'threw', reason },
    { location },
  );
  return [diagnostic, ...openFilesFailure(error instanceof StrayError ? error.cause : error, diagnostic.text)];
}

/** Finds the missing package, because Node's message names the compiled module. Returns undefined for other errors. */
async function findMissingPackage(error: unknown, filePath: string, root: string): Promise<Diagnostic | undefined> {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  if ((code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') || typeof message !== 'string') return undefined;
  const [, wanted = ''] = /^Cannot find (?:package|module) '([^']+)'/.exec(message) ?? [];
  const specifier = toPosix(wanted).split('/node_modules/').at(-1) ?? '';
  const name = packageOf(specifier);
  // Another package may import the missing package.
  const isOfConfig =
    isInConfigCopy(toPosix(message), filePath) || /\nRequire stack:\n- (.+)/.exec(message)?.[1] === filePath;
  if (name === undefined || !isOfConfig) return undefined;
  const built = await build({ ...configBuildOptions(filePath, root), outfile: 'config.mjs', write: false }).catch(
    () => undefined,
  );
  for (const file of built ? inputFiles([built.metafile], root) : []) {
    const source = await fs.readFile(file, 'utf8').catch(() => '');
    const written = [...source.matchAll(/(?:\bfrom|\bimport|\brequire)\b[\s(]*(['"])([^'"\n]+)\1/g)];
    const found =
      written.find(([, , text]) => text === specifier) ?? written.find(([, , text = '']) => packageOf(text) === name);
    if (!found) continue;
    const [all, , text = ''] = found;
    const offset = found.index + all.length - text.length - 1;
    const location = locate(relativePath(root, file), source, offset, text.length);
    return createDiagnostic('unresolved-import', { specifier: text, cause: { is: 'package', name } }, { location });
  }
  return undefined;
}

/** Locates a thrown value by its stack. A value without a stack is located if the file contains a single such `throw`. */
async function locateThrow(error: unknown, filePath: string, root: string): Promise<Location | undefined> {
  if (Object(error) !== error) {
    const source = await fs.readFile(filePath, 'utf8').catch(() => '');
    const [found, other] = source.matchAll(new RegExp(THROWN_VALUE, 'g'));
    return found && !other ? locate(relativePath(root, filePath), source, found.index, 'throw'.length) : undefined;
  }
  const thrown = Object(error instanceof StrayError ? error.cause : error) as { stack?: unknown };
  const stack = decodeBrackets(String(thrown.stack ?? ''));
  const name = configCopyIn(stack, filePath);
  if (name === undefined) return undefined;
  const outfile = path.join(root, 'config.mjs');
  // The file may have changed in the meantime, so bundling it may fail.
  const built = await build({
    ...configBuildOptions(filePath, root),
    outfile,
    sourcemap: 'external',
    write: false,
  }).catch(() => undefined);
  const map = built?.outputFiles.find((file) => file.path.endsWith('.map'))?.text ?? '';
  const { location } = createStackMapper([{ name, map }], root)(stack);
  return location && asWritten({ ...location, file: decodeBrackets(location.file) }, root);
}

function decodeBrackets(text: string): string {
  return text.replace(/%5B/g, '[').replace(/%5D/g, ']');
}

/** Corrects a location for the text that a plugin inserted at the start of the line. */
async function asWritten(location: Location, root: string): Promise<Location> {
  const source = await fs.readFile(path.resolve(root, location.file), 'utf8').catch(() => undefined);
  const lineText = source?.split('\n')[location.line - 1]?.replace(/\r$/, '');
  const added = lineText === undefined ? 0 : Math.max((location.lineText ?? '').length - lineText.length, 0);
  return { ...location, column: Math.max(location.column - added, 1), lineText };
}

/** Returns the same options each time, so that a second build produces the source map of the first build. */
export function configBuildOptions(filePath: string, root: string, libraries: Library[] = []) {
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
    // Files that a library imports only for browsers are left out.
    ...(libraries.length > 0 && { loader: { ...assetLoaders('empty'), '.css': 'empty' } }),
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
    plugins: [
      librariesPlugin(libraries),
      defineConfigPlugin,
      workingDirectoryPlugin(root),
      packagesPlugin(root),
      ownPlacePlugin,
    ],
  } satisfies BuildOptions;
}

const OWN_ENTRIES: Record<string, string> = { 'cascader-docs/kit': 'kit.js' };

/** Replaces `cascader-docs`, which the project need not have installed (`npx`). A dumi configuration is loaded without dumi. */
const defineConfigPlugin: Plugin = {
  name: 'define-config',
  setup({ onResolve, onLoad }) {
    const namespace = 'define-config';
    onResolve({ filter: /^(cascader-docs|cascader-docs\/kit|dumi|umi)$/ }, ({ path: name, kind }) =>
      name.startsWith('cascader-docs') && kind === 'import-statement'
        ? { path: pathToFileURL(path.join(packageDir, 'lib', OWN_ENTRIES[name] ?? 'index.js')).href, external: true }
        : { path: name, namespace },
    );
    onLoad({ filter: /.*/, namespace }, () => ({ contents: 'export const defineConfig = (config) => config;' }));
  },
};

/** Resolves the names of libraries to their sources. */
function librariesPlugin(libraries: Library[]): Plugin {
  return {
    name: 'libraries',
    setup({ onResolve, onLoad }) {
      for (const { name, entry } of libraries)
        if (name) onResolve({ filter: new RegExp(`^${escapeRegExp(name)}$`) }, () => ({ path: entry }));
      if (libraries.length > 0) onLoad({ filter: /\.(?:less|s[ac]ss|styl)$/ }, () => ({ contents: '' }));
    },
  };
}

/** Resolves `path.resolve('src')` relative to the site's folder, because the command may run in another folder. */
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

/** Node resolves packages from the compiled module. Imports in other folders are resolved here, from the file that contains them. */
function packagesPlugin(root: string): Plugin {
  return {
    name: 'config-packages',
    setup(own) {
      own.onResolve({ filter: /^[^./#]/ }, async ({ path: name, importer, kind, resolveDir, pluginData }) => {
        if (!importer || resolveDir === root || isBuiltin(name) || pluginData === packagesPlugin) return;
        // An alias in `tsconfig.json` is not a package.
        const found = await own.resolve(name, { importer, kind, resolveDir, pluginData: packagesPlugin });
        if (!found.external) return found;
        const file = await resolvePackage(name, resolveDir, kind);
        // If the package is missing, Node reports the error.
        return file ? { path: kind === 'require-call' ? file : pathToFileURL(file).href, external: true } : undefined;
      });
    },
  };
}

/** Resolves a package with Node's conditions. `packages: 'external'` prevents the bundler from doing so in the same build. */
async function resolvePackage(name: string, resolveDir: string, kind: ImportKind): Promise<string | undefined> {
  let file: string | undefined;
  const resolver: Plugin = {
    name: 'resolver',
    setup(own) {
      own.onStart(async () => {
        file = (await own.resolve(name, { kind, resolveDir })).path || undefined;
      });
    },
  };
  const options: BuildOptions = { platform: 'node', conditions: [], mainFields: ['main'], logLevel: 'silent' };
  await build({ ...options, stdin: { contents: '' }, bundle: true, write: false, plugins: [resolver] });
  return file;
}

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
      // The declarations are on the first line, so that line numbers do not change.
      return { contents: `const ${declarations.join(', ')}; ${source}`, loader };
    });
  },
};
