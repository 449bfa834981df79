import type { SearchEntry } from '../../shared/entities.ts';
import type { GroupOrder } from '../../shared/search/index-file.ts';
import type { PageHits } from './hints.ts';
import type { SearchGroup, SearchHint } from './protocol.ts';

/** A page with its hits. */
export interface RankedPage extends PageHits {
  number: number;
  entry: SearchEntry;
}

/** A hint and its sort keys. */
interface RankedHint {
  hint: SearchHint;
  page: RankedPage;
  /** Index among the hints of its page. */
  index: number;
}

/**
 * Sorts hits and groups them by the navigation.
 *
 * A page comes first if its title is the query. Each group starts with other hits whose title is the query. Next are
 * pages with more of the keywords, then pages where the keywords are adjacent, then those with the higher priority.
 *
 * - `nav`: one group per item of the navigation, sorted by its order times 1000, highest first (fixed by the
 *   specification). Pages without an item come before them.
 * - `score`: the best hit first (whole words before word beginnings), and the first hit of every page before the second
 *   hit of any page. A group is a run of hits with the same item.
 */
export function groupHits(pages: RankedPage[], order: GroupOrder): SearchGroup[] {
  const hits = pages.flatMap((page) =>
    page.hints.map((hint, position): RankedHint => ({ hint, page, index: position })),
  );
  if (order === 'score') return runsOf(hits.sort(byPlace));
  const isTyped = ({ hint }: RankedHint): boolean => hint.exact === true && hint.type === 'page';
  const groups = new Map<string | undefined, RankedHint[]>();
  for (const hit of hits.sort(byPriority)) {
    if (isTyped(hit)) continue;
    const title = hit.page.entry.navTitle;
    groups.set(title, [...(groups.get(title) ?? []), hit]);
  }
  return [
    ...runsOf(hits.filter(isTyped)),
    ...[...groups.values()].sort((a, b) => navOrder(b) - navOrder(a) || 0).map((group) => createGroup(group)),
  ];
}

function byPriority(a: RankedHint, b: RankedHint): number {
  return (
    byTitle(a, b) ||
    byWords(a, b) ||
    b.hint.priority - a.hint.priority ||
    byExact(a, b) ||
    a.index - b.index ||
    byPage(a, b)
  );
}

function byPlace(a: RankedHint, b: RankedHint): number {
  return (
    byTitle(a, b) ||
    byWords(a, b) ||
    byExact(a, b) ||
    a.index - b.index ||
    b.hint.priority - a.hint.priority ||
    byPage(a, b)
  );
}

/** Sorts hits whose title is the query first: pages before sections and demos. */
function byTitle(a: RankedHint, b: RankedHint): number {
  const rank = ({ hint }: RankedHint): number => (hint.exact ? (hint.type === 'page' ? 2 : 1) : 0);
  return rank(b) - rank(a);
}

function byWords(a: RankedHint, b: RankedHint): number {
  return b.page.keywords - a.page.keywords || b.page.neighbours - a.page.neighbours;
}

function byExact(a: RankedHint, b: RankedHint): number {
  return b.page.exact - a.page.exact;
}

function byPage(a: RankedHint, b: RankedHint): number {
  return a.page.number - b.page.number;
}

/** Returns the order of a group's item. Infinity becomes a number, so that equal orders have no difference. */
function navOrder([first]: RankedHint[]): number {
  const order = first?.page.entry.navOrder ?? 0;
  return Number.isFinite(order) ? order : Number.MAX_VALUE;
}

function runsOf(hits: RankedHint[]): SearchGroup[] {
  const runs: RankedHint[][] = [];
  for (const hit of hits) {
    const run = runs.at(-1);
    if (run && run[0]?.page.entry.navTitle === hit.page.entry.navTitle) run.push(hit);
    else runs.push([hit]);
  }
  return runs.map((run) => createGroup(run));
}

function createGroup(hits: RankedHint[]): SearchGroup {
  const { navTitle, navOrder = 0 } = hits[0]?.page.entry ?? {};
  return {
    ...(navTitle !== undefined && { title: navTitle }),
    priority: Number.isFinite(navOrder) ? navOrder * 1000 : null,
    hints: hits.map(({ hint }) => hint),
  };
}
