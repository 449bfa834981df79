import fs from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions, ImportKind, Plugin } from 'esbuild';
import { packageDir } from '../base/package-dir.ts';
import { build } from './esbuild/bundler.ts';

/** Constant, so a second build yields the source map of the first. */
export function configBuildOptions(filePath: string, root: string) {
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
    plugins: [defineConfigPlugin, workingDirectoryPlugin(root), packagesPlugin(root), ownPlacePlugin],
  } satisfies BuildOptions;
}

const OWN_ENTRIES: Record<string, string> = { 'cascader-docs/kit': 'kit.js' };

/** The package may not be installed in the project (`npx`). A configuration for dumi is loaded without dumi. */
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

/** Node resolves packages from the compiled module. Those of files in other folders are resolved here, from the file that imports them. */
function packagesPlugin(root: string): Plugin {
  return {
    name: 'config-packages',
    setup(own) {
      own.onResolve({ filter: /^[^./#]/ }, async ({ path: name, importer, kind, resolveDir, pluginData }) => {
        if (!importer || resolveDir === root || isBuiltin(name) || pluginData === packagesPlugin) return;
        // An alias of `tsconfig.json` is not a package.
        const found = await own.resolve(name, { importer, kind, resolveDir, pluginData: packagesPlugin });
        if (!found.external) return found;
        const file = await resolvePackage(name, resolveDir, kind);
        // If it is missing, Node reports it.
        return file ? { path: kind === 'require-call' ? file : pathToFileURL(file).href, external: true } : undefined;
      });
    },
  };
}

/** Resolves a package by the conditions of Node. `packages: 'external'` keeps the bundler from that in the same build. */
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
      // On the first line, so that line numbers do not change.
      return { contents: `const ${declarations.join(', ')}; ${source}`, loader };
    });
  },
};
