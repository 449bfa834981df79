import path from 'node:path';
import type { Plugin } from 'esbuild';
import { ownValue } from '../../../shared/own-value.ts';
import type { Cache } from '../../store/cache.ts';
import { createBarrels } from '../barrels/barrel-plugin.ts';
import { bundleKey } from '../bundle-key.ts';
import { bundleClient } from '../client.ts';
import type { SiteDigests } from '../digests.ts';
import { demoModule, entryPoints, moduleEntry } from '../esbuild/entries.ts';
import { allInputFiles } from '../esbuild/input-files.ts';
import { type BundleInput, configFiles } from '../options.ts';
import { passOn, REACT_MODULES, RUNTIME_MODULES } from '../plugins/virtual-plugin.ts';
import type { SheetReads } from '../sheets/sheet-compiler.ts';
import { type CompiledStyles, compileDemoSheets, compileStyles, type StylesOptions } from '../sheets/styles.ts';
import type { SheetImport } from '../sheets/types.ts';
import type { ShellBundle } from '../shell.ts';
import type { ClientModule, DemoSheet, SiteBundle } from '../types.ts';

export type PartsBundle = Pick<
  SiteBundle,
  | 'files'
  | 'integrity'
  | 'preloads'
  | 'demos'
  | 'sheets'
  | 'sheetImports'
  | 'modules'
  | 'inputs'
  | 'packages'
  | 'warnings'
>;

export interface PartsOptions {
  shell: Pick<ShellBundle, 'runtime' | 'shared'>;
  cache: Cache;
  /** Name of the cached task that compiles the style sheets. */
  styles: string;
}

/** Namespace of modules that the shell exports. */
const SHARED = 'shared';

/**
 * Bundles one entry for each demo and each interactive page, with its style sheets. Shared code, such as the documented
 * library, is in chunks. React and the runtime's modules are imported from the shell. Throws esbuild's `BuildFailure`.
 *
 * @returns the bundle; `files`: absolute paths of all files that were read, or undefined if they are unknown; `wanted`:
 * names of imported runtime modules, which the shell must export
 */
export async function bundleParts(
  input: BundleInput,
  { shell, cache, styles: task }: PartsOptions,
): Promise<{
  parts: PartsBundle;
  wanted: string[];
  digests: SiteDigests;
  files: string[] | undefined;
}> {
  const { demos, pages } = input;
  const wanted = new Set<string>();
  let styles: PartStyles | undefined;
  const barrels = createBarrels({ ...input, scansSources: true });
  const client = await bundleClient({ ...input, barrels }, entryPoints(input.site, input), {
    plugins: [sharedModulesPlugin(shell, wanted)],
    styles: {
      isKept: cache.has(task),
      async compile(all, options, sheetsOf) {
        const ofDemos = [...new Set(demos.flatMap((demo) => sheetsOf(demoModule(input.site, demo))))];
        styles = await compilePartStyles({ all, ofDemos }, options, { input, cache, task });
        return styles;
      },
    },
  });
  const { reads } = client;
  const integrity = new Map<string, string>();
  const preloads: SiteBundle['preloads'] = new Map();
  const moduleOf = (entry: string): ClientModule => {
    const styles = client.stylesOf(entry);
    for (const { href, integrity: hash } of styles) integrity.set(href, hash);
    const js = client.scriptOf(entry).href;
    const own = client.preloadsOf(entry);
    const asked = Object.values(shell.shared).filter(([first]) =>
      own.some(({ href }) => client.mentions(href, beside(first?.href ?? ''))),
    );
    preloads.set(js, [...own, ...asked.flat()]);
    return { js, css: styles.map(({ href }) => href) };
  };
  const { isWhole, files } = reads.sheets;
  return {
    parts: {
      files: client.files,
      integrity,
      preloads,
      demos: new Map(
        demos.map((demo) => {
          const entry = demoModule(input.site, demo);
          return [demo.id, { ...moduleOf(entry), sheets: client.sheetsOf(entry) }];
        }),
      ),
      sheets: styles?.ofDemos ?? new Map(),
      sheetImports: styles?.imports ?? new Map(),
      modules: new Map(pages.map(({ page }) => [page.sourcePath, moduleOf(moduleEntry(page))])),
      inputs: reads.own,
      packages: client.packages,
      warnings: client.warnings,
    },
    wanted: [...wanted].sort(),
    digests: client.digests,
    files: isWhole ? [...new Set([...reads.inputs, ...files, ...barrels.files()])] : undefined,
  };
}

function sharedModulesPlugin(
  { runtime, shared }: Pick<ShellBundle, 'runtime' | 'shared'>,
  wanted: Set<string>,
): Plugin {
  return {
    name: 'shared-modules',
    setup({ onStart, onResolve, onLoad }) {
      onStart(() => wanted.clear());
      onResolve({ filter: /^(?:react|react-dom|cascader-docs|react-router-dom)(?:\/|$)/ }, ({ path: name, kind }) => {
        if (RUNTIME_MODULES.includes(name)) wanted.add(name);
        else if (!REACT_MODULES.includes(name)) return undefined;
        const isLater = kind === 'dynamic-import' && REACT_MODULES.includes(name);
        return { path: name, namespace: SHARED, suffix: isLater ? '?later' : '' };
      });
      onLoad({ filter: /.*/, namespace: SHARED }, ({ path: name, suffix }) => {
        if (!REACT_MODULES.includes(name))
          return {
            contents: passOn(beside(ownValue(shared, name)?.[0]?.href ?? name), name === 'cascader-docs/theme'),
          };
        const module = `load(${JSON.stringify(name)})`;
        // `import()` of a CommonJS module in a separate chunk would have no named exports.
        const exported = suffix
          ? `export const then = (resolve) => resolve({ ...${module}, default: ${module} });`
          : `module.exports = ${module};`;
        return { contents: `import { load } from ${JSON.stringify(beside(runtime))}; ${exported}` };
      });
      onResolve({ filter: /^\.\//, namespace: SHARED }, ({ path: file }) => ({ path: file, external: true }));
    },
  };
}

/** Returns the specifier that imports a script of the shell from a script in the same folder. */
function beside(url: string): string {
  return `./${path.posix.basename(url)}`;
}

interface PartStyles extends CompiledStyles {
  ofDemos: Map<string, DemoSheet>;
  imports: Map<string, SheetImport[]>;
  reads: SheetReads;
}

/** Compiles style sheets in a separate task, so that a change to a script does not load the compilers of style sheet languages. */
async function compilePartStyles(
  { all, ofDemos }: { all: string[]; ofDemos: string[] },
  options: StylesOptions,
  { input, cache, task }: { input: BundleInput; cache: Cache; task: string },
): Promise<PartStyles> {
  const { site, sheets, minify } = options;
  return await cache.remember(task, bundleKey(site, minify, all, ofDemos), async () => {
    // The style sheets are compiled first, so that the bundler reports errors in style sheets with their locations.
    const compiled = await compileStyles(all, options);
    const [plain, imports] = await Promise.all([
      compileDemoSheets(ofDemos, { site, sheets }),
      Promise.all(ofDemos.map(async (sheet) => [sheet, await sheets.importsOf(sheet)] as const)),
    ]);
    const { isWhole, files, folders } = await sheets.reads();
    // Sorted, because the files are read in no fixed order.
    const reads = { isWhole, files: [...new Set(files)].sort(), folders: [...folders].sort() };
    const inputs = allInputFiles([compiled.metafile], site.root);
    return {
      result: { ...compiled, ofDemos: plain, imports: new Map(imports), reads },
      // esbuild also applies `paths` in `tsconfig.json` to style sheets.
      ...(isWhole && { files: [...inputs, ...configFiles(input, inputs), ...files] }),
    };
  });
}
