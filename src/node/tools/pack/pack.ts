import { readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { createDiagnostic, failure } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { packedAmong } from '../../base/files/npm-pack.ts';
import { isInside, relativePath, shownPath } from '../../base/files/paths.ts';
import { parseWorkName } from '../../base/files/work-names.ts';
import { MARKER } from '../../base/marker.ts';
import type { Stage } from '../../base/meter.ts';
import { withPlannedSite } from '../../build/pipeline.ts';
import { loadSite } from '../../build/site.ts';
import { walkFiles } from '../../content/walk-files.ts';
import { checkOutDir, protectedPathsOf } from '../../output/check-out-dir.ts';
import { readManifest } from '../../output/manifest.ts';
import { writeSite } from '../../output/write-site.ts';
import { locateKey } from '../../project/config/key-location.ts';
import type { Site } from '../../project/config/types.ts';
import { type LibraryVersion, libraryVersions } from '../../project/libraries.ts';
import { packFiles } from '../../render/pack/pack-files.ts';
import { skillName } from '../../render/pack/skill.ts';
import { PACK_FILE } from '../../render/pack/types.ts';

export interface PackOptions {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** Name of the package, if the site documents several packages. */
  packageName?: string;
  /** Folder to write, relative to the site's root or absolute. Default: the configured `pack.outDir`. */
  outDir?: string;
  /** Limit in kilobytes (1000 bytes). Default: the configured `pack.maxSize`. */
  maxSize?: number;
  /** Called when a stage starts. */
  onStage?: (stage: Stage) => void;
  /** Aborts the command; the old folder remains. */
  signal?: AbortSignal;
}

export interface PackResult {
  /** Absolute path of the folder. */
  outDir: string;
  /** Name and version of the package. */
  package: string;
  version: string;
  /** Number and total size of the files, in bytes. */
  files: number;
  bytes: number;
  pages: number;
  /** Number of demo files. */
  sources: number;
  /** Warnings about the site, and a warning if npm would not publish the folder. */
  diagnostics: Diagnostic[];
}

/** Number of files that are listed in the error about documentation that is too large. */
const NAMED = 6;

/**
 * Writes the documentation of a site as Markdown, demo sources and data into a folder of the documented package. The
 * whole folder is replaced.
 *
 * @throws DiagnosticError with exit code 1 if the site has errors or the documentation is too large, with 2 if the
 * package is unknown or the folder contains other files, and with 3 for file system errors
 */
export async function pack(options: PackOptions = {}): Promise<PackResult> {
  const { root = process.cwd(), onStage, signal } = options;
  const { site, diagnostics: ofConfig } = await loadSite(root, { signal });
  const library = findLibrary(libraryVersions(site), options.packageName);
  const { pack: configured } = site.config;
  const wanted = options.outDir === undefined ? configured.outDir : path.resolve(site.root, options.outDir);
  const outDir = wanted ?? path.join(library.dir ?? site.root, 'skills', skillName(library.name));
  const place = { outDir, root: site.root, protectedPaths: protectedPathsOf(site) };
  await refuseOtherFiles(outDir, site);
  await checkOutDir(place);
  const { locales, exclude } = configured;
  const { files, diagnostics } = await withPlannedSite(site, { types: true, onStage, signal }, (planned) => ({
    files: packFiles(planned.built, { library, description: descriptionOf(library), locales, exclude }),
    diagnostics: planned.diagnostics,
  }));
  const bytes = checkSize(files, (options.maxSize ?? configured.maxSize) * 1000);
  onStage?.('write');
  const written = await writeSite({ ...place, files, signal });
  const names = [...files.keys()];
  return {
    ...{ outDir, package: library.name, version: library.version, files: files.size, bytes },
    pages: names.filter((file) => file.startsWith('references/')).length,
    sources: names.filter((file) => file.startsWith('demos/')).length,
    diagnostics: [
      ...ofConfig,
      ...diagnostics,
      ...written.diagnostics,
      ...checkRelease(site, { library, outDir, files: names }),
    ],
  };
}

function findLibrary(libraries: LibraryVersion[], wanted: string | undefined): LibraryVersion {
  const [first, ...others] = libraries;
  const names = libraries.map(({ name }) => name);
  if (!first) throw failure(2, 'no-library-to-pack', { case: 'none' });
  if (wanted === undefined) {
    if (others.length > 0) throw failure(2, 'no-library-to-pack', { case: 'several', names });
    return first;
  }
  const found = libraries.find(({ name }) => name === wanted);
  if (!found) throw failure(2, 'no-library-to-pack', { case: 'unknown', name: wanted, names });
  return found;
}

/** Returns the description in the package.json of a library whose source is in the project. */
function descriptionOf({ dir }: LibraryVersion): string | undefined {
  if (dir === undefined) return undefined;
  const text = readFileSync(path.join(dir, 'package.json'), 'utf8').replace(/^\uFEFF/, '');
  const { description } = JSON.parse(text) as { description?: unknown };
  return typeof description === 'string' ? description : undefined;
}

/** Names of files that file managers create in every folder. */
const IGNORED = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** Rejects a folder with files that `pack` did not write, such as the output folder of a site. */
async function refuseOtherFiles(outDir: string, { root }: Site): Promise<void> {
  const isOther = (name: string): boolean => !IGNORED.has(name) && parseWorkName(outDir, name) === undefined;
  const names = (await fs.readdir(outDir).catch(() => [])).filter((name) => name !== MARKER && isOther(name));
  if (names.length === 0) return;
  const written = await readManifest(outDir);
  const others = written?.includes(PACK_FILE) ? await otherFiles(outDir, written, isOther) : names;
  const [file] = others.sort();
  if (file !== undefined) throw failure(2, 'not-a-pack', { folder: shownPath(root, outDir), file });
}

async function otherFiles(
  outDir: string,
  written: readonly string[],
  isOther: (name: string) => boolean,
): Promise<string[]> {
  const { files, skipped } = await walkFiles(outDir, isOther);
  const known = new Set([MARKER, ...written]);
  return [...files, ...skipped.map(({ filePath }) => filePath)]
    .map((file) => relativePath(outDir, file))
    .filter((file) => !known.has(file));
}

/** Returns the total size. Throws a DiagnosticError if the size is above the limit. */
function checkSize(files: ReadonlyMap<string, string>, most: number): number {
  const sized = Array.from(files, ([file, text]) => ({ file, bytes: Buffer.byteLength(text) }));
  const bytes = sized.reduce((sum, one) => sum + one.bytes, 0);
  if (bytes <= most) return bytes;
  const largest = sized.sort((one, other) => other.bytes - one.bytes).slice(0, NAMED);
  throw failure(1, 'pack-too-large', { bytes, most, largest });
}

/** The package.json script that runs before a package is packed. */
const SCRIPT = 'prepack';

/** Warns if npm would not publish the folder (CD883), or if no script writes the folder before a release (CD888). */
function checkRelease(
  { root }: Site,
  { library, outDir, files }: { library: LibraryVersion; outDir: string; files: readonly string[] },
): Diagnostic[] {
  const { dir, name } = library;
  const folder = shownPath(root, outDir);
  if (dir === undefined || !isInside(dir, outDir))
    return [createDiagnostic('pack-not-published', { case: 'elsewhere', folder, name })];
  const filePath = path.join(dir, 'package.json');
  const text = readFileSync(filePath, 'utf8');
  const manifest = JSON.parse(text.replace(/^\uFEFF/, '')) as { files?: unknown; scripts?: Record<string, string> };
  const file = relativePath(root, filePath);
  const inPackage = relativePath(dir, outDir);
  const paths = files.map((one) => `${inPackage}/${one}`);
  const diagnostics: Diagnostic[] = [];
  if (packedAmong(dir, paths).length < paths.length) {
    const [entry = ''] = inPackage.split('/');
    const data = { case: Array.isArray(manifest.files) ? 'unlisted' : 'ignored', folder, entry } as const;
    diagnostics.push(createDiagnostic('pack-not-published', data, { location: locateKey(file, text, ['files']) }));
  }
  const scripts = Object.values(manifest.scripts ?? {});
  if (!scripts.some((script) => /\bcascader-docs\s+pack\b/.test(String(script)))) {
    const before = manifest.scripts?.[SCRIPT];
    const command = ['cascader-docs pack', relativePath(dir, root)].filter(Boolean).join(' ');
    const data = { script: SCRIPT, command: before === undefined ? command : `${before} && ${command}` };
    diagnostics.push(createDiagnostic('pack-not-in-prepack', data));
  }
  return diagnostics;
}
