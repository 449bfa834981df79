import { lstat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pluralize from 'pluralize';
import { segmentsOf } from '../../shared/route-path.ts';
import type { Refusal } from '../base/diagnostics/codes/shared-texts.ts';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { hasCode } from '../base/errors.ts';
import { relativePath } from '../base/files/paths.ts';
import { locateKey } from '../project/config/key-location.ts';
import type { Site } from '../project/config/types.ts';
import { createRefusal, refusalOf } from '../project/file-scope.ts';
import { privatePlaceIn } from '../project/private-names.ts';
import type { PathsEntry } from './types.ts';
import { walkFiles } from './walk-files.ts';

export interface PageFile {
  filePath: string;
  /** Path relative to the site's root, with forward slashes. */
  sourcePath: string;
  /** Path relative to its docs folder, with forward slashes. */
  path: string;
  /** Leading segments of the page's route. */
  prefix: string[];
  /** True if the file is in an atomDir. */
  atom: boolean;
  /** Set for a page that a paths file generates. `frontmatter` is added to that of the template. */
  entry?: PathsEntry & { frontmatter: Record<string, unknown> };
}

/** Matches pages in the folder itself, or `index` or `README` one level deeper, with or without a locale. */
const ATOM_PAGE = /^([^/]+|[^/]+\/(index|README)(\.[^/]+)?)\.mdx?$/;

/**
 * Finds pages in docs folders and next to components. Skips names that start with `_` or `.`, the public folder and the
 * output folder.
 */
export async function findPages(site: Site): Promise<{ files: PageFile[]; diagnostics: Diagnostic[] }> {
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
  const skipped = new Map<string, string>();
  const misnamed = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  for (const { dir, atom, prefix } of folders) {
    // A missing folder is not an error, unless there are no pages at all. The folder must be inside the project.
    const refusal = refusalOf({ filePath: dir, folder: site.root }, { projectRoot: site.projectRoot });
    if (refusal) {
      diagnostics.push(refusedFolder(site, dir, refusal));
      continue;
    }
    const contents = await walkFiles(
      dir,
      (name, filePath) =>
        !/^[._]/.test(name) && name !== 'node_modules' && filePath !== publicDir && filePath !== outDir,
    );
    for (const { filePath, kind } of contents.skipped) {
      // Symbolic links next to components are ignored; in docs folders, a link without an extension may point to a folder of pages.
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

/** Extensions of Markdown files, including those that are not read. */
const NEARLY_PAGE = /\.(?:mdx?|markdown|mkdn?|mdown)$/i;

function misnamedPage(file: string): Diagnostic {
  return createDiagnostic('misnamed-page', { name: basename(file) }, { location: { file, line: 1, column: 1 } });
}

/** Includes dotfiles. Private files are published with a warning, because their author put them there. */
export async function findPublicFiles(
  site: Site,
): Promise<{ files: { filePath: string; output: string }[]; diagnostics: Diagnostic[] }> {
  const { publicDir } = site.config;
  const refusal = refusalOf({ filePath: publicDir, folder: site.root }, site);
  if (refusal) return { files: [], diagnostics: [refusedFolder(site, publicDir, refusal)] };
  // A parent that is not a folder is reported by the search for pages.
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
    ? createRefusal(refusal, `Folder \`${folder}\``)
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
  const { configFile, configSource = '', configKeys } = site;
  const location =
    configFile !== undefined && configKeys?.includes('resolve')
      ? locateKey(configFile, configSource, ['resolve', 'docDirs'])
      : { file: `${folders[0] ?? 'docs'}/index.md`, line: 1, column: 1 };
  return createDiagnostic('no-pages', { folders }, { location });
}
