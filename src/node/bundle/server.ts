import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions, OutputFile, Plugin } from 'esbuild';
import { escapeRegExp } from '../../shared/escape-reg-exp.ts';
import { enterStatement } from '../base/loading-page.ts';
import { appFile, packageDir } from '../base/package-dir.ts';
import type { Site } from '../project/config/types.ts';
import { type Cache, noCache } from '../store/cache.ts';
import { withoutFolders } from '../store/relocate.ts';
import { bundleKey, moduleTexts, siteForBundles } from './bundle-key.ts';
import { refusedModulesPlugin } from './demos/refused-modules.ts';
import { areCurrent, digestsOf } from './digests.ts';
import { type InteractivePage, moduleEntry } from './esbuild/entries.ts';
import { allInputFiles, outputText, withoutFolder } from './esbuild/input-files.ts';
import { bundleModules } from './module-rules.ts';
import { type BundleInput, configFiles } from './options.ts';
import { divideByPages } from './page-code.ts';
import type { AllPages } from './pages-module.ts';
import { RUNTIME_TABLE } from './plugins/virtual-plugin.ts';
import { createSheetCompiler } from './sheets/sheet-compiler.ts';
import type { ServerScript } from './types.ts';

/**
 * Bundles the renderer. Only React is external, because it is large, and Node loads it faster than the bundler copies
 * it. With `shared`, the result is a CommonJS script that also exports the modules of separately bundled pages.
 */
export async function bundleServerEntry(
  site: Site,
  pages: InteractivePage[],
  {
    shared = false,
    development = false,
    cache = noCache,
    code: known,
    allPages,
  }: { shared?: boolean; development?: boolean; cache?: Cache; code?: string; allPages?: AllPages | undefined } = {},
): Promise<ServerScript> {
  const contents = [
    `export { renderPage, builtinNames, namesOfTheme } from ${JSON.stringify(appFile('server-entry.tsx'))};`,
    ...(shared ? [`export { modules as shared } from ${JSON.stringify(RUNTIME_TABLE)};`] : []),
    ...pages.flatMap(({ page }, index) => [
      `import ${JSON.stringify(enterModule(page.sourcePath))};`,
      `import page${index} from ${JSON.stringify(moduleEntry(page))};`,
    ]),
    ...(pages.length > 0 ? [`import ${JSON.stringify(enterModule(undefined))};`] : []),
    `export const modules = {${pages.map(({ page }, index) => `${JSON.stringify(page.sourcePath)}: page${index}`).join(', ')}};`,
  ].join('\n');
  const externalReact = shared ? ('name' as const) : ('file' as const);
  const input = {
    site: siteForBundles(site),
    pages,
    demos: [],
    allPages,
    ...(development ? { development } : { externalReact }),
  };
  const script = createScript(input, contents, {
    ...(shared ? COMMONJS : ES_MODULE),
    // Only these conditions select Node's ES modules in some packages. CommonJS would be bundled whole and twice; see `bundleModules`.
    conditions: ['module', 'module-sync', ...site.config.esbuild.conditions],
    drop: development ? ['console'] : [],
  });
  if (known !== undefined) return { code: known, map: script.map };
  const folder = (site.workspace?.root ?? site.projectRoot) + path.sep;
  const { parts, ...found } = await cache.remember(
    shared ? 'dev-renderer' : 'renderer',
    bundleKey(site, moduleTexts(pages)),
    async () => {
      const { code, files, isWhole, metafile } = await script.bundle();
      const result = {
        parts: partsOf(code, folder),
        divided: divideByPages(code, metafile, {
          pages,
          portable: (text) => withoutFolders(text, [packageDir, folder]),
        }),
        digests: digestsOf(metafile, site.root),
      };
      return { result, files: isWhole ? files : undefined };
    },
    ({ digests }) => areCurrent(digests, site, allPages),
  );
  const code = parts.map((part) => (typeof part === 'string' ? part : part.isUrl ? urlOf(folder) : folder)).join('');
  return { code, map: script.map, ...found };
}

/** Splits a script at the folder names in its imports, because the cached script may be used in another folder. */
function partsOf(code: string, folder: string): (string | { isUrl: boolean })[] {
  const folders = [urlOf(folder), folder].map(escapeRegExp);
  const asked = new RegExp(`(?<=\\b(?:from |import |import\\(|require\\()")(${folders.join('|')})`);
  return code.split(asked).map((part, index) => (index % 2 ? { isUrl: part !== folder } : part));
}

function urlOf(folder: string): string {
  return pathToFileURL(folder).href;
}

function enterModule(sourcePath: string | undefined): string {
  return `data:text/javascript,${encodeURIComponent(enterStatement(sourcePath))}`;
}

/** Fields that Node, but not a browser, uses to find the entry point of a package. */
const MAIN_FIELDS = ['module', 'main'];
const COMMONJS = { platform: 'node', format: 'cjs', mainFields: MAIN_FIELDS } as const;
const ES_MODULE = {
  platform: 'node',
  format: 'esm',
  mainFields: MAIN_FIELDS,
  banner: {
    js: "import { createRequire as createServerRequire } from 'node:module'; const require = createServerRequire(import.meta.url);",
  },
} as const;

type ScriptOptions = Pick<
  BuildOptions,
  'platform' | 'format' | 'mainFields' | 'conditions' | 'external' | 'banner' | 'drop' | 'minify' | 'plugins'
>;

/** Bundles a script for the server, or for server and browser. The source map, which few builds need, requires a second run. */
export function createScript(input: BundleInput, contents: string, { plugins = [], ...options }: ScriptOptions) {
  const { root } = input.site;
  const { sheets = createSheetCompiler(input.site) } = input;
  const run = (sourcemap: 'external' | false, first: Plugin[] = []) =>
    bundleModules(
      { ...input, sheets },
      {
        ...options,
        plugins: [...first, ...plugins],
        stdin: { contents, resolveDir: root, loader: 'js' },
        outdir: root,
        sourcemap,
      },
    );
  const mapOf = async (first?: Plugin[]) => outputText((await run('external', first)).outputFiles, '.js.map');
  const codeOf = (outputFiles: OutputFile[]) => withoutFolder(outputText(outputFiles, '.js'), input.site);
  return {
    /** `isWhole` is false if the bundle also depends on inputs that are not in the list. */
    async bundle() {
      const { outputFiles, metafile } = await run(false);
      const imports = Object.values(metafile.inputs).flatMap((input) => input.imports.map((entry) => entry.path));
      const files = allInputFiles([metafile], root);
      const { files: read, isWhole } = await sheets.reads();
      const all = [...files, ...configFiles(input, files), ...read];
      return { code: codeOf(outputFiles), files: all, isWhole, imports, metafile };
    },
    map: () => mapOf(),
    /** See {@link DemoScript}. */
    async compilable(): Promise<ServerScript> {
      const replacing = [refusedModulesPlugin(input.demos)];
      return { code: codeOf((await run(false, replacing)).outputFiles), map: () => mapOf(replacing) };
    },
  };
}
