import type { Cache } from '../../store/cache.ts';
import { bundleKey } from '../bundle-key.ts';
import { allInputFiles } from '../esbuild/input-files.ts';
import { type BundleInput, configFiles } from '../options.ts';
import type { SheetReads } from '../sheets/sheet-compiler.ts';
import { type CompiledStyles, compileDemoSheets, compileStyles, type StylesOptions } from '../sheets/styles.ts';
import type { SheetImport } from '../sheets/types.ts';
import type { DemoSheet } from '../types.ts';

/** Name in the cache of the sheets of demos and interactive pages. */
export const PART_STYLES = 'styles';

/** Sheets of demos and interactive pages, as pages load them, and those of demos for editing and exporting. */
export interface PartStyles extends CompiledStyles {
  /** By absolute path. */
  ofDemos: Map<string, DemoSheet>;
  /** What the demos' sheets import in their own language, by absolute path of the sheet. */
  imports: Map<string, SheetImport[]>;
  reads: SheetReads;
}

/**
 * Compiles the sheets of demos and interactive pages, or takes them from the cache: a script that changes leaves them as
 * they are, and the compilers of their languages need not be loaded.
 *
 * @param files absolute paths, of all sheets and of those of demos
 * @param kept.input what imports them
 */
export async function compilePartStyles(
  { all, ofDemos }: { all: string[]; ofDemos: string[] },
  options: StylesOptions,
  { input, cache }: { input: BundleInput; cache: Cache },
): Promise<PartStyles> {
  const { site, sheets, minify } = options;
  return await cache.remember(PART_STYLES, bundleKey(site, minify, all, ofDemos), async () => {
    // What is wrong with a sheet the bundler tells with its place.
    const compiled = await compileStyles(all, options);
    const [plain, imports] = await Promise.all([
      compileDemoSheets(ofDemos, { site, sheets }),
      Promise.all(ofDemos.map(async (sheet) => [sheet, await sheets.importsOf(sheet)] as const)),
    ]);
    const { isWhole, files, folders } = await sheets.reads();
    // They were read in no certain order.
    const reads = { isWhole, files: [...new Set(files)].sort(), folders: [...folders].sort() };
    const inputs = allInputFiles([compiled.metafile], site.root);
    return {
      result: { ...compiled, ofDemos: plain, imports: new Map(imports), reads },
      // The bundler follows `paths` of a configuration in sheets too.
      ...(isWhole && { files: [...inputs, ...configFiles(input, inputs), ...files] }),
    };
  });
}
