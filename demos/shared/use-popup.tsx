import { type ReactElement, useId } from 'react';

/**
 * Props that make the popup of a cascader accessible.
 *
 * The popup is beside its trigger instead of at the end of the page, so the Tab key and
 * screen readers reach it there. It has the id that the combobox names in
 * `aria-controls`. Also pass `id` to the `htmlFor` of a label.
 */
export function usePopup() {
  const id = useId();
  return {
    id,
    getPopupContainer: (trigger: HTMLElement) => trigger.parentElement ?? trigger,
    popupRender: (menu: ReactElement) => <div id={`${id}_list`}>{menu}</div>,
  };
}
