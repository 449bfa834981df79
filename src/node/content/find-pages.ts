import { lstat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pluralize from 'pluralize';
import { segmentsOf } from '../../shared/route-path.ts';
import type { Refusal } from '../base/diagnostics/codes/refusal.ts';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { hasCode } from '../base/files/error-code.ts';
import { relativePath } from '../base/files/paths.ts';
import type { Site } from '../project/config/types.ts';
import { createRefusal, refusalOf } from '../project/file-scope.ts';
import { privatePlaceIn } from '../project/private-names.ts';
import { walkFiles } from './walk-files.ts';

/** A page's file before it is read. */
export interface PageFile {
  /** Absolute. */
  filePath: string;
  /** Relative to the site's root, forward slashes. */
  sourcePath: string;
  /** Relative to its docs folder, forward slashes. */
  path: string;
  /** Segments that its route starts with. */
  prefix: string[];
  /** It stands in an atomDir. */
  atom: boolean;
}

/** Pages of an atomDir: in the folder itself, or the `index` or `README` one folder deep, with or without a locale. */
const ATOM_PAGE = /^([^/]+|[^/]+\/(index|README)(\.[^/]+)?)\.mdx?$/;

/**
 * Finds the pages of a site: `.md` and `.mdx` below the docs folders, without names that start with `_` or `.`,
 * and beside the components of the atomDirs. The public folder and the output are no places for pages.
 *
 * @param onFound told how many files there are that look like pages, each time that one is found
 */
export async function findPages(
  site: Site,
  onFound?: (count: number) => void,
): Promise<{ files: PageFile[]; diagnostics: Diagnostic[] }> {
  const { docDirs, atomDirs, publicDir, outDir } = site.config;
  const folders = [
    ...docDirs.map(({ dir, type }) => ({ dir, atom: false, prefix: type ? segmentsOf(pluralize(type)) : [] })),
    ...atomDirs.map(({ dir, type, subType }) => ({
      dir,
      atom: true,
      prefix: segmentsOf([pluralize(type), subType ?? ''].join('/')),
    })),
  ];
  const found = new Map<string, PageFile>();
  let count = 0;
  const skipped = new Map<string, string>();
  const misnamed = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  for (const { dir, atom, prefix } of folders) {
    // An absent folder has no pages, which is told when no folder has one. Pages lie in the project itself.
    const refusal = refusalOf({ filePath: dir, folder: site.root }, { projectRoot: site.projectRoot });
    if (refusal) {
      diagnostics.push(refusedFolder(site, dir, refusal));
      continue;
    }
    const contents = await walkFiles(dir, (name, filePath) => {
      if (/\.mdx?$/.test(name)) onFound?.(++count);
      return !/^[._]/.test(name) && name !== 'node_modules' && filePath !== publicDir && filePath !== outDir;
    });
    for (const { filePath, kind } of contents.skipped) {
      // Links beside components are nobody's pages; a link without extension could be a folder of them.
      if (/\.mdx?$/.test(filePath) || (!atom && !basename(filePath).includes('.'))) skipped.set(filePath, kind);
    }
    for (const filePath of contents.files) {
      if (!atom && NEARLY_PAGE.test(filePath) && !/\.mdx?$/.test(filePath))
        misnamed.add(relativePath(site.root, filePath));
      if (!/\.mdx?$/.test(filePath)) continue;
      const path = relativePath(dir, filePath);
      if (found.has(filePath) || (atom && !ATOM_PAGE.test(path))) continue;
      found.set(filePath, { filePath, sourcePath: relativePath(site.root, filePath), path, prefix, atom });
    }
  }
  diagnostics.push(...[...skipped].map(([filePath, kind]) => skippedFile(site, filePath, kind)));
  diagnostics.push(...[...misnamed].map(misnamedPage));
  if (found.size === 0) diagnostics.push(noPages(site));
  return { files: [...found.values()], diagnostics };
}

/** Endings of Markdown that are not read. */
const NEARLY_PAGE = /\.(?:mdx?|markdown|mkdn?|mdown)$/i;

function misnamedPage(file: string): Diagnostic {
  return createDiagnostic('misnamed-page', { name: basename(file) }, { location: { file, line: 1, column: 1 } });
}

/**
 * Finds the files of the public folder, names with a dot included; `output` is the path in the output. Private files are published,
 * since their author has put them there, with a warning.
 */
export async function findPublicFiles(
  site: Site,
): Promise<{ files: { filePath: string; output: string }[]; diagnostics: Diagnostic[] }> {
  const { publicDir } = site.config;
  const refusal = refusalOf({ filePath: publicDir, folder: site.root }, site);
  if (refusal) return { files: [], diagnostics: [refusedFolder(site, publicDir, refusal)] };
  // What is wrong with the folder around it is told by who looks for pages there.
  const isThere = await lstat(publicDir).then(
    () => true,
    (error: unknown) => !hasCode(error, 'ENOTDIR'),
  );
  if (!isThere) return { files: [], diagnostics: [] };
  const contents = await walkFiles(publicDir, (name) => name !== '.DS_Store');
  const files = contents.files.map((filePath) => ({ filePath, output: relativePath(publicDir, filePath) }));
  const places = new Set(files.flatMap(({ output }) => privatePlaceIn(output) ?? []));
  return {
    files,
    diagnostics: [
      ...contents.skipped.map(({ filePath, kind }) => skippedFile(site, filePath, kind)),
      ...[...places].map((place) => privateFile(site, join(publicDir, place))),
    ],
  };
}

function privateFile({ root }: Site, filePath: string): Diagnostic {
  const file = relativePath(root, filePath);
  return createDiagnostic(
    'private-public-file',
    { name: basename(filePath) },
    { location: { file, line: 1, column: 1 } },
  );
}

function refusedFolder(site: Site, dir: string, refusal: Refusal): Diagnostic {
  const folder = relativePath(site.root, dir);
  return refusal === 'private'
    ? createRefusal(refusal, `Folder "${folder}"`)
    : createDiagnostic('folder-outside-project', { folder });
}

function skippedFile(site: Site, filePath: string, kind: string): Diagnostic {
  const location = { file: relativePath(site.root, filePath), line: 1, column: 1 };
  return createDiagnostic('special-file', { kind }, { location });
}

function noPages(site: Site): Diagnostic {
  const folders = [...site.config.docDirs, ...site.config.atomDirs].map(
    ({ dir }) => relativePath(site.root, dir) || '.',
  );
  return createDiagnostic('no-pages', { folders });
}
