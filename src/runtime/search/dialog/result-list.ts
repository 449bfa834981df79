import type { SearchDatum } from '../../../shared/dom-contract.ts';
import type { SearchGroup, SearchResult } from '../protocol.ts';
import type { ListBox } from './list-box.ts';
import { forgetOption, linkOption, showHits, showQueries } from './options.ts';
import { recentSearches } from './recent.ts';

export type ResultList = ReturnType<typeof createResultList>;

export function createResultList(box: ListBox, text: (name: SearchDatum) => string) {
  const { list } = box;
  const expanded = new Set<string>();
  const render = (groups: SearchGroup[], pages: number, best: SearchDatum): void =>
    showHits(list, groups, { pages, expanded, texts: { best: text(best), other: text('other'), more: text('more') } });
  return {
    showRecent(): void {
      box.activate(undefined);
      list.replaceChildren();
      const recent = recentSearches();
      if (recent.length > 0) showQueries(list, text('recent'), recent, forgetOption(text('forget')));
    },
    addMainPages: (groups: SearchGroup[]): void => render(groups, Number.POSITIVE_INFINITY, 'main'),
    /** Shows the first pages of a result, and activates the first hit. */
    show({ groups, nearest = [] }: SearchResult, pages: number): void {
      expanded.clear();
      list.replaceChildren();
      list.scrollTop = 0;
      render(groups, pages, 'best');
      box.activate(box.options()[0]);
      if (groups.length === 0) showQueries(list, text('nearest'), nearest, linkOption(text('all'), text('pages')));
    },
    /** The active option and the position of the list stay. */
    showAgain({ groups }: SearchResult, pages: number): void {
      const [key, scrollTop] = [keyOf(box.active()), list.scrollTop];
      const index = box.options().findIndex((option) => keyOf(option) === key);
      list.replaceChildren();
      render(groups, pages, 'best');
      const options = box.options();
      // The option that showed more hits is replaced by the first of them.
      box.activate(options.find((option) => keyOf(option) === key) ?? options[Math.max(0, index)]);
      list.scrollTop = scrollTop;
    },
    /** Shows all hits of a page when its result is shown again. */
    expand: (link: string): unknown => expanded.add(link),
  };
}

function keyOf(option: HTMLElement | null): string | undefined {
  return option?.getAttribute('href') ?? option?.dataset.more;
}
