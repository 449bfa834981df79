import fs from 'node:fs/promises';
import path from 'node:path';
import { createDiagnostic, failure } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { eachLimited } from '../../base/files/each-limited.ts';
import { shownPath } from '../../base/files/paths.ts';
import { toWriteFailure } from '../../base/files/write-error.ts';
import { hexHash } from '../../base/hash.ts';
import { loadSite } from '../../build/site.ts';
import type { Site } from '../../project/config/types.ts';
import type { ListedVersion, VersionList } from '../../project/versions/check-list.ts';
import { isAddress, isLine } from '../../project/versions/check-list.ts';
import type { VersionTree } from '../../project/versions/check-tree.ts';
import { objectFile, treeFile, versionBase } from '../../project/versions/stored-paths.ts';
import { createSealedStates } from '../../store/sealed-states.ts';
import type { BuildAtStep } from '../checkout/build-at.ts';
import { checkNames, folderOf } from './check-names.ts';
import { listSite } from './list-site.ts';
import { markHtml } from './mark-html.ts';
import { openSource } from './open-source.ts';
import { readHtml } from './read-html.ts';
import { type ReadSite, readSite } from './read-site.ts';
import { hasTree } from './stored-trees.ts';
import { type Failpoint, openVersionStore, type VersionStore } from './version-store.ts';

/** Options of {@link addVersion}. */
export interface AddVersionOptions {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** Id of the version, a segment of addresses: `1.x`. */
  id: string;
  /** Site to seal: a folder, a git ref, or the address of a published site. */
  from?: string | undefined;
  /** Address of a version that stays where it is published. Exactly one of `from` and `href` is required. */
  href?: string | undefined;
  /** Command that builds the git ref. Default: `build` of the version of this tool that the commit has installed. */
  build?: string | undefined;
  /** Folder that the command writes to, relative to the site's folder. Default: the usual folders of several tools. */
  output?: string | undefined;
  /** Text that readers see. Default: that of the replaced version, or else the id. */
  label?: string | undefined;
  /** Other ids that lead to the version. Default: those of the replaced version. A link never has any. */
  aliases?: string[] | undefined;
  /** Replaces a version with this id. Default: false. */
  replace?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** Called when a step of building a git ref starts. */
  onProgress?: (step: BuildAtStep) => void;
  /** Called with the name of each point at which tests simulate a failure. */
  failpoint?: Failpoint;
}

/** Result of {@link addVersion}. */
export interface AddedVersion {
  id: string;
  kind: 'sealed' | 'linked';
  /** Folder of the versions, absolute. */
  folder: string;
  /** Numbers of files and of pages. 0 for a linked version. */
  files: number;
  pages: number;
  /** Size of all files in bytes, and of those that no other version has. */
  bytes: number;
  newBytes: number;
  /** Warnings. */
  diagnostics: Diagnostic[];
}

/**
 * Adds a version to a site: seals a built site, or lists a link.
 *
 * @throws DiagnosticError if that is not possible. Then nothing is stored
 */
export async function addVersion(options: AddVersionOptions): Promise<AddedVersion> {
  const { root = process.cwd(), id, from, href, replace = false, signal } = options;
  const { site } = await loadSite(root, { signal });
  const folder = folderOf(site);
  checkOptions(options);
  const store = await openVersionStore(site, folder, options.failpoint).catch((error: unknown) => {
    throw toWriteFailure(site.root, error);
  });
  try {
    const previous = store.list.versions.find((version) => version.id === id);
    const { label = previous?.label } = options;
    const aliases = options.aliases ?? (href === undefined ? aliasesOf(previous) : []);
    checkNames(store.list, { id, aliases, replace });
    if (!previous && !replace && hasTree(folder, id)) {
      const file = shownPath(site.root, treeFile(folder, id));
      throw failure(2, 'version-not-changed', { case: 'unlisted', id, file });
    }
    checkBase(store.list, site, id);
    const names = { id, ...(label !== undefined && label !== id && { label }) };
    if (href !== undefined) {
      await store.replaceList(withVersion(store.list, { ...names, href }, site));
      return { id, kind: 'linked', folder, files: 0, pages: 0, bytes: 0, newBytes: 0, diagnostics: [] };
    }
    const source = await openSource(site, {
      ...{ id, from: from ?? '', base: versionBase(site.config.base, id), versions: folder, cwd: process.cwd() },
      ...{ build: options.build, output: options.output, signal, onProgress: options.onProgress },
    });
    try {
      const sealed = await seal(site, store, { ...options, label, folder: source.folder });
      await store.publish(sealed.tree, (hash) =>
        withVersion(store.list, { ...names, seal: hash, ...(aliases.length > 0 && { aliases }) }, site),
      );
      return { ...sealed.added, folder, diagnostics: [...source.diagnostics, ...sealed.added.diagnostics] };
    } finally {
      await source.release();
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw toWriteFailure(site.root, error);
  } finally {
    await store.release();
  }
}

function checkOptions({ id, from, href, build, output, label, aliases = [] }: AddVersionOptions): void {
  if (from === undefined && href === undefined) throw failure(2, 'version-not-changed', { case: 'no-source', id });
  const refuse = (reason: string) => failure(2, 'version-not-changed', { case: 'option', reason });
  if (from !== undefined && href !== undefined) throw refuse('A version has either --from or --href, not both');
  if (href !== undefined && !isAddress(href)) throw refuse(`${href} is not an address that begins with https://`);
  if (label !== undefined && !isLine(label)) throw refuse('A label must be a line of at most 200 characters');
  if (href !== undefined && aliases.length > 0) throw refuse('A linked version cannot have aliases');
  if (href !== undefined && (build ?? output) !== undefined) throw refuse('A linked version is not built');
  if (output !== undefined && build === undefined)
    throw refuse('--output needs --build: other sites are built by this tool');
}

/** Throws if the other versions were sealed for another base of the site. */
function checkBase({ base, versions }: VersionList, { config }: Site, id: string): void {
  const others = versions.filter((version) => 'seal' in version && version.id !== id);
  if (base !== config.base && others.length > 0)
    throw failure(2, 'site-moved', { before: base, now: config.base, ids: others.map((version) => version.id) });
}

function aliasesOf(version: ListedVersion | undefined): string[] {
  return version && 'seal' in version ? (version.aliases ?? []) : [];
}

function withVersion(list: VersionList, version: ListedVersion, { config }: Site): VersionList {
  return { base: config.base, versions: [...list.versions.filter(({ id }) => id !== version.id), version] };
}

/** Reads a built site, writes into its pages what they need, and stores the contents. */
async function seal(
  site: Site,
  store: VersionStore,
  { id, label = id, folder, from = '', signal }: AddVersionOptions & { folder: string },
): Promise<{ tree: VersionTree; added: AddedVersion }> {
  const siteBase = site.config.base;
  const base = versionBase(siteBase, id);
  const { sitemap } = site.config;
  const built = await listSite(folder, process.cwd());
  const read = await readSite(built, { base, origin: sitemap && new URL(sitemap.hostname), signal });
  const found = read.evidence.base() ?? base;
  if (found !== base) {
    const isPublished = /^https?:/i.test(from);
    throw failure(2, 'version-wrong-base', { found, base, id, isOurs: built.isOurs, isPublished });
  }
  const files = new Map<string, [string, number]>();
  const { projectRoot, config } = site;
  const states = createSealedStates({ projectRoot, cacheDir: config.cacheDir, folder: store.folder });
  let bytes = 0;
  let newBytes = 0;
  const storeFile = async (name: string): Promise<void> => {
    const original = await fs.readFile(path.join(folder, name));
    const marked = read.markings.get(name);
    if (marked && marked.hash !== hexHash(original))
      throw failure(2, 'version-source-refused', { case: 'changed', path: name });
    const facts = marked && readHtml(original);
    const content = facts ? markHtml(facts, { id, label, base, siteBase, marking: marked.marking }) : original;
    const { hash, size, isNew } = await store.writeObject(content);
    states.note(hash, await fs.lstat(objectFile(store.folder, hash), { bigint: true }));
    files.set(name, [hash, size]);
    bytes += size;
    if (isNew) newBytes += size;
  };
  await eachLimited(read.paths, storeFile, { limit: 8, signal });
  states.save();
  const { pages, library, generator, headers, redirects } = read;
  const tree: VersionTree = {
    ...{ id, base, library, generator, headers: headers.rules, redirects: redirects.rules, pages },
    files: Object.fromEntries(files),
  };
  const diagnostics = warningsOf(read, { id, base });
  const counts = { files: files.size, pages: pages.length, bytes, newBytes };
  return { tree, added: { id, kind: 'sealed', folder: store.folder, ...counts, diagnostics } };
}

function warningsOf(
  { evidence, withoutScript, unmarked, headers, redirects, rootFiles }: ReadSite,
  { id, base }: { id: string; base: string },
): Diagnostic[] {
  const addresses = evidence.outside(base);
  const idle = [...rootFiles, ...headers.others, ...redirects.others];
  return [
    ...(addresses.length > 0 ? [createDiagnostic('version-addresses-lead-out', { id, base, addresses })] : []),
    ...(withoutScript.length > 0 ? [createDiagnostic('version-script-forbidden', { id, pages: withoutScript })] : []),
    ...(unmarked.length > 0 ? [createDiagnostic('version-pages-unmarked', { id, pages: unmarked })] : []),
    ...(idle.length > 0 ? [createDiagnostic('version-files-without-effect', { id, names: idle })] : []),
  ];
}
