import { relativePath } from '../files/paths.ts';
import { withTabs } from '../with-tabs.ts';
/** What the pages of a site have to do with the types of its library. */

import fs from 'node:fs';
import path from 'node:path';
import type { ApiComponent, ApiProp } from '../../shared/api.ts';
import { type ApiDemoLink, type ApiTable, apiTableKey } from '../../shared/api-table.ts';
import { withBase } from '../../shared/base-url.ts';
import type { TextRecord } from '../../shared/entities.ts';
import type { ApiTag, ApiTagRow, CompiledPage } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import { didYouMean, inTicks, nearestName } from '../diagnostics/did-you-mean.ts';
import { textOfHtml } from '../html-text.ts';
import { librariesOf } from '../libraries.ts';
import type { SourcePage } from '../load/types.ts';
import { type ApiTableContext, createApiTable, indexed, REACT_TYPES, rowAnchor, tableAnchor } from './api-tables.ts';
import { componentsFile, componentsSchema } from './components-file.ts';
import type { TableScript } from './read-table-script.ts';
import { isPackage } from './types-reader.ts';
import type { Usage } from './usage/usage.ts';

/** True for a page that may ask for types: a look at its source, which is right about every page that does. */
export function mayNeedTypes(source: string): boolean {
  if (!source.includes('<API') && !/^\|?[ \t]*(?:Name|Property)[ \t]*\|/im.test(source)) return false;
  const text = source.replace(/^[ \t]*(`{3,}|~{3,})[\s\S]*?^[ \t]*\1/gm, '').replace(/`[^`\n]*`/g, '');
  return (
    /<API\b/.test(text) ||
    (/^#{1,6}[ \t]+[A-Z]\S*[ \t]*$/m.test(text) && /^\|?[ \t]*(?:Name|Property)[ \t]*\|/im.test(text))
  );
}

/** True for a compiled page that does ask. */
export function needsTypes({ apis, nameTables }: CompiledPage): boolean {
  return apis !== undefined || nameTables !== undefined;
}

/**
 * Adds what generated tables bring into pages: anchors of their rows, and texts to be searched, those of a row by themselves.
 *
 * @param compiled pages by source path
 * @param site pages whose words describe properties, where those are more than the first
 * @returns the pages, others in place of those with tables
 */
export function addTables(
  compiled: Map<string, CompiledPage>,
  components: ApiComponent[],
  toHtml: RenderMarkdown,
  site = compiled,
): Map<string, CompiledPage> {
  const known = new Map(addWords(components, site.values()).map((component) => [component.id, component]));
  return new Map([...compiled].map(([sourcePath, page]) => [sourcePath, withTables(page, known, toHtml)]));
}

function withTables(page: CompiledPage, known: Map<string, ApiComponent>, toHtml: RenderMarkdown): CompiledPage {
  const { apis = [] } = page;
  if (apis.length === 0) return page;
  const toText = (markdown: string): string => (markdown === '' ? '' : textOfHtml(toHtml(markdown)));
  const texts = [...page.texts];
  const anchors = [...page.anchors];
  let paraId = Math.max(0, ...texts.map((text) => text.paraId));
  for (const { id, tocIndex, text: said, rows = [] } of apis) {
    const component = known.get(id);
    if (!component) continue;
    const words = new Map(rows.map((row) => [row.name, row]));
    const captions = new Set(rows.map(({ caption = '' }) => textOfHtml(caption)));
    const add = (text: string, row?: TextRecord['row']): void => {
      const value = text.replace(/\s+/g, ' ').trim();
      const place = tocIndex === undefined ? {} : { tocIndex };
      if (value || row) texts.push({ value, paraId: ++paraId, ...place, ...(row && { row }) });
    };
    for (const text of [said ?? toText(component.description), component.type ?? '', ...captions]) add(text);
    const attributes: string[] = [];
    for (const row of tableRows(component, rows)) {
      const anchor = rowAnchor(id, row.path);
      anchors.push(anchor);
      const text = textOfRow(row, words, toText);
      if (text !== undefined) add(text, { name: row.path.replace(/^ref\./, ''), anchor });
      else if (row.prop.name === row.path) attributes.push(row.path);
    }
    add(attributes.join(', '));
    anchors.push(tableAnchor(id));
  }
  return { ...page, texts, anchors };
}

/** A row with the path by which pages and addresses name it. */
interface TableRow {
  prop: ApiProp;
  path: string;
}

/** All rows of an export's table, members behind what holds them. */
function tableRows({ props, handle = [] }: ApiComponent, words: ApiTagRow[]): TableRow[] {
  const withMembers = (prop: ApiProp, path: string): TableRow[] => [
    { prop, path },
    ...(prop.children ?? []).flatMap((child) => withMembers(child, `${path}.${child.name}`)),
  ];
  return [
    ...[...props, ...indexed(props, words)].flatMap((prop) => withMembers(prop, prop.name)),
    ...handle.flatMap((prop) => withMembers(prop, `ref.${prop.name}`)),
  ];
}

/**
 * What a row shows beside its name; undefined for an attribute of the element, of which the name is
 * shown, and for a member of which nothing is said: it has a row in another table, too.
 */
function textOfRow(
  { prop, path }: TableRow,
  words: Map<string, ApiTagRow>,
  toText: (markdown: string) => string,
): string | undefined {
  const said = words.get(path);
  if (prop.origin === REACT_TYPES && !said) return undefined;
  const { description, type, shortType = type, plainType = '', since = '', release = '', deprecated } = prop;
  if (path.includes('.') && !said && !description && !path.startsWith('ref.')) return undefined;
  return [
    said?.description === undefined ? toText(description) : textOfHtml(said.description),
    deprecated ? 'Deprecated' : '',
    typeof deprecated === 'string' ? toText(deprecated) : '',
    release,
    since,
    plainType,
    shortType,
    prop.default ?? said?.default ?? '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What pages say and the types do not: tables of unknown exports, names that no property has. */
export function checkNames(pages: Iterable<CompiledPage>, components: ApiComponent[]): Diagnostic[] {
  const known = new Map(components.map((component) => [component.id, component]));
  const diagnostics: Diagnostic[] = [];
  for (const { apis = [], nameTables = [] } of pages) {
    for (const tag of apis) {
      const component = known.get(tag.id);
      if (component) diagnostics.push(...unknownNames(component, tag.rows ?? []));
      else diagnostics.push(unknownExport(tag, [...known.keys()]));
    }
    for (const { heading, names } of nameTables) {
      const component = known.get(heading);
      if (component) diagnostics.push(...unknownNames(component, names));
    }
  }
  return diagnostics;
}

/** Names that the types do not have; those of members are looked for where the types have members. */
function unknownNames(component: ApiComponent, names: { name: string; location: Location }[]): Diagnostic[] {
  const top = [...component.props, ...(component.handle ?? [])];
  if (top.length === 0) return [];
  return names.flatMap(({ name, location }): Diagnostic[] => {
    let members: ApiProp[] | undefined = top;
    for (const part of name.split('.')) {
      // An index signature has room for any name.
      if (!members || members.length === 0 || members.some((member) => member.name.startsWith('['))) return [];
      const found: ApiProp | undefined = members.find((member) => member.name === part);
      if (!found) {
        const nearest = nearestName(
          part,
          members.map((member) => member.name),
        );
        return [
          {
            severity: 'warning',
            code: 'CD806',
            text: `\`${component.id}\` has no property \`${name}\`${didYouMean(nearest, inTicks)}`,
            location,
            notes: ['Tables of an export are checked against its types; under another heading they are not.'],
          },
        ];
      }
      members = found.children;
    }
    return [];
  });
}

function unknownExport({ id, location }: ApiTag, ids: string[]): Diagnostic {
  const nearest = nearestName(id, ids);
  return {
    severity: 'warning',
    code: 'CD803',
    text: `The library does not export \`${id}\`${didYouMean(nearest, inTicks)}`,
    location,
  };
}

/** Markdown to HTML. */
type RenderMarkdown = (markdown: string) => string;

/** What tables are made of, all together. */
export interface SiteApiInput {
  site: Site;
  pages: SourcePage[];
  /** By source path; tabs included. */
  compiled: Map<string, CompiledPage>;
  components: ApiComponent[];
  usage: Usage;
  renderMarkdown: RenderMarkdown;
  /** Address of a line of a file of the project. */
  sourceLink: (file: string, line: number) => string | undefined;
  /** Of long tables. */
  script: TableScript;
  /** Files of demos as they are shown, by id. */
  demoFiles: ReadonlyMap<string, { name: string; code: string }[]>;
}

/** Tables of a site. */
export interface SiteApi {
  /** Tables that a page shows, by `apiTableKey`. */
  tablesOf(page: CompiledPage): Record<string, ApiTable>;
  components: ApiComponent[];
  usage: Usage;
  /** Data for tools, by output path. */
  outputs: Map<string, () => string>;
}

/** Makes the tables of a site, each when it is asked for. */
export function createSiteApi(input: SiteApiInput): SiteApi {
  const { site } = input;
  const usage = fewestFirst(input.usage);
  const components = addWords(input.components, input.compiled.values());
  const known = new Map(components.map((component) => [component.id, component]));
  const { demos, tables } = placesOf(input);
  const context: ApiTableContext = {
    components,
    usage,
    demos,
    tables,
    sourceHref: createSourceHrefs(input),
    renderMarkdown: input.renderMarkdown,
    packageName: libraryPackage(components, site),
    tools: input.script.url,
  };
  return {
    components,
    usage,
    tablesOf: ({ apis = [] }) =>
      Object.fromEntries(
        apis.map(({ id, type, rows, description }) => {
          const component = known.get(id);
          const table: ApiTable = component
            ? createApiTable(component, { type, anchors: true, words: rows, description }, context)
            : emptyTable(id, 'missing');
          return [apiTableKey(id, type), table];
        }),
      ),
    outputs: new Map([
      ['components.json', () => componentsFile({ ...input, components, demos, packageName: context.packageName })],
      ['components.schema.json', () => componentsSchema()],
      [input.script.file, () => input.script.text],
    ]),
  };
}

/** Demos of each property, those that use few properties first: they are about those. */
function fewestFirst(usage: Usage): Usage {
  const uses = new Map<string, number>();
  for (const demo of Object.values(usage).flatMap(({ props }) => Object.values(props).flat()))
    uses.set(demo, (uses.get(demo) ?? 0) + 1);
  const sort = (demos: string[]): string[] =>
    demos.toSorted((one, other) => (uses.get(one) ?? 0) - (uses.get(other) ?? 0));
  return Object.fromEntries(
    Object.entries(usage).map(([id, { demos, props }]) => [
      id,
      { demos, props: Object.fromEntries(Object.entries(props).map(([name, used]) => [name, sort(used)])) },
    ]),
  );
}

/**
 * Descriptions that the pages give to exports and properties without one of their own. What is said of a property holds in
 * every export that takes it over from the same declaration.
 */
function addWords(components: ApiComponent[], pages: Iterable<CompiledPage>): ApiComponent[] {
  const said = new Map<string, string>();
  for (const { apis = [] } of pages)
    for (const { id, text, rows = [] } of apis) {
      if (text !== undefined) said.set(id, text);
      for (const row of rows) if (row.text !== undefined) said.set(`${id} ${row.name}`, row.text);
    }
  const ofDeclarations = new Map<string, string>();
  const note = (prop: ApiProp, path: string): void => {
    const [place, text] = [placeOf(prop), said.get(path)];
    if (place !== undefined && text !== undefined && !ofDeclarations.has(place)) ofDeclarations.set(place, text);
    for (const child of prop.children ?? []) note(child, `${path}.${child.name}`);
  };
  for (const { id, props } of components) for (const prop of props) note(prop, `${id} ${prop.name}`);
  const describe = (prop: ApiProp, path: string): ApiProp => ({
    ...prop,
    description: prop.description || (said.get(path) ?? ofDeclarations.get(placeOf(prop) ?? '') ?? ''),
    ...(prop.children ? { children: prop.children.map((child) => describe(child, `${path}.${child.name}`)) } : {}),
  });
  return components.map((component) => ({
    ...component,
    description: component.description || (said.get(component.id) ?? ''),
    props: component.props.map((prop) => describe(prop, `${component.id} ${prop.name}`)),
  }));
}

/** What tells a declaration from others. */
function placeOf({ name, origin, source }: ApiProp): string | undefined {
  return source && `${origin}/${source.file}:${source.line} ${name}`;
}

/** A table that shows why it is none. */
export function emptyTable(id: string, state: 'missing' | 'resolving' | 'unavailable'): ApiTable {
  return { id, state, description: '', groups: [] };
}

/** Where demos and tables stand. */
function placesOf({ site, pages, compiled }: SiteApiInput): {
  demos: Map<string, ApiDemoLink>;
  tables: Map<string, string>;
} {
  const demos = new Map<string, ApiDemoLink>();
  const tables = new Map<string, string>();
  for (const page of pages) {
    const address = withBase(site.config.base, page.routePath);
    for (const { sourcePath, title } of withTabs(page)) {
      const { demos: own = [], apis = [] } = compiled.get(sourcePath) ?? {};
      for (const demo of own) demos.set(demo.id, { title: demo.title ?? title, href: `${address}#${demo.id}` });
      for (const { id } of apis) if (!tables.has(id)) tables.set(id, `${address}#${tableAnchor(id)}`);
    }
  }
  return { demos, tables };
}

/** Package whose own properties come first: the one that declares the exports. */
function libraryPackage(components: ApiComponent[], site: Site): string | undefined {
  const { packageJson, config } = site;
  const entry = config.apiParser === false ? undefined : config.apiParser.entry;
  if (entry === undefined || !isPackage(entry)) return librariesOf(site)[0]?.name ?? packageJson.name;
  const [scope = '', name] = entry.split('/');
  return components.length > 0 && scope.startsWith('@') ? `${scope}/${name}` : scope;
}

/** Addresses of declarations: in the repository for the project's own files, in the published package for others. */
function createSourceHrefs({ site, sourceLink }: SiteApiInput): ApiTableContext['sourceHref'] {
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
    const version = versionOf(origin);
    return version && `https://unpkg.com/${origin}@${version}/${file}#L${line}`;
  };
}

function readVersion(file: string): string | undefined {
  try {
    return (JSON.parse(fs.readFileSync(file, 'utf8')) as { version?: string }).version;
  } catch {
    // Not installed here: there is no address.
    return undefined;
  }
}
