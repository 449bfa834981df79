import fs from 'node:fs';
import path from 'node:path';
import { type ApiComponent, type ApiProp, REACT_TYPES } from '../../../shared/api.ts';
import {
  type ApiDemoLink,
  type ApiProperties,
  type ApiTable,
  type ApiTableRow,
  apiTableKey,
} from '../../../shared/api-table.ts';
import { withBase } from '../../../shared/base-url.ts';
import { contentPath, readBrowserScript } from '../../base/browser-scripts.ts';
import { relativePath } from '../../base/files/paths.ts';
import type { CompressedSize } from '../../bundle/import-cost.ts';
import { localeFirst } from '../../content/locale-first.ts';
import { withTabs } from '../../content/tabs.ts';
import type { SourcePage } from '../../content/types.ts';
import type { ApiTag, ApiTagRow, CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { isPackage, librariesOf, libraryVersion } from '../../project/libraries.ts';
import { createSourceLinks } from '../../project/repository-links.ts';
import { HISTORY_OUTPUT, publishedHistory } from '../history/history-text.ts';
import type { LibraryHistory } from '../history/library-history.ts';
import type { Usage } from '../usage/usage.ts';
import type { RenderMarkdown } from './add-tables.ts';
import { addWords } from './add-words.ts';
import { rowAnchor, tableAnchor } from './anchors.ts';
import { type ApiTableContext, createApiTable, createRow, indexed, withWords } from './api-tables.ts';
import { componentsFile, componentsSchema } from './components-file.ts';
import { exportsByName } from './exports-by-name.ts';

export interface SiteApiInput {
  site: Site;
  pages: SourcePage[];
  /** Compiled pages by source path, including tabs. */
  compiled: Map<string, CompiledPage>;
  components: ApiComponent[];
  /** Absolute paths of the files that provide the types. */
  typeFiles: string[];
  history?: LibraryHistory | undefined;
  usage: Usage;
  /** Size of the code that an application loads for each export, by the id of the export. */
  costs: ReadonlyMap<string, CompressedSize>;
  renderMarkdown: RenderMarkdown;
  highlight: ApiTableContext['highlight'];
  script: TableScript;
  /** Files of other pages about the API, by output path. */
  files: ReadonlyMap<string, string>;
  demoFiles: ReadonlyMap<string, { name: string; code: string }[]>;
}

export type SiteApi = ReturnType<typeof createSiteApi>;

/** Creates the API data of a site. Each table is built when it is first needed. */
export function createSiteApi(input: SiteApiInput) {
  const { site, history } = input;
  const components = addWords(input.components, input.compiled.values());
  const known = exportsByName(components);
  const shared = {
    components,
    sourceHref: createSourceHrefs(site),
    renderMarkdown: input.renderMarkdown,
    highlight: input.highlight,
    packageName: libraryPackage(components, site),
    tools: input.script.url,
    history: input.history,
    costs: input.costs,
  };
  const contexts = new Map<string, LocaleContext>();
  const contextIn = (locale: string): LocaleContext => {
    const context = contexts.get(locale) ?? { ...shared, ...placesOf(input, known, locale) };
    contexts.set(locale, context);
    return context;
  };
  const localeOf = new Map(
    input.pages.flatMap((page) => withTabs(page).map(({ sourcePath }) => [sourcePath, page.locale])),
  );
  const [{ id: first } = { id: '' }] = site.config.locales;
  const { demos, usage } = contextIn(first);
  const tableOf = ({ id: name, type, picked, rows = [], description }: ApiTag, context: LocaleContext): ApiTable => {
    const component = known.get(name);
    if (!component) return emptyTable(name, 'missing');
    if (!picked) return createApiTable(component, { type, anchors: true, words: rows, description }, context);
    const selection = {
      names: picked.map((row) => row.name),
      words: [...rows, ...(context.words.get(component.id) ?? [])],
    };
    const groups = [{ kind: 'own' as const, rows: createSelection(component, selection, context) }];
    return { id: component.id, state: 'found', description: description ?? '', groups };
  };
  return {
    components,
    typeFiles: input.typeFiles,
    usage,
    /** Returns the properties that demos use, by export, for a page in a content locale. */
    propertiesOf: (ids: readonly string[], locale: string): ApiProperties[] =>
      demoProperties(ids, contextIn(locale).words, contextIn(locale)),
    tablesOf({ sourcePath, apis = [] }: CompiledPage): Record<string, ApiTable> {
      const context = contextIn(localeOf.get(sourcePath) ?? first);
      return Object.fromEntries(apis.map((tag) => [apiTableKey(tag.id, tag), tableOf(tag, context)]));
    },
    outputs: new Map([
      [
        'components.json',
        () =>
          componentsFile({
            ...{ ...input, components, usage, demos, packageName: shared.packageName },
            packageVersion: libraryVersion(site)?.version,
          }),
      ],
      ['components.schema.json', () => componentsSchema()],
      [input.script.file, () => input.script.text],
      ...Array.from(input.files, ([file, text]): [string, () => string] => [file, () => text]),
      ...(history ? [[HISTORY_OUTPUT, () => publishedHistory(history.data)] as const] : []),
    ]),
  };
}

/**
 * Sorts demos: those on the page with the table first, then those that use the fewest exports and props. The demos of a
 * property are only sorted by that number.
 */
function sortByRelevance(usage: Usage, isOnItsPage: (demo: string, id: string) => boolean): Usage {
  const uses = new Map<string, number>();
  for (const demo of Object.values(usage).flatMap(({ demos, props }) => [demos, ...Object.values(props)].flat()))
    uses.set(demo, (uses.get(demo) ?? 0) + 1);
  const fewestFirst = (demos: string[]): string[] =>
    demos.toSorted((one, other) => (uses.get(one) ?? 0) - (uses.get(other) ?? 0));
  return Object.fromEntries(
    Object.entries(usage).map(([id, { demos, props }]) => {
      const rank = (demo: string): number => (isOnItsPage(demo, id) ? 0 : 1);
      const sorted = Object.entries(props).map(([name, used]) => [name, fewestFirst(used)]);
      return [
        id,
        { demos: fewestFirst(demos).sort((one, other) => rank(one) - rank(other)), props: Object.fromEntries(sorted) },
      ];
    }),
  );
}

function isSamePage(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one.split('#')[0] === other?.split('#')[0];
}

export function emptyTable(id: string, state: 'missing' | 'resolving' | 'unavailable'): ApiTable {
  return { id, state, description: '', groups: [] };
}

interface LocaleContext extends ApiTableContext {
  /** Descriptions of properties in all complete tables, by export. */
  words: Map<string, ApiTagRow[]>;
}

/** If several pages contain the same demo or table, prefers a page in this locale, otherwise the first page. */
function placesOf(
  { site, pages, compiled, usage }: SiteApiInput,
  known: ReadonlyMap<string, ApiComponent>,
  locale: string,
): Pick<LocaleContext, 'demos' | 'tables' | 'words' | 'usage'> {
  const demos = new Map<string, ApiDemoLink>();
  const tables = new Map<string, string>();
  const words = new Map<string, ApiTagRow[]>();
  for (const page of localeFirst(pages, locale)) {
    const url = withBase(site.config.base, page.routePath);
    for (const { sourcePath, title } of withTabs(page)) {
      const { demos: own = [], apis = [] } = compiled.get(sourcePath) ?? {};
      for (const demo of own)
        if (!demos.has(demo.id)) demos.set(demo.id, { title: demo.title ?? title, href: `${url}#${demo.id}` });
      for (const { id: name, picked, rows = [] } of apis) {
        if (picked) continue;
        const { id } = known.get(name) ?? { id: name };
        words.set(id, [...(words.get(id) ?? []), ...rows]);
        if (!tables.has(id)) tables.set(id, `${url}#${tableAnchor(id)}`);
      }
    }
  }
  const isOnItsPage = (demo: string, id: string): boolean => isSamePage(demos.get(demo)?.href, tables.get(id));
  return { demos, tables, words, usage: sortByRelevance(usage, isOnItsPage) };
}

/** Returns the package whose own properties come first, which is the package that declares the exports. */
function libraryPackage(components: ApiComponent[], site: Site): string | undefined {
  const { packageJson, config } = site;
  const entry = config.apiParser === false ? undefined : config.apiParser.entry;
  if (entry === undefined || !isPackage(entry)) return librariesOf(site)[0]?.name ?? packageJson.name;
  const [scope = '', name] = entry.split('/');
  return components.length > 0 && scope.startsWith('@') ? `${scope}/${name}` : scope;
}

/** Returns links to source: in the repository for the project's files, in the published package for other files. */
function createSourceHrefs(site: Site): ApiTableContext['sourceHref'] {
  const sourceLink = createSourceLinks(site);
  const libraries = librariesOf(site);
  const versions = new Map<string, string | undefined>();
  const versionOf = (name: string): string | undefined => {
    if (!versions.has(name))
      versions.set(name, readVersion(path.join(site.projectRoot, 'node_modules', name, 'package.json')));
    return versions.get(name);
  };
  return ({ file, line }, origin) => {
    const library = libraries.find(({ name }) => name === origin);
    if (!library && origin === site.packageJson.name) return sourceLink(file, line);
    if (library) return sourceLink(relativePath(site.packageJson.dir, path.join(library.dir, file)), line);
    const version = site.config.themeConfig.sourceLink ? versionOf(origin) : undefined;
    return version && `https://unpkg.com/${origin}@${version}/${file}#L${line}`;
  };
}

function readVersion(file: string): string | undefined {
  try {
    return (JSON.parse(fs.readFileSync(file, 'utf8')) as { version?: string }).version;
  } catch {
    // The package is not installed here, so it has no URL.
    return undefined;
  }
}

/** Kinds of exports whose members are mostly data of the demo, such as the `value` of an option. */
const DATA: ReadonlySet<ApiComponent['kind']> = new Set(['type', 'enum']);

/**
 * Returns the properties that demos use. Properties that few demos use come first, because demos are about them.
 * Members of types are left out if the demos use properties of components or functions.
 */
function demoProperties(
  demos: readonly string[],
  words: ReadonlyMap<string, ApiTagRow[]>,
  context: ApiTableContext,
): ApiProperties[] {
  const isShown = new Set(demos);
  const found = context.components.flatMap((component) => {
    const { id, kind, props } = component;
    const uses = Object.hasOwn(context.usage, id) ? context.usage[id]?.props : undefined;
    const own = words.get(id) ?? [];
    if (!uses || !context.tables.has(id)) return [];
    const described = new Set(own.map(({ name }) => name));
    const names = props
      .filter(({ name, origin }) => origin !== REACT_TYPES || described.has(name))
      .map(({ name }) => ({ name, users: Object.hasOwn(uses, name) ? (uses[name] ?? []) : [] }))
      .filter(({ users }) => users.some((demo) => isShown.has(demo)))
      .sort((one, other) => one.users.length - other.users.length)
      .map(({ name }) => name);
    const rows = createSelection(component, { names, words: own }, context);
    return rows.length > 0 ? [{ id, isData: DATA.has(kind), rows }] : [];
  });
  const ofCode = found.filter(({ isData }) => !isData);
  return (ofCode.length > 0 ? ofCode : found).map(({ id, rows }) => ({ id, rows }));
}

/** Creates rows without ids, which only the complete table has. Unknown names are left out. `words`: the pages' descriptions. */
function createSelection(
  component: ApiComponent,
  { names, words }: { names: readonly string[]; words: readonly ApiTagRow[] },
  context: ApiTableContext,
): ApiTableRow[] {
  const page = context.tables.get(component.id)?.split('#')[0];
  // The first description of a property takes precedence.
  const described = new Map(words.toReversed().map((row) => [row.name, row]));
  return [...new Set(names)].flatMap((path): ApiTableRow[] => {
    const prop = propertyAt([...component.props, ...indexed(component.props, [{ name: path }])], path);
    if (!prop) return [];
    const row = withWords(createRow(prop, { component, anchors: false, path }, context), described, path);
    const href = page === undefined ? undefined : `${page}#${rowAnchor(component.id, path)}`;
    const history = row.history && { ...row.history, events: [] };
    const nothing = { genericType: undefined, source: undefined, demos: [], children: [] };
    return [{ ...row, ...nothing, name: path, href, ...(history && { history }) }];
  });
}

function propertyAt(props: ApiProp[], path: string): ApiProp | undefined {
  const find = (rows: ApiProp[] | undefined, name: string): ApiProp | undefined =>
    rows?.find((prop) => prop.name === name && !prop.private);
  const [first = '', ...members] = path.split('.');
  return members.reduce((prop, name) => find(prop?.children, name), find(props, first));
}

export interface TableScript {
  file: string;
  url: string;
  text: string;
}

/** Reads the script for tables. `base` ends with `/`. */
export async function readTableScript(base: string): Promise<TableScript> {
  const text = await readBrowserScript('api-table.js');
  const file = contentPath('api-table', 'js', text);
  return { file, url: withBase(base, `/${file}`), text };
}
