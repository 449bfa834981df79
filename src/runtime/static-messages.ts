import type { Messages } from './intl.ts';

/**
 * Puts the strings of the interface that stand in static HTML into another language: the text of elements with
 * `data-message`, the label and tooltip of those with `data-message-label` and of copy buttons.
 */
export function translateStatic(scope: ParentNode, language: string, messages: Messages): void {
  for (const element of scope.querySelectorAll<HTMLElement>('[data-message]')) {
    element.textContent = messages.format(language, element.dataset.message ?? '');
    element.lang = language;
  }
  for (const element of scope.querySelectorAll<HTMLElement>('[data-message-label], [data-copy]')) {
    const label = messages.format(language, element.dataset.messageLabel ?? 'code.copy');
    element.setAttribute('aria-label', label);
    if (element.title) element.title = label;
    element.lang = language;
  }
}
