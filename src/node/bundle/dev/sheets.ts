import path from 'node:path';
import { withBase } from '../../../shared/base-url.ts';
import { ASSETS_DIR } from '../../browser-scripts.ts';
import type { Site } from '../../config/types.ts';
import { fingerprint } from '../fingerprint.ts';
import { inputFiles } from '../input-files.ts';
import { createLessCompiler, type LessImport } from '../less.ts';
import { assetsUrl } from '../options.ts';
import { compilePlainStyles, compileStyles } from '../styles.ts';

/** The style sheets that were asked for so far, each compiled on its own. */
export interface Sheets {
  /** Compiles a sheet, or gives what it was. Throws esbuild's BuildFailure. */
  get(filePath: string): Promise<Sheet>;
  /** Tells that files have changed; true when a sheet must be compiled anew. */
  touch(changed: ReadonlySet<string>): boolean;
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
  const known = new Map<string, Promise<Sheet>>();
  const inputs = new Map<string, string[]>();
  return {
    get(filePath) {
      const sheet =
        known.get(filePath) ??
        compile(site, filePath).catch((failure: unknown) => {
          known.delete(filePath);
          throw failure;
        });
      known.set(filePath, sheet);
      sheet.then((result) => inputs.set(filePath, result.inputs)).catch(() => undefined);
      return sheet;
    },
    touch(changed) {
      const stale = [...known.keys()].filter((filePath) =>
        (inputs.get(filePath) ?? [filePath]).some((file) => changed.has(file)),
      );
      for (const filePath of stale) known.delete(filePath);
      return stale.length > 0;
    },
  };
}

async function compile(site: Site, filePath: string): Promise<Sheet> {
  const { root } = site;
  const less = createLessCompiler();
  const outdir = path.join(root, '.cascader-docs-out');
  const options = { root, outdir, publicPath: assetsUrl(site), minify: false, less };
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
    plain: async () => (await compilePlainStyles([filePath], { root, less })).get(filePath) ?? '',
    lessImports,
    inputs: [filePath, ...inputFiles([metafile], root), ...lessImports.map((entry) => entry.filePath)],
  };
}
