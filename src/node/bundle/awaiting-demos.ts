import fs from 'node:fs/promises';
import path from 'node:path';
import type { Loader, OnLoadResult, Plugin } from 'esbuild';
import { type Transform, transform } from 'sucrase';
import { hasTopLevelAwait } from '../../shared/top-level-await.ts';
import type { EmbeddedDemo } from '../compile/types.ts';
import { entryFiles } from './demo-graph.ts';
import { FENCE_NAMESPACE } from './entries.ts';

/**
 * Lets demos wait at their top level in scripts, which cannot: such a demo becomes a lazy component, which renders when its
 * module is there. Modules that demos import stay what they are: who imports them does not wait.
 *
 * @param demos read whenever the bundler asks
 */
export function awaitingDemosPlugin(demos: EmbeddedDemo[]): Plugin {
  return {
    name: 'awaiting-demos',
    setup({ onLoad }) {
      onLoad({ filter: /\.[jt]sx?$/, namespace: 'file' }, async ({ path: filePath }) => {
        if (!entryFiles(demos).includes(filePath)) return undefined;
        const loader = path.extname(filePath).slice(1) as Loader;
        return await lazyModule(await fs.readFile(filePath, 'utf8'), loader, filePath);
      });
      onLoad({ filter: /.*/, namespace: FENCE_NAMESPACE }, async ({ path: id }) => {
        const demo = demos.find((entry) => entry.id === id);
        return demo?.code && (await lazyModule(demo.code.text, demo.code.lang, demo.filePath));
      });
    },
  };
}

/** The module with a default that is lazy; undefined for one that does not wait. */
async function lazyModule(text: string, loader: Loader, filePath: string): Promise<OnLoadResult | undefined> {
  if (!/\bawait\b/.test(text)) return undefined;
  const transforms: Transform[] = ['imports', ...(loader.startsWith('ts') ? (['typescript'] as const) : [])];
  const compile = (jsxRuntime: 'automatic' | 'preserve') =>
    transform(text, {
      transforms: loader === 'ts' ? transforms : [...transforms, 'jsx'],
      jsxRuntime,
      production: true,
      disableESTransforms: true,
      preserveDynamicImport: true,
      filePath,
      sourceMapOptions: { compiledFilename: filePath },
    });
  try {
    if (!hasTopLevelAwait(compile('automatic').code)) return undefined;
  } catch {
    // What cannot be parsed is told by the bundler, which knows the place.
    return undefined;
  }
  // The bundler compiles JSX as the project says.
  const { code, sourceMap } = compile('preserve');
  const specifiers = importsOf(code, text);
  // One line stands before it.
  const map = { ...sourceMap, sources: [path.basename(filePath)], mappings: `;${sourceMap?.mappings}` };
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64');
  return {
    contents: [
      [
        "import { lazy as cascaderLazy } from 'react';",
        // Imports stay imports: what a package gives may depend on it.
        ...specifiers.map((specifier, index) => `import * as cascader${index} from ${JSON.stringify(specifier)};`),
        `const modules = { ${specifiers.map((specifier, index) => `${JSON.stringify(specifier)}: cascader${index}`).join(', ')} };`,
        'const require = (name) => Object.create(modules[name], { __esModule: { value: true } });',
        'export default cascaderLazy(async () => { const exports = {};',
      ].join(' '),
      code,
      'return exports; });',
      `//${'#'} sourceMappingURL=data:application/json;base64,${encoded}`,
    ].join('\n'),
    loader: 'jsx',
    resolveDir: path.dirname(filePath),
  };
}

/** What a module imports that was compiled to `code`: imports of types are gone. */
function importsOf(code: string, text: string): string[] {
  const required = [...code.matchAll(/\brequire\((['"])([^'"\n]+)\1\)/g)].map(([, , specifier = '']) => specifier);
  const written = new Set([...text.matchAll(/\b(?:from|import)\s*(['"])([^'"\n]+)\1/g)].map((found) => found[2]));
  return [...new Set(required)].filter((specifier) => written.has(specifier));
}
