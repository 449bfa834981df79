import type { SearchDatum } from '../../../shared/dom-contract.ts';
import type { HighlightedText, SearchGroup, SearchHint, SearchResult } from '../protocol.ts';
import type { ListBox } from './list-box.ts';

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

/** Maximum number of hits of a page, until the reader expands the page. */
const HITS_OF_PAGE = 4;

/** Texts of the list. `more` contains `{count}`. */
type ListTexts = Record<'best' | 'other' | 'more', string>;

interface ListedPage {
  /** URL without a hash. */
  link: string;
  /** Titles above its hits: its item of the navigation, if its group has another title, and its own. */
  path: string[];
  hints: SearchHint[];
}

function countPages(groups: SearchGroup[]): number {
  return groups.reduce((sum, group) => sum + pagesIn(group).length, 0);
}

/** `expanded`: links of the pages whose hits are all shown. */
function showHits(
  list: HTMLElement,
  groups: SearchGroup[],
  { pages: most, expanded, texts }: { pages: number; expanded: ReadonlySet<string>; texts: ListTexts },
): void {
  let left = most;
  for (const [index, group] of groups.entries()) {
    const pages = pagesIn(group).slice(0, left);
    left -= pages.length;
    const title = group.title ?? (group.best ? texts.best : index > 0 ? texts.other : undefined);
    if (pages.length > 0)
      groupElement(list, title).append(
        ...pages.map((page, place) => pageElement(page, { id: `${index}-${place}`, expanded, texts })),
      );
  }
}

/** Adds a group of options that search for a text, and at its end a link. */
function showQueries(list: HTMLElement, title: string, queries: string[], last: HTMLElement): void {
  if (queries.length === 0) {
    list.append(last);
    return;
  }
  const options = queries.map((text, index) => {
    const option = makeOption(element('div', 'search-action', text), `${title}-${index}`);
    option.dataset.query = text;
    return option;
  });
  const group = element('div', '');
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', title);
  group.append(...options, last);
  groupElement(list, title).append(group);
}

function linkOption(text: string, href: string): HTMLElement {
  const option = makeOption(element('a', 'search-action', text) as HTMLAnchorElement, 'link');
  option.href = href;
  option.tabIndex = -1;
  return option;
}

function pagesIn({ title, hints }: SearchGroup): ListedPage[] {
  const pages = new Map<string, ListedPage>();
  for (const hint of hints) {
    const { pageTitle, navTitle } = hint;
    const link = hint.link.replace(/[?#].*/, '');
    const above = [navTitle].filter((one): one is string => one !== undefined && one !== title && one !== pageTitle);
    const page = pages.get(link) ?? { link, path: [...above, pageTitle], hints: [] };
    pages.set(link, page);
    page.hints.push(hint);
  }
  return [...pages.values()];
}

function groupElement(list: HTMLElement, title: string | undefined): HTMLElement {
  const group = element('div', 'search-group');
  if (title !== undefined) group.append(element('div', 'search-group-title', title));
  list.append(group);
  return group;
}

function pageElement(
  { link, path, hints }: ListedPage,
  { id, expanded, texts }: { id: string; expanded: ReadonlySet<string>; texts: ListTexts },
): HTMLElement {
  const page = element('div', 'search-page');
  page.setAttribute('role', 'group');
  page.setAttribute('aria-label', path.join(', '));
  const [first] = hints;
  // A hit with the title of its page represents the page. Other hits do not repeat the title.
  const isPage = (hint: SearchHint | undefined): boolean => titleOf(hint) === path.at(-1);
  if (!isPage(first)) page.append(pathElement(path.map((text) => [{ text }])));
  // If only one hit would be hidden, the hit is shown instead of an option that shows it.
  const isWhole = expanded.has(link) || hints.length <= HITS_OF_PAGE + 1;
  const shown = isWhole ? hints : hints.slice(0, HITS_OF_PAGE);
  const titleOfHit = (hint: SearchHint): HighlightedText[][] => {
    // A heading without text, such as an image, has the page's title.
    if (!titleOf(hint)) return [...hint.parents, path.at(-1) ?? ''].map((text) => [{ text }]);
    if (!isPage(hint)) return [...hint.parents.map((text) => [{ text }]), hint.highlightTitleTexts];
    if (hint === first) return [...path.slice(0, -1).map((text) => [{ text }]), hint.highlightTitleTexts];
    return hint.highlightTexts.length > 0 ? [] : [hint.highlightTitleTexts];
  };
  page.append(...shown.map((hint, index) => hitOption(hint, `${id}-${index}`, titleOfHit(hint))));
  if (!isWhole) {
    const more = makeOption(
      element('div', 'search-action', texts.more.replace('{count}', String(hints.length - HITS_OF_PAGE))),
      `${id}-more`,
    );
    more.dataset.more = link;
    page.append(more);
  }
  return page;
}

function titleOf(hint: SearchHint | undefined): string | undefined {
  return hint?.highlightTitleTexts.map(({ text }) => text).join('');
}

function hitOption({ type, link, highlightTexts }: SearchHint, id: string, title: HighlightedText[][]): HTMLElement {
  const option = makeOption(element('a', 'search-hit') as HTMLAnchorElement, id);
  option.href = link;
  option.tabIndex = -1;
  option.dataset.type = type;
  if (title.length > 0) option.append(pathElement(title));
  if (highlightTexts.length > 0) {
    const text = element('span', 'search-hit-text');
    text.append(...highlightTexts.map(textNode));
    option.append(text);
  }
  return option;
}

function pathElement(titles: HighlightedText[][]): HTMLElement {
  const line = element('span', 'search-hit-title');
  for (const [index, texts] of titles.entries()) {
    const title = element('span', index < titles.length - 1 ? 'search-crumb' : '');
    title.append(...texts.map(textNode));
    line.append(title, ...(index < titles.length - 1 ? [' '] : []));
  }
  return line;
}

function makeOption<Option extends HTMLElement>(option: Option, id: string): Option {
  option.id = `search-option-${id.replace(/\s/g, '_')}`;
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  return option;
}

function textNode({ text, highlighted }: HighlightedText): Node {
  return highlighted ? element('mark', '', text) : document.createTextNode(text);
}

function element(name: string, className: string, text = ''): HTMLElement {
  const created = document.createElement(name);
  if (className) created.className = className;
  created.textContent = text;
  return created;
}
