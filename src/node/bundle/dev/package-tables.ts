import path from 'node:path';
import type { BuildOptions, Metafile, Plugin } from 'esbuild';
import { partsOf } from '../../../shared/module-table.ts';
import { hashOf } from '../../base/hash.ts';
import type { Site } from '../../project/config/types.ts';
import type { TypeScriptProjects } from '../../project/tsconfig.ts';
import { type Barrels, createBarrels } from '../barrels/barrel-plugin.ts';
import type { PackageModule } from '../demos/demo-graph.ts';
import { tableText } from '../demos/frame-modules.ts';
import { haveBrowserCode } from '../demos/package-code.ts';
import { COLLECTED, specifiersOf } from '../demos/package-modules.ts';
import { refusedModulesPlugin } from '../demos/refused-modules.ts';
import { allInputFiles, outputText, withoutPackages } from '../esbuild/input-files.ts';
import { commonOptions } from '../options.ts';
import { createSheetCompiler } from '../sheets/sheet-compiler.ts';
import type { SheetTools } from '../sheets/sheet-tools.ts';
import { styleSheetsOf } from '../sheets/styles.ts';
import type { ServerScript } from '../types.ts';
import { createKeptBundler } from './kept.ts';
import { ENVIRONMENT, ENVIRONMENT_BANNER } from './script-variables.ts';

export type Modules = ReadonlyMap<string, PackageModule>;

/** Script with package modules. `code` and `map` are empty without modules; `map` is always empty for installed packages. */
export interface PackageScript {
  code: string;
  map: string;
  /** Hash of the code, because the code itself has several megabytes. */
  hash: string;
  /** Bundles the script with replacements for modules that the engine rejects. Runs once; see {@link DemoScript}. */
  compilable?: () => Promise<ServerScript>;
}

export interface BundledTable {
  script: PackageScript;
  sheetsOf(key: string): string[];
  /** True if the server would run different code; see {@link haveBrowserCode}. */
  hasBrowserCode: boolean;
  /** True if the table contains a package whose styles are collected on the server. */
  hasCollector: boolean;
  /** Modules of other scripts that the table requests, by key. */
  needs: Modules;
  inputs: string[];
  folders?: string[];
}

interface TableState {
  barrels: Barrels;
  requested: Map<string, PackageModule>;
  /** Collects the modules of other scripts that the table requests, by key. */
  needs: Map<string, PackageModule>;
}

interface TableOptions {
  tools: SheetTools;
  sourcemap: 'external' | false;
  plugins: (state: TableState) => Plugin[];
  /** Output options. Default: options for the browser. */
  output?: Pick<BuildOptions, 'platform' | 'format' | 'mainFields' | 'conditions' | 'external'>;
  loading?: Plugin[];
  /** Used to read `tsconfig.json`; set only for a script that contains source code. */
  projects?: TypeScriptProjects;
}

export type Tables = ReturnType<typeof createTables>;

export function createTables(
  site: Site,
  { tools, sourcemap, plugins, output = { platform: 'browser', format: 'iife' }, projects, loading }: TableOptions,
) {
  const watched = new Set<string>();
  let modules: Modules = new Map();
  const requested: TableState['requested'] = new Map();
  const needs: TableState['needs'] = new Map();
  const sheets = createSheetCompiler(site, tools);
  const ofPackages = projects === undefined;
  const barrels = createBarrels({ site, ofPackages });
  const bundler = createKeptBundler((purpose) => {
    const isTrial = purpose !== 'browser';
    const own = isTrial ? createBarrels({ site, ofPackages }) : barrels;
    const common = commonOptions({
      site,
      pages: [],
      demos: [],
      barrels: own,
      environment: ENVIRONMENT,
      externalReact: 'name',
      everyTsconfig: !ofPackages,
      ofPackages,
      loading: purpose === 'errors' ? [] : loading,
      onFiles: (files) => files.forEach((file) => void watched.add(file)),
      sheets,
    });
    const refused = purpose === 'server' ? [refusedModulesPlugin([])] : [];
    return {
      ...common,
      entryPoints: ['cascader-docs-table'],
      outdir: site.root,
      ...output,
      banner: { js: ENVIRONMENT_BANNER },
      plugins: [
        tablePlugin(site.root, () => specifiersOf(modules)),
        ...refused,
        ...plugins({ barrels: own, requested, needs: isTrial ? new Map() : needs }),
        ...common.plugins,
      ],
      sourcemap: purpose === 'server' ? 'external' : sourcemap,
    };
  });
  let last: Promise<unknown> = Promise.resolve();
  /** Runs one task at a time, because the bundler's plugins read the modules of one script at a time. */
  const inTurn = <Result>(wanted: Modules, asked: Modules, task: () => Promise<Result>): Promise<Result> => {
    const running = last.then(() => {
      modules = wanted;
      requested.clear();
      for (const [key, module] of asked) requested.set(key, module);
      return task();
    });
    last = running.catch(() => undefined);
    return running;
  };
  const bundle = async (asked: Modules): Promise<BundledTable> => {
    const wanted = modules;
    sheets.forget();
    const { outputFiles, metafile } = await bundler.rebuild();
    const reads = await sheets.reads();
    let compilable: Promise<ServerScript> | undefined;
    const files = allInputFiles([metafile], site.root);
    const inputs = [...withoutPackages(files), ...barrels.files(), ...watched];
    const code = outputText(outputFiles, '.js');
    return {
      script: {
        code,
        hash: hashOf(code),
        map: outputText(outputFiles, '.js.map'),
        compilable() {
          // Cached, because each demo of a page may request the script.
          compilable ??= inTurn(wanted, asked, bundler.bundleForServer);
          return compilable;
        },
      },
      hasBrowserCode: haveBrowserCode(files),
      hasCollector: Object.keys(metafile.inputs).some((input) => input.startsWith(`${COLLECTED}:`)),
      needs: new Map(needs),
      sheetsOf: createSheetLookup(metafile, wanted),
      inputs: [
        ...inputs,
        ...(projects?.watchedOf(inputs.map((file) => path.dirname(file))) ?? []),
        ...withoutPackages(reads.files),
      ],
      folders: reads.folders,
    };
  };
  return {
    /** Bundles one script at a time. `requested` includes modules of other scripts. */
    bundle: async (wanted: Modules, asked: Modules): Promise<BundledTable> =>
      wanted.size === 0 ? NO_TABLE : await inTurn(wanted, asked, () => bundle(asked)),
    async dispose(): Promise<void> {
      await last;
      await bundler.release();
    },
  };
}

export const NO_SCRIPT: PackageScript = { code: '', map: '', hash: hashOf('') };

const NO_TABLE: BundledTable = {
  script: NO_SCRIPT,
  sheetsOf: () => [],
  hasBrowserCode: false,
  hasCollector: false,
  needs: new Map(),
  inputs: [],
};

/** Reads the list of modules again at each request. */
function tablePlugin(root: string, specifiers: () => [key: string, specifier: string][]): Plugin {
  return {
    name: 'table',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^cascader-docs-table$/ }, ({ path: name }) => ({ path: name, namespace: 'table' }));
      onLoad({ filter: /.*/, namespace: 'table' }, () => ({ contents: tableText(specifiers()), resolveDir: root }));
    },
  };
}

function createSheetLookup(metafile: Metafile, modules: Modules): BundledTable['sheetsOf'] {
  const entries = entryInputs(metafile);
  const specifiers = new Map(specifiersOf(modules));
  return (key) => {
    const keys = specifiers.has(key) ? [key] : partsOf(key).map(([, part]) => part);
    return [...new Set(keys.flatMap((part) => styleSheetsOf(metafile, entries.get(specifiers.get(part) ?? '') ?? '')))];
  };
}

/** Returns the modules of a table by specifier, with their names in the metafile. */
function entryInputs({ inputs }: Metafile): Map<string, string> {
  const table = Object.entries(inputs).find(([name]) => name.startsWith('table:'))?.[1];
  return new Map((table?.imports ?? []).map(({ path, original = path }) => [original, path]));
}
