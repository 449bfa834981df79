import type { PageData } from '../shared/page-data.ts';
import type { Messages } from './intl.ts';

/**
 * Puts the strings of the interface that stand in static HTML into another language: the text of elements with
 * `data-message`, the label and tooltip of those with `data-message-label` (in which `data-message-title` is `{title}`), of
 * copy buttons and of links to headings.
 */
export function translateStatic(scope: ParentNode, language: string, messages: Messages): void {
  for (const element of scope.querySelectorAll<HTMLElement>('[data-message]')) {
    element.textContent = messages.format(language, element.dataset.message ?? '');
    element.lang = language;
  }
  for (const element of scope.querySelectorAll<HTMLElement>('[data-message-label], [data-copy]')) {
    const { messageLabel = 'code.copy', messageTitle } = element.dataset;
    const label = messages.format(language, messageLabel, { title: messageTitle });
    element.setAttribute('aria-label', label);
    if (element.title) element.title = label;
    element.lang = language;
  }
  for (const link of scope.querySelectorAll<HTMLElement>('.heading-anchor')) {
    const title = link.previousElementSibling?.textContent?.trim();
    link.setAttribute('aria-label', messages.format(language, 'heading.link', { title }));
    link.lang = language;
  }
}

/** Title of a page in a language: where it is a string of the interface, that one. */
export function titleIn({ title, titleMessage }: PageData, language: string, messages: Messages): string {
  return titleMessage === undefined ? title : messages.format(language, titleMessage);
}

/** Function that puts such a title of the document into another language; what stands around it stays. */
export function createTitleTranslator(messages: Messages): (data: PageData, language: string) => void {
  /** What stands in the document's title for the page. */
  const shown = new WeakMap<PageData, string>();
  return (data, language) => {
    const title = titleIn(data, language, messages);
    document.title = document.title.replace(shown.get(data) ?? data.title, () => title);
    shown.set(data, title);
  };
}
