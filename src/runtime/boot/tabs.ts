import {
  CODE_GROUP_ATTRIBUTE,
  CODE_TABS_ATTRIBUTE,
  READY_ATTRIBUTE,
  TAB_ATTRIBUTE,
  TAB_CLASS,
  TAB_LIST_ATTRIBUTE,
  TAB_LIST_CLASS,
} from '../../shared/dom-contract.ts';
import { TABS_STORAGE_KEY } from '../../shared/page-data.ts';
import { RENDER_EVENT } from '../events.ts';
import { elementOfHash, unfold } from '../hash-target.ts';
import { readStorage, writeStorage } from '../storage.ts';

/** Element for the page's tab list, empty in the HTML. Its label is in `data-label`. */
const PAGE_LIST = `[${TAB_LIST_ATTRIBUTE}]`;
/** Groups of panels: code blocks or other content. The title of each panel is in its `data-title`. */
const GROUP = `[${CODE_GROUP_ATTRIBUTE}]`;
const MAIN_TAB = 'default';
const OTHER_TABS = `[${READY_ATTRIBUTE}] > [${CODE_TABS_ATTRIBUTE}] > [aria-selected="false"]`;
const MOST_TITLES = 30;

/** Creates tabs from the page's sections, selected by the query parameter `tab`, and from groups of panels. */
export function startTabs(): void {
  const groups = new WeakSet<Element>();
  let list: HTMLElement | null = null;
  let panels: HTMLElement[] = [];
  let select: (key: string) => void = () => undefined;

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

function openTab(key: string): void {
  const url = new URL(location.href);
  if (key === (url.searchParams.get('tab') ?? MAIN_TAB)) return;
  if (key === MAIN_TAB) url.searchParams.delete('tab');
  else url.searchParams.set('tab', key);
  url.hash = '';
  history.pushState({ ...history.state, key: String(Math.random()) }, '', url);
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
  // The tabs of a demo's files are not in the HTML and change independently.
  if (!own) return;
  const index = chosenTitles()
    .map((title) => titles.indexOf(title))
    .find((found) => found >= 0);
  if (index) select(`${index}`);
  group.dataset.ready = '';

  /** Selects the tabs with this title in all groups, also on other pages. The tab list keeps its position on screen. */
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

function chosenTitles(): string[] {
  return (readStorage(TABS_STORAGE_KEY) ?? '').split('\n');
}

interface Tab {
  key: string;
  title: string;
  message?: string;
  panel: HTMLElement;
}

interface TabListOptions {
  /** Element that becomes the tab list; its content is replaced. */
  list: HTMLElement;
  tabs: Tab[];
  label: string;
  prefix: string;
  /** Called when the reader chooses a tab. Default: selects the tab. */
  onChoose?: (key: string) => void;
}

/** Arrow keys, Home and End move the focus and select a tab. The browser's search can still find hidden panels. */
function createTabList({ list, tabs, label, prefix, onChoose }: TabListOptions): (key: string) => void {
  const buttons = tabs.map(({ key, title, message, panel }) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = TAB_CLASS;
    button.id = `${prefix}-${key}-tab`;
    button.textContent = title;
    if (message) button.dataset.message = message;
    button.setAttribute('role', 'tab');
    panel.id ||= `${prefix}-${key}-panel`;
    button.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', button.id);
    return button;
  });
  const select = (key: string): void => {
    for (const [index, { key: own, panel }] of tabs.entries()) {
      const isSelected = own === key;
      buttons[index]?.setAttribute('aria-selected', String(isSelected));
      if (buttons[index]) buttons[index].tabIndex = isSelected ? 0 : -1;
      if (isSelected) panel.removeAttribute('hidden');
      else panel.setAttribute('hidden', 'until-found');
    }
    // `<details>` also dispatches this event when it opens.
    list.dispatchEvent(new Event('toggle'));
  };
  const choose = onChoose ?? select;
  for (const [index, { key, panel }] of tabs.entries()) {
    buttons[index]?.addEventListener('click', () => choose(key));
    panel.addEventListener('beforematch', () => choose(key));
  }
  list.addEventListener('keydown', (event) => {
    const index = targetIndex(event, buttons);
    const [button, tab] = [buttons[index], tabs[index]];
    if (!button || !tab) return;
    event.preventDefault();
    button.focus();
    choose(tab.key);
  });
  list.classList.add(TAB_LIST_CLASS);
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', label);
  list.replaceChildren(...buttons);
  select(tabs[0]?.key ?? '');
  return select;
}

function targetIndex({ key, target }: KeyboardEvent, buttons: HTMLElement[]): number {
  const index = buttons.indexOf(target as HTMLElement);
  const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  if (key === 'Home') return 0;
  if (key === 'End') return buttons.length - 1;
  if (key === forward) return (index + 1) % buttons.length;
  if (key === 'ArrowLeft' || key === 'ArrowRight') return (index - 1 + buttons.length) % buttons.length;
  return -1;
}
