/** Queries that pages sent to the disk and to other pages, stored so that the next build can repeat them. */

import { hashOf } from '../../base/hash.ts';
import type { RecordedQueries } from '../../markdown/compile-page.ts';
import type { PageAddress, PageIndex } from '../../markdown/page-index.ts';
import type { ListPages } from '../../render/page-list.ts';
import { type Dependency, type DependencyReader, type SiteFolders, takeAnswers } from '../../store/dependencies.ts';
import { type Question, recordRead, type Seen } from '../../store/observe-reads.ts';
import { fromMovable, toMovable } from '../../store/relocate.ts';

/** A query that a page made: about the disk, or about the site (the page of a file, whether a route exists, a list of pages). */
export type LookUp = Dependency<Question | 'page' | 'route' | 'list'>;

/** Returns the queries of a page as they are cached. Returns undefined if they are unknown, or if an answer has changed in the meantime. */
export function takeLookUps(
  { seen, files, routes, lists }: Partial<RecordedQueries> & { seen: Seen; lists?: AskedLists },
  folders: SiteFolders,
): LookUp[] | undefined {
  const { base = folders.projectRoot } = folders;
  const ofDisk = seen.modules.size > 0 ? undefined : takeAnswers(seen, folders);
  if (!ofDisk || ofDisk.some(([question]) => question === 'git')) return undefined;
  return [
    ...(ofDisk as LookUp[]),
    ...Array.from(files ?? [], ([file, address]): LookUp => ['page', toMovable(file, base), addressText(address)]),
    ...Array.from(routes ?? [], ([route, isThere]): LookUp => ['route', route, String(isThere)]),
    ...Array.from(lists ?? [], ([name, digest]): LookUp => ['list', name, digest]),
  ];
}

/** Digests of lists of pages, by content locale and path. */
export type AskedLists = Map<string, string>;

/** Creates a function that starts to record which lists of pages are read; the digest of each list is computed once. */
export function createListRecorder(listPages: ListPages): () => { listPages: ListPages; lists: AskedLists } {
  const digests = new Map<unknown, string>();
  return () => {
    const lists: AskedLists = new Map();
    return {
      lists,
      listPages(locale, below) {
        const list = listPages(locale, below);
        const digest = digests.get(list) ?? hashOf(JSON.stringify(list));
        digests.set(list, digest);
        lists.set(`${locale} ${below}`, digest);
        return list;
      },
    };
  };
}

/** Creates a function that repeats a query and returns whether the answer is the same. Each query runs once. */
export function createLookUpCheck(
  { index, listPages }: { index: PageIndex; listPages: ListPages },
  reader: DependencyReader,
): (lookUp: LookUp) => boolean {
  const { projectRoot, base = projectRoot } = reader.folders;
  const answers = new Map<string, string>();
  const record = createListRecorder(listPages);
  const query = (question: Question | 'list', name: string): string => {
    if (question === 'list') {
      const { lists, ...recorded } = record();
      recorded.listPages(name.slice(0, name.indexOf(' ')), name.slice(name.indexOf(' ') + 1));
      return lists.get(name) ?? '';
    }
    const file = fromMovable(name, base);
    const answer = reader.answer(question, name);
    // The queries of a cached page count as queries of this build.
    recordRead({ question, path: file, answer });
    return answer;
  };
  return ([question, name, before]) => {
    // Queries for routes are not cached, because there are many of them and each is answered at once.
    if (question === 'route') return String(index.byRoute.has(name)) === before;
    if (question === 'page') return addressText(index.byFile.get(fromMovable(name, base))) === before;
    const key = `${question} ${name}`;
    const answer = answers.get(key) ?? query(question, name);
    answers.set(key, answer);
    return answer === before;
  };
}

function addressText(address: PageAddress | undefined): string {
  return address ? [address.routePath, ...(address.tab === undefined ? [] : [address.tab])].join('?') : '';
}
