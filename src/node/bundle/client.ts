import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Metafile, OutputFile } from 'esbuild';
import { ASSETS_DIR } from '../browser-scripts.ts';
import type { EmbeddedDemo } from '../compile/types.ts';
import { buildInScope } from './build-in-scope.ts';
import { build } from './bundler.ts';
import { entryFiles } from './demo-graph.ts';
import { demoEntry, moduleEntry } from './entries.ts';
import { fingerprint, integrityOf } from './fingerprint.ts';
import { allInputFiles, inputFiles, withoutPackages } from './input-files.ts';
import { buildByRules } from './module-rules.ts';
import { appFile, assetsUrl, type BundleInput, commonOptions, configFiles } from './options.ts';
import { createBoundary } from './package-boundary.ts';
import { createSheetCompiler } from './sheets/sheet-compiler.ts';
import { compileDemoSheets, compileStyles, styleSheetsOf } from './styles.ts';
import type { ClientModule, LinkedFile, SiteBundle } from './types.ts';

/** What is bundled for the browser. */
export interface ClientInput extends BundleInput {
  /** Offer the runtime's own modules to scripts that are bundled apart (dev). Default false. */
  shared?: boolean;
}

/** Module that offers them. */
const DEV_MODULES = 'cascader-docs:dev-modules';

/**
 * Bundles boot, the shared runtime and theme, one entry a demo and one an interactive page, and their style sheets.
 * React, the router and the documented library become chunks of their own. Throws esbuild's BuildFailure.
 *
 * @returns the bundle, and the absolute paths of all files that went in; without paths when they are not known
 */
export async function bundleClient(input: ClientInput): Promise<{ bundle: SiteBundle; files: string[] | undefined }> {
  const { site, pages, demos, development, shared = false } = input;
  const { root } = site;
  const outdir = path.join(root, '.cascader-docs-out');
  const publicPath = assetsUrl(site);
  const assets = new Map<string, Uint8Array>();
  const { sheets: compiler = createSheetCompiler(site) } = input;
  const naming = {
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
    ...(shared ? [{ in: DEV_MODULES, out: 'modules' }] : []),
    ...demos.map((demo) => ({ in: demoEntry(demo), out: `demo-${demo.id}` })),
    ...pages.map(({ page }) => ({
      in: moduleEntry(page),
      out: `page-${page.routePath.replace(/\W+/g, '-').slice(1)}`,
    })),
  ];
  const options = commonOptions({ ...input, assets, inBrowser: true, sheets: compiler, onStyle: compiler.start });
  const [boot, client] = await Promise.all([
    build({
      ...commonOptions({ site, pages: [], demos: [], development }),
      ...naming,
      entryPoints: { boot: appFile('boot.ts') },
      format: 'esm',
    }),
    buildInScope(input, (plugins) =>
      buildByRules(
        {
          ...options,
          ...naming,
          plugins: [...plugins, ...options.plugins],
          entryPoints: uniqueEntries(entries),
          format: 'esm',
          splitting: true,
        },
        createBoundary(site, entryFiles(demos)).isOwn,
      ),
    ),
  ]);
  const keyOf = (entry: string): string =>
    entry === DEV_MODULES ? virtualKey(entry) : inputKey(client.metafile, root, entry);
  const sheets = new Map(entries.map((entry) => [entry.in, styleSheetsOf(client.metafile, keyOf(entry.in))]));
  const sheetsOf = (demo: EmbeddedDemo): string[] => sheets.get(demoEntry(demo)) ?? [];
  const demoSheets = [...new Set(demos.flatMap(sheetsOf))];
  const all = [...new Set([...sheets.values()].flat())];
  const [styles, compiledSheets] = await Promise.all([
    compileStyles(all, { site, outdir, publicPath, minify: !development, sheets: compiler }),
    compileDemoSheets(demoSheets, { site, sheets: compiler }),
  ]);
  const sheetImports = new Map(
    await Promise.all(demoSheets.map(async (sheet) => [sheet, await compiler.importsOf(sheet)] as const)),
  );
  const reads = await compiler.reads();

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
  // While a site is written, open pages take new styles over by themselves.
  const look = shared ? [] : [runtime.css, themeStyles];
  const format = createHash('sha256').update(JSON.stringify([PAGE_DATA_FORMAT, bootLink.href, runtime.js, look]));
  const metafiles = [boot.metafile, client.metafile, styles.metafile];
  const preloads = new Map<string, LinkedFile[]>();
  // While a site is written, the server is near.
  const preloaded = shared
    ? []
    : [appFile('client-entry.tsx'), ...demos.map(demoEntry), ...pages.map(({ page }) => moduleEntry(page))];
  for (const entry of preloaded) {
    const files = importsOf(client.metafile, path.relative(root, outputOf.get(keyOf(entry)) ?? ''));
    const linked = files.map((file) => link(path.resolve(root, file)));
    preloads.set(linked[0]?.href ?? '', linked);
  }
  const inputs = allInputFiles(metafiles, root);
  const configs = configFiles(input, inputs);
  const bundle: SiteBundle = {
    files: new Map([...assets, ...files].map(([name, bytes]) => [`${ASSETS_DIR}/${name}`, bytes])),
    boot: bootLink,
    runtime: runtime.js,
    styles: themeStyles,
    integrity,
    preloads,
    demos: new Map(demos.map((demo) => [demo.id, { ...moduleOf(demoEntry(demo)), sheets: sheetsOf(demo) }])),
    sheets: compiledSheets,
    sheetImports,
    modules: new Map(pages.map(({ page }) => [page.sourcePath, moduleOf(moduleEntry(page))])),
    buildId: format.digest('hex').slice(0, 12),
    sharedModules: shared ? link(outputOf.get(virtualKey(DEV_MODULES)) ?? '').href : undefined,
    inputs: [...inputFiles(metafiles, root), ...configs],
    styleSources: {
      sheets: sheets.get(appFile('client-entry.tsx')) ?? [],
      files: withoutPackages(reads.files),
      folders: reads.folders,
    },
  };
  return { bundle, files: reads.isWhole ? [...inputs, ...configs, ...reads.files] : undefined };
}

/** Key of a virtual module in a metafile. */
function virtualKey(name: string): string {
  return `virtual:${name}`;
}

/** Raised when the data in a page changes its shape, so that an open tab does not read the pages of another version. */
const PAGE_DATA_FORMAT = 1;

/** One entry a source: two demos of one file share its module. */
function uniqueEntries(entries: { in: string; out: string }[]): { in: string; out: string }[] {
  return [...new Map(entries.map((entry) => [entry.in, entry])).values()];
}

function uniqueOutputs(outputs: OutputFile[]): OutputFile[] {
  return [...new Map(outputs.map((output) => [output.path, output])).values()];
}

/** An output with all that it imports to be run, by their paths in the metafile: itself, then the nearest ones. */
function importsOf({ outputs }: Metafile, output: string): string[] {
  const found = new Set([output.split(path.sep).join('/')]);
  for (const file of found) {
    for (const { path: target, kind } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement' && target in outputs) found.add(target);
  }
  return [...found];
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
