/** The pages that list the changes of the API, one for each major version of the history. */
import type { ApiHistory } from '../../../shared/api-history.ts';
import { CHANGES_ROUTE } from '../../../shared/page-data.ts';
import { addLocale } from '../../../shared/route-path.ts';
import type { GeneratedPage, SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import { createCompiler } from '../../markdown/compile-site.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { interfaceStrings } from '../../project/languages/interface-strings.ts';
import { exportOf, pathOf } from '../history/api-names.ts';
import { knownVersions } from '../history/index-history.ts';
import type { LibraryHistory } from '../history/library-history.ts';
import { historyPath } from '../history/read-history.ts';
import { readDocumentedHistory } from '../history/site-history.ts';
import { shownVersion } from '../history/versions.ts';
import { isTableAnchor, removedAnchor, rowAnchor, tableAnchor } from '../tables/anchors.ts';
import { type ChangesText, changesText, isChangesPage } from './changes-text.ts';
import { groupByMajor, groupChanges } from './group-changes.ts';

/** Returns the pages, with what the history alone contains. Returns none if the site has no history. */
export async function readChangesPages(site: Site): Promise<GeneratedPage[]> {
  const history = await readDocumentedHistory(site);
  return history ? changesPages(site, history, {}) : [];
}

/** Inputs of {@link completeChanges}. */
export interface CompleteChangesInput {
  site: Site;
  pages: SourcePage[];
  /** Compiled pages by source path, with the anchors of their tables. */
  compiled: ReadonlyMap<string, CompiledPage>;
  history: LibraryHistory | undefined;
}

/**
 * Compiles the pages again, with what the types of the library add: links to the rows of tables, and the differences of the working
 * tree. Returns them by source path.
 */
export async function completeChanges({
  site,
  pages,
  compiled,
  history,
}: CompleteChangesInput): Promise<Map<string, CompiledPage>> {
  const own = pages.filter(({ sourcePath, generated }) => generated !== undefined && isChangesPage(sourcePath));
  if (!history || own.length === 0) return new Map();
  const rows = rowAddresses(pages, compiled);
  const linkOf = (name: string): string | undefined => {
    const [id, path] = [exportOf(name), pathOf(name)];
    if (path === undefined) return rows.get(tableAnchor(id));
    return rows.get(rowAnchor(id, path)) ?? rows.get(removedAnchor(id, path));
  };
  const texts = new Map(
    changesPages(site, history.data, { linkOf, next: history.next() }).map(({ sourcePath, text }) => [
      sourcePath,
      text,
    ]),
  );
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
  return new Map(all.map((page) => [page.sourcePath, page]));
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

/** Maps the anchors of tables to addresses. The first page that has an anchor wins. */
function rowAddresses(pages: SourcePage[], compiled: ReadonlyMap<string, CompiledPage>): Map<string, string> {
  const addresses = new Map<string, string>();
  for (const page of pages)
    for (const { sourcePath } of withTabs(page)) {
      const { apis = [], anchors = [] } = compiled.get(sourcePath) ?? {};
      if (apis.length === 0) continue;
      for (const anchor of anchors.filter(isTableAnchor))
        if (!addresses.has(anchor)) addresses.set(anchor, `${page.routePath}#${encodeURIComponent(anchor)}`);
    }
  return addresses;
}
