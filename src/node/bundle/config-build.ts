import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions, Plugin } from 'esbuild';
import { packageDir } from '../base/package-dir.ts';

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
    plugins: [defineConfigPlugin, workingDirectoryPlugin(root), ownPlacePlugin],
  } satisfies BuildOptions;
}

/** The package may not be installed in the project (`npx`). A configuration for dumi is loaded without dumi. */
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
