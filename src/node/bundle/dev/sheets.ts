import path from 'node:path';
import { withBase } from '../../../shared/base-url.ts';
import { ASSETS_DIR } from '../../base/browser-scripts.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { relativePath } from '../../base/files/paths.ts';
import { integrityOf } from '../../base/hash.ts';
import type { Site } from '../../project/config/types.ts';
import { fingerprint } from '../esbuild/fingerprint.ts';
import { inputFiles, withoutPackages } from '../esbuild/input-files.ts';
import { createSheetCompiler } from '../sheets/sheet-compiler.ts';
import type { SheetTools } from '../sheets/sheet-tools.ts';
import { compileDemoSheets, compileStyles } from '../sheets/styles.ts';
import type { SheetImport } from '../sheets/types.ts';
import type { DemoSheet } from '../types.ts';
import { createKept, type Kept } from './kept.ts';

export interface Sheet {
  href: string;
  /** Subresource integrity (`sha256-…`) of the style sheet. */
  integrity: string;
  /** Bytes by output path: the style sheet, and the pictures and fonts that it refers to. */
  files: Map<string, Uint8Array>;
  /** Compiles the style sheet separately, for editing and exporting demos. */
  apart(): Promise<DemoSheet | undefined>;
  imports: SheetImport[];
  warnings: Diagnostic[];
  inputs: string[];
  /** Folders in which any new or changed file may affect the result. */
  folders: string[];
}

export type Sheets = ReturnType<typeof createSheets>;

/** Compiles the style sheets in use, each one separately. */
export function createSheets(site: Site, tools: SheetTools) {
  const sheets = new Map<string, Kept<Sheet>>();
  return {
    /** Returns a compiled style sheet. Throws esbuild's `BuildFailure`. */
    get(filePath: string): Promise<Sheet> {
      const cached = sheets.get(filePath) ?? createKept<Sheet>();
      sheets.set(filePath, cached);
      return cached.get(() => compile(site, filePath, tools));
    },
    /** Reports changed files. Returns true if a style sheet must be compiled again. */
    touch: (changed: ReadonlySet<string>): boolean =>
      [...sheets.values()].map((cachedEntry) => cachedEntry.touch(changed)).some(Boolean),
    names: (): string[] => [...sheets.keys()],
    /** Evicts all style sheets except those at these absolute paths. */
    retain(filePaths: ReadonlySet<string>): void {
      for (const filePath of sheets.keys()) if (!filePaths.has(filePath)) sheets.delete(filePath);
    },
  };
}

async function compile(site: Site, filePath: string, tools: SheetTools): Promise<Sheet> {
  const { root } = site;
  const sheets = createSheetCompiler(site, tools);
  const outdir = path.join(root, '.cascader-docs-out');
  const options = { site, outdir, minify: false, sheets };
  const { outputs, metafile, byFile, warnings } = await compileStyles([filePath], options);
  const { files, names } = fingerprint(outputs, metafile, root, outdir);
  const output = relativePath(outdir, byFile.get(filePath) ?? '');
  const name = names.get(output) ?? '';
  const { files: read, folders } = await sheets.reads();
  return {
    href: withBase(site.config.base, `/${ASSETS_DIR}/${name}`),
    integrity: integrityOf(files.get(name) ?? new Uint8Array()),
    files: new Map([...files].map(([name, bytes]) => [`${ASSETS_DIR}/${name}`, bytes])),
    apart: async () => (await compileDemoSheets([filePath], { site, sheets })).get(filePath),
    imports: await sheets.importsOf(filePath),
    warnings,
    inputs: [filePath, ...inputFiles([metafile], root), ...withoutPackages(read)],
    folders,
  };
}
