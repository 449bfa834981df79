import type { ReviewEntry } from '../../shared/screenshot-review.ts';
import { createElement } from './create-element.ts';

/** Name of an entry: the demo's title, and the state if it is not the initial one. */
export function nameOf({ title, demo, state }: ReviewEntry): string {
  return `${title ?? demo}${state ? ` · ${state}` : ''}`;
}

export type EntryRow = ReturnType<typeof createEntryRow>;

/** Creates the row of an entry. Only the selected row is in the order of the Tab key. */
export function createEntryRow(entry: ReviewEntry, onSelect: () => void) {
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
