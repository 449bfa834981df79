import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ApiComponent, ApiProp } from '../../../shared/api.ts';
import type { ApiHistory } from '../../../shared/api-history.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';
import { packageDir } from '../../base/package-dir.ts';
import type { Site } from '../../project/config/types.ts';
import { noCache } from '../../store/cache.ts';
import { projectOf } from '../../types/check-site-types.ts';
import { findShapeProblem } from '../../types/history/check-history.ts';
import { HISTORY_OUTPUT } from '../../types/history/history-text.ts';
import { exportsByName } from '../../types/tables/exports-by-name.ts';
import { createTypesReader, type TypesReader } from '../../types/types-reader.ts';
import { type BuiltFiles, type SearchHit, UnknownName } from './built-files.ts';
import { type ChangesQuery, listChanges } from './list-changes.ts';

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

/** Limit in milliseconds of the compiler's processor time per answer; twice as much time may elapse. Assistants do not wait longer. */
const MOST_TIME = 20_000;

export type Answers = ReturnType<typeof createAnswers>;

export function createAnswers(files: BuiltFiles, site: Site) {
  const createReader = () => createTypesReader(site, { cache: noCache, limit: MOST_TIME });
  let reader = createReader();
  const data = () =>
    files.readJson<ComponentsFile>(
      'components.json',
      ({ components, demos }) => Array.isArray(components) && Array.isArray(demos),
    );
  let engine: Promise<SearchEngine> | undefined;
  return {
    /** Returns the name and version of the documented package. Undefined if name and version are unknown. */
    async about(): Promise<string | undefined> {
      // The first query reports the reason why the data cannot be read.
      const { package: name, packageVersion } = await data().catch((): Partial<ComponentsFile> => ({}));
      return name && packageVersion && `Documentation of ${name} ${packageVersion}.`;
    },
    async list(): Promise<object> {
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
    async component(id: string): Promise<object> {
      const { components } = await data();
      return exportsByName(components).get(id) ?? named(components, id, 'export');
    },
    async demo(id: string): Promise<object> {
      const { demos } = await data();
      return named(demos, id, 'demo', (demo) => demo.id.endsWith(`-demo-${id.toLowerCase()}`));
    },
    async search(query: string): Promise<object> {
      if (files.search) return { results: await files.search(query) };
      engine ??= createEngine(files, site.config.locales[0]?.id ?? '');
      return { results: resultsOf(await (await engine).search(query, { limit: 10 })) };
    },
    async page(url: string): Promise<string> {
      const output = twinOf(url, files.base ?? site.config.base);
      const text = output === undefined ? undefined : await files.read(output);
      if (text !== undefined) return text;
      const moved = await movedTo(output, files);
      const target = moved && twinOf(moved, files.base ?? site.config.base);
      const found = target && (await files.read(target));
      if (found) return `This page has moved to ${moved}.\n\n${found}`;
      if (!files.search && (await files.read('llms-full.txt')) === undefined)
        throw new UnknownName(
          'This site was built without pages as Markdown: `llms` in its configuration turns them off.',
        );
      throw new UnknownName(`There is no page ${url}. \`search\` finds pages.`);
    },
    async changes(query: ChangesQuery): Promise<object> {
      return listChanges(await readHistory(files), query);
    },
    async check(code: string): Promise<SnippetAnswer> {
      if (files.isOtherVersion)
        throw new UnknownName(
          'Only code for the current version can be checked. Start the server without `--version`.',
        );
      // Without a built site, the exports are unknown.
      const { components } = await data().catch((): Pick<ComponentsFile, 'components'> => ({ components: [] }));
      const limit = setTimeout(() => {
        void reader.close();
        reader = createReader();
      }, 2 * MOST_TIME);
      try {
        return await checkSnippet(code, { reader, site, importables: components });
      } finally {
        clearTimeout(limit);
      }
    },
    close: (): Promise<void> => reader.close(),
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

async function readHistory(files: BuiltFiles): Promise<ApiHistory> {
  if ((await files.read(HISTORY_OUTPUT)) === undefined)
    throw new UnknownName('This documentation has no API history, so the changes of versions are not known.');
  return await files.readJson<ApiHistory>(HISTORY_OUTPUT, (value) => findShapeProblem(value) === undefined);
}

/** Returns the output path of a page's Markdown for the page's URL. Undefined for a URL that no page can have. */
function twinOf(url: string, base: string): string | undefined {
  if (!URL.canParse(url, 'http://localhost')) return undefined;
  const { pathname } = new URL(url, 'http://localhost');
  const route = pathname.replace(/\/(?:index\.html)?$/, '').replace(/\.md$/, '');
  const below = `${route}/`.startsWith(base) ? route.slice(base.length - 1) : route;
  const output = below === '' || below === '/' ? 'index.md' : `${below.slice(1)}.md`;
  try {
    return decodeURI(output);
  } catch {
    // A `%` in the URL does not encode a character.
    return undefined;
  }
}

/** Returns the URL to which a former URL redirects, if the site contains a document for that. */
async function movedTo(output: string | undefined, files: BuiltFiles): Promise<string | undefined> {
  const route = output?.replace(/\.md$/, '');
  if (route === undefined) return undefined;
  const html = (await files.read(`${route}/index.html`)) ?? (await files.read(`${route}.html`)) ?? '';
  return /<meta http-equiv="refresh" content="0; url=(\/[^"]*)">/.exec(html)?.[1];
}

/** @param isShort returns true for an entry that the id may refer to if no entry has exactly this id */
function named<Entry extends { id: string }>(
  entries: Entry[],
  id: string,
  kind: string,
  isShort: (entry: Entry) => boolean = () => false,
): Entry {
  const found = entries.find((entry) => entry.id === id);
  const [short, ...others] = found ? [found] : entries.filter(isShort);
  if (short && others.length === 0) return short;
  const names = (short ? [short, ...others] : entries).map((entry) => entry.id);
  if (short) throw new UnknownName(`Several ${kind}s are called \`${id}\`: ${names.slice(0, 50).join(', ')}`);
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

/** Maximum length of the code in characters. */
const MOST_CODE = 50_000;
/** Maximum nesting depth of brackets. The compiler calls itself for each level. */
const MOST_OPEN = 200;

interface Importable {
  id: string;
  import?: string;
}

interface SnippetError {
  line: number;
  column: number;
  text: string;
  notes?: string[];
}

/** Errors in the code, or a sentence if there are none. Code without imports is checked as if it imported the names that it uses. */
type SnippetAnswer = string | SnippetError[] | { note: string; errors: SnippetError[] };

/** Throws UnknownName if the code is too long or too deeply nested to be checked. */
async function checkSnippet(
  code: string,
  { reader, site, importables }: { reader: TypesReader; site: Site; importables: readonly Importable[] },
): Promise<SnippetAnswer> {
  if (code.length > MOST_CODE)
    throw new UnknownName(`The code is longer than ${MOST_CODE} characters. Check parts of it.`);
  if (depthOf(code) > MOST_OPEN)
    throw new UnknownName(`More than ${MOST_OPEN} brackets are open at once in the code. Check parts of it.`);
  const imports = /^\s*(?:import|export)\b/m.test(code) ? [] : importsFor(code, importables);
  const text = [code, ...imports].join('\n');
  const block = { page: path.join(site.root, 'snippet.md'), file: 'snippet', text, lang: 'tsx' as const, line: 1 };
  const { diagnostics } = await reader.check({ ...projectOf(site), files: [], blocks: [block] }).catch(() => {
    throw new UnknownName('The code cannot be checked: it is too complex for the compiler. Check parts of it.');
  });
  const note = imports.length > 0 ? `The code has no imports, so it was checked with \`${imports.join(' ')}\`` : '';
  if (diagnostics.length === 0) return `The code has no errors.${note && ` ${note}.`}`;
  const errors = diagnostics.map(toError);
  return note === '' ? errors : { note: `${note}.`, errors };
}

function toError({ text, location, notes }: Diagnostic): SnippetError {
  return { line: location?.line ?? 1, column: location?.column ?? 1, text, ...(notes && { notes }) };
}

/** Returns imports for the exports that the code mentions but does not declare. */
function importsFor(code: string, importables: readonly Importable[]): string[] {
  const words = new Set(code.match(/[\w$]+/g));
  const declared = new Set(
    Array.from(code.matchAll(/\b(?:const|let|var|function|class|type|interface|enum)\s+([\w$]+)/g), ([, name]) => name),
  );
  const used = importables.filter(({ id }) => words.has(id) && !declared.has(id));
  return [...new Set(used.flatMap((one) => one.import ?? []))];
}

/** Returns the nesting depth of brackets. Brackets in strings count, because only the compiler can recognize strings. */
function depthOf(code: string): number {
  let open = 0;
  let most = 0;
  for (const character of code) {
    if ('([{'.includes(character)) most = Math.max(most, ++open);
    else if (')]}'.includes(character)) open--;
  }
  return most;
}
