import path from 'node:path';
import type { Loader, OnLoadResult } from 'esbuild';
import { type Transform, transform } from 'sucrase';
import { hasTopLevelAwait } from '../../../shared/top-level-await.ts';

/** Converts a module with top-level `await` to one that loads lazily. Returns undefined for any other module. */
export async function lazyModule(text: string, loader: Loader, filePath: string): Promise<OnLoadResult | undefined> {
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
    // The bundler reports syntax errors with their locations.
    return undefined;
  }
  // The bundler compiles JSX according to the project's settings.
  const { code, sourceMap } = compile('preserve');
  const specifiers = importsOf(code, text);
  // One line is inserted before the code.
  const map = { ...sourceMap, sources: [path.basename(filePath)], mappings: `;${sourceMap?.mappings}` };
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64');
  return {
    contents: [
      [
        "import { lazy as cascaderLazy } from 'react';",
        // Imports remain `import` statements, because a package may export different files for `import` and `require`.
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

function importsOf(code: string, text: string): string[] {
  const required = [...code.matchAll(/\brequire\((['"])([^'"\n]+)\1\)/g)].map(([, , specifier = '']) => specifier);
  const written = new Set([...text.matchAll(/\b(?:from|import)\s*(['"])([^'"\n]+)\1/g)].map((found) => found[2]));
  return [...new Set(required)].filter((specifier) => written.has(specifier));
}
