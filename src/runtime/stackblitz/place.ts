import type { StackBlitzOptions } from './options.ts';

/** Content of the element's attribute, as JSON. */
export interface StackBlitzPlace {
  /** URL of the frame, or the URL to which a project is posted. */
  url: string;
  options: StackBlitzOptions;
}

/** If there was a link to the project, it is visible again. */
export function showFailure(element: HTMLElement, error: Error): void {
  const alert = element.querySelector('[role="alert"]') ?? document.createElement('p');
  alert.setAttribute('role', 'alert');
  alert.setAttribute('lang', 'en');
  alert.textContent = error.message;
  element.append(alert);
  for (const link of element.querySelectorAll<HTMLElement>(':scope > a')) link.hidden = false;
}
