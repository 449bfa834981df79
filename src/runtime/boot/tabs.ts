import {
  CODE_GROUP_ATTRIBUTE,
  CODE_TABS_ATTRIBUTE,
  READY_ATTRIBUTE,
  TAB_ATTRIBUTE,
  TAB_LIST_ATTRIBUTE,
} from '../../shared/dom-contract.ts';
import { TABS_STORAGE_KEY } from '../../shared/page-data.ts';
import { RENDER_EVENT } from '../events.ts';
import { elementOfHash, unfold } from '../hash-target.ts';
import { readStorage, writeStorage } from '../storage.ts';
import { createTabList, type Tab } from './tab-list.ts';

/** Place of the tab list of a page, empty in the HTML; its label is in `data-label`. */
const PAGE_LIST = `[${TAB_LIST_ATTRIBUTE}]`;
/** Groups of panels: code blocks, or other content; the title of each is in its `data-title`. */
const GROUP = `[${CODE_GROUP_ATTRIBUTE}]`;
const MAIN_TAB = 'default';
/** Tabs that are not selected, of groups that change together. */
const OTHER_TABS = `[${READY_ATTRIBUTE}] > [${CODE_TABS_ATTRIBUTE}] > [aria-selected="false"]`;
/** So many titles are remembered. */
const MOST_TITLES = 30;

/** Makes tabs of the page's sections, chosen by the query parameter `tab`, and of groups of panels. */
export function startTabs(): void {
  const groups = new WeakSet<Element>();
  let list: HTMLElement | null = null;
  let panels: HTMLElement[] = [];
  let select: (key: string) => void = () => undefined;

  /** The tab that the hash points into, else the one of the query, else the page itself. */
  const follow = (): void => {
    const target = elementOfHash(location.hash);
    const isHidden = target?.checkVisibility() === false;
    unfold(target);
    const holder = panels.find((panel) => target && panel.contains(target));
    const wanted = holder?.dataset.tab ?? new URLSearchParams(location.search).get('tab');
    select(panels.some((panel) => panel.dataset.tab === wanted) ? (wanted ?? MAIN_TAB) : MAIN_TAB);
    if (holder || isHidden) target?.scrollIntoView();
  };
  const build = (): void => {
    for (const [index, group] of [...document.querySelectorAll<HTMLElement>(GROUP)].entries()) {
      if (!groups.has(group)) buildGroup(group, `code-${index}`);
      groups.add(group);
    }
    const found = document.querySelector<HTMLElement>(PAGE_LIST);
    if (found === list) return;
    list = found;
    panels = list ? [...document.querySelectorAll<HTMLElement>(`[${TAB_ATTRIBUTE}]`)] : [];
    select = () => undefined;
    if (!list || panels.length < 2) return;
    const tabs = panels.map(
      (panel): Tab => ({
        key: panel.dataset.tab ?? '',
        title: panel.dataset.title ?? '',
        message: panel.dataset.titleMessage,
        panel,
      }),
    );
    select = createTabList({ list, tabs, label: list.dataset.label ?? '', prefix: 'page', onChoose: openTab });
    follow();
  };
  addEventListener('popstate', follow);
  addEventListener('hashchange', follow);
  document.addEventListener(RENDER_EVENT, build);
  build();
  follow();
}

/** Puts a tab into the address, as a step of the history that the router hears of too. */
function openTab(key: string): void {
  const url = new URL(location.href);
  if (key === (url.searchParams.get('tab') ?? MAIN_TAB)) return;
  if (key === MAIN_TAB) url.searchParams.delete('tab');
  else url.searchParams.set('tab', key);
  url.hash = '';
  history.pushState({ ...history.state, key: Math.random().toString(36).slice(2, 10) }, '', url);
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
}

function buildGroup(group: HTMLElement, prefix: string): void {
  const blocks = [...group.children].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && child.dataset.title !== undefined,
  );
  if (blocks.length < 2) return;
  const own = group.querySelector<HTMLElement>(`:scope > [${CODE_TABS_ATTRIBUTE}]`);
  const list = own ?? document.createElement('div');
  group.prepend(list);
  const titles = blocks.map((panel) => panel.dataset.title ?? '');
  const tabs = blocks.map((panel, index): Tab => ({ key: `${index}`, title: titles[index] ?? '', panel }));
  const label = group.dataset.label ?? titles.join(', ');
  const select = createTabList({ list, tabs, label, prefix, onChoose: own ? choose : undefined });
  // The tabs of a demo's files are its own affair: they are not in the HTML.
  if (!own) return;
  const index = chosenTitles()
    .map((title) => titles.indexOf(title))
    .find((found) => found >= 0);
  if (index) select(`${index}`);
  group.dataset.ready = '';

  /** Here and in all groups that have the title, now and on other pages; the list stays where it is on screen. */
  function choose(key: string): void {
    const { top } = list.getBoundingClientRect();
    const title = titles[+key] ?? '';
    select(key);
    writeStorage(TABS_STORAGE_KEY, [...new Set([title, ...chosenTitles()])].slice(0, MOST_TITLES).join('\n'));
    for (const tab of document.querySelectorAll<HTMLElement>(OTHER_TABS)) {
      // Several tabs of one group may have the same title.
      const selected = tab.parentElement?.querySelector('[aria-selected="true"]')?.textContent;
      if (tab.textContent === title && selected !== title) tab.click();
    }
    scrollBy({ top: list.getBoundingClientRect().top - top, behavior: 'instant' });
  }
}

/** Titles of tabs of code that were chosen, the last one first. */
function chosenTitles(): string[] {
  return (readStorage(TABS_STORAGE_KEY) ?? '').split('\n');
}
