import { readFileSync, statSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { uniqueById } from '../../../shared/unique-by-id.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { isInside, isOfPackage, relativePath } from '../../base/files/paths.ts';
import { openStore } from '../../build/build-store.ts';
import { type PlannedRun, withPlannedSite } from '../../build/pipeline.ts';
import type { PipelineOptions } from '../../build/pipeline-options.ts';
import { loadSite } from '../../build/site.ts';
import { findReach, type Reach } from '../../bundle/demos/demo-reach.ts';
import { importedNames } from '../../bundle/import-cost.ts';
import { withTabs } from '../../content/tabs.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { documentedLibrary } from '../../project/libraries.ts';
import { LOCK_FILES } from '../../project/package-manager.ts';
import { createTypeScriptProjects } from '../../project/tsconfig.ts';
import { type Base, changedPackages, textBefore } from '../checkout/before.ts';
import { openRepository, runGit } from '../checkout/git.ts';
import { defaultRef, resolveCommit } from '../checkout/resolve-commit.ts';

export interface AffectedOptions {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** Git ref to compare with the working tree. Default: the merge base with the default branch. */
  against?: string;
  /** Changed files, relative to the site's folder. Default: the files that differ from the commit. */
  files?: readonly string[];
  signal?: AbortSignal;
}

/** A demo, page or export that a change can reach. Paths are relative to the site's folder. */
export interface AffectedItem {
  /** Id of a demo, route of a page, or name of an export. */
  id: string;
  /** File of the item itself. */
  file: string;
  /** One path of imports, from the item's own file to a changed file. */
  reason: string[];
}

/** A demo that a change can reach. */
export interface AffectedDemo extends AffectedItem {
  /** Route of the first page that shows the demo. */
  route: string;
  /** Name of the export, if the demo is a playground. */
  playground?: string;
}

export interface AffectedResult {
  /** Full id of the commit. Absent if the caller passed the files. */
  commit?: string;
  /** Changed files, relative to the site's folder. */
  changed: string[];
  demos: AffectedDemo[];
  pages: AffectedItem[];
  exports: AffectedItem[];
  /** True if a file that provides the library's types has changed, or if these files are not known. */
  types: boolean;
  /** Total numbers of demos, pages and exports. */
  of: { demos: number; pages: number; exports: number };
  diagnostics: Diagnostic[];
}

/**
 * Finds what changes in the working tree can reach: demos (including playgrounds), pages and exports of the library.
 * Follows imports in scripts and style sheets, embedded files, the setup, the configuration and versions in lock files.
 *
 * @throws DiagnosticError without a repository, or if the site cannot be built
 */
export async function affected({ root = process.cwd(), ...options }: AffectedOptions = {}): Promise<AffectedResult> {
  const inputs = new Set<string>();
  const { site, diagnostics } = await loadSite(root, { inputs, signal: options.signal });
  const planned = await planWithoutDemos(site, { ...openStore(site), signal: options.signal });
  const result = await affectedIn(site, planned.built, { ...options, inputs });
  return { ...result, diagnostics: [...diagnostics, ...result.diagnostics, ...planned.diagnostics] };
}

/** A site whose pages can be rendered. The library's types are needed to find its exports. */
export type Planned = PlannedRun['built'];

/** Plans the site without demos. Throws a DiagnosticError if the site cannot be built. */
export async function planWithoutDemos(site: Site, options: PipelineOptions) {
  const types = documentedLibrary(site) !== undefined;
  return await withPlannedSite(site, { ...options, omitDemos: 'all', types }, (planned) => planned);
}

interface LoadedOptions extends Omit<AffectedOptions, 'root' | 'signal'> {
  /** Files that the configuration was read from. */
  inputs: ReadonlySet<string>;
  signal?: AbortSignal | undefined;
}

/** Does the same as {@link affected}, for a planned site. */
export async function affectedIn(
  site: Site,
  built: Planned,
  { against, files, inputs, signal }: LoadedOptions,
): Promise<AffectedResult> {
  const changes = files ? givenChanges(site.root, files) : await findChanges(site.root, against, signal);
  const shown = built.loaded.pages.map((page) => ({
    page,
    parts: withTabs(page).flatMap(({ sourcePath }) => built.compiled.get(sourcePath) ?? []),
  }));
  const demos = uniqueById(
    shown.flatMap(({ page, parts }) =>
      parts.flatMap((part) => part.demos.map((demo) => ({ id: demo.id, demo, page }))),
    ),
  );
  const names = importedNames(built.api?.components ?? []);
  const probes = names.map((name) => exportProbe(name, site));
  const own = demos.map(({ demo }) => demo);
  const byDemo = await findReach(site, [...own, ...probes]).catch(async (error: unknown) => {
    // If a demo causes the error, this call throws an error that names the author's file.
    await findReach(site, own);
    throw error;
  });
  const judge = createJudge(site, changes, inputs);
  const found = <Item extends AffectedItem>(item: Omit<Item, 'reason'>, reason: string[] | undefined): Item[] =>
    reason ? [{ ...item, reason: reason.map((file) => relativePath(site.root, file)) } as Item] : [];
  const reasonOf = new Map(Array.from(byDemo, ([id, reach]) => [id, judge.reasonIn(reach)]));
  for (const { demo } of demos) {
    const page = path.resolve(site.root, demo.location.file);
    if (reasonOf.get(demo.id) || !changes.files.has(page)) continue;
    const before = changes.base && (await textBefore(page, changes.base, signal));
    if (!before?.includes(await tagOf(demo, page))) reasonOf.set(demo.id, [demo.filePath, page]);
  }
  const ofDemos = demos.flatMap(({ demo, page }) => {
    const playground = demo.takesProps?.tag?.id;
    const file = demo.code ? demo.location.file : relativePath(site.root, demo.filePath);
    return found<AffectedDemo>(
      { id: demo.id, file, route: page.routePath, ...(playground && { playground }) },
      reasonOf.get(demo.id),
    );
  });
  const ofPages = shown.flatMap(({ page, parts }) => {
    const own = withTabs(page).map(({ filePath }) => filePath);
    const read = parts.flatMap(({ dependencies }) => dependencies);
    const ofParts = parts.flatMap(({ demos, apis = [] }) => [
      ...demos.map(({ id }) => reasonOf.get(id)),
      ...apis.map(({ id }) => reasonOf.get(probeId(id))?.slice(1)),
    ]);
    const reason = judge.reasonOf([...own, ...read]) ?? ofParts.find((one) => one !== undefined);
    return found<AffectedItem>(
      { id: page.routePath, file: page.sourcePath },
      reason && [page.filePath, ...reason.filter((file) => file !== page.filePath)],
    );
  });
  const ofExports = names.flatMap((name) => {
    const reason = reasonOf.get(probeId(name))?.slice(1);
    return found<AffectedItem>({ id: name, file: relativePath(site.root, reason?.[0] ?? '') }, reason);
  });
  const settings = createTypeScriptProjects(site).filesOf(
    (built.api?.typeFiles ?? []).map((file) => path.dirname(file)),
  );
  return {
    ...(changes.base && { commit: changes.base.commit }),
    changed: [...changes.files].map((file) => relativePath(site.root, file)).sort(),
    demos: ofDemos,
    pages: ofPages,
    exports: ofExports,
    types: !built.api || built.api.typeFiles.length === 0 || judge.hasChanged([...built.api.typeFiles, ...settings]),
    of: { demos: demos.length, pages: shown.length, exports: names.length },
    diagnostics: changes.diagnostics,
  };
}

/** Returns the tag of a demo with its options. */
async function tagOf({ location }: EmbeddedDemo, page: string): Promise<string> {
  const lines = (await readFile(page, 'utf8')).split('\n').slice(location.line - 1);
  return lines.join('\n').replace(/(?<=^[^>]*>)[\s\S]*/, '');
}

const probeId = (name: string): string => `export-${name}`;

/** Returns a demo that only imports an export. */
function exportProbe(name: string, site: Site): EmbeddedDemo {
  const library = documentedLibrary(site);
  const from = library?.name ?? library?.entry ?? '.';
  // If the library is an installed package, the entry is its name.
  const file = library && path.isAbsolute(library.entry) ? library.entry : (library?.dir ?? site.root);
  return {
    ...{
      id: probeId(name),
      inline: false,
      headerLength: 0,
      location: { file: relativePath(site.root, file), line: 0, column: 1 },
    },
    filePath: path.join(site.root, `${name}.js`),
    code: { text: `export { ${name} as default } from ${JSON.stringify(from)};\n`, lang: 'js' },
  };
}

/** Returns functions that decide whether files have changed. */
function createJudge(site: Site, { files, packages, locks }: Changes, inputs: ReadonlySet<string>) {
  const { theme } = site.config;
  const ofAll = [...files].find(
    (file) =>
      inputs.has(file) ||
      /^tsconfig(?:\..*)?\.json$/.test(path.basename(file)) ||
      (theme !== undefined && isInside(theme, file)),
  );
  // Imports may have led to a removed file, or another file in the same folder may have replaced it.
  const bare = (file: string): string => file.replace(/(?:\/index)?\.[^./]+$/, '');
  const bareNames = new Set([...files].map(bare));
  const isChanged = (file: string): boolean =>
    files.has(file) ||
    bareNames.has(bare(file)) ||
    (file.endsWith(path.sep) && [...files].some((one) => isInside(file, one))) ||
    packages.some((folder) => isInside(folder, file)) ||
    (locks.length > 0 && isOfPackage(file));
  // A demo refers to a published file by its URL. The demo may compute parts of that URL.
  const { publicDir } = site.config;
  const published = [...files].flatMap((file) => {
    const [name = '', ...folders] = isInside(publicDir, file) ? relativePath(publicDir, file).split('/').reverse() : [];
    return name === '' ? [] : [{ file, names: [name, ...folders.map((folder) => `${folder}/`)] }];
  });
  const publishedIn = (file: string): string | undefined => {
    if (published.length === 0 || isOfPackage(file) || !statSync(file, { throwIfNoEntry: false })?.isFile())
      return undefined;
    const text = readFileSync(file, 'utf8');
    return published.find(({ names }) => names.some((name) => text.includes(name)))?.file;
  };
  return {
    /** Returns the chain of imports to the first changed file. */
    reasonIn(reach: Reach): string[] | undefined {
      if (ofAll !== undefined) return [...reach.keys()].slice(0, 1).concat(ofAll);
      for (const file of reach.keys()) {
        const shown = isChanged(file) ? [] : publishedIn(file);
        if (shown === undefined) continue;
        const chain = [file].concat(shown);
        for (let from = reach.get(file); from !== undefined; from = reach.get(from)) chain.unshift(from);
        return chain;
      }
      return undefined;
    },
    hasChanged: (list: string[]): boolean => ofAll !== undefined || list.some(isChanged),
    reasonOf(list: string[]): string[] | undefined {
      const found = ofAll ?? list.find((file) => files.has(file));
      return found === undefined ? undefined : [found];
    },
  };
}

interface Changes {
  /** Absent if the caller passed the files. */
  base?: Base;
  /** Absolute paths of changed, added and removed files, including untracked ones. */
  files: Set<string>;
  /** Folders of packages whose versions changed in an npm lock file. */
  packages: string[];
  /** Lock files of other package managers that changed. */
  locks: string[];
  diagnostics: Diagnostic[];
}

function givenChanges(root: string, names: readonly string[]): Changes {
  const files = new Set(names.map((name) => path.resolve(root, name)));
  return { files, packages: [], locks: lockFilesIn(files), diagnostics: [] };
}

const lockFilesIn = (files: ReadonlySet<string>): string[] =>
  [...files].filter((file) => LOCK_FILES.some(([name]) => name === path.basename(file)));

/**
 * Compares the working tree with a commit.
 *
 * @param against git ref; default: the merge base with the default branch
 * @throws DiagnosticError with exit code 2 without a repository, or if the commit is unknown
 */
async function findChanges(root: string, against?: string, signal?: AbortSignal): Promise<Changes> {
  const repository = await openRepository(root, signal);
  const found = against === undefined ? await defaultRef(root, signal) : undefined;
  const commit = found?.commit ?? (await resolveCommit(repository, against ?? '', signal));
  const top = await realpath(repository.top);
  const list = async (folder: string, args: string[]): Promise<string[]> =>
    (await runGit(folder, args, signal)).stdout
      .split('\0')
      .filter((name) => name !== '')
      .map((name) => path.join(top, name));
  const files = new Set([
    ...(await list(top, ['diff', '--name-only', '--no-renames', '-z', commit, '--'])),
    ...(await list(top, ['ls-files', '--others', '--exclude-standard', '-z'])),
  ]);
  const base = { repository, top, commit };
  const locks = lockFilesIn(files);
  const packages: string[] = [];
  const unknown: string[] = [];
  for (const lock of locks) {
    const changed = await changedPackages(lock, base, signal);
    if (changed) packages.push(...changed);
    else unknown.push(lock);
  }
  return { base, files, packages, locks: unknown, diagnostics: found?.diagnostics ?? [] };
}
