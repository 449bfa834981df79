/** What the pages of a site have to do with the types of its library. */
import fs from 'node:fs';
import path from 'node:path';
import type { ApiComponent, ApiProp } from '../../shared/api.ts';
import { type ApiDemoLink, type ApiTable, apiTableKey } from '../../shared/api-table.ts';
import { withBase } from '../../shared/base-url.ts';
import type { ApiTag, ApiTagRow, CompiledPage } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import { type Diagnostic, type Location, nearestName } from '../diagnostics/diagnostic.ts';
import { librariesOf } from '../libraries.ts';
import type { SourcePage } from '../load/types.ts';
import { type ApiTableContext, createApiTable, REACT_TYPES, rowAnchor, tableAnchor } from './api-tables.ts';
import { componentsFile, componentsSchema } from './components-file.ts';
import { isPackage } from './read-api.ts';
import type { Usage } from './usage/find-usage.ts';

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
 * Adds what generated tables bring into a page: anchors of their rows, and texts to be searched.
 *
 * @returns the page, or another one in its place
 */
export function addTables(page: CompiledPage, components: ApiComponent[]): CompiledPage {
  const { apis = [] } = page;
  if (apis.length === 0) return page;
  const known = new Map(components.map((component) => [component.id, component]));
  const texts = [...page.texts];
  const anchors = [...page.anchors];
  let paraId = Math.max(0, ...texts.map((text) => text.paraId));
  for (const { id, tocIndex, rows = [] } of apis) {
    const component = known.get(id);
    if (!component) continue;
    anchors.push(tableAnchor(id), ...component.props.map(({ name }) => rowAnchor(id, name)));
    const words = new Map(rows.map((row) => [row.name, row]));
    const captions = new Set(rows.map(({ caption = '' }) => caption.replace(/<[^>]*>/g, ' ')));
    const members = [...component.props, ...(component.handle ?? [])].map((prop) => textOfRow(prop, words));
    for (const text of [component.description, component.type ?? '', ...captions, ...members]) {
      const value = text.replace(/\s+/g, ' ').trim();
      if (value) texts.push({ value, paraId: ++paraId, ...(tocIndex === undefined ? {} : { tocIndex }) });
    }
  }
  return { ...page, texts, anchors };
}

/** All that a row shows, with the members that can be unfolded. */
function textOfRow(prop: ApiProp, words: Map<string, ApiTagRow>, path = prop.name): string {
  // Of the attributes of elements the names are shown.
  if (path === prop.name && prop.origin === REACT_TYPES && !words.has(path)) return path;
  const { name, description, type, shortType = type, since = '', release = '', deprecated, children = [] } = prop;
  const said = words.get(path);
  return [
    name,
    said?.text ?? description,
    deprecated ? 'Deprecated' : '',
    typeof deprecated === 'string' ? deprecated : '',
    release,
    since,
    shortType,
    prop.default ?? said?.default ?? '',
    ...children.map((child) => textOfRow(child, words, `${path}.${child.name}`)),
  ].join(' ');
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
        const hint = nearest ? `, did you mean \`${nearest}\`?` : '';
        return [
          {
            severity: 'warning',
            code: 'CD806',
            text: `\`${component.id}\` has no property \`${name}\`${hint}`,
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
    text: `The library does not export \`${id}\`${nearest ? `, did you mean \`${nearest}\`?` : ''}`,
    location,
  };
}

/** What tables are made of, all together. */
export interface SiteApiInput {
  site: Site;
  pages: SourcePage[];
  /** By source path; tabs included. */
  compiled: Map<string, CompiledPage>;
  components: ApiComponent[];
  usage: Usage;
  renderMarkdown: (markdown: string) => string;
  /** Address of a line of a file of the project. */
  sourceLink: (file: string, line: number) => string | undefined;
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
  };
  return {
    components,
    usage,
    tablesOf: ({ apis = [] }) =>
      Object.fromEntries(
        apis.map(({ id, type, rows }) => {
          const component = known.get(id);
          const table: ApiTable = component
            ? createApiTable(component, { type, anchors: true, words: rows }, context)
            : emptyTable(id, 'missing');
          return [apiTableKey(id, type), table];
        }),
      ),
    outputs: new Map([
      ['components.json', () => componentsFile({ ...input, components, demos, packageName: context.packageName })],
      ['components.schema.json', () => componentsSchema()],
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

/** Descriptions that the pages give to properties without one of their own. */
function addWords(components: ApiComponent[], pages: Iterable<CompiledPage>): ApiComponent[] {
  const said = new Map<string, string>();
  for (const { apis = [] } of pages)
    for (const { id, rows = [] } of apis)
      for (const { name, text } of rows) if (text !== undefined) said.set(`${id} ${name}`, text);
  const describe = (prop: ApiProp, path: string): ApiProp => ({
    ...prop,
    description: prop.description || (said.get(path) ?? ''),
    ...(prop.children ? { children: prop.children.map((child) => describe(child, `${path}.${child.name}`)) } : {}),
  });
  return components.map((component) => ({
    ...component,
    props: component.props.map((prop) => describe(prop, `${component.id} ${prop.name}`)),
  }));
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
    for (const { sourcePath, title } of [page, ...page.tabs.map((tab) => tab.page)]) {
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
    if (library)
      return sourceLink(
        path.relative(site.packageJson.dir, path.join(library.dir, file)).replaceAll(path.sep, '/'),
        line,
      );
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
