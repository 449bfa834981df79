/** Answers the queries of an assistant from the files of a built site. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ApiComponent, ApiProp } from '../../../shared/api.ts';
import type { ApiHistory } from '../../../shared/api-history.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';
import { packageDir } from '../../base/package-dir.ts';
import type { Site } from '../../project/config/types.ts';
import { noCache } from '../../store/cache.ts';
import { projectOf } from '../../types/check-site-types.ts';
import { findShapeProblem } from '../../types/history/check-history.ts';
import { HISTORY_OUTPUT } from '../../types/history/history-text.ts';
import { exportsByName } from '../../types/tables/exports-by-name.ts';
import { createTypesReader } from '../../types/types-reader.ts';
import type { BuiltFiles, SearchHit } from './built-files.ts';
import { type ChangesQuery, listChanges } from './list-changes.ts';
import { UnknownName } from './unknown-name.ts';

/** The properties of `components.json` that are read here. */
interface ComponentsFile {
  package?: string;
  packageVersion?: string;
  components: (Omit<ApiComponent, 'props'> & {
    import?: string;
    props: ApiProp[];
    demos: { id: string; title: string; url?: string }[];
  })[];
  demos: { id: string; title: string; url?: string; files: { name: string; code: string }[] }[];
}

interface SearchEngine {
  search(keywords: string, options: { limit: number }): Promise<SearchFound>;
}

interface SearchFound {
  groups: { hints: { link: string; pageTitle?: string; highlightTexts?: Texts; highlightTitleTexts?: Texts }[] }[];
}

type Texts = { text: string }[];

/** Queries that an assistant may send. */
export interface Answers {
  /** Returns what is documented, with its version. Undefined if that is not known. */
  about(): Promise<string | undefined>;
  /** Returns the exports with their kinds. */
  list(): Promise<object>;
  /** Returns an export with its properties, by its id. */
  component(id: string): Promise<object>;
  /** Returns the code of a demo, by its id. */
  demo(id: string): Promise<object>;
  search(query: string): Promise<object>;
  /** Returns a page as Markdown, by its address. */
  page(address: string): Promise<string>;
  /** Returns what changed in the API between two versions, by export. */
  changes(query: ChangesQuery): Promise<object>;
  /** Returns the errors in code that uses the library. */
  check(code: string): Promise<{ line: number; column: number; text: string; notes?: string[] }[]>;
  close(): Promise<void>;
}

/** @param site provides the types against which code is checked */
export function createAnswers(files: BuiltFiles, site: Site): Answers {
  const reader = createTypesReader(site, { cache: noCache });
  const data = () =>
    files.readJson<ComponentsFile>(
      'components.json',
      ({ components, demos }) => Array.isArray(components) && Array.isArray(demos),
    );
  let engine: Promise<SearchEngine> | undefined;
  return {
    async about() {
      // The first query reports why the data cannot be read.
      const { package: name, packageVersion } = await data().catch((): Partial<ComponentsFile> => ({}));
      return name && packageVersion && `Documentation of ${name} ${packageVersion}.`;
    },
    async list() {
      const { package: name, packageVersion, components } = await data();
      return {
        package: name,
        version: packageVersion,
        components: components.map(({ id, kind, description, deprecated }) => ({
          id,
          kind,
          description: description.split('\n', 1)[0],
          ...(deprecated && { deprecated }),
        })),
      };
    },
    async component(id) {
      const { components } = await data();
      return exportsByName(components).get(id) ?? named(components, id, 'export');
    },
    async demo(id) {
      const { demos } = await data();
      return named(demos, id, 'demo');
    },
    async search(query) {
      if (files.search) return { results: await files.search(query) };
      engine ??= createEngine(files, site.config.locales[0]?.id ?? '');
      return { results: resultsOf(await (await engine).search(query, { limit: 10 })) };
    },
    async page(address) {
      const output = twinOf(address, files.base ?? site.config.base);
      const text = output === undefined ? undefined : await files.read(output);
      if (text !== undefined) return text;
      if (!files.search && (await files.read('llms-full.txt')) === undefined)
        throw new UnknownName(
          'This site was built without pages as Markdown: `llms` in its configuration turns them off.',
        );
      throw new UnknownName(`There is no page ${address}. \`search\` finds pages.`);
    },
    async changes(query) {
      return listChanges(await readHistory(files), query);
    },
    async check(code) {
      if (files.isOtherVersion)
        throw new UnknownName(
          'Only code for the current version can be checked. Start the server without `--version`.',
        );
      const page = path.join(site.root, 'snippet.md');
      const block = { page, file: 'snippet', text: code, lang: 'tsx' as const, line: 1 };
      const { diagnostics } = await reader.check({ ...projectOf(site), files: [], blocks: [block] });
      return diagnostics.map(({ text, location, notes }) => ({
        line: location?.line ?? 1,
        column: location?.column ?? 1,
        text,
        ...(notes && { notes }),
      }));
    },
    close: () => reader.close(),
  };
}

function resultsOf({ groups }: SearchFound): SearchHit[] {
  const textOf = (texts: Texts = []): string => texts.map(({ text }) => text).join('');
  return groups
    .flatMap(({ hints }) => hints)
    .slice(0, 20)
    .map(({ link, pageTitle, highlightTexts, highlightTitleTexts }) => ({
      link,
      title: pageTitle ?? textOf(highlightTitleTexts),
      text: textOf(highlightTexts),
    }));
}

/** Returns the API history of the site. */
async function readHistory(files: BuiltFiles): Promise<ApiHistory> {
  if ((await files.read(HISTORY_OUTPUT)) === undefined)
    throw new UnknownName('This documentation has no API history, so the changes of versions are not known.');
  return await files.readJson<ApiHistory>(HISTORY_OUTPUT, (value) => findShapeProblem(value) === undefined);
}

/** Returns the output path of a page's Markdown, by the page's address; undefined for an address that no page can have. */
function twinOf(address: string, base: string): string | undefined {
  if (!URL.canParse(address, 'http://localhost')) return undefined;
  const { pathname } = new URL(address, 'http://localhost');
  const route = pathname.replace(/\/(?:index\.html)?$/, '').replace(/\.md$/, '');
  const below = `${route}/`.startsWith(base) ? route.slice(base.length - 1) : route;
  const output = below === '' || below === '/' ? 'index.md' : `${below.slice(1)}.md`;
  try {
    return decodeURI(output);
  } catch {
    // A `%` in the address encodes no character.
    return undefined;
  }
}

function named<Entry extends { id: string }>(entries: Entry[], id: string, kind: string): Entry {
  const found = entries.find((entry) => entry.id === id);
  if (found) return found;
  const names = entries.map((entry) => entry.id);
  const nearest = nearestName(id, names);
  throw new UnknownName(
    `There is no ${kind} \`${id}\`. ${nearest ? `Did you mean \`${nearest}\`?` : `There are ${names.slice(0, 50).join(', ')}`}`,
  );
}

async function createEngine(files: BuiltFiles, locale: string): Promise<SearchEngine> {
  const script = path.join(packageDir, 'lib/browser/search-engine.js');
  const { createSearchEngine } = (await import(pathToFileURL(script).href)) as {
    createSearchEngine: (file: unknown, load: (name: string) => Promise<unknown>) => SearchEngine;
  };
  const file = await files.readJson(`~search/${locale}.json`);
  return createSearchEngine(file, (name) => files.readJson(`~search/${locale}/${name}`));
}
