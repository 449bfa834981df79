import type { ReviewEntry, ScreenshotKind } from '../../shared/screenshot-review.ts';
import { createElement } from './create-element.ts';

/** Name of an entry: the demo's title, and the state if it is not the initial one. */
export function nameOf({ title, demo, state }: ReviewEntry): string {
  return `${title ?? demo}${state ? ` · ${state}` : ''}`;
}

type EntryRow = ReturnType<typeof createEntryRow>;

/** Creates the row of an entry. Only the selected row can be reached with the Tab key. */
function createEntryRow(entry: ReviewEntry, onSelect: () => void) {
  const { route, width, color, change } = entry;
  const mark = createElement('span', { class: 'good', hidden: true }, '✔ accepted');
  const button = createElement(
    'button',
    { type: 'button', class: 'row', tabindex: -1 },
    createElement('span', { class: 'row-name' }, nameOf(entry)),
    createElement('span', { class: 'row-figure' }, change ? describeWorst(change.worst, change.isSlight) : ''),
    createElement('span', { class: 'row-place soft' }, `${width} px · ${color} · ${route}`),
    mark,
  );
  button.addEventListener('click', onSelect);
  return {
    element: createElement('li', {}, button),
    button,
    setAccepted(isAccepted: boolean): void {
      // Writing an attribute costs time, even if its value is the same.
      if (mark.hidden === isAccepted) mark.hidden = !isAccepted;
    },
    setSelected(isSelected: boolean): void {
      button.tabIndex = isSelected ? 0 : -1;
      if (isSelected) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    },
  };
}

function describeWorst(worst: number, isSlight: boolean): string {
  return isSlight ? 'slight' : worst.toFixed(1);
}

const GROUPS: Record<ScreenshotKind, string> = {
  changed: 'Changed',
  added: 'Added',
  removed: 'Removed',
  unstable: 'Unstable: differs each time',
  unchanged: 'Unchanged',
};

interface EntryListOptions {
  entries: readonly ReviewEntry[];
  isAccepted(entry: ReviewEntry): boolean;
  onSelect(entry: ReviewEntry): void;
  onToggle(): void;
}

/** The rows of a closed group are created when it is opened. */
export function createEntryList({ entries, isAccepted, onSelect, onToggle }: EntryListOptions) {
  const rows = new Map<ReviewEntry, EntryRow>();
  let selected: ReviewEntry | undefined;
  const createRow = (entry: ReviewEntry): EntryRow => {
    const row = createEntryRow(entry, () => onSelect(entry));
    row.setAccepted(isAccepted(entry));
    row.setSelected(entry === selected);
    rows.set(entry, row);
    return row;
  };
  const groups = (Object.keys(GROUPS) as ScreenshotKind[])
    .map((kind) => ({ kind, members: entries.filter((entry) => entry.kind === kind) }))
    .filter(({ members }) => members.length > 0)
    .map(({ kind, members }) => createGroup(kind, members, rows, createRow, onToggle));
  return {
    element: createElement(
      'nav',
      { class: 'list', 'aria-label': 'Screenshots' },
      ...groups.map(({ element }) => element),
    ),
    shown: (): ReviewEntry[] => groups.flatMap((group) => group.shown()),
    filter: (matches: (entry: ReviewEntry) => boolean): void => groups.forEach((group) => void group.apply(matches)),
    select(entry: ReviewEntry | undefined, { focus }: { focus: boolean } = { focus: false }): void {
      if (selected) rows.get(selected)?.setSelected(false);
      selected = entry;
      const row = entry && rows.get(entry);
      row?.setSelected(true);
      row?.element.scrollIntoView({ block: 'nearest' });
      if (focus) row?.button.focus({ preventScroll: true });
    },
    updateMarks: (): void => rows.forEach((row, entry) => void row.setAccepted(isAccepted(entry))),
  };
}

function createGroup(
  kind: ScreenshotKind,
  members: readonly ReviewEntry[],
  rows: ReadonlyMap<ReviewEntry, EntryRow>,
  createRow: (entry: ReviewEntry) => EntryRow,
  onToggle: () => void,
) {
  const count = createElement('span', { class: 'soft' });
  const list = createElement('ul');
  const summary = createElement('summary', {}, createElement('h2', {}, GROUPS[kind], ' ', count));
  const element = createElement('details', { open: kind !== 'unchanged' }, summary, list);
  let matching = members;
  const update = (): void => {
    count.textContent =
      matching.length === members.length ? `${members.length}` : `${matching.length} of ${members.length}`;
    element.hidden = matching.length === 0;
    if (!element.open) return;
    if (!list.firstChild) list.append(...members.map((entry) => createRow(entry).element));
    const isShown = new Set(matching);
    for (const entry of members) {
      const row = rows.get(entry)?.element;
      if (row && row.hidden === isShown.has(entry)) row.hidden = !row.hidden;
    }
  };
  update();
  element.addEventListener('toggle', () => {
    update();
    onToggle();
  });
  return {
    element,
    shown: (): ReviewEntry[] => (element.open ? [...matching] : []),
    apply(matches: (entry: ReviewEntry) => boolean): void {
      matching = members.filter(matches);
      update();
    },
  };
}
