import { type BuildOptions, build } from 'esbuild';
import type { Site } from '../config/types.ts';
import { type InteractivePage, moduleEntry } from './entries.ts';
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
export async function bundleServerEntry(site: Site, pages: InteractivePage[], shared = false): Promise<ServerScript> {
  const contents = [
    `export { renderPage, builtinNames } from ${JSON.stringify(appFile('server-entry.tsx'))};`,
    ...(shared ? [`export { modules as shared } from ${JSON.stringify(RUNTIME_TABLE)};`] : []),
    ...pages.map(({ page }, index) => `import page${index} from ${JSON.stringify(moduleEntry(page))};`),
    `export const modules = {${pages.map(({ page }, index) => `${JSON.stringify(page.sourcePath)}: page${index}`).join(', ')}};`,
  ].join('\n');
  if (shared)
    return await bundleScript({ site, pages, demos: [], externalReact: 'name' }, contents, {
      platform: 'node',
      format: 'cjs',
    });
  return await bundleScript({ site, pages, demos: [], externalReact: 'file' }, contents, {
    platform: 'node',
    format: 'esm',
    banner: {
      js: "import { createRequire as createServerRequire } from 'node:module'; const require = createServerRequire(import.meta.url);",
    },
  });
}

/** Bundles `contents`, a script that imports, for use at build. */
export async function bundleScript(
  input: BundleInput,
  contents: string,
  options: Pick<BuildOptions, 'platform' | 'format' | 'banner' | 'plugins'>,
): Promise<ServerScript> {
  const { root } = input.site;
  const common = commonOptions(input);
  const run = async (sourcemap: 'external' | false, ending: string): Promise<string> => {
    const result = await build({
      ...common,
      ...options,
      plugins: [...(options.plugins ?? []), ...common.plugins],
      stdin: { contents, resolveDir: root, loader: 'js' },
      outdir: root,
      sourcemap,
    });
    return result.outputFiles.find((output) => output.path.endsWith(ending))?.text ?? '';
  };
  return { code: await run(false, '.js'), map: () => run('external', '.js.map') };
}
