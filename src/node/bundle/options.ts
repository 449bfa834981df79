import path from 'node:path';
import type { BuildOptions } from 'esbuild';
import { withBase } from '../../shared/base-url.ts';
import { ASSETS_DIR } from '../browser-scripts.ts';
import type { EmbeddedDemo } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import { packageDir } from '../package-dir.ts';
import { assetsPlugin } from './assets-plugin.ts';
import { entryFiles } from './demo-graph.ts';
import { entriesPlugin, type InteractivePage } from './entries.ts';
import { bridgePlugin } from './module-bridge.ts';
import { createBoundary } from './package-boundary.ts';
import { type ExternalReact, resolvePlugin } from './resolve-plugin.ts';
import { stableStyledPlugin } from './stable-styled-plugin.ts';
import { stylePlugin } from './styles.ts';
import { virtualPlugin } from './virtual-plugin.ts';

/** URL of that folder, without a slash at its end. */
export function assetsUrl(site: Site): string {
  return withBase(site.config.base, `/${ASSETS_DIR}`);
}

/** Absolute path of a file of the app. */
export function appFile(name: string): string {
  return path.join(packageDir, 'src/app', name);
}

/** What is bundled. */
export interface BundleInput {
  site: Site;
  pages: InteractivePage[];
  demos: EmbeddedDemo[];
  /** Use React's development build, for tests that look for hydration warnings. */
  development?: boolean;
  /** What `process.env.NODE_ENV` becomes, as an expression. Default: the string that `development` says. */
  environment?: string;
  /** Leave React out of the bundle. */
  externalReact?: ExternalReact;
  /** The bundle is for the pages of the site. */
  inBrowser?: boolean;
  /** Told of every style sheet that a script imports. */
  onStyle?: (filePath: string) => void;
  /** Receives the files that scripts import for their URL, by name. */
  assets?: Map<string, Uint8Array>;
}

/** What the bundles for the browser and for the build have in common. */
export function commonOptions({
  site,
  pages,
  demos,
  development = false,
  environment = JSON.stringify(development ? 'development' : 'production'),
  externalReact,
  inBrowser = false,
  onStyle,
  assets,
}: BundleInput) {
  const { isOwn } = createBoundary(site, entryFiles(demos));
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
    define: {
      'process.env.NODE_ENV': environment,
      // Packages that were written for other bundlers take it for granted.
      global: 'globalThis',
      ...Object.fromEntries(publicVariables().map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)])),
    },
    plugins: [
      entriesPlugin(site, pages, demos),
      bridgePlugin(),
      stableStyledPlugin(),
      virtualPlugin(site, pages, inBrowser),
      stylePlugin(onStyle),
      assetsPlugin(assetsUrl(site), assets),
      resolvePlugin(site, { externalReact, isOwn }),
    ],
  } satisfies BuildOptions;
}

/** Variables of the environment that scripts may read, by name. */
export function publicVariables(): [name: string, value: string][] {
  return Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith('CASCADER_PUBLIC_') && value !== undefined ? [[name, value]] : [],
  );
}
