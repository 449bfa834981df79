import path from 'node:path';
import { isInside, relativePath } from '../../base/files/paths.ts';
import type { SourcePage } from '../../content/types.ts';
import { isChangesPage } from '../../types/changes/changes-text.ts';
import { HISTORY_OUTPUT } from '../../types/history/history-text.ts';
import { knownVersions } from '../../types/history/index-history.ts';
import { compareVersions } from '../../types/history/versions.ts';
import type { BuiltDemo } from '../demos/built-demo.ts';
import { wholePage } from '../documents.ts';
import { pageIndex, pagesInOrder } from '../machine-files.ts';
import { markdownTwin, type TwinForm } from '../markdown-twin.ts';
import { contentsOf } from '../page-inputs.ts';
import { urlOf } from '../page-url.ts';
import { linkTarget } from '../rewrite-links.ts';
import type { BuiltSite } from '../types.ts';
import { createPackLinks, type PackLinks, packedPath, pathFrom } from './pack-links.ts';
import { packedComponents } from './packed-components.ts';
import { type SkillExport, type SkillInput, skillText } from './skill.ts';
import { PACK_FILE, type PackedPage, type PackManifest } from './types.ts';

interface PlacedFile {
  /** Name in the code panel, such as `index.tsx`. */
  name: string;
  /** Path in the folder. */
  file: string;
}

interface DemoSources {
  /** Code by path in the folder. */
  files: Map<string, string>;
  byDemo: Map<string, PlacedFile[]>;
}

const FOLDER = 'demos';

function placeDemoSources(demos: readonly BuiltDemo[]): DemoSources {
  const placed = demos.map((built) => ({ built, shown: filesOf(built) }));
  const folder = commonFolder(placed.flatMap(({ shown }) => shown.flatMap(({ filePath }) => filePath ?? [])));
  const files = new Map<string, string>();
  const byDemo = new Map<string, PlacedFile[]>();
  // A demo's own file comes without its leading comment, so it takes precedence over an import of the same file.
  for (const index of [0, 1])
    for (const { shown } of placed)
      for (const { file, code } of (index === 0 ? shown.slice(0, 1) : shown.slice(1)).map((one) => at(one, folder)))
        if (!files.has(file)) files.set(file, `${code.trimEnd()}\n`);
  for (const { built, shown } of placed)
    byDemo.set(
      built.demo.id,
      shown.map((one) => ({ name: one.name, file: at(one, folder).file })),
    );
  return { files, byDemo };
}

/** A file of a demo. `filePath` is absent for code in a page. */
interface ShownFile {
  id: string;
  name: string;
  code: string;
  filePath?: string;
}

function filesOf({ demo, files, shown }: BuiltDemo): ShownFile[] {
  const paths = new Map(files.map(({ name, filePath }) => [name, filePath]));
  return shown.map(({ name, code }, index) => {
    const filePath = demo.code && index === 0 ? undefined : paths.get(name);
    return { id: demo.id, name, code, ...(filePath !== undefined && { filePath }) };
  });
}

function at({ id, name, code, filePath }: ShownFile, folder: string): { file: string; code: string } {
  const inFolder = filePath === undefined ? `${id}${path.extname(name)}` : relativePath(folder, filePath);
  return { file: `${FOLDER}/${inFolder}`, code };
}

function commonFolder(files: readonly string[]): string {
  const [first = '', ...others] = files.map((file) => path.dirname(file));
  let folder = first;
  for (const other of others) while (!isInside(folder, other)) folder = path.dirname(folder);
  return folder;
}

interface PackedSite extends BuiltSite {
  api?: (NonNullable<BuiltSite['api']> & { outputs: ReadonlyMap<string, () => string> }) | undefined;
}

export interface PackScope {
  library: { name: string; version: string };
  /** Description of the package, if the site has none. */
  description?: string | undefined;
  locales: readonly string[];
  /** Routes of pages to leave out. A route that ends with `*` matches all routes that begin with the rest. */
  exclude: readonly string[];
}

/** Renders all files of the folder, by path. */
export function packFiles(
  built: PackedSite,
  { library, description, locales, exclude }: PackScope,
): Map<string, string> {
  const { site, loaded, compiled, api } = built;
  const isExcluded = ({ routePath }: SourcePage): boolean =>
    exclude.some((entry) => (entry.endsWith('*') ? routePath.startsWith(entry.slice(0, -1)) : routePath === entry));
  const packed = pagesInOrder(loaded).filter((page) => locales.includes(page.locale) && !isExcluded(page));
  const links = createPackLinks(site, loaded, { compiled, packed });
  const shown = new Set(
    packed.flatMap((page) => wholePage(page, compiled).parts.flatMap(({ demos }) => demos.map(({ id }) => id))),
  );
  const sources = placeDemoSources([...built.demos.values()].filter(({ demo }) => shown.has(demo.id)));
  const files = new Map<string, string>();
  const history = api?.outputs.get(HISTORY_OUTPUT)?.();
  const next = nextVersion(library, history);
  for (const page of packed) files.set(packedPath(page), renderPage(page, built, { library, links, sources, next }));
  for (const [file, code] of sources.files) files.set(file, code);
  const data = api?.outputs.get('components.json')?.();
  const components =
    data && packedComponents({ text: data, library, next, files: sources.byDemo, pathOf: links.pathOf });
  if (components !== undefined) files.set('components.json', components);
  if (history !== undefined) files.set(HISTORY_OUTPUT, history);
  const pages = packed.map(
    (page): PackedPage => ({ route: page.routePath, file: packedPath(page), title: page.title }),
  );
  const inFolder = new Set(packed);
  const notes = [
    `Documentation of \`${library.name}\` ${library.version}. How to use this folder: [SKILL.md](SKILL.md).`,
  ];
  files.set(
    'llms.txt',
    pageIndex(
      loaded,
      { config: site.config, compiled },
      { notes, urlOf: (page) => (inFolder.has(page) ? packedPath(page) : undefined) },
    ),
  );
  const { config } = site;
  files.set(
    'SKILL.md',
    skillText({
      library,
      title: config.themeConfig.name,
      about: (config.description ?? description ?? '').replace(/\s+/g, ' ').trim(),
      // A home page introduces the library better than the first page of a sidebar.
      pages: pages.toSorted((one, other) => Number(other.route === '/') - Number(one.route === '/')),
      exports: components === undefined ? undefined : exportsIn(components, packed, built),
      demos: demosOf(sources, built),
      changes: history === undefined ? undefined : changesIn(packed, history, next),
      url: config.sitemap && urlOf('/', config),
    }),
  );
  const manifest: PackManifest = {
    ...{ format: 1, package: library.name, version: library.version, title: config.themeConfig.name },
    pages,
    files: [...files.keys()].sort(),
  };
  files.set(PACK_FILE, `${JSON.stringify(manifest, undefined, 1)}\n`);
  return files;
}

function nextVersion({ version }: PackScope['library'], history: string | undefined): string | undefined {
  const newest = history && knownVersions(JSON.parse(history)).at(-1);
  return newest && compareVersions(version, newest) > 0 ? version : undefined;
}

function packedPage(page: SourcePage): PackedPage {
  return { route: page.routePath, file: packedPath(page), title: page.title };
}

function renderPage(
  page: SourcePage,
  built: PackedSite,
  {
    library,
    links,
    sources,
    next,
  }: { library: PackScope['library']; links: PackLinks; sources: DemoSources; next: string | undefined },
): string {
  const whole = wholePage(page, built.compiled);
  const form: TwinForm = {
    ...(next !== undefined && { next }),
    linksIn: (file) => links.from(page, file),
    demo(title, demo) {
      const [entry, ...others] = sources.byDemo.get(demo?.demo.id ?? '') ?? [];
      if (!entry) return title ?? '';
      const link = ({ name, file }: typeof entry): string => `[${name}](${linkTarget(pathFrom(page, file))})`;
      const own = link({ ...entry, name: entry.file });
      return `Demo${title ? ` **${title}**` : ''}: ${[own, ...others.map(link)].join(', ')}`;
    },
  };
  const twin = {
    path: packedPath(page),
    links: new Map<string, string>(),
    library: `${library.name} ${library.version}`,
  };
  return markdownTwin(whole, { ...contentsOf(whole, built), twin }, built.loaded.texts, form);
}

function changesIn(packed: readonly SourcePage[], history: string, next: string | undefined): SkillInput['changes'] {
  const pages = packed.filter(({ sourcePath, generated }) => generated !== undefined && isChangesPage(sourcePath));
  const known = knownVersions(JSON.parse(history));
  const [first] = known;
  return pages.length === 0 || first === undefined
    ? undefined
    : { pages: pages.map(packedPage), first, ...(next !== undefined && { last: known.at(-1) ?? first }) };
}

function exportsIn(components: string, packed: readonly SourcePage[], { compiled }: PackedSite): SkillExport[] {
  const data = JSON.parse(components) as { components: Omit<SkillExport, 'page'>[] };
  const tables = new Map<string, string>();
  for (const page of packed)
    for (const { apis = [] } of wholePage(page, compiled).parts)
      for (const { id, picked } of apis) if (!picked && !tables.has(id)) tables.set(id, packedPath(page));
  return data.components
    .filter(({ kind }) => kind === 'component' || kind === 'function')
    .map(({ id, kind, description = '', import: line }) => ({
      id,
      kind,
      description,
      import: line,
      page: tables.get(id),
    }));
}

/** Returns each file that is a demo, with the title of the first demo. A demo in a page has no file that is worth listing. */
function demosOf({ byDemo }: DemoSources, { demos }: PackedSite): SkillInput['demos'] {
  const listed = Array.from(byDemo, ([id, [entry]]) => ({ demo: demos.get(id)?.demo, entry })).flatMap(
    ({ demo, entry }) => (demo && entry && !demo.code ? [{ title: demo.title ?? demo.id, file: entry.file }] : []),
  );
  return listed.filter(({ file }, index) => listed.findIndex((other) => other.file === file) === index);
}
