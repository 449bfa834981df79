import path from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { withBase } from '../../shared/base-url.ts';
import { ASSETS_DIR } from '../base/browser-scripts.ts';
import { isOfPackage } from '../base/files/paths.ts';
import type { EmbeddedDemo } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { libraryEntry } from '../project/libraries.ts';
import { createTypeScriptProjects } from '../project/tsconfig.ts';
import type { Barrels } from './barrels/barrel-plugin.ts';
import { entryFiles } from './demos/demo-graph.ts';
import { createBoundary } from './demos/package-boundary.ts';
import { entriesPlugin, type InteractivePage } from './esbuild/entries.ts';
import { environmentDefines, unsupportedPlugin } from './esbuild/environment.ts';
import { fileImportsPlugin } from './esbuild/file-imports.ts';
import { bridgePlugin } from './esbuild/module-bridge.ts';
import { type AllPages, pagesPlugin } from './pages-module.ts';
import { assetsPlugin, createPublisher } from './plugins/assets-plugin.ts';
import { projectPlugins } from './plugins/project-plugins.ts';
import { type ExternalReact, resolvePlugin } from './plugins/resolve-plugin.ts';
import { stableStyledPlugin } from './plugins/stable-styled-plugin.ts';
import { knownSettings, typescriptPlugin } from './plugins/typescript-plugin.ts';
import { urlPlugin } from './plugins/url-plugin.ts';
import { virtualPlugin } from './plugins/virtual-plugin.ts';
import { createSheetCompiler, type SheetCompiler } from './sheets/sheet-compiler.ts';
import { stylePlugin } from './sheets/styles.ts';

export function assetsUrl(site: Site): string {
  return withBase(site.config.base, `/${ASSETS_DIR}`);
}

export interface BundleInput {
  site: Site;
  pages: InteractivePage[];
  demos: EmbeddedDemo[];
  /** List of all pages, if modules may import this list. By default, modules may not. */
  allPages?: AllPages | undefined;
  /** Includes the whole theme, because separately bundled scripts may import any part of it. Default: false. */
  isWhole?: boolean;
  /** Uses React's development build, for tests that check hydration warnings. */
  development?: boolean;
  /** Expression that replaces `process.env.NODE_ENV`. The default depends on `development`. */
  environment?: string;
  externalReact?: ExternalReact;
  /** True if the bundle is for the pages of the site. */
  inBrowser?: boolean;
  /** Compiles the CSS modules that scripts import. Default: a new compiler. */
  sheets?: SheetCompiler;
  /** Reduces barrels. By default, barrels are bundled unchanged. */
  barrels?: Barrels | undefined;
  /** Called with every style sheet that a script imports. */
  onStyle?: (filePath: string) => void;
  /** Collects the files that scripts import as URLs, by name. */
  assets?: Map<string, Uint8Array>;
  /** Plugins that load scripts. They run after the project's own plugins. */
  loading?: Plugin[];
  /** Called with the absolute paths of files that the project's own plugins want to watch. */
  onFiles?: (files: string[]) => void;
  /** Reads the `tsconfig.json` of every file, even if no known folder has relevant settings. */
  everyTsconfig?: boolean;
  /** The bundle contains only installed packages, which follow no `tsconfig.json`. Default: false. */
  ofPackages?: boolean;
}

export function commonOptions({
  site,
  pages,
  demos,
  allPages,
  isWhole = false,
  development = false,
  environment = JSON.stringify(development ? 'development' : 'production'),
  externalReact,
  inBrowser = false,
  sheets = createSheetCompiler(site),
  barrels,
  onStyle,
  assets,
  loading = [],
  onFiles,
  everyTsconfig = false,
  ofPackages = false,
}: BundleInput) {
  const { isOwn } = createBoundary(site, entryFiles(demos));
  const sources = barrels?.sources;
  const publish = createPublisher(assetsUrl(site), assets);
  const { define, loader, conditions } = site.config.esbuild;
  const projects = createTypeScriptProjects(site);
  const runs = inBrowser ? 'browser' : externalReact === 'name' ? 'both' : 'server';
  const known = knownSettings(projects, sourceFolders({ site, pages, demos }));
  return {
    absWorkingDir: site.root,
    bundle: true,
    write: false,
    metafile: true,
    logLevel: 'silent',
    target: ['es2022'],
    jsx: 'automatic',
    tsconfigRaw: { compilerOptions: { jsx: 'react-jsx', target: 'es2022', useDefineForClassFields: true } },
    mainFields: ['module', 'browser', 'main'],
    legalComments: 'none',
    charset: 'utf8',
    loader,
    ...(conditions.length > 0 && { conditions: ['module', ...conditions] }),
    define: {
      ...define,
      ...environmentDefines(site, { environment, runs }),
      // Some packages expect this variable, because other bundlers define it.
      global: 'globalThis',
    },
    plugins: [
      ...(sources ? [sources.plugin] : []),
      ...projectPlugins(site, onFiles),
      ...loading,
      ...(runs === 'server' ? [urlPlugin()] : []),
      ...(everyTsconfig || known.changesScripts ? [typescriptPlugin(projects, demos)] : []),
      entriesPlugin(site, pages, demos),
      bridgePlugin(),
      stableStyledPlugin(),
      pagesPlugin(allPages, (file) => file === site.config.theme || isOwn(file)),
      virtualPlugin(site, { isWhole, inBrowser }),
      fileImportsPlugin({ site, pages, demos, publish }),
      stylePlugin(site, sheets, onStyle),
      assetsPlugin(publish, Object.keys(loader)),
      unsupportedPlugin(pages),
      ...(barrels ? [barrels.plugin] : []),
      resolvePlugin(site, {
        externalReact,
        isOwn,
        filter: sources?.filter,
        projects: !ofPackages && (everyTsconfig || known.hasPaths) ? projects : undefined,
      }),
    ],
  } satisfies BuildOptions;
}

function sourceFolders({ site, pages, demos }: Pick<BundleInput, 'site' | 'pages' | 'demos'>): string[] {
  const files = [
    libraryEntry(site),
    site.config.theme,
    ...demos.map(({ filePath }) => filePath),
    ...pages.map(({ page }) => page.filePath),
  ];
  return [site.root, ...files.flatMap((file) => (file === undefined ? [] : path.dirname(file)))];
}

/** Returns absolute paths of the `tsconfig.json` files that a bundle of these files depends on. */
export function configFiles(input: Pick<BundleInput, 'site' | 'pages' | 'demos'>, files: string[]): string[] {
  const folders = files.map((file) => path.dirname(file)).filter((folder) => !isOfPackage(path.join(folder, path.sep)));
  return createTypeScriptProjects(input.site).filesOf([...sourceFolders(input), ...folders]);
}
