import type { SearchEntry } from '../../shared/entities.ts';
import type { GroupOrder } from '../../shared/search/index-file.ts';
import type { PageHits } from './hints.ts';
import type { SearchGroup, SearchHint } from './protocol.ts';

/** A page with its hits. */
export interface RankedPage extends PageHits {
  number: number;
  entry: SearchEntry;
}

/** A hint with what it is sorted by. */
interface RankedHint {
  hint: SearchHint;
  page: RankedPage;
  /** Place among the hints of its page. */
  place: number;
}

/**
 * Sorts hits and groups them by the navigation. A page whose title is what was typed comes first of all; then, in each group,
 * what else has that title, pages with more of the words, those where they stand side by side, then the higher priority.
 *
 * `nav`: one group an item of the navigation, by order times 1000, the highest first (as the specification has it), pages
 * of no item before them. `score`: the best hit first (whole words before beginnings of words), and the first hit of every page before the second
 * of any; a group is a run of hits of one item.
 */
export function groupHits(pages: RankedPage[], order: GroupOrder): SearchGroup[] {
  const hits = pages.flatMap((page) => page.hints.map((hint, place): RankedHint => ({ hint, page, place })));
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
    a.place - b.place ||
    byPage(a, b)
  );
}

function byPlace(a: RankedHint, b: RankedHint): number {
  return (
    byTitle(a, b) ||
    byWords(a, b) ||
    byExact(a, b) ||
    a.place - b.place ||
    b.hint.priority - a.hint.priority ||
    byPage(a, b)
  );
}

/** What was typed is the title: a page's, before that of a part of one. */
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

/** Order of a group's item; equal ones, Infinity too, give no difference. */
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
