import path from 'node:path';
import type { Metafile, OutputFile, Plugin } from 'esbuild';
import { ASSETS_DIR } from '../base/browser-scripts.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { relativePath, toPosix } from '../base/files/paths.ts';
import { integrityOf } from '../base/hash.ts';
import { digestsOf, type SiteDigests } from './digests.ts';
import { inputsOfData } from './esbuild/data-module.ts';
import { fingerprint } from './esbuild/fingerprint.ts';
import { allInputFiles, bundledFiles, inputFiles } from './esbuild/input-files.ts';
import { bundleModules } from './module-rules.ts';
import { packageFolders } from './notices.ts';
import { assetsUrl, type BundleInput, configFiles } from './options.ts';
import { createSheetCompiler, type SheetReads } from './sheets/sheet-compiler.ts';
import { type CompiledStyles, compileStyles, type StylesOptions, styleSheetsOf } from './sheets/styles.ts';
import type { LinkedFile } from './types.ts';

export interface ClientEntry {
  in: string;
  out: string;
}

export interface ClientBundle {
  files: Map<string, Uint8Array>;
  scriptOf: (entry: string) => LinkedFile;
  stylesOf: (entry: string) => LinkedFile[];
  /** Returns the absolute source paths of these style sheets. */
  sheetsOf: (entry: string) => string[];
  /** Returns the output copies of files, such as fonts, that style sheets refer to. The given paths are absolute. */
  copiesOf: (filePaths: string[]) => LinkedFile[];
  /** Returns true if the output with this URL contains a string. */
  mentions: (href: string, text: string) => boolean;
  preloadsOf: (entry: string) => LinkedFile[];
  packages: string[];
  warnings: Diagnostic[];
  digests: SiteDigests;
  /** Absolute paths: all files (`inputs`), the files outside packages (`own`), and the style sheets. */
  reads: { inputs: string[]; own: string[]; sheets: SheetReads };
}

export interface ClientStyles {
  /** If true, the style sheets are not compiled in advance while scripts are bundled. Default: false. */
  isKept?: boolean;
  /**
   * `sheetsOf` returns absolute paths in import order. `reads` contains files that were read without the given
   * compiler, such as by a cached run.
   */
  compile: (
    files: string[],
    options: StylesOptions,
    sheetsOf: ClientBundle['sheetsOf'],
  ) => Promise<CompiledStyles & { reads?: SheetReads }>;
}

interface ClientOptions {
  alone?: ClientEntry;
  plugins?: Plugin[];
  styles?: ClientStyles;
}

/**
 * Bundles scripts for browsers. Scripts import each other by relative paths, so scripts do not contain the base path.
 * Throws esbuild's `BuildFailure`. The entry `alone` shares no code with other entries.
 */
export async function bundleClient(
  input: BundleInput,
  entries: ClientEntry[],
  { alone, plugins = [], styles: { isKept = false, compile } = { compile: compileStyles } }: ClientOptions = {},
): Promise<ClientBundle> {
  const { site, pages, demos, development } = input;
  const { root } = site;
  const outdir = path.join(root, '.cascader-docs-out');
  const assets = new Map<string, Uint8Array>();
  const { sheets: compiler = createSheetCompiler(site) } = input;
  const common = { ...input, assets, sheets: compiler, onStyle: isKept ? undefined : compiler.start };
  const scripts = await bundleScripts(common, entries, { outdir, alone, plugins });
  const { metafile } = scripts;
  const keyOf = (entry: string): string => (isVirtual(entry) ? `virtual:${entry}` : inputKey(metafile, root, entry));
  const sheets = new Map(entries.map((entry) => [entry.in, styleSheetsOf(metafile, keyOf(entry.in))]));
  const sheetsOf = (entry: string): string[] => sheets.get(entry) ?? [];
  const allSheets = [...new Set([...sheets.values()].flat())];
  const styles = await compile(allSheets, { site, outdir, minify: !development, sheets: compiler }, sheetsOf);

  const outputs = uniqueOutputs([...scripts.outputFiles, ...styles.outputs]);
  const metafiles = [metafile, styles.metafile];
  const { files, names } = fingerprint(outputs, mergeMetafiles(metafiles), root, outdir);
  const publicPath = assetsUrl(site);
  const linked = new Map<string, LinkedFile>();
  const link = (output: string): LinkedFile => {
    const name = names.get(relativePath(outdir, output)) ?? '';
    const known = linked.get(name) ?? {
      href: `${publicPath}/${name}`,
      integrity: integrityOf(files.get(name) ?? new Uint8Array()),
    };
    linked.set(name, known);
    return known;
  };
  const outputPath = outputPathsIn(metafile, root, keyOf);
  const inputs = allInputFiles(metafiles, root);
  const configs = configFiles({ site, pages, demos }, inputs);
  return {
    files: new Map([...assets, ...files].map(([name, bytes]) => [`${ASSETS_DIR}/${name}`, bytes])),
    scriptOf: (entry) => link(outputPath(entry)),
    stylesOf: (entry) => sheetsOf(entry).map((sheet) => link(styles.byFile.get(sheet) ?? '')),
    copiesOf: (filePaths) =>
      filePaths.flatMap((file) => {
        const output = outputMadeOf(styles.metafile, root, file);
        return output === undefined ? [] : [link(path.resolve(root, output))];
      }),
    sheetsOf,
    mentions: (href, text) => Buffer.from(files.get(path.posix.basename(href)) ?? '').includes(text),
    preloadsOf: (entry) =>
      importsOf(metafile, path.relative(root, outputPath(entry))).map((file) => link(path.resolve(root, file))),
    packages: packageFolders(bundledFiles(metafiles, root)),
    warnings: styles.warnings,
    digests: digestsOf(metafile, root),
    reads: {
      inputs: [...inputs, ...configs],
      own: [...inputFiles(metafiles, root), ...configs, ...inputsOfData([metafile], site).files],
      sheets: joinReads(await compiler.reads(), styles.reads),
    },
  };
}

async function bundleScripts(
  input: BundleInput,
  entries: ClientEntry[],
  { outdir, alone, plugins }: { outdir: string; alone: ClientEntry | undefined; plugins: Plugin[] },
): Promise<{ outputFiles: OutputFile[]; metafile: Metafile }> {
  const own = { site: input.site, development: input.development };
  const naming = {
    outdir,
    minify: !input.development,
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    assetNames: '[name]-[hash]',
    format: 'esm',
  } as const;
  const results = await Promise.all([
    ...(alone ? [bundleModules({ ...own, pages: [], demos: [] }, { ...naming, entryPoints: [alone] })] : []),
    bundleModules(
      { ...input, inBrowser: true },
      { ...naming, plugins, entryPoints: uniqueEntries(entries), splitting: true },
    ),
  ]);
  return {
    outputFiles: results.flatMap(({ outputFiles }) => outputFiles),
    metafile: mergeMetafiles(results.map((result) => result.metafile)),
  };
}

function outputPathsIn(metafile: Metafile, root: string, keyOf: (entry: string) => string): (entry: string) => string {
  const outputOf = new Map(
    Object.entries(metafile.outputs).flatMap(([output, { entryPoint }]) =>
      entryPoint ? [[entryPoint, path.resolve(root, output)]] : [],
    ),
  );
  return (entry) => {
    const output = outputOf.get(keyOf(entry));
    if (output === undefined) throw new Error(`Nothing was bundled for ${entry}`);
    return output;
  };
}

function isVirtual(entry: string): boolean {
  return entry.startsWith('cascader-docs:');
}

function uniqueEntries(entries: ClientEntry[]): ClientEntry[] {
  return [...new Map(entries.map((entry) => [entry.in, entry])).values()];
}

function joinReads(own: SheetReads, others: SheetReads = own): SheetReads {
  return {
    files: [...new Set([...own.files, ...others.files])],
    folders: [...new Set([...own.folders, ...others.folders])],
    isWhole: own.isWhole && others.isWhole,
  };
}

function uniqueOutputs(outputs: CompiledStyles['outputs']): CompiledStyles['outputs'] {
  return [...new Map(outputs.map((output) => [output.path, output])).values()];
}

/** Returns an output and all outputs that it imports statically, nearest first, as paths in the metafile. */
function importsOf({ outputs }: Metafile, output: string): string[] {
  const found = new Set([toPosix(output)]);
  for (const file of found) {
    for (const { path: target, kind } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement' && target in outputs) found.add(target);
  }
  return [...found];
}

function mergeMetafiles(metafiles: Metafile[]): Metafile {
  return {
    inputs: Object.assign({}, ...metafiles.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...metafiles.map(({ outputs }) => outputs)),
  };
}

function outputMadeOf({ outputs }: Metafile, root: string, file: string): string | undefined {
  const isCopy = (inputs: object): boolean => {
    const [input, ...others] = Object.keys(inputs);
    return others.length === 0 && input !== undefined && path.resolve(root, input) === file;
  };
  return Object.keys(outputs).find((output) => isCopy(outputs[output]?.inputs ?? {}));
}

/** Returns a key in the metafile: the path relative to the working directory, or `namespace:path` for a virtual module. */
function inputKey(metafile: Metafile, root: string, entry: string): string {
  if (!path.isAbsolute(entry)) return entry;
  const key = relativePath(root, entry);
  return key in metafile.inputs
    ? key
    : (Object.keys(metafile.inputs).find((input) => path.resolve(root, input) === entry) ?? key);
}
