import fs from 'node:fs/promises';
import { SourceMap } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import { encodedMap, TraceMap } from '@jridgewell/trace-mapping';
import type { BuildOptions, Loader, Plugin } from 'esbuild';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import { build } from '../esbuild/bundler.ts';
import { FENCE_NAMESPACE, sourceOfEntry } from '../esbuild/entries.ts';
import { outputText } from '../esbuild/input-files.ts';

interface Refusal {
  name: 'SyntaxError' | 'RangeError';
  message: string;
  /** Zero-based line in the module's source. */
  line: number;
  column: number;
}

interface ModuleText {
  text: string;
  loader: Loader;
  source: string;
}

/** A bundle wraps modules in a few functions, so code just below the engine's nesting limit would fail. */
const DEPTH = 20;
const CHECKED = 'checked-module.js';

/**
 * Replaces modules that the engine rejects. The bundler accepts any regular expression and nesting depth, so one such module makes the
 * whole script invalid. The plugin compiles every module: use it only after the engine has rejected a bundle.
 */
export function refusedModulesPlugin(demos: EmbeddedDemo[]): Plugin {
  return {
    name: 'refused-modules',
    setup({ onLoad }) {
      onLoad({ filter: /\.[cm]?[jt]sx?$/, namespace: 'file' }, async ({ path: filePath }) =>
        replace({
          text: await fs.readFile(filePath, 'utf8'),
          loader: path.extname(filePath).replace(/^\.[cm]?/, '') as Loader,
          source: path.basename(filePath),
        }),
      );
      onLoad({ filter: /.*/, namespace: FENCE_NAMESPACE }, async ({ path: id }) => {
        const name = `${FENCE_NAMESPACE}:${id}`;
        const source = sourceOfEntry(name, [], demos);
        const replaced = source && (await replace({ ...source, source: name }));
        return replaced && { ...replaced, resolveDir: source.folder };
      });
    },
  };
}

/** Returns undefined if the engine compiles the module or if the bundler reports the module's error. */
async function replace(module: ModuleText): Promise<{ contents: string; loader: Loader } | undefined> {
  const printed = await print(module, { format: 'cjs' }).catch(() => undefined);
  if (!printed || !compile(printed.code)) return undefined;
  // The source map is generated only for rejected modules, because the engine accepts most modules.
  const { code, map } = await print(module, { format: 'cjs', sourcemap: 'external' });
  const refusal = compile(code);
  if (!refusal) return undefined;
  return { contents: await throwingModule(module, refusal, new SourceMap(JSON.parse(map))), loader: 'js' };
}

/** Returns undefined if the engine compiles the code. */
function compile(code: string): Refusal | undefined {
  try {
    new vm.Script(`${'(function () {'.repeat(DEPTH)}\n${code}\n${'})'.repeat(DEPTH)}`, {
      filename: CHECKED,
      lineOffset: -1,
    });
    return undefined;
  } catch (error) {
    const { name, message, stack = '' } = error as Error;
    // The error has no location, because it concerns the whole module.
    if (name !== 'SyntaxError')
      return {
        name: 'RangeError',
        message: `The code is nested too deeply for the JavaScript engine: ${message}`,
        line: 0,
        column: 0,
      };
    const [place = '', , mark = ''] = stack.split('\n');
    const line = Number(place.slice(CHECKED.length + 1)) - 1;
    return { name, message, line: Math.max(line, 0), column: Math.max(mark.indexOf('^'), 0) };
  }
}

async function throwingModule(module: ModuleText, { name, message, line, column }: Refusal, map: SourceMap) {
  const { code, exports } = await print(module, { format: 'esm' });
  const entry = map.findEntry(line, column);
  const [row, start] = 'originalLine' in entry ? [entry.originalLine, entry.originalColumn] : [0, 0];
  const names = exports.map((exported, index) => `_${index} as ${JSON.stringify(exported)}`);
  const others = code.match(/^export \* from .*$/gm) ?? [];
  const place = new TraceMap({
    version: 3,
    names: [],
    sources: [module.source],
    sourcesContent: [module.text],
    mappings: [[[0, 0, row, start]]],
  });
  const encoded = Buffer.from(JSON.stringify(encodedMap(place))).toString('base64');
  return [
    `throw new ${name}(${JSON.stringify(message)});`,
    ...others,
    // A module without named exports is CommonJS, or no names are imported from it.
    names.length === 0
      ? 'exports;'
      : `let ${exports.map((_, index) => `_${index}`).join(', ')}; export { ${names.join(', ')} };`,
    `//${'#'} sourceMappingURL=data:application/json;base64,${encoded}`,
  ].join('\n');
}

async function print(
  { text, loader, source }: ModuleText,
  options: Pick<BuildOptions, 'format' | 'sourcemap'>,
): Promise<{ code: string; map: string; exports: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: text, loader, sourcefile: source },
    outfile: CHECKED,
    write: false,
    metafile: true,
    logLevel: 'silent',
    target: 'es2022',
    jsx: 'automatic',
    ...options,
  });
  return {
    code: outputText(outputFiles, '.js'),
    map: outputText(outputFiles, '.map'),
    exports: Object.values(metafile.outputs).flatMap((entry) => entry.exports),
  };
}
