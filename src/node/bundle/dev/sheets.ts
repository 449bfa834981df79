import path from 'node:path';
import { withBase } from '../../../shared/base-url.ts';
import { ASSETS_DIR } from '../../browser-scripts.ts';
import type { Site } from '../../config/types.ts';
import { fingerprint } from '../fingerprint.ts';
import { inputFiles } from '../input-files.ts';
import { createLessCompiler, type LessImport } from '../less.ts';
import { assetsUrl } from '../options.ts';
import { compilePlainStyles, compileStyles } from '../styles.ts';
import { createKept, type Kept } from './kept.ts';

/** The style sheets that are in use, each compiled on its own. */
export interface Sheets {
  /** Compiles a sheet, or gives what it was. Throws esbuild's BuildFailure. */
  get(filePath: string): Promise<Sheet>;
  /** Tells that files have changed; true when a sheet must be compiled anew. */
  touch(changed: ReadonlySet<string>): boolean;
  /** Lets go of all sheets but these (absolute paths). */
  retain(filePaths: ReadonlySet<string>): void;
}

/** A compiled style sheet. */
export interface Sheet {
  /** URL, named by its content. */
  href: string;
  /** Bytes by output path: the sheet, and the pictures and fonts that it refers to. */
  files: Map<string, Uint8Array>;
  /** The sheet complete in itself, as edited demos get it. */
  plain(): Promise<string>;
  lessImports: LessImport[];
  inputs: string[];
}

/** Creates the compiler of style sheets. */
export function createSheets(site: Site): Sheets {
  const sheets = new Map<string, Kept<Sheet>>();
  return {
    get(filePath) {
      const kept = sheets.get(filePath) ?? createKept<Sheet>();
      sheets.set(filePath, kept);
      return kept.get(() => compile(site, filePath));
    },
    touch: (changed) => [...sheets.values()].map((kept) => kept.touch(changed)).some(Boolean),
    retain(filePaths) {
      for (const filePath of sheets.keys()) if (!filePaths.has(filePath)) sheets.delete(filePath);
    },
  };
}

async function compile(site: Site, filePath: string): Promise<Sheet> {
  const { root } = site;
  const less = createLessCompiler(site);
  const outdir = path.join(root, '.cascader-docs-out');
  const options = { site, outdir, publicPath: assetsUrl(site), minify: false, less };
  const { outputs, metafile, byFile } = await compileStyles([filePath], options);
  const { files, names } = fingerprint(outputs, metafile, root, outdir);
  const output = path
    .relative(outdir, byFile.get(filePath) ?? '')
    .split(path.sep)
    .join('/');
  const lessImports = filePath.endsWith('.less') ? await less.importsOf(filePath) : [];
  return {
    href: withBase(site.config.base, `/${ASSETS_DIR}/${names.get(output) ?? ''}`),
    files: new Map([...files].map(([name, bytes]) => [`${ASSETS_DIR}/${name}`, bytes])),
    plain: async () => (await compilePlainStyles([filePath], { site, less })).get(filePath) ?? '',
    lessImports,
    inputs: [filePath, ...inputFiles([metafile], root), ...lessImports.map((entry) => entry.filePath)],
  };
}
