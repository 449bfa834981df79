import { type ChangesData, type NextNames, nextFacts } from '../../../shared/api-changes/changes-data.ts';
import { groupByExport } from '../../../shared/api-changes/group-changes.ts';
import { exportOf, pathOf } from '../../../shared/api-changes/names.ts';
import type { ApiHistory } from '../../../shared/api-history.ts';
import { NEXT } from '../../../shared/api-table.ts';
import { withBase } from '../../../shared/base-url.ts';
import { CHANGES_ROUTE } from '../../../shared/page-data.ts';
import { addLocale } from '../../../shared/route-path.ts';
import { contentPath, readBrowserScript } from '../../base/browser-scripts.ts';
import { withTabs } from '../../content/tabs.ts';
import type { GeneratedPage, SourcePage } from '../../content/types.ts';
import { createCompiler, renderNote } from '../../markdown/compile-site.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { interfaceStrings } from '../../project/languages/interface-strings.ts';
import { knownVersions } from '../history/index-history.ts';
import type { LibraryHistory } from '../history/library-history.ts';
import { historyPath, type ReadHistory } from '../history/read-history.ts';
import { documentedHistory } from '../history/site-history.ts';
import { shownVersion } from '../history/versions.ts';
import { isTableAnchor, removedAnchor, rowAnchor, tableAnchor } from '../tables/anchors.ts';
import {
  type ChangesText,
  changesText,
  groupByMajor,
  groupChanges,
  inlineComment,
  isChangesPage,
} from './changes-text.ts';

/** Creates the pages of API changes. The pages contain only the history; without a history, there are no pages. */
export function createChangesPages(site: Site, read: ReadHistory): GeneratedPage[] {
  const history = documentedHistory(site, read);
  return history ? changesPages(site, history, {}) : [];
}

export interface CompleteChangesInput {
  site: Site;
  pages: SourcePage[];
  /** Compiled pages by source path, with the anchors of their tables. */
  compiled: ReadonlyMap<string, CompiledPage>;
  history: LibraryHistory | undefined;
}

export interface CompletedChanges {
  pages: Map<string, CompiledPage>;
  files: Map<string, string>;
}

export const NO_CHANGES: CompletedChanges = { pages: new Map(), files: new Map() };

/** Adds links to the rows of tables, the differences of the working tree, and the picker with links in its result. */
export async function completeChanges({
  site,
  pages,
  compiled,
  history,
}: CompleteChangesInput): Promise<CompletedChanges> {
  const own = pages.filter(({ sourcePath, generated }) => generated !== undefined && isChangesPage(sourcePath));
  if (!history || own.length === 0) return NO_CHANGES;
  const rows = rowUrls(pages, compiled, site.config.locales);
  const linkOf = (name: string): string | undefined => {
    const [id, path] = [exportOf(name), pathOf(name)];
    if (path === undefined) return rows.get(tableAnchor(id));
    return rows.get(rowAnchor(id, path)) ?? rows.get(removedAnchor(id, path));
  };
  const names = history.next();
  const picker = await createPicker({ base: site.config.base, history, next: names, linkOf });
  const notes = history.data.facts.filter(({ version }) => version === NEXT);
  const facts = [...nextFacts(names), ...notes];
  const next = groupByExport(facts.sort((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name))));
  const textsWith = (parts: Parameters<typeof changesPages>[2]): Map<string, string> =>
    new Map(changesPages(site, history.data, parts).map(({ sourcePath, text }) => [sourcePath, text]));
  const texts = textsWith({ linkOf, next, picker: picker?.tag });
  const twins = textsWith({ next });
  const completed = own.flatMap((page) => {
    const generated = texts.get(page.sourcePath);
    return generated === undefined ? [] : [{ ...page, generated }];
  });
  const compiler = createCompiler({
    site,
    pages,
    texts: { of: ({ generated = '' }) => generated, hold: () => undefined, release: () => undefined },
  });
  const all = await compiler.compileAll(completed);
  return {
    pages: new Map(all.map((page) => [page.sourcePath, { ...page, generated: twins.get(page.sourcePath) }])),
    files: picker?.files ?? new Map(),
  };
}

function changesPages(
  site: Site,
  history: ApiHistory,
  { next, linkOf, picker }: Pick<ChangesText, 'next' | 'linkOf' | 'picker'>,
): GeneratedPage[] {
  const known = knownVersions(history);
  const [first = ''] = known;
  const byMajor = [...groupByMajor(groupChanges(history))];
  const [locale] = site.config.locales;
  const majors = byMajor.map(([major], index) => {
    const path = index === 0 ? CHANGES_ROUTE : `${CHANGES_ROUTE}/${major}`;
    return { major, path, route: locale ? addLocale(path, locale) : path };
  });
  return byMajor.map(([major, versions], index) => {
    const path = majors[index]?.path ?? CHANGES_ROUTE;
    const text = changesText({
      ...{ package: history.package, major, majors, versions, first },
      ...(index === 0 && { next, picker }),
      ...{ strings: interfaceStrings(site), show: (version) => shownVersion(version, known), linkOf },
    });
    return { sourcePath: `${path.slice(1)}.md`, path, text, dataPath: historyPath(site) ?? '' };
  });
}

/** Finds the pages of anchors. The first page takes precedence, if possible in the locale of the changes page. */
function rowUrls(
  pages: SourcePage[],
  compiled: ReadonlyMap<string, CompiledPage>,
  locales: readonly { id: string }[],
): Map<string, string> {
  const urls = new Map<string, string>();
  const rankOf = ({ locale }: SourcePage): number => locales.findIndex(({ id }) => id === locale);
  for (const page of pages.toSorted((one, other) => rankOf(one) - rankOf(other)))
    for (const { sourcePath } of withTabs(page)) {
      const { apis = [], anchors = [] } = compiled.get(sourcePath) ?? {};
      if (apis.length === 0) continue;
      for (const anchor of anchors.filter(isTableAnchor))
        if (!urls.has(anchor)) urls.set(anchor, `${page.routePath}#${encodeURIComponent(anchor)}`);
    }
  return urls;
}

interface PickerInput {
  /** Base path of the site, ending with `/`. */
  base: string;
  history: Pick<LibraryHistory, 'data' | 'index' | 'show'>;
  next: NextNames;
  /** Returns the URL of a name in a table, without the base path. Undefined if no table contains the name. */
  linkOf: (name: string) => string | undefined;
}

interface ChangesPicker {
  tag: string;
  files: Map<string, string>;
}

/** Creates the picker of versions. Returns undefined if there are fewer than two versions. */
async function createPicker(input: PickerInput): Promise<ChangesPicker | undefined> {
  const { base } = input;
  const data = changesData(input);
  const versions = [...data.versions, ...(data.next ? [{ version: NEXT, shown: NEXT }] : [])].toReversed();
  if (versions.length < 2) return undefined;
  const text = JSON.stringify(data);
  const script = await readBrowserScript('api-changes.js');
  const files = { data: contentPath('api-changes', 'json', text), script: contentPath('api-changes', 'js', script) };
  const attributes = {
    script: withBase(base, `/${files.script}`),
    data: withBase(base, `/${files.data}`),
    versions: versions.map(({ version }) => version).join(' '),
    shown: versions.map(({ shown }) => shown).join(' '),
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return {
    tag: `<ApiChanges ${written.join(' ')} />`,
    files: new Map([
      [files.data, text],
      [files.script, script],
    ]),
  };
}

function changesData({ base, history: { data, index, show }, next, linkOf }: PickerInput): ChangesData {
  const names = new Set([...data.facts.map(({ name }) => name), ...next.added, ...next.removed]);
  const links = [...names].sort().flatMap((name) => {
    const link = linkOf(name);
    return link === undefined ? [] : [[name, withBase(base, link)] as const];
  });
  const isNoted = data.facts.some(({ version }) => version === NEXT);
  return {
    versions: index.versions.map((version) => ({ version, shown: show(version) })),
    facts: data.facts.map(({ replacement, text, ...fact }) => ({
      ...fact,
      ...(replacement !== undefined && pathOf(fact.name) === undefined && { replacement }),
      ...(text !== undefined && {
        text: renderNote(fact.change === 'note' ? text : inlineComment(text), base),
      }),
    })),
    ...((next.added.length + next.removed.length > 0 || isNoted) && { next }),
    links: Object.fromEntries(links),
  };
}
