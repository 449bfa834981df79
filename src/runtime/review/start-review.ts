import type { ReviewEntry } from '../../shared/picture-review.ts';
import { createAcceptBar } from './accept-bar.ts';
import { restoreAccepted } from './accepted-pictures.ts';
import { createElement } from './create-element.ts';
import { createEntryList } from './entry-list.ts';
import { nameOf } from './entry-row.ts';
import { matchesFilter } from './filter.ts';
import { createFilterForm } from './filter-form.ts';
import { createHintBar } from './hint-bar.ts';
import { MODES } from './picture-frames.ts';
import { listenToShortcuts } from './shortcuts.ts';
import { createViewer } from './viewer.ts';

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
    // The focus stays on the buttons, and on pictures that are scrolled with the keyboard.
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
  /** If it hides the selected entry, selects the first one that is shown. */
  function update(): void {
    const filter = form.read();
    list.filter((entry) => matchesFilter(entry, filter));
    const shown = list.shown();
    const matching = entries.filter((entry) => matchesFilter(entry, filter)).length;
    status.textContent = matching === entries.length ? '' : `${matching} of ${entries.length} pictures match.`;
    if (!selected || !shown.includes(selected)) select(shown[0]);
    updateMarks();
  }
  function updateMarks(): void {
    list.updateMarks();
    viewer.updateMark();
    acceptBar.update();
  }
  listenToShortcuts(hints.areOn, {
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
