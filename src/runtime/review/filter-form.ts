import type { ReviewEntry } from '../../shared/picture-review.ts';
import { createElement } from './create-element.ts';
import { CHOICES, type ReviewFilter, valuesOf } from './filter.ts';

const LABELS = { route: 'Page', demo: 'Demo', width: 'Width', color: 'Color scheme' };

export type FilterForm = ReturnType<typeof createFilterForm>;

/** Fields with the same value in all entries are left out. */
export function createFilterForm(entries: readonly ReviewEntry[], onChange: () => void) {
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
