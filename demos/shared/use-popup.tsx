import { type ReactElement, useId } from 'react';

/**
 * Props that make the popup of a cascader easier to reach.
 *
 * It opens beside its trigger instead of at the end of the page, so that the Tab key
 * and screen readers find it there, and it carries the id that the combobox names in
 * `aria-controls`. Give `id` to the `htmlFor` of a label as well.
 */
export function usePopup() {
  const id = useId();
  return {
    id,
    getPopupContainer: (trigger: HTMLElement) => trigger.parentElement ?? trigger,
    popupRender: (menu: ReactElement) => <div id={`${id}_list`}>{menu}</div>,
  };
}
