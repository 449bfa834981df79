import type { SearchDatum } from '../../../shared/dom-contract.ts';
import type { SearchGroup, SearchResult } from '../protocol.ts';
import type { ListBox } from './list-box.ts';
import { countPages, linkOption, showHits, showQueries } from './options.ts';

/** Number of pages to show at first, and to add with each step. */
const STEP = 8;

export function createShownResult(box: ListBox, text: (name: SearchDatum) => string) {
  const { list } = box;
  /** Links of the pages whose hits are all shown. */
  const expanded = new Set<string>();
  let shown: { groups: SearchGroup[]; pages: number } | undefined;
  const render = (groups: SearchGroup[], pages: number, best: SearchDatum): void =>
    showHits(list, groups, { pages, expanded, texts: { best: text(best), other: text('other'), more: text('more') } });
  const clear = (status: string): void => {
    shown = undefined;
    expanded.clear();
    box.activate(undefined);
    list.replaceChildren();
    box.settle(status);
  };
  /** The active option and the position of the list stay. */
  const showAgain = (): void => {
    if (!shown) return;
    const [key, scrollTop] = [keyOf(box.active()), list.scrollTop];
    const index = box.options().findIndex((option) => keyOf(option) === key);
    list.replaceChildren();
    render(shown.groups, shown.pages, 'best');
    const options = box.options();
    // The option that showed more hits is replaced by the first of them.
    box.activate(options.find((option) => keyOf(option) === key) ?? options[Math.max(0, index)]);
    list.scrollTop = scrollTop;
  };
  return {
    clear: (): void => clear(''),
    fail: (): void => clear(text('failed')),
    addMainPages(groups: SearchGroup[]): void {
      render(groups, Number.POSITIVE_INFINITY, 'main');
      box.settle('');
    },
    /** Shows the first pages of a result, and activates the first hit. */
    show(result: SearchResult): void {
      const { groups, nearest = [] } = result;
      clear('');
      list.scrollTop = 0;
      shown = { groups, pages: STEP };
      render(groups, STEP, 'best');
      box.activate(box.options()[0]);
      if (groups.length === 0) showQueries(list, text('nearest'), nearest, linkOption(text('all'), text('pages')));
      box.settle(describe(result, text));
    },
    showMore(): void {
      if (!shown || box.isWaiting() || shown.pages >= countPages(shown.groups)) return;
      shown.pages += STEP;
      showAgain();
    },
    expand(link: string): void {
      expanded.add(link);
      showAgain();
    },
  };
}

function describe({ groups, pages, instead = [] }: SearchResult, text: (name: SearchDatum) => string): string {
  const fill = (name: SearchDatum, values: Record<string, string>): string =>
    text(name).replace(/\{(\w+)\}/g, (argument, key: string) => values[key] ?? argument);
  if (groups.length === 0) return text('none');
  return [...instead.map((words) => fill('instead', words)), fill('found', { count: String(pages) })].join(' ');
}

function keyOf(option: HTMLElement | null): string | undefined {
  return option?.getAttribute('href') ?? option?.dataset.more;
}
