import type { SearchDatum } from '../../../shared/dom-contract.ts';
import type { SearchGroup, SearchResult } from '../protocol.ts';
import type { ListBox } from './list-box.ts';
import { countPages, forgetOption, type ListTexts, linkOption, showHits, showLinks, showQueries } from './options.ts';
import { recentSearches } from './recent.ts';

/** Number of pages to show at first, and to add with each step. */
export const STEP = 8;

export function createShownResult(box: ListBox, text: (name: SearchDatum) => string) {
  const list = createResultList(box, text);
  let shown: { query: string; result: SearchResult; pages: number; limit: number } | undefined;
  return {
    /** Returns the query of the result. Undefined if the list shows recent searches, or nothing. */
    query: (): string | undefined => shown?.query,
    clear(): void {
      shown = undefined;
      list.showSuggestions();
      box.settle('');
    },
    /** If only the limit differs, the position in the list stays. */
    show(query: string, result: SearchResult, limit: number): void {
      const isMore = shown?.query === query && result.groups.length > 0;
      const pages = isMore && shown ? shown.pages : STEP;
      if (isMore) list.showAgain(result, pages);
      else list.show(result, pages);
      shown = { query, result, limit, pages };
      box.settle(describe(result, text, box.list.lang));
    },
    fail(query: string): void {
      // Existing hits stay if no more can be loaded.
      if (shown?.query !== query) {
        box.activate(undefined);
        shown = undefined;
        box.list.replaceChildren();
      }
      box.settle(text('failed'));
    },
    /** Shows more pages. Returns the search that must provide them if the result does not contain them. */
    showMore(): { query: string; limit: number } | undefined {
      if (!shown || box.isWaiting()) return undefined;
      const { query, result, pages, limit } = shown;
      if (pages < countPages(result.groups)) {
        shown.pages += STEP;
        list.showAgain(result, shown.pages);
      } else if (result.shown < result.pages) {
        box.wait();
        shown.pages += STEP;
        return { query, limit: limit + STEP };
      }
      return undefined;
    },
    expand(link: string): void {
      list.expand(link);
      if (shown) list.showAgain(shown.result, shown.pages);
    },
  };
}

function describe(
  { groups, pages, instead = [], isOtherScript }: SearchResult,
  text: (name: SearchDatum) => string,
  lang: string,
): string {
  const fill = (name: SearchDatum, values: Record<string, string>): string =>
    text(name).replace(/\{(\w+)\}/g, (argument, key: string) => values[key] ?? argument);
  if (groups.length === 0)
    return isOtherScript ? `${text('none')}. ${fill('language', { language: nameOf(lang) })}` : text('none');
  return [...instead.map((words) => fill('instead', words)), fill('found', { count: String(pages) })].join(' ');
}

/** Returns the name of the content's language, in the language of the interface. */
function nameOf(lang: string): string {
  const shell = document.querySelector<HTMLElement>('dialog[lang]')?.lang || document.documentElement.lang;
  try {
    return new Intl.DisplayNames([shell], { type: 'language' }).of(lang) ?? lang;
  } catch {
    // An id that is not a language tag, such as `v`, has no other name.
    return lang;
  }
}

function createResultList(box: ListBox, text: (name: SearchDatum) => string) {
  const { list } = box;
  const expanded = new Set<string>();
  const texts = (): ListTexts => ({ best: text('best'), other: text('other'), more: text('more') });
  const render = (groups: SearchGroup[], pages: number): void =>
    showHits(list, groups, { pages, expanded, texts: texts() });
  return {
    /** Shows recent searches, and the navigation of the page, which needs no index. */
    showSuggestions(): void {
      box.activate(undefined);
      list.replaceChildren();
      const recent = recentSearches();
      if (recent.length > 0) showQueries(list, text('recent'), recent, forgetOption(text('forget')));
      for (const [index, { title = text('main'), links }] of navigationLinks().entries())
        showLinks(list, { id: `nav-${index}`, title, links });
    },
    /** Shows the first pages of a result, and activates the first hit. */
    show({ groups, nearest = [] }: SearchResult, pages: number): void {
      expanded.clear();
      list.replaceChildren();
      list.scrollTop = 0;
      render(groups, pages);
      box.activate(box.options()[0]);
      if (groups.length === 0) showQueries(list, text('nearest'), nearest, linkOption(text('all'), text('pages')));
    },
    /** The active option and the position of the list stay. */
    showAgain({ groups }: SearchResult, pages: number): void {
      const [key, scrollTop] = [keyOf(box.active()), list.scrollTop];
      const index = box.options().findIndex((option) => keyOf(option) === key);
      list.replaceChildren();
      render(groups, pages);
      const options = box.options();
      // The option that showed more hits is replaced by the first of them.
      box.activate(options.find((option) => keyOf(option) === key) ?? options[Math.max(0, index)]);
      list.scrollTop = scrollTop;
    },
    /** Shows all hits of a page when its result is shown again. */
    expand: (link: string): unknown => expanded.add(link),
  };
}

/** Links to pages of the site: those of the header, and those of the sidebar with the title of its section. */
function navigationLinks(): { title?: string; links: HTMLAnchorElement[] }[] {
  const navs = [...document.querySelectorAll<HTMLElement>('header nav')];
  const parts = navs.map((nav, index) => {
    // Entries of the header are also in its menu for narrow windows.
    const seen = new Set<string>();
    const links = [...nav.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(({ href, hash, origin }) => {
      const isNew = origin === location.origin && hash === '' && !seen.has(href);
      seen.add(href);
      return isNew;
    });
    const section = index > 0 ? (navs[0]?.querySelector('[aria-current]')?.textContent ?? nav.ariaLabel) : undefined;
    return { ...(section && { title: section }), links };
  });
  return parts.filter(({ links }) => links.length > 0);
}

function keyOf(option: HTMLElement | null): string | undefined {
  return option?.getAttribute('href') ?? option?.dataset.more;
}
