interface Entry {
  element: HTMLElement;
  text: string;
  /** Position of the row's version in the list of the filter; -1 for the first version. */
  version: number;
}

/** Selector of the searched parts of a row: name, type and description, without collapsed content. */
const SEARCHED = ':scope > :not(.api-words, .api-default), :scope > .api-words > :not(.api-more)';

/** The field filters by all of its words. Earlier input is applied at once. */
export function start(tools: Element): void {
  const field = tools.querySelector<HTMLInputElement>('[type="search"]');
  const box = tools.querySelector<HTMLInputElement>('[type="checkbox"]');
  const list = tools.querySelector('select');
  const status = tools.querySelector('[role="status"]');
  const groups = [...(tools.parentElement?.querySelectorAll<HTMLElement>(':scope > .api-part') ?? [])].map((part) => ({
    part,
    details: part.querySelector<HTMLDetailsElement>(':scope > details'),
    entries: entriesOf(part),
  }));
  const entries = groups.flatMap((group) => group.entries);
  const order = groups.map(({ entries }) => entries.map(({ element }) => element));
  /** Groups that the filter opened, and the reader did not. */
  const opened = new Set<HTMLDetailsElement>();

  const filter = (): void => {
    const words = field?.value.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
    const oldest = list?.value ? Number(list.value) : -1;
    const isActive = words.length > 0 || oldest >= 0;
    for (const { part, details, entries } of groups) {
      for (const { element, text, version } of entries)
        element.hidden = version < oldest || !words.every((word) => text.includes(word));
      part.hidden = entries.every(({ element }) => element.hidden);
      if (!details) continue;
      if (isActive && !part.hidden && !details.open) {
        details.open = true;
        opened.add(details);
      } else if (!isActive && opened.delete(details)) details.open = false;
    }
    const left = entries.filter(({ element }) => !element.hidden).length;
    if (status) status.textContent = isActive ? `${left} / ${entries.length}` : '';
  };
  const sort = (): void => {
    for (const rows of order) {
      const isFirst = (row: HTMLElement): boolean => box?.checked === true && row.dataset.required !== undefined;
      for (const row of [...rows.filter(isFirst), ...rows.filter((row) => !isFirst(row))])
        row.parentElement?.append(row);
    }
  };
  field?.addEventListener('input', filter);
  list?.addEventListener('input', filter);
  box?.addEventListener('change', sort);
  filter();
  if (box?.checked) sort();
}

function entriesOf(part: HTMLElement): Entry[] {
  const rows = part.querySelectorAll<HTMLTableRowElement>('.api-table:not(.api-table .api-table) > tbody > tr');
  if (rows.length > 0)
    return [...rows].map((element) => ({
      element,
      text: elementsText([...element.querySelectorAll(SEARCHED)]),
      version: Number(element.dataset.since ?? -1),
    }));
  return [...part.querySelectorAll<HTMLElement>('.api-names > span')].map((element) => ({
    element,
    text: elementsText([element]),
    version: -1,
  }));
}

function elementsText(elements: Element[]): string {
  return elements
    .map(({ textContent }) => textContent)
    .join(' ')
    .toLowerCase();
}
