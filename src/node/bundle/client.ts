import { createHash } from 'node:crypto';
import path from 'node:path';
import { type BuildOptions, build, type Metafile, type OutputFile } from 'esbuild';
import { withBase } from '../../shared/base-url.ts';
import type { EmbeddedDemo } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import { packageDir } from '../package-dir.ts';
import { demoSources } from './demo-sources.ts';
import { demoEntry, entriesPlugin, type InteractivePage, moduleEntry } from './entries.ts';
import { fingerprint } from './fingerprint.ts';
import { resolvePlugin } from './resolve-plugin.ts';
import { ASSET_LOADERS, compileStyles, stylePlugin, styleSheetsOf } from './styles.ts';
import type { ClientModule, LinkedFile, SiteBundle } from './types.ts';
import { virtualPlugin } from './virtual-plugin.ts';

/** Folder of scripts, style sheets and media in the output. */
export const ASSETS_DIR = 'assets';

/** Absolute path of a file of the app. */
export function appFile(name: string): string {
  return path.join(packageDir, 'src/app', name);
}

/** What the client and the server bundles have in common. */
export function commonOptions(
  site: Site,
  pages: InteractivePage[],
  demos: EmbeddedDemo[],
  development = false,
): BuildOptions {
  const environment = Object.entries(process.env).filter(([name]) => name.startsWith('CASCADER_PUBLIC_'));
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
    loader: ASSET_LOADERS,
    legalComments: 'none',
    charset: 'utf8',
    define: {
      'process.env.NODE_ENV': JSON.stringify(development ? 'development' : 'production'),
      ...Object.fromEntries(environment.map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)])),
    },
    plugins: [entriesPlugin(site, pages, demos), virtualPlugin(site), stylePlugin(), resolvePlugin(site)],
  };
}

/** The browser's part of a bundle. */
export type ClientBundle = Omit<SiteBundle, 'serverEntry'>;

/**
 * Bundles boot, the shared runtime and theme, one entry a demo and one an interactive page, and their style sheets.
 * React, the router and the documented library become chunks of their own. Throws esbuild's BuildFailure.
 *
 * @param development use React's development build, for tests that look for hydration warnings
 */
export async function bundleClient(
  site: Site,
  pages: InteractivePage[],
  demos: EmbeddedDemo[],
  development = false,
): Promise<ClientBundle> {
  const { root, config } = site;
  const outdir = path.join(root, '.cascader-docs-out');
  const publicPath = withBase(config.base, `/${ASSETS_DIR}`);
  const shared = {
    outdir,
    publicPath,
    minify: !development,
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    assetNames: '[name]-[hash]',
  };
  const entries = [
    { in: appFile('client-entry.tsx'), out: 'runtime' },
    { in: appFile('react-entry.ts'), out: 'react' },
    { in: appFile('router-entry.ts'), out: 'router' },
    ...demos.map((demo) => ({ in: demoEntry(demo), out: `demo-${demo.id}` })),
    ...pages.map(({ page }) => ({
      in: moduleEntry(page),
      out: `page-${page.routePath.replace(/\W+/g, '-').slice(1)}`,
    })),
  ];
  const [boot, client] = await Promise.all([
    build({
      ...commonOptions(site, [], [], development),
      ...shared,
      entryPoints: { boot: appFile('boot.ts') },
      format: 'esm',
      metafile: true,
      write: false,
    }),
    build({
      ...commonOptions(site, pages, demos, development),
      ...shared,
      entryPoints: uniqueEntries(entries),
      format: 'esm',
      splitting: true,
      metafile: true,
      write: false,
    }),
  ]);
  const keyOf = (entry: string): string => inputKey(client.metafile, root, entry);
  const sheets = new Map(entries.map((entry) => [entry.in, styleSheetsOf(client.metafile, keyOf(entry.in))]));
  const styles = await compileStyles([...new Set([...sheets.values()].flat())], {
    root,
    outdir,
    publicPath,
    minify: !development,
  });

  const outputs = uniqueOutputs([...boot.outputFiles, ...client.outputFiles, ...styles.outputs]);
  const metafile = mergeOutputs(boot.metafile, client.metafile, styles.metafile);
  const { files, names } = fingerprint(outputs, metafile, root, outdir);

  const link = (output: string): LinkedFile => {
    const name = names.get(path.relative(outdir, output).split(path.sep).join('/')) ?? '';
    return { href: `${publicPath}/${name}`, integrity: integrityOf(files.get(name) ?? new Uint8Array()) };
  };
  const outputOf = new Map<string, string>();
  for (const result of [boot.metafile, client.metafile]) {
    for (const [output, { entryPoint }] of Object.entries(result.outputs))
      if (entryPoint) outputOf.set(entryPoint, path.resolve(root, output));
  }
  const integrity = new Map<string, string>();
  const stylesOf = (entry: string): LinkedFile[] =>
    (sheets.get(entry) ?? []).map((sheet) => link(styles.byFile.get(sheet) ?? ''));
  const moduleOf = (entry: string): ClientModule => {
    const linked = stylesOf(entry);
    for (const { href, integrity: hash } of linked) integrity.set(href, hash);
    return { js: link(outputOf.get(keyOf(entry)) ?? '').href, css: linked.map(({ href }) => href) };
  };

  const bootLink = link(outputOf.get(inputKey(boot.metafile, root, appFile('boot.ts'))) ?? '');
  const runtime = moduleOf(appFile('client-entry.tsx'));
  const themeStyles = stylesOf(appFile('client-entry.tsx'));
  const format = createHash('sha256').update(JSON.stringify([PAGE_DATA_FORMAT, bootLink.href, runtime, themeStyles]));
  return {
    files: new Map([...files].map(([name, bytes]) => [`${ASSETS_DIR}/${name}`, bytes])),
    boot: bootLink,
    runtime: runtime.js,
    styles: themeStyles,
    integrity,
    demos: new Map(
      demos.map((demo) => [
        demo.id,
        { ...moduleOf(demoEntry(demo)), sources: demoSources(client.metafile, keyOf(demoEntry(demo)), demo, site) },
      ]),
    ),
    modules: new Map(pages.map(({ page }) => [page.sourcePath, moduleOf(moduleEntry(page))])),
    buildId: format.digest('hex').slice(0, 12),
  };
}

/** Raised when the data in a page changes its shape, so that an open tab does not read the pages of another version. */
const PAGE_DATA_FORMAT = 1;

function integrityOf(bytes: Uint8Array): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
}

/** One entry a source: two demos of one file share its module. */
function uniqueEntries(entries: { in: string; out: string }[]): { in: string; out: string }[] {
  return [...new Map(entries.map((entry) => [entry.in, entry])).values()];
}

function uniqueOutputs(outputs: OutputFile[]): OutputFile[] {
  return [...new Map(outputs.map((output) => [output.path, output])).values()];
}

function mergeOutputs(...metafiles: Metafile[]): Metafile {
  return { inputs: {}, outputs: Object.assign({}, ...metafiles.map(({ outputs }) => outputs)) };
}

/** Key of an entry in a metafile: files relative to the working directory, virtual modules as `namespace:path`. */
function inputKey(metafile: Metafile, root: string, entry: string): string {
  if (!path.isAbsolute(entry)) return entry;
  const key = path.relative(root, entry).split(path.sep).join('/');
  return key in metafile.inputs
    ? key
    : (Object.keys(metafile.inputs).find((input) => path.resolve(root, input) === entry) ?? key);
}
