import type { HighlightedText, SearchGroup, SearchHint } from '../protocol.ts';

/** Adds groups of hits to the list: hits `from` (inclusive) to `to` (exclusive), counted over all groups. */
export function appendHits(list: HTMLElement, groups: SearchGroup[], from: number, to: number): void {
  let index = 0;
  for (const [number, { title, hints }] of groups.entries()) {
    for (const hint of hints) {
      if (index >= from && index < to) groupElement(list, number, title).append(hitOption(hint, index));
      index++;
    }
  }
}

/** Replaces the list's content with the recent searches and an option that deletes them. */
export function showRecent(list: HTMLElement, searches: string[], labels: { title: string; forget: string }): void {
  list.replaceChildren();
  if (searches.length === 0) return;
  const group = groupElement(list, 'recent', labels.title);
  for (const [index, text] of [...searches, ''].entries()) {
    const option = element('div', 'search-recent');
    makeOption(option, `recent-${index}`);
    if (text) option.dataset.query = text;
    else option.dataset.forget = '';
    option.textContent = text || labels.forget;
    group.append(option);
  }
}

function groupElement(list: HTMLElement, number: number | string, title: string | undefined): HTMLElement {
  const id = `${list.id}-group-${number}`;
  const known = list.querySelector<HTMLElement>(`[data-group="${number}"]`);
  if (known) return known;
  const group = element('div', 'search-group');
  group.dataset.group = String(number);
  group.setAttribute('role', 'group');
  if (title !== undefined) {
    const heading = element('div', 'search-group-title');
    heading.id = id;
    heading.textContent = title;
    group.setAttribute('aria-labelledby', id);
    group.append(heading);
  }
  list.append(group);
  return group;
}

function hitOption({ type, link, highlightTitleTexts, highlightTexts }: SearchHint, index: number): HTMLElement {
  const option = element('a', 'search-hit') as HTMLAnchorElement;
  makeOption(option, index);
  option.href = link;
  option.tabIndex = -1;
  option.dataset.type = type;
  const title = element('span', 'search-hit-title');
  title.append(...highlightTitleTexts.map(textNode));
  option.append(title);
  if (highlightTexts.length > 0) {
    const text = element('span', 'search-hit-text');
    text.append(...highlightTexts.map(textNode));
    option.append(text);
  }
  return option;
}

function makeOption(option: HTMLElement, index: number | string): void {
  option.id = `search-option-${index}`;
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
}

function textNode({ text, highlighted }: HighlightedText): Node {
  if (!highlighted) return document.createTextNode(text);
  const mark = document.createElement('mark');
  mark.textContent = text;
  return mark;
}

function element(name: string, className: string): HTMLElement {
  const created = document.createElement(name);
  created.className = className;
  return created;
}
