import { type BuildOptions, build, type OutputFile } from 'esbuild';
import { type Cache, noCache } from '../cache/cache.ts';
import type { Site } from '../config/types.ts';
import { bundleKey, moduleTexts } from './bundle-key.ts';
import { type InteractivePage, moduleEntry } from './entries.ts';
import { allInputFiles } from './input-files.ts';
import { appFile, type BundleInput, commonOptions } from './options.ts';
import type { ServerScript } from './types.ts';
import { RUNTIME_TABLE } from './virtual-plugin.ts';

/**
 * The server's rendering of pages as one ES module: the app's server entry, the theme, and the interactive pages by source
 * path as `modules`. Only React is outside: it is large, and Node loads it faster than the bundler copies it.
 *
 * @param shared make a CommonJS script that asks for React, and exports the modules that pages which are bundled apart ask
 * for, as `shared` by name (dev)
 */
export async function bundleServerEntry(
  site: Site,
  pages: InteractivePage[],
  { shared = false, cache = noCache }: { shared?: boolean; cache?: Cache } = {},
): Promise<ServerScript> {
  const contents = [
    `export { renderPage, builtinNames } from ${JSON.stringify(appFile('server-entry.tsx'))};`,
    ...(shared ? [`export { modules as shared } from ${JSON.stringify(RUNTIME_TABLE)};`] : []),
    ...pages.map(({ page }, index) => `import page${index} from ${JSON.stringify(moduleEntry(page))};`),
    `export const modules = {${pages.map(({ page }, index) => `${JSON.stringify(page.sourcePath)}: page${index}`).join(', ')}};`,
  ].join('\n');
  const input = { site, pages, demos: [], externalReact: shared ? ('name' as const) : ('file' as const) };
  const script = createScript(input, contents, shared ? COMMONJS : ES_MODULE);
  const code = await cache.remember(
    shared ? 'dev-renderer' : 'renderer',
    bundleKey(site, moduleTexts(pages)),
    async () => {
      const { code, files } = await script.bundle();
      return { result: code, files };
    },
  );
  return { code, map: script.map };
}

const COMMONJS = { platform: 'node', format: 'cjs' } as const;
const ES_MODULE = {
  platform: 'node',
  format: 'esm',
  banner: {
    js: "import { createRequire as createServerRequire } from 'node:module'; const require = createServerRequire(import.meta.url);",
  },
} as const;

type ScriptOptions = Pick<BuildOptions, 'platform' | 'format' | 'banner' | 'plugins'>;

/** Bundles `contents`, a script that imports, for use at build. */
export async function bundleScript(
  input: BundleInput,
  contents: string,
  options: ScriptOptions,
): Promise<ServerScript> {
  const script = createScript(input, contents, options);
  return { code: (await script.bundle()).code, map: script.map };
}

/** A script for use at build that is yet to be bundled. */
export interface BuildScript {
  /** @returns the code, and the absolute paths of the files in it */
  bundle: () => Promise<{ code: string; files: string[] }>;
  map: ServerScript['map'];
}

/** Prepares the bundling of `contents`, a script that imports. */
export function createScript(input: BundleInput, contents: string, options: ScriptOptions): BuildScript {
  const { root } = input.site;
  const common = commonOptions(input);
  const run = (sourcemap: 'external' | false) =>
    build({
      ...common,
      ...options,
      plugins: [...(options.plugins ?? []), ...common.plugins],
      stdin: { contents, resolveDir: root, loader: 'js' },
      outdir: root,
      sourcemap,
    });
  const textOf = (outputs: OutputFile[], ending: string): string =>
    outputs.find((output) => output.path.endsWith(ending))?.text ?? '';
  return {
    async bundle() {
      const { outputFiles, metafile } = await run(false);
      return { code: textOf(outputFiles, '.js'), files: allInputFiles([metafile], root) };
    },
    map: async () => textOf((await run('external')).outputFiles, '.js.map'),
  };
}
