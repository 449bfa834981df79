import { ownValue } from '../../shared/own-value.ts';
import {
  ACCEPT_LIST,
  type AcceptedScreenshot,
  type ReviewEntry,
  screenshotKey,
} from '../../shared/screenshot-review.ts';
import { readStorage, writeStorage } from '../storage.ts';
import { createButton, createElement } from './create-element.ts';
import { createEntryList, nameOf } from './entry-list.ts';
import { MODES } from './screenshot-frames.ts';
import { createViewer } from './viewer.ts';

type ShortcutAction =
  | 'next'
  | 'previous'
  | 'accept'
  | 'filter'
  | 'zoom-in'
  | 'zoom-out'
  | 'mode-1'
  | 'mode-2'
  | 'mode-3';

/** Shortcuts in groups, as the page lists them. */
const SHORTCUT_HINTS: [keys: string[], meaning: string][] = [
  [['j', 'k'], 'next, previous'],
  [['1', '2', '3'], 'view'],
  [['+', '−'], 'zoom'],
  [['a'], 'accept'],
  [['/'], 'filter'],
];

const KEYS: Record<string, ShortcutAction> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  a: 'accept',
  '/': 'filter',
  '+': 'zoom-in',
  '=': 'zoom-in',
  '-': 'zoom-out',
  1: 'mode-1',
  2: 'mode-2',
  3: 'mode-3',
};

const FIELDS = 'input:not([type="checkbox"]), textarea, select, [contenteditable]';

/** Elements that the arrow keys scroll. */
const SCROLLED = '[data-scrolls]';

function listenToShortcuts(areOn: () => boolean, actions: Record<ShortcutAction, () => void>): void {
  document.addEventListener('keydown', (event) => {
    const action = areOn() ? shortcutOf(event) : undefined;
    if (!action) return;
    event.preventDefault();
    actions[action]();
  });
}

/** Returns undefined in form fields, and with a modifier other than Shift, which `+` and `/` need on some keyboards. */
function shortcutOf({ key, ctrlKey, metaKey, altKey, isComposing, target }: KeyboardEvent): ShortcutAction | undefined {
  if (ctrlKey || metaKey || altKey || isComposing) return undefined;
  const element = target instanceof Element ? target : undefined;
  if (element?.closest(FIELDS)) return undefined;
  if (key.startsWith('Arrow') && element?.closest(SCROLLED)) return undefined;
  return ownValue(KEYS, key);
}

/** Values that an entry must have. Empty texts match all entries. */
export interface ReviewFilter {
  text: string;
  route: string;
  demo: string;
  width: string;
  color: string;
}

const CHOICES = ['route', 'demo', 'width', 'color'] as const;

export function matchesFilter(entry: ReviewEntry, filter: ReviewFilter): boolean {
  if (CHOICES.some((name) => filter[name] !== '' && filter[name] !== String(entry[name]))) return false;
  const { title = '', demo, state, route } = entry;
  const text = `${title} ${demo} ${state} ${route}`.toLowerCase();
  return filter.text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export function valuesOf(entries: readonly ReviewEntry[], name: (typeof CHOICES)[number]): string[] {
  const values = new Set(entries.map((entry) => String(entry[name])));
  return [...values].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

export function startReview(root: HTMLElement, entries: readonly ReviewEntry[]): void {
  const accepted = restoreAccepted(entries, `cascader-docs-review ${location.pathname}`);
  let selected: ReviewEntry | undefined;
  const list = createEntryList({ entries, isAccepted: accepted.has, onSelect: select, onToggle: update });
  const viewer = createViewer({ isAccepted: accepted.has, onAccept: toggleAccepted, onStep: step });
  const form = createFilterForm(entries, update);
  const hints = createHintBar();
  const status = createElement('p', { role: 'status', class: 'soft' });
  const announcement = createElement('p', { role: 'status', class: 'invisible' });
  const acceptBar = createAcceptBar({ accepted, shown: list.shown, onChange: updateMarks });

  function select(entry: ReviewEntry | undefined, options?: { focus: boolean }): void {
    if (entry === selected) return;
    selected = entry;
    list.select(entry, options);
    viewer.show(entry);
  }
  function step(by: 1 | -1): void {
    const shown = list.shown();
    const index = selected ? shown.indexOf(selected) : -1;
    const next = shown[index === -1 ? 0 : index + by];
    if (!next) return;
    // The focus stays on the buttons, and on screenshots that are scrolled with the keyboard.
    const focus = !viewer.element.contains(document.activeElement);
    select(next, { focus });
    if (!focus) announcement.textContent = nameOf(next);
  }
  function toggleAccepted(): void {
    if (selected?.digest === undefined) return;
    const isAccepted = !accepted.has(selected);
    accepted.set([selected], isAccepted);
    announcement.textContent = isAccepted ? 'Accepted' : 'No longer accepted';
    updateMarks();
  }
  /** If the filter hides the selected entry, selects the first one that is shown. */
  function update(): void {
    const filter = form.read();
    list.filter((entry) => matchesFilter(entry, filter));
    const shown = list.shown();
    const matching = entries.filter((entry) => matchesFilter(entry, filter)).length;
    status.textContent = matching === entries.length ? '' : `${matching} of ${entries.length} screenshots match.`;
    if (!selected || !shown.includes(selected)) select(shown[0]);
    updateMarks();
  }
  function updateMarks(): void {
    list.updateMarks();
    viewer.updateMark();
    acceptBar.update();
  }
  // Below a report, the keys scroll until the review is in view.
  const isInView = (): boolean => root.getBoundingClientRect().top < innerHeight / 2;
  listenToShortcuts(() => hints.areOn() && isInView(), {
    next: () => step(1),
    previous: () => step(-1),
    accept: toggleAccepted,
    filter: form.focus,
    'zoom-in': () => viewer.zoomBy(1),
    'zoom-out': () => viewer.zoomBy(-1),
    'mode-1': () => viewer.setMode(MODES[0]),
    'mode-2': () => viewer.setMode(MODES[1]),
    'mode-3': () => viewer.setMode(MODES[2]),
  });
  root.append(
    createElement('div', { class: 'side' }, form.element, status, list.element, acceptBar.element),
    createElement('div', { class: 'main' }, viewer.element, hints.element),
    announcement,
  );
  update();
}

const STORAGE_KEY = 'cascader-docs-review-shortcuts';

function createHintBar() {
  const toggle = createElement('input', { type: 'checkbox' });
  toggle.checked = readStorage(STORAGE_KEY) !== 'off';
  const hints = SHORTCUT_HINTS.map(([keys, meaning]) =>
    createElement('span', { class: 'hint' }, ...keys.map((key) => createElement('kbd', {}, key)), meaning),
  );
  const list = createElement('span', { class: 'hints-list' }, ...hints);
  const update = (): void => {
    list.hidden = !toggle.checked;
    writeStorage(STORAGE_KEY, toggle.checked ? 'on' : 'off');
  };
  toggle.addEventListener('change', update);
  list.hidden = !toggle.checked;
  return {
    element: createElement('footer', { class: 'hints soft' }, createElement('label', {}, toggle, 'Shortcuts'), list),
    /** False if the reader has switched the shortcuts off, for example because of speech input. */
    areOn: (): boolean => toggle.checked,
  };
}

const LABELS = { route: 'Page', demo: 'Demo', width: 'Width', color: 'Color scheme' };

/** Fields with the same value in all entries are omitted. */
function createFilterForm(entries: readonly ReviewEntry[], onChange: () => void) {
  const search = createElement('input', { type: 'search', autocomplete: 'off', spellcheck: 'false' });
  const element = createElement('form', { class: 'filter', role: 'search', 'aria-label': 'Filter' });
  element.append(createElement('label', { class: 'wide' }, 'Search', search));
  const selects = CHOICES.map((name) => {
    const values = valuesOf(entries, name);
    const options = values.map((value) => createElement('option', { value }, name === 'width' ? `${value} px` : value));
    const select = createElement('select', {}, createElement('option', { value: '' }, 'All'), ...options);
    if (values.length > 1) element.append(createElement('label', {}, LABELS[name], select));
    return [name, select] as const;
  });
  element.addEventListener('input', onChange);
  element.addEventListener('submit', (event) => event.preventDefault());
  return {
    element,
    read: (): ReviewFilter => {
      const choices = Object.fromEntries(selects.map(([name, { value }]) => [name, value]));
      return { ...(choices as Omit<ReviewFilter, 'text'>), text: search.value.trim() };
    },
    focus: (): void => search.focus(),
  };
}

function createAcceptBar({
  accepted,
  shown,
  onChange,
}: {
  accepted: AcceptedScreenshots;
  shown: () => ReviewEntry[];
  onChange: () => void;
}) {
  const acceptable = (): ReviewEntry[] => shown().filter(({ digest }) => digest !== undefined);
  const acceptShown = createButton('', () => {
    const entries = acceptable();
    accepted.set(entries, !entries.every(accepted.has));
    onChange();
  });
  const download = createButton('', () => saveList(accepted.list()), { class: 'primary' });
  return {
    element: createElement('div', { class: 'actions' }, acceptShown, download),
    update(): void {
      const entries = acceptable();
      const areAccepted = entries.length > 0 && entries.every(accepted.has);
      acceptShown.textContent = `Accept ${areAccepted ? 'none of' : 'all'} ${entries.length} shown`;
      acceptShown.disabled = entries.length === 0;
      const count = accepted.list().length;
      download.textContent = `Download list (${count})`;
      download.disabled = count === 0;
    },
  };
}

function saveList(list: readonly AcceptedScreenshot[]): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(list, null, 2)}\n`], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = ACCEPT_LIST;
  link.click();
  // The download has begun, but the browser may read the content later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

interface AcceptedScreenshots {
  has(entry: ReviewEntry): boolean;
  /** Marks entries. Entries that need no acceptance are ignored. */
  set(entries: readonly ReviewEntry[], isAccepted: boolean): void;
  list(): AcceptedScreenshot[];
}

/** Restores the marks of the last visit. A mark is valid only for the screenshot that the reader saw. */
function restoreAccepted(entries: readonly ReviewEntry[], storageKey: string): AcceptedScreenshots {
  const marked = new Set(parseMarks(readStorage(storageKey)));
  const has = (entry: ReviewEntry) => entry.digest !== undefined && marked.has(markOf(entry));
  return {
    has,
    set(changed, isAccepted) {
      for (const entry of changed) {
        if (entry.digest === undefined) continue;
        if (isAccepted) marked.add(markOf(entry));
        else marked.delete(markOf(entry));
      }
      writeStorage(storageKey, JSON.stringify(entries.filter(has).map(markOf)));
    },
    list: () =>
      entries
        .filter(has)
        .map(({ demo, state, width, color, digest }) => ({ demo, state, width, color, digest: digest as string })),
  };
}

function markOf(entry: ReviewEntry): string {
  return `${entry.digest} ${screenshotKey(entry)}`;
}

function parseMarks(text: string | undefined): string[] {
  try {
    const marks: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(marks) ? marks : [];
  } catch {
    // Another program wrote this value.
    return [];
  }
}
