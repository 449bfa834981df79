import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions, Metafile } from 'esbuild';
import { escapeRegExp } from '../../shared/escape-reg-exp.ts';
import { enterStatement } from '../base/loading-page.ts';
import { appFile, packageDir } from '../base/package-dir.ts';
import type { Site } from '../project/config/types.ts';
import { type Cache, noCache } from '../store/cache.ts';
import { withoutFolders } from '../store/relocate.ts';
import { bundleKey, moduleTexts, siteForBundles } from './bundle-key.ts';
import { entryFiles } from './demos/demo-graph.ts';
import { createBoundary } from './demos/package-boundary.ts';
import { dataDigests, hasCurrentData } from './esbuild/data-module.ts';
import { type InteractivePage, moduleEntry } from './esbuild/entries.ts';
import { allInputFiles, outputText, withoutFolder } from './esbuild/input-files.ts';
import { buildByRules, buildInScope } from './module-rules.ts';
import { type BundleInput, commonOptions, configFiles } from './options.ts';
import { divideByPages } from './page-code.ts';
import { type AllPages, hasCurrentPages, pagesDigest } from './pages-module.ts';
import { RUNTIME_TABLE } from './plugins/virtual-plugin.ts';
import { createSheetCompiler } from './sheets/sheet-compiler.ts';
import type { ServerScript } from './types.ts';

/**
 * Only React is external: it is large, and Node loads it faster than the bundler copies it. With `shared`, a CommonJS
 * script that also exports the modules of separately bundled pages.
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
    // For Node, some packages name their ES modules only so. CommonJS would be bundled whole, and twice: see `buildByRules`.
    conditions: ['module', 'module-sync', ...site.config.esbuild.conditions],
    drop: development ? ['console'] : [],
  });
  if (known !== undefined) return { code: known, map: script.map };
  const folder = (site.workspace?.root ?? site.projectRoot) + path.sep;
  const {
    parts,
    divided,
    pages: list,
    data,
  } = await cache.remember(
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
        pages: pagesDigest(metafile),
        data: dataDigests(metafile, site.root),
      };
      return { result, files: isWhole ? files : undefined };
    },
    async (result) => (await hasCurrentPages(result, allPages)) && (await hasCurrentData(result, site)),
  );
  const code = parts.map((part) => (typeof part === 'string' ? part : part.isUrl ? urlOf(folder) : folder)).join('');
  return { code, map: script.map, divided, pages: list, data };
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

/** Package entry points as Node chooses them, not those for browsers. */
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

export async function bundleScript(
  input: BundleInput,
  contents: string,
  options: ScriptOptions,
): Promise<ServerScript> {
  const script = createScript(input, contents, options);
  return { code: (await script.bundle()).code, map: script.map };
}

export type BuildScript = ReturnType<typeof createScript>;

export function createScript(input: BundleInput, contents: string, options: ScriptOptions) {
  const { root } = input.site;
  const { isOwn } = createBoundary(input.site, entryFiles(input.demos));
  const { sheets = createSheetCompiler(input.site) } = input;
  const common = commonOptions({ ...input, sheets });
  const run = (sourcemap: 'external' | false) =>
    buildInScope(input, (plugins) =>
      buildByRules(
        {
          ...common,
          ...options,
          plugins: [...plugins, ...(options.plugins ?? []), ...common.plugins],
          stdin: { contents, resolveDir: root, loader: 'js' },
          outdir: root,
          sourcemap,
        },
        isOwn,
      ),
    );
  return {
    /** `isWhole` is false if the bundle also depends on inputs that are not listed. */
    async bundle(): Promise<{
      code: string;
      files: string[];
      isWhole: boolean;
      imports: string[];
      metafile: Metafile;
    }> {
      const { outputFiles, metafile } = await run(false);
      const imports = Object.values(metafile.inputs).flatMap((input) => input.imports.map((entry) => entry.path));
      const files = allInputFiles([metafile], root);
      const { files: read, isWhole } = await sheets.reads();
      const all = [...files, ...configFiles(input, files), ...read];
      const code = withoutFolder(outputText(outputFiles, '.js'), input.site);
      return { code, files: all, isWhole, imports, metafile };
    },
    map: async () => outputText((await run('external')).outputFiles, '.js.map'),
  };
}
