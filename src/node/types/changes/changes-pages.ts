import { groupByExport } from '../../../shared/api-changes/group-changes.ts';
import { exportOf, pathOf } from '../../../shared/api-changes/names.ts';
import type { ApiFact, ApiHistory } from '../../../shared/api-history.ts';
import { NEXT } from '../../../shared/api-table.ts';
import { CHANGES_ROUTE } from '../../../shared/page-data.ts';
import { addLocale } from '../../../shared/route-path.ts';
import { withTabs } from '../../content/tabs.ts';
import type { GeneratedPage, SourcePage } from '../../content/types.ts';
import { createCompiler } from '../../markdown/compile-site.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { interfaceStrings } from '../../project/languages/interface-strings.ts';
import { knownVersions } from '../history/index-history.ts';
import type { LibraryHistory } from '../history/library-history.ts';
import { historyPath, type ReadHistory } from '../history/read-history.ts';
import { documentedHistory } from '../history/site-history.ts';
import { shownVersion } from '../history/versions.ts';
import { isTableAnchor, removedAnchor, rowAnchor, tableAnchor } from '../tables/anchors.ts';
import { type ChangesText, changesText, groupByMajor, groupChanges, isChangesPage } from './changes-text.ts';

/** With what the history alone contains. Empty without a history. */
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

/** Returns the pages with links to the rows of tables, and the differences of the working tree. */
export async function completeChanges({
  site,
  pages,
  compiled,
  history,
}: CompleteChangesInput): Promise<Map<string, CompiledPage>> {
  const own = pages.filter(({ sourcePath, generated }) => generated !== undefined && isChangesPage(sourcePath));
  if (!history || own.length === 0) return new Map();
  const rows = rowAddresses(pages, compiled, site.config.locales);
  const linkOf = (name: string): string | undefined => {
    const [id, path] = [exportOf(name), pathOf(name)];
    if (path === undefined) return rows.get(tableAnchor(id));
    return rows.get(rowAnchor(id, path)) ?? rows.get(removedAnchor(id, path));
  };
  const names = history.next();
  const next = groupByExport(nextFacts(names));
  const textsWith = (parts: Parameters<typeof changesPages>[2]): Map<string, string> =>
    new Map(changesPages(site, history.data, parts).map(({ sourcePath, text }) => [sourcePath, text]));
  const texts = textsWith({ linkOf, next });
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
  return new Map(all.map((page) => [page.sourcePath, { ...page, generated: twins.get(page.sourcePath) }]));
}

function changesPages(
  site: Site,
  history: ApiHistory,
  { next, linkOf }: Pick<ChangesText, 'next' | 'linkOf'>,
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
      ...(index === 0 && { next }),
      ...{ strings: interfaceStrings(site), show: (version) => shownVersion(version, known), linkOf },
    });
    return { sourcePath: `${path.slice(1)}.md`, path, text, dataPath: historyPath(site) ?? '' };
  });
}

/** The first page that has an anchor wins, in the locale of the changes if possible. */
function rowAddresses(
  pages: SourcePage[],
  compiled: ReadonlyMap<string, CompiledPage>,
  locales: readonly { id: string }[],
): Map<string, string> {
  const addresses = new Map<string, string>();
  const rankOf = ({ locale }: SourcePage): number => locales.findIndex(({ id }) => id === locale);
  for (const page of pages.toSorted((one, other) => rankOf(one) - rankOf(other)))
    for (const { sourcePath } of withTabs(page)) {
      const { apis = [], anchors = [] } = compiled.get(sourcePath) ?? {};
      if (apis.length === 0) continue;
      for (const anchor of anchors.filter(isTableAnchor))
        if (!addresses.has(anchor)) addresses.set(anchor, `${page.routePath}#${encodeURIComponent(anchor)}`);
    }
  return addresses;
}

/** Names that the working tree has in addition, and names that it lacks, sorted by name. */
function nextFacts({ added, removed }: Record<'added' | 'removed', string[]>): ApiFact[] {
  const facts = [
    ...added.map((name): ApiFact => ({ name, version: NEXT, change: 'added' })),
    ...removed.map((name): ApiFact => ({ name, version: NEXT, change: 'removed' })),
  ];
  return facts.sort((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)));
}
