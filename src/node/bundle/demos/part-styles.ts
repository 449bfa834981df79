import type { Cache } from '../../store/cache.ts';
import { bundleKey } from '../bundle-key.ts';
import { allInputFiles } from '../esbuild/input-files.ts';
import { type BundleInput, configFiles } from '../options.ts';
import type { SheetReads } from '../sheets/sheet-compiler.ts';
import { type CompiledStyles, compileDemoSheets, compileStyles, type StylesOptions } from '../sheets/styles.ts';
import type { SheetImport } from '../sheets/types.ts';
import type { DemoSheet } from '../types.ts';

export interface PartStyles extends CompiledStyles {
  ofDemos: Map<string, DemoSheet>;
  imports: Map<string, SheetImport[]>;
  reads: SheetReads;
}

/** A change to a script does not affect the style sheets, so the compilers of their languages are not loaded. */
export async function compilePartStyles(
  { all, ofDemos }: { all: string[]; ofDemos: string[] },
  options: StylesOptions,
  { input, cache, task }: { input: BundleInput; cache: Cache; task: string },
): Promise<PartStyles> {
  const { site, sheets, minify } = options;
  return await cache.remember(task, bundleKey(site, minify, all, ofDemos), async () => {
    // First, so that the bundler reports errors of a style sheet with their locations.
    const compiled = await compileStyles(all, options);
    const [plain, imports] = await Promise.all([
      compileDemoSheets(ofDemos, { site, sheets }),
      Promise.all(ofDemos.map(async (sheet) => [sheet, await sheets.importsOf(sheet)] as const)),
    ]);
    const { isWhole, files, folders } = await sheets.reads();
    // Sorted, because they are read in no fixed order.
    const reads = { isWhole, files: [...new Set(files)].sort(), folders: [...folders].sort() };
    const inputs = allInputFiles([compiled.metafile], site.root);
    return {
      result: { ...compiled, ofDemos: plain, imports: new Map(imports), reads },
      // esbuild applies `paths` of `tsconfig.json` to style sheets too.
      ...(isWhole && { files: [...inputs, ...configFiles(input, inputs), ...files] }),
    };
  });
}
