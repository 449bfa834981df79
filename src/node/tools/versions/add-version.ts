import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { createDiagnostic, failure } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { hasCode } from '../../base/errors.ts';
import { isInside, shownPath } from '../../base/files/paths.ts';
import { replaceFile } from '../../base/files/replace-file.ts';
import { toWriteFailure } from '../../base/files/write-error.ts';
import { loadSite } from '../../build/site.ts';
import { protectedPathsOf } from '../../output/check-out-dir.ts';
import { removeCreated, writeSite } from '../../output/write-site.ts';
import type { MakeContent } from '../../output/write-tree.ts';
import type { Site } from '../../project/config/types.ts';
import {
  type ArchiveText,
  findProblem,
  isLine,
  isWebUrl,
  type VersionText,
} from '../../project/versions/check-version.ts';
import { archivedVersions, idProblem, versionBase, versionFile } from '../../project/versions/names.ts';
import { folderRefusal, readAllVersions } from '../../project/versions/read-versions.ts';
import type { SiteVersion } from '../../project/versions/types.ts';
import { type BuildAtStep, buildAt } from '../checkout/build-at.ts';
import { resolveOtherSide } from '../checkout/resolve-other-side.ts';
import { markHtml } from './mark-html.ts';
import { readHtml } from './read-html.ts';
import { type ReadSite, readSite } from './read-site.ts';

export interface AddVersionOptions {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** Id of the version, which is a URL segment such as `1.x`. */
  id: string;
  /** Site to archive, as a folder or a git ref. */
  from?: string | undefined;
  /** URL of a version that remains where it is published. Exactly one of `from` and `href` is required. */
  href?: string | undefined;
  /** Command that builds the git ref into `CASCADER_DOCS_OUT`. Default: `build` of the cascader-docs version that the commit installs. */
  build?: string | undefined;
  /** Text that readers see. Default: the label of the replaced version, or else the id. */
  label?: string | undefined;
  /** Other ids for the version. Default: the ids of the replaced version. A linked version has none. */
  aliases?: string[] | undefined;
  /** Replaces an existing version with this id. Default: false. */
  replace?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** Called when a step in building a git ref starts. */
  onProgress?: (step: BuildAtStep) => void;
}

export interface AddedVersion {
  id: string;
  kind: 'archived' | 'linked';
  /** Absolute folder of the versions. */
  folder: string;
  /** Number of files and of pages; 0 for a linked version. */
  files: number;
  pages: number;
  /** Size of all files in bytes. */
  bytes: number;
  /** Warnings. */
  diagnostics: Diagnostic[];
}

/**
 * Adds a version to a site: copies a built site into the folder of the versions, or writes a link.
 *
 * @throws DiagnosticError if that is not possible. The version is then unchanged
 */
export async function addVersion(options: AddVersionOptions): Promise<AddedVersion> {
  const { root = process.cwd(), id, from = '', href, signal } = options;
  const { site } = await loadSite(root, { signal });
  const folder = folderOf(site, id);
  checkOptions(options);
  const { versions } = readAllVersions(site);
  const previous = versions.find((version) => version.id === id);
  const { label = previous?.label } = options;
  const aliases = options.aliases ?? (href === undefined ? aliasesOf(previous) : []);
  // A description with errors must not be silently replaced either.
  if (!options.replace && existsSync(versionFile(folder, id)))
    throw failure(2, 'version-not-changed', { case: 'exists', id });
  checkNames(versions, { id, aliases });
  checkBase(versions, site, id);
  const names = { base: site.config.base, ...(label !== id && { label }) };
  const files = path.join(folder, id);
  const describe = (text: VersionText): Promise<void> => replaceFile(versionFile(folder, id), versionText(text));
  let created: string | undefined;
  try {
    created = await fs.mkdir(folder, { recursive: true });
    if (href !== undefined) {
      await describe({ ...names, href });
      await fs.rm(files, { recursive: true, force: true });
      return { id, kind: 'linked', folder, files: 0, pages: 0, bytes: 0, diagnostics: [] };
    }
    const source = await openSource(site, {
      ...{ from, base: versionBase(site.config.base, id), versions: folder, cwd: process.cwd() },
      ...{ build: options.build, signal, onProgress: options.onProgress },
    });
    const built = await readBuilt(site, { ...options, folder: source.folder });
    const text: ArchiveText = { ...names, ...(aliases.length > 0 && { aliases }), ...built.text };
    const problem = findProblem(JSON.parse(versionText(text)), id);
    if (problem) throw failure(2, 'version-source-refused', { case: 'description', id, reason: problem.reason });
    const written = await writeSite({
      ...{ outDir: files, root: site.root, protectedPaths: protectedPathsOf(site), signal },
      files: contentsOf(built.read, source.folder, { id, label: label ?? id, site }),
    });
    await describe(text);
    await writeGitRules(folder);
    const diagnostics = [...source.diagnostics, ...built.diagnostics, ...written.diagnostics];
    const { files: count, bytes } = written;
    return { id, kind: 'archived', folder, files: count, pages: text.pages.length, bytes, diagnostics };
  } catch (error) {
    if (created !== undefined) await removeCreated(created, folder);
    signal?.throwIfAborted();
    throw toWriteFailure(site.root, error);
  }
}

/** Returns the folder of the versions. Throws a DiagnosticError if the configuration names no folder, or one outside the project. */
function folderOf(site: Site, id: string): string {
  const folder = site.config.versions;
  if (folder === false) throw failure(2, 'version-not-changed', { case: 'off' });
  const reason = idProblem(id);
  if (reason !== undefined) throw failure(2, 'version-not-changed', { case: 'id', id, reason });
  const refusal = folderRefusal(folder, site) ?? folderRefusal(path.join(folder, id), site);
  if (refusal) throw new DiagnosticError([refusal], 2);
  return folder;
}

function checkOptions({ id, from, href, build, label, aliases = [] }: AddVersionOptions): void {
  if (from === undefined && href === undefined) throw failure(2, 'version-not-changed', { case: 'no-source', id });
  const refuse = (reason: string) => failure(2, 'version-not-changed', { case: 'option', reason });
  if (from !== undefined && href !== undefined) throw refuse('A version has either --from or --href, not both');
  if (href !== undefined && !isWebUrl(href)) throw refuse(`${href} is not a URL that begins with https://`);
  if (label !== undefined && !isLine(label)) throw refuse('A label must be a line of at most 200 characters');
  if (href !== undefined && aliases.length > 0) throw refuse('A linked version cannot have aliases');
  if (href !== undefined && build !== undefined) throw refuse('A linked version is not built');
}

function checkNames(versions: SiteVersion[], { id, aliases }: { id: string; aliases: readonly string[] }): void {
  const own = new Set<string>();
  for (const name of [id, ...aliases]) {
    const reason = own.has(name.toLowerCase()) ? 'it is repeated' : idProblem(name);
    if (reason !== undefined) throw failure(2, 'version-not-changed', { case: 'id', id: name, reason });
    own.add(name.toLowerCase());
  }
  for (const version of versions) {
    if (version.id === id) continue;
    const taken = [version.id, ...aliasesOf(version)].find((name) => own.has(name.toLowerCase()));
    if (taken !== undefined) throw failure(2, 'version-not-changed', { case: 'taken', id: taken, by: version.id });
  }
}

function checkBase(versions: SiteVersion[], { config }: Site, id: string): void {
  const others = archivedVersions(versions).filter((version) => version.id !== id);
  const moved = others.find((version) => version.base !== versionBase(config.base, version.id));
  if (!moved) return;
  const before = moved.base.slice(0, -versionBase('', moved.id).length);
  throw failure(2, 'site-moved', { before, now: config.base, ids: others.map((version) => version.id) });
}

function aliasesOf(version: SiteVersion | undefined): string[] {
  return version?.kind === 'archived' ? version.aliases : [];
}

async function readBuilt(
  { config }: Site,
  { id, folder, signal }: AddVersionOptions & { folder: string },
): Promise<{ read: ReadSite; text: Omit<ArchiveText, 'base'>; diagnostics: Diagnostic[] }> {
  const base = versionBase(config.base, id);
  const read = await readSite(folder, { base, shownAs: shownPath(process.cwd(), folder), signal });
  if (read.wrong) throw failure(2, 'version-wrong-base', { ...read.wrong, base, id, isOurs: read.isOurs });
  const { pages, library, headers, redirects } = read;
  const rules = {
    ...(headers.rules.length > 0 && { headers: headers.rules }),
    ...(redirects.rules.length > 0 && { redirects: redirects.rules }),
  };
  return { read, text: { library, ...rules, pages }, diagnostics: warningsOf(read, { id, base }) };
}

/** Returns the contents of files. Pages are marked as archived; all other files stay unchanged. */
function contentsOf(
  { paths, marked }: ReadSite,
  folder: string,
  { id, label, site }: { id: string; label: string; site: Site },
): Map<string, MakeContent> {
  const { base: siteBase } = site.config;
  const base = versionBase(siteBase, id);
  return new Map(
    paths.map((name) => [
      name,
      async () => {
        const bytes = await fs.readFile(path.join(folder, name));
        const isPage = marked.get(name);
        const facts = isPage === undefined ? undefined : readHtml(bytes);
        return facts ? markHtml(facts, { id, label, base, siteBase, isPage: isPage === true }) : bytes;
      },
    ]),
  );
}

function warningsOf(
  { outside, unmarked, headers, redirects, rootFiles }: ReadSite,
  { id, base }: { id: string; base: string },
): Diagnostic[] {
  const idle = [...rootFiles, ...headers.others, ...redirects.others];
  return [
    ...(outside.length > 0 ? [createDiagnostic('version-urls-lead-out', { id, base, urls: outside })] : []),
    ...(unmarked.length > 0 ? [createDiagnostic('version-pages-unmarked', { id, pages: unmarked })] : []),
    ...(idle.length > 0 ? [createDiagnostic('version-files-without-effect', { id, names: idle })] : []),
  ];
}

/** Prints one line for each page, so that changes are easy to read and merge. */
function versionText(version: VersionText): string {
  const lines = Object.entries(version).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const isLong = Array.isArray(value) && typeof value[0] === 'object';
    const entries = isLong ? value.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n') : '';
    return `  "${key}": ${isLong ? `[\n${entries}\n  ]` : JSON.stringify(value)}`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** Git rules by file name. Without these rules, Git could ignore or change files of a built site. */
const GIT_RULES = {
  '.gitattributes': '# The files are published as they are, so Git must not convert line endings.\n* -text\n',
  '.gitignore': '# Other rules, for example for folders called `build`, do not apply to archived versions.\n!*\n',
};

async function writeGitRules(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(GIT_RULES))
    await fs.writeFile(path.join(folder, name), text, { flag: 'wx' }).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
}

interface SourceOptions {
  from: string;
  base: string;
  versions: string;
  /** Command that builds a git ref. */
  build?: string | undefined;
  cwd: string;
  signal?: AbortSignal | undefined;
  onProgress?: ((step: BuildAtStep) => void) | undefined;
}

/** @throws DiagnosticError with exit code 2 if there is no such site, or if it cannot be built */
async function openSource(
  site: Site,
  { from, base, versions, build, cwd, signal, onProgress }: SourceOptions,
): Promise<{ folder: string; diagnostics: Diagnostic[] }> {
  const found = build === undefined ? await resolveOtherSide(from, { root: site.root, cwd, signal }) : undefined;
  if (!found || found.is === 'commit')
    return await buildAt(site, from, { base, signal, onProgress, ...(build && { command: build }) });
  if (found.is !== 'site') throw failure(2, 'unknown-other-side', { case: 'no-built-site', text: from });
  const folder = await fs.realpath(found.folder);
  const own = await fs.realpath(versions).catch(() => versions);
  if (isInside(folder, own) || isInside(own, folder))
    throw failure(2, 'version-source-refused', { case: 'inside', folder: shownPath(cwd, found.folder) });
  return { folder, diagnostics: [] };
}
