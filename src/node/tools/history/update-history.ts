import fs from 'node:fs/promises';
import path from 'node:path';
import type { ApiFact, ApiHistory, HistoryVersion } from '../../../shared/api-history.ts';
import { createDiagnostic, failure } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { relativePath } from '../../base/files/paths.ts';
import { replaceFile } from '../../base/files/replace-file.ts';
import { toWriteFailure } from '../../base/files/write-error.ts';
import { loadSite } from '../../build/site.ts';
import type { Site } from '../../project/config/types.ts';
import { documentedPackages } from '../../project/libraries.ts';
import { historyText } from '../../types/history/history-text.ts';
import { HISTORY_FILE, historyPath, readHistory } from '../../types/history/read-history.ts';
import { compareVersions, splitName } from '../../types/history/versions.ts';
import type { ReactTypes } from './installed-versions.ts';
import { createNpm, type Npm } from './npm.ts';
import { typesPackageOf } from './package-names.ts';
import { type PackageVersion, releasesOf, selectVersions } from './published-versions.ts';
import { compareSides, createVersionReader, type ReadVersion, type VersionReader } from './version-reader.ts';

export interface UpdateApiHistoryOptions {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** Name of the package. Default: the documented package. */
  packageName?: string;
  /** First version of a new history, or the beginning of a version, such as `3` or `3.30`. Default: the first published version. */
  from?: string;
  /** Also reads versions that are not the last patch of their minor version. */
  all?: boolean;
  /** Uses only npm's cache. */
  offline?: boolean;
  /** Called before each version is read. */
  onVersion?: (version: string, index: number, count: number) => void;
  signal?: AbortSignal;
}

export interface UpdatedApiHistory {
  /** Path of the history file, relative to the working directory. */
  file: string;
  history: ApiHistory;
  /** Versions that were added, oldest first. */
  added: string[];
  /** Warnings, or errors if a version could not be read. In that case, the file contains all versions before that version. */
  diagnostics: Diagnostic[];
}

/** Version of React's declarations for all versions. Later declarations lack names that old declarations use. */
export const REACT_TYPES: ReactTypes = { '@types/react': '18', '@types/react-dom': '18' };

/**
 * Reads the versions of the documented package that are newer than the newest version in the history file, and adds
 * their facts to the file. A new file starts with the first version.
 *
 * @throws DiagnosticError if the site, the file or the list of versions cannot be read
 */
export async function updateApiHistory(options: UpdateApiHistoryOptions = {}): Promise<UpdatedApiHistory> {
  const { root = process.cwd(), offline = false, signal } = options;
  const { site } = await loadSite(root, { signal });
  const [first, ...others] = documentedPackages(site);
  const packageName = options.packageName ?? first;
  if (packageName === undefined) throw failure(2, 'no-published-package', {});
  const filePath = historyPath(site) ?? path.join(site.root, HISTORY_FILE);
  const isChosen = options.packageName !== undefined || others.length === 0;
  const notes = isChosen ? [] : [createDiagnostic('several-packages', { name: packageName, others })];
  const before = await readExisting(filePath, packageName, site);
  const history: ApiHistory = before.history ?? { format: 1, package: packageName, versions: [], names: [], facts: [] };
  const { previousNames = [] } = site.config.apiParser || {};
  const npm = createNpm({ projectRoot: site.projectRoot, offline, signal });
  const wanted = await newVersions(npm, history, { ...options, previousNames });
  const write = (): Promise<void> => writeHistory(filePath, history, site);
  const { added, diagnostics } =
    wanted.length === 0 ? { added: [], diagnostics: [] } : await readVersions({ npm, history, wanted, options, write });
  return {
    file: relativePath(process.cwd(), filePath),
    history,
    added,
    diagnostics: [...notes, ...before.diagnostics, ...newerThanProject(site, before.history, wanted), ...diagnostics],
  };
}

/** Warns about a new history that may belong to another package with the same name (CD858). */
function newerThanProject(site: Site, before: ApiHistory | undefined, wanted: readonly WantedVersion[]): Diagnostic[] {
  const { name, version: newest } = wanted.at(-1) ?? {};
  const own = site.packageJson;
  if (before || name === undefined || newest === undefined) return [];
  if (name !== own.name || own.version === undefined) return [];
  if (compareVersions(newest, own.version) <= 0) return [];
  return [createDiagnostic('newer-published-version', { name, newest, version: own.version })];
}

async function readExisting(
  filePath: string,
  packageName: string,
  site: Site,
): Promise<{ history?: ApiHistory; diagnostics: Diagnostic[] }> {
  const read = await readHistory(filePath, site.root);
  if (!read) return { diagnostics: [] };
  const { history, diagnostics } = read;
  // A file that cannot be read is not replaced, because it may contain versions that are no longer published.
  if (!history || diagnostics.length > 0) throw new DiagnosticError(diagnostics);
  if (history.package === packageName) return { history, diagnostics };
  const location = { file: relativePath(site.root, filePath), line: 1, column: 1 };
  const wrong = { case: 'package' as const, found: history.package, documented: [packageName] };
  throw failure(1, 'contradictory-api-history', wrong, { location });
}

interface WantedVersion extends PackageVersion {
  label: string;
}

/** Returns the versions to read, oldest first: those after the newest version in the history. */
async function newVersions(
  npm: Npm,
  { package: name, versions: known }: ApiHistory,
  { from, all, previousNames }: UpdateApiHistoryOptions & { previousNames: readonly string[] },
): Promise<WantedVersion[]> {
  const newest = known.at(-1)?.version;
  const names = [...previousNames, name];
  const [first, start] = newest === undefined ? startOf(from, names) : [splitName(newest).name || name, undefined];
  const selected: WantedVersion[] = [];
  // Names before that of the newest version are not read again, because they may no longer be published.
  for (const one of names.slice(names.indexOf(first))) {
    const published = await releasesOf(npm, one);
    const labelOf = (version: string): string => (one === name ? version : `${one}@${version}`);
    const versions = select(published, { from: one === first ? start : undefined, all });
    selected.push(...versions.map((version) => ({ name: one, version, label: labelOf(version) })));
  }
  const later = newest === undefined ? selected : selected.filter(({ label }) => isAfter(label, newest, previousNames));
  if (later.length === 0 && newest === undefined)
    throw failure(1, 'no-published-version', { case: 'none', name, from });
  return later;
}

/** Returns the name and the version with which a new history starts: `rc-cascader@3`, or `3` for the oldest name. */
function startOf(from: string | undefined, names: readonly string[]): [name: string, version: string | undefined] {
  const { name, number } = splitName(from ?? '');
  if (name !== '' && !names.includes(name)) {
    throw failure(2, 'no-published-version', { case: 'invalid', version: from ?? '' });
  }
  return [name || (names[0] ?? ''), number || undefined];
}

function select(
  published: readonly string[],
  selection: { from: string | undefined; all: boolean | undefined },
): string[] {
  try {
    return selectVersions(published, selection);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw failure(2, 'no-published-version', { case: 'invalid', version: selection.from ?? '' });
  }
}

/** Returns true for a version after the newest known version, which may no longer be published. */
function isAfter(version: string, newest: string, previousNames: readonly string[]): boolean {
  const rank = (label: string): number => {
    const place = previousNames.indexOf(splitName(label).name);
    return place === -1 ? previousNames.length : place;
  };
  return rank(version) - rank(newest) > 0 || (rank(version) === rank(newest) && compareVersions(version, newest) > 0);
}

/** Reads versions until one cannot be read. */
async function readVersions({
  npm,
  history,
  wanted,
  options,
  write,
}: {
  npm: Npm;
  history: ApiHistory;
  wanted: readonly WantedVersion[];
  options: UpdateApiHistoryOptions;
  write: () => Promise<void>;
}): Promise<{ added: string[]; diagnostics: Diagnostic[] }> {
  const { signal, onVersion } = options;
  const added: string[] = [];
  let reader: VersionReader | undefined;
  try {
    reader = await createVersionReader({ npm, reactTypes: REACT_TYPES, signal });
    let older = await readNewest(history, reader);
    for (const [index, version] of wanted.entries()) {
      onVersion?.(version.label, index, wanted.length);
      const read = await addVersion(history, { version, older, reader, signal });
      // The folder is removed, because a large library with its dependencies takes hundreds of megabytes.
      const done = read ? older?.of : version;
      if (done) await reader.remove(done);
      older = read ?? older;
      added.push(version.label);
      // If the command is stopped, the versions that have been written need not be read again.
      await write();
    }
    return { added, diagnostics: history.versions.every(({ untyped }) => untyped) ? [untyped(history)] : [] };
  } catch (error) {
    // An error about writing the file has a different exit code.
    if (error instanceof DiagnosticError && error.exitCode === 1) return { added, diagnostics: error.diagnostics };
    throw error;
  } finally {
    await reader?.close();
  }
}

/** Reads the newest version of the history again, with the same types as before, because names may differ in later types. */
async function readNewest(history: ApiHistory, reader: VersionReader): Promise<ReadVersion | undefined> {
  const last = history.versions.findLast(({ untyped }) => !untyped);
  if (!last) return undefined;
  const { name, number } = splitName(last.version);
  const version = { name: name || history.package, version: number };
  return await reader.read(version, last.dependencies?.[typesPackageOf(version.name)]);
}

/** Adds a version. Returns this version for the comparison with the next one, or undefined if this version has no types. */
async function addVersion(
  history: ApiHistory,
  {
    version: published,
    older,
    reader,
    signal,
  }: {
    version: WantedVersion;
    older: ReadVersion | undefined;
    reader: VersionReader;
    signal: AbortSignal | undefined;
  },
): Promise<ReadVersion | undefined> {
  const { label: version } = published;
  const read = await reader.read(published);
  const { names, facts } = await compareSides(older?.side, read.side, signal);
  const { dependencies, missing } = read;
  const entry: HistoryVersion = names
    ? { version, ...(dependencies && { dependencies }), ...(missing && { missing }) }
    : { version, untyped: true };
  history.versions.push(entry);
  if (!names) return undefined;
  if (!older) history.names = names;
  history.facts.push(...facts.map((fact): ApiFact => ({ ...fact, version })));
  return read;
}

async function writeHistory(filePath: string, history: ApiHistory, site: Site): Promise<void> {
  try {
    await fs.mkdir(path.dirname(filePath), { recursive: true });
    await replaceFile(filePath, historyText(history));
  } catch (error) {
    throw toWriteFailure(site.root, error, filePath);
  }
}

function untyped({ package: name }: ApiHistory): Diagnostic {
  return createDiagnostic('untyped-package', { name });
}
