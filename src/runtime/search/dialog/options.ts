import type { HighlightedText, SearchGroup, SearchHint } from '../protocol.ts';

/** Maximum number of hits of a page, until the reader expands the page. */
const HITS_OF_PAGE = 4;

/** Texts of the list. `more` contains `{count}`. */
export type ListTexts = Record<'best' | 'other' | 'more', string>;

interface ListedPage {
  /** URL without a hash. */
  link: string;
  /** Titles above its hits: its navigation item, if its group has a different title, and its own title. */
  path: string[];
  hints: SearchHint[];
}

export function countPages(groups: SearchGroup[]): number {
  return groups.reduce((sum, group) => sum + pagesIn(group).length, 0);
}

/** `expanded`: links of the pages whose hits are all shown. */
export function showHits(
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

/** Adds a group of options that search for a text, and at its end an option or a link with a different purpose. */
export function showQueries(list: HTMLElement, title: string, queries: string[], last?: HTMLElement): void {
  if (queries.length === 0) {
    if (last) list.append(last);
    return;
  }
  const options = queries.map((text, index) => {
    const option = makeOption(element('div', 'search-recent', text), `${title}-${index}`);
    option.dataset.query = text;
    return option;
  });
  const group = element('div', '');
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', title);
  group.append(...options, ...(last ? [last] : []));
  groupElement(list, title).append(group);
}

export function forgetOption(text: string): HTMLElement {
  const option = makeOption(element('div', 'search-recent', text), 'forget');
  option.dataset.forget = '';
  return option;
}

/** Adds the links of a part of the page's navigation as a group. `id`: unique in the list. */
export function showLinks(
  list: HTMLElement,
  { id, title, links }: { id: string; title: string; links: readonly HTMLAnchorElement[] },
): void {
  const group = groupElement(list, title);
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', title);
  group.append(
    ...links.map((link, index) => linkOption(textOf(link), link.getAttribute('href') ?? '', `${id}-${index}`)),
  );
}

/** Returns the text of a link without its badges. */
function textOf(link: HTMLElement): string {
  return (link.firstChild?.textContent ?? '').trim();
}

export function linkOption(text: string, href: string, id = 'link'): HTMLElement {
  const option = makeOption(element('a', 'search-recent', text) as HTMLAnchorElement, id);
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
      element('div', 'search-recent', texts.more.replace('{count}', String(hints.length - HITS_OF_PAGE))),
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
