/** The command `api diff` compares two APIs: of versions, of the working tree, or of folders with types. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Advice, adviceFor, breakingOf } from '../../../shared/api-changes/is-breaking.ts';
import type { ApiFact } from '../../../shared/api-history.ts';
import { NEXT } from '../../../shared/api-table.ts';
import { createDiagnostic, failure } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { isInside } from '../../base/files/paths.ts';
import { loadSite } from '../../build/site.ts';
import type { Site } from '../../project/config/types.ts';
import { documentedPackages, isPackage, librariesOf, packageAround, packageOf } from '../../project/libraries.ts';
import type { ApiSide } from '../../types/compare/open-sides.ts';
import { findConfig, namedConfig } from '../../types/extract/library-program.ts';
import { addNotes } from '../../types/history/api-notes.ts';
import { readSiteHistory } from '../../types/history/read-history.ts';
import { compareVersions } from '../../types/history/versions.ts';
import type { ReactTypes } from './installed-versions.ts';
import { createNpm } from './npm.ts';
import { type PackageVersion, resolveVersion } from './published-versions.ts';
import { REACT_TYPES } from './update-history.ts';
import { compareSides, createVersionReader } from './version-reader.ts';

export interface DiffApiOptions {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /**
   * Older version: a version such as `1.25.0`, the beginning of a version, a tag such as `latest`, `name@version` for
   * another package, `next` for the working tree, or the path of a folder with types.
   */
  older: string;
  /** Newer version, in the same notation. Default: `next`. */
  newer?: string;
  /** Name of the package. Default: the documented package. */
  packageName?: string;
  /** Uses only npm's cache. */
  offline?: boolean;
  signal?: AbortSignal;
}

/** A fact that a comparison found. */
export interface ApiDifference extends Omit<ApiFact, 'version'> {
  /** True if the compiler may reject code that was valid with the older version. */
  isBreaking: boolean;
}

/** A note that the author wrote. */
export interface ApiNote {
  name: string;
  /** Version that the note is about, such as `2.1.0`, or `next`. */
  version: string;
  /** Text of the note in Markdown. */
  text: string;
}

export interface ApiDiff {
  /** Names of the versions that were found, such as `@rc-component/cascader 1.25.0` or `working tree`. */
  older: string;
  newer: string;
  /** Facts, sorted by name. */
  facts: ApiDifference[];
  /** The author's notes about versions later than the older version, sorted by name. */
  notes: ApiNote[];
  /** The part of the version number that must be incremented according to semver. */
  advice: Advice;
  /** Warnings about imports that could not be resolved. */
  diagnostics: Diagnostic[];
}

const WORKING_TREE = 'working tree';

type Wanted = { is: 'version'; spec: string; name: string } | ({ is: 'local' } & Ready);

interface Ready {
  label: string;
  /** The package name and version; `next` for the working tree; absent for a folder. */
  version?: string;
  side: ApiSide;
  missing?: string[] | undefined;
}

/**
 * Compares two versions of the API.
 *
 * @throws DiagnosticError if a version cannot be read or has no types
 */
export async function diffApi(options: DiffApiOptions): Promise<ApiDiff> {
  const { root = process.cwd(), older, newer = NEXT, signal } = options;
  const { site } = await loadSite(root, { signal });
  const packageName = options.packageName ?? documentedPackages(site)[0];
  const wanted = [older, newer].map((text) => parseSide(text, site, packageName));
  const { ready, close } = await readSides(wanted, site, options);
  try {
    return await compareReady(site, ready as [Ready, Ready], signal);
  } finally {
    await close();
  }
}

/**
 * Compares a checkout of the repository with the working tree.
 *
 * @param projectRoot folder of the project, with its packages, in the checkout
 * @throws DiagnosticError if there is no documented library, or if the library has no types
 */
export async function diffCheckout(
  site: Site,
  { projectRoot, label, signal }: { projectRoot: string; label: string; signal?: AbortSignal | undefined },
): Promise<ApiDiff> {
  const now = workingTree(site);
  for (const name of REACT_DECLARATIONS) shareDeclarations(name, site.projectRoot, projectRoot);
  const move = (file: string): string =>
    isInside(site.projectRoot, file) ? path.join(projectRoot, path.relative(site.projectRoot, file)) : file;
  const { dir, entry, tsconfig, ...side } = now.side;
  const before: Ready = {
    label,
    side: {
      ...side,
      dir: move(dir),
      entry: path.isAbsolute(entry) ? move(entry) : entry,
      ...(tsconfig !== undefined && { tsconfig: move(tsconfig) }),
    },
  };
  return await compareReady(site, [before, now], signal);
}

/** Returns the comparison with a version whose types equal those of the working tree. */
export function equalApis(label: string): ApiDiff {
  return { older: label, newer: WORKING_TREE, facts: [], notes: [], advice: adviceFor([]), diagnostics: [] };
}

const REACT_DECLARATIONS = ['@types/react', '@types/react-dom'];

/** Makes both sides use the same copy of a package, because the types of two copies would differ. */
function shareDeclarations(name: string, from: string, to: string): void {
  const [ours, theirs] = [installed(name, from), installed(name, to)];
  if (ours === undefined || theirs === undefined || ours === theirs) return;
  fs.rmSync(theirs, { recursive: true, force: true });
  fs.symlinkSync(ours, theirs, 'junction');
}

async function compareReady(site: Site, ready: [Ready, Ready], signal: AbortSignal | undefined): Promise<ApiDiff> {
  const [before, after] = ready;
  const { names, facts } = await compareSides(before.side, after.side, signal);
  if (!names) throw failure(1, 'untyped-version', { older: before.label, newer: after.label });
  const breaking = breakingOf(facts);
  return {
    older: before.label,
    newer: after.label,
    facts: facts
      .map((fact) => ({ ...fact, isBreaking: breaking.has(fact) }))
      .sort((one, other) => compare(one.name, other.name) || compare(one.change, other.change)),
    notes: await notesBetween(site, { before, after, names }),
    advice: adviceFor(facts),
    diagnostics: ready.flatMap(({ label, missing = [] }) =>
      missing.length > 0 ? [createDiagnostic('missing-declarations', { version: label, modules: missing })] : [],
    ),
  };
}

/** Returns the notes between two versions. A folder has no version, so there are no notes about a folder. */
async function notesBetween(
  site: Site,
  { before, after, names }: { before: Ready; after: Ready; names: readonly string[] },
): Promise<ApiNote[]> {
  const { history, notes = [] } = await readSiteHistory(site);
  if (!history || before.version === undefined || after.version === undefined) return [];
  const prefix = `${history.package}@`;
  const [from, to] = [before.version, after.version].map((version) =>
    version.startsWith(prefix) ? version.slice(prefix.length) : version,
  ) as [string, string];
  return addNotes(history, notes, names).history.facts.flatMap(({ name, version, change, text = '' }) => {
    const isBetween = compareVersions(version, from) > 0 && compareVersions(version, to) <= 0;
    return change === 'note' && isBetween ? [{ name, version, text }] : [];
  });
}

async function readSides(
  wanted: readonly Wanted[],
  site: Site,
  { offline = false, signal }: DiffApiOptions,
): Promise<{ ready: Ready[]; close: () => Promise<void> }> {
  if (wanted.every(({ is }) => is === 'local')) {
    const ready = wanted.filter((one) => one.is === 'local');
    return { ready, close: async () => {} };
  }
  const npm = createNpm({ projectRoot: site.projectRoot, offline, signal });
  const local = wanted.find((one) => one.is === 'local');
  const reader = await createVersionReader({ npm, reactTypes: reactTypesOf(local?.side), signal });
  const read = async (one: Wanted): Promise<Ready> => {
    if (one.is === 'local') return one;
    const version = await resolveVersion(npm, one.name, one.spec);
    if (!version) throw failure(2, 'no-published-version', { case: 'invalid', version: one.spec });
    return {
      label: labelOf(version),
      version: `${version.name}@${version.version}`,
      ...(await reader.read(version)),
    };
  };
  try {
    const ready: Ready[] = [];
    for (const one of wanted) ready.push(await read(one));
    return { ready, close: reader.close };
  } catch (error) {
    await reader.close();
    throw error;
  }
}

function parseSide(text: string, site: Site, packageName: string | undefined): Wanted {
  if (text === NEXT) return workingTree(site);
  const isPath = /^[./~]|^[A-Za-z]:|[\\/]$/.test(text) || (!text.includes('@') && isFolder(text));
  if (isPath) return folderSide(text);
  const at = text.lastIndexOf('@');
  const name = at > 0 ? text.slice(0, at) : packageName;
  if (name === undefined) throw failure(2, 'no-published-package', {});
  return { is: 'version', name, spec: at > 0 ? text.slice(at + 1) : text };
}

function workingTree(site: Site): Extract<Wanted, { is: 'local' }> {
  const { entry: configured } = site.config.apiParser || {};
  if (configured !== undefined && isPackage(configured)) {
    const side = { dir: site.projectRoot, entry: configured, packageName: packageOf(configured) };
    return { is: 'local', label: `installed ${configured}`, version: NEXT, side };
  }
  const [library] = librariesOf(site);
  if (!library) throw failure(2, 'no-documented-library', {});
  const { entry, name = '' } = library;
  const { tsconfig: named } = site.config.apiParser || {};
  const tsconfig =
    named === undefined ? findConfig(path.dirname(entry), site.projectRoot) : namedConfig(named, site.projectRoot);
  const side = { dir: site.projectRoot, entry, packageName: name, ...(tsconfig !== undefined && { tsconfig }) };
  return { is: 'local', label: WORKING_TREE, version: NEXT, side };
}

function folderSide(text: string): Wanted {
  const dir = path.resolve(text);
  if (!isFolder(dir)) throw failure(2, 'no-types-folder', { folder: text });
  const { name = '' } = packageAround(dir);
  // The path that the compiler reports contains no symbolic links.
  return { is: 'local', label: text, side: { dir: fs.realpathSync(dir), entry: './', packageName: name } };
}

function isFolder(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Returns React's declarations for published versions: those that the side on the disk uses, so that equal types compare as equal. */
function reactTypesOf(local: ApiSide | undefined): ReactTypes {
  const react = local && installed('@types/react', local.dir);
  if (!local || react === undefined) return REACT_TYPES;
  return { '@types/react': react, '@types/react-dom': installed('@types/react-dom', local.dir) };
}

/** Returns the real path of a package that files in a folder can import. */
function installed(name: string, dir: string): string | undefined {
  try {
    const manifest = createRequire(path.join(dir, 'package.json')).resolve(`${name}/package.json`);
    return fs.realpathSync(path.dirname(manifest));
  } catch {
    return undefined;
  }
}

function labelOf({ name, version }: PackageVersion): string {
  return `${name} ${version}`;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
