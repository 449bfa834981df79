import type { SearchEntry } from '../../shared/entities.ts';
import { CHANGES_ROUTE } from '../../shared/page-data.ts';
import type { GroupOrder } from '../../shared/search/index-file.ts';
import type { PageHits } from './hints.ts';
import type { SearchGroup, SearchHint } from './protocol.ts';

export interface RankedPage extends PageHits {
  number: number;
  entry: SearchEntry;
}

interface PlacedHint {
  hint: SearchHint;
  page: RankedPage;
  /** Index among the hints of its page. */
  index: number;
}

/** Number of pages that come before all groups, if the best hit comes first. */
const BEST = 5;

/**
 * One group per navigation item. By `nav`, groups are in the items' order; by `score`, by their best page. Titles that
 * are the query come first.
 */
export function groupHits(pages: RankedPage[], order: GroupOrder): SearchGroup[] {
  return order === 'score' ? groupByRelevance(pages) : groupByNav(pages);
}

function groupByRelevance(pages: RankedPage[]): SearchGroup[] {
  const sorted = [...pages].sort(
    (a, b) =>
      titleRank(b) - titleRank(a) ||
      Number(isHistory(a)) - Number(isHistory(b)) ||
      b.keywords - a.keywords ||
      b.covered - a.covered ||
      Number(b.isTogether) - Number(a.isTogether) ||
      Number(b.isCertain) - Number(a.isCertain) ||
      b.relevance - a.relevance ||
      a.number - b.number,
  );
  const groupOf = (own: RankedPage[]): SearchGroup =>
    createGroup(own.flatMap(indexHints).sort((a, b) => a.index - b.index));
  const items = new Set(pages.map(({ entry }) => entry.navTitle));
  if (items.size < 2) return sorted.length > 0 ? [groupOf(sorted)] : [];
  const groups = [...byItem(sorted.slice(BEST), ({ entry }) => entry.navTitle).values()];
  return [asBest(groupOf(sorted.slice(0, BEST)), sorted), ...groups.map(groupOf)];
}

function groupByNav(pages: RankedPage[]): SearchGroup[] {
  const hits = pages.flatMap(indexHints).sort(byPriority);
  const isTyped = ({ hint }: PlacedHint): boolean => hint.exact === true && hint.type === 'page';
  const groups = [
    ...byItem(
      hits.filter((hit) => !isTyped(hit)),
      ({ page }) => page.entry.navTitle,
    ).values(),
  ];
  const typed = hits.filter(isTyped);
  return [
    ...(typed.length > 0 ? [asBest(createGroup(typed), pages)] : []),
    ...groups.sort((a, b) => navOrder(b) - navOrder(a) || 0).map(createGroup),
  ];
}

function asBest({ title: _, ...group }: SearchGroup, pages: RankedPage[]): SearchGroup {
  const titles = new Map(pages.flatMap(({ hits, entry }) => hits.map(({ hint }) => [hint, entry.navTitle])));
  const hints = group.hints.map((hint) => {
    const navTitle = titles.get(hint);
    return navTitle === undefined ? hint : { ...hint, navTitle };
  });
  return { ...group, best: true, hints };
}

function indexHints(page: RankedPage): PlacedHint[] {
  return page.hits.map(({ hint }, index) => ({ hint, page, index }));
}

function titleRank({ hits }: RankedPage): number {
  return Math.max(0, ...hits.map(({ hint }) => (hint.exact ? (hint.type === 'page' ? 2 : 1) : 0)));
}

/** A page of changes contains the words of the whole API, but seldom answers a question. */
function isHistory({ entry }: RankedPage): boolean {
  return entry.link.includes(CHANGES_ROUTE);
}

function byItem<Item>(items: Item[], keyOf: (item: Item) => string | undefined): Map<string | undefined, Item[]> {
  const groups = new Map<string | undefined, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function byPriority(a: PlacedHint, b: PlacedHint): number {
  const rank = ({ hint }: PlacedHint): number => (hint.exact ? (hint.type === 'page' ? 2 : 1) : 0);
  return (
    rank(b) - rank(a) ||
    b.page.keywords - a.page.keywords ||
    b.page.neighbours - a.page.neighbours ||
    b.hint.priority - a.hint.priority ||
    b.page.exact - a.page.exact ||
    a.index - b.index ||
    a.page.number - b.page.number
  );
}

/** Returns the order of a group's item. Infinity becomes a number, so that the difference of equal orders is 0. */
function navOrder([first]: PlacedHint[]): number {
  const order = first?.page.entry.navOrder ?? 0;
  return Number.isFinite(order) ? order : Number.MAX_VALUE;
}

function createGroup(hits: PlacedHint[]): SearchGroup {
  const { navTitle, navOrder = 0 } = hits[0]?.page.entry ?? {};
  return {
    ...(navTitle !== undefined && { title: navTitle }),
    priority: Number.isFinite(navOrder) ? navOrder * 1000 : null,
    hints: hits.map(({ hint }) => hint),
  };
}
