import {
  COPY_ATTRIBUTE,
  HEADING_ANCHOR_CLASS,
  MESSAGE_ATTRIBUTE,
  MESSAGE_LABEL_ATTRIBUTE,
} from '../shared/dom-contract.ts';
import type { PageData } from '../shared/page-data.ts';
import type { Messages, MessageValues } from './intl.ts';

const ANCHOR = `.${HEADING_ANCHOR_CLASS}`;

/**
 * Creates the function that translates the strings of the interface in static HTML, and in demo cards that are not hydrated
 * yet: the text of elements with `data-message`, the label and tooltip of those with `data-message-label` (in which
 * `data-message-title` is `{title}`), of copy buttons and of links to headings. What only the HTML has in the pages' own
 * language is kept, and put back for that language.
 */
export function createStaticTranslator(messages: Messages): (scope: ParentNode, language: string) => void {
  const originals = new WeakMap<Element, string>();
  return (scope, language) => {
    /** The string of an element that says `shown` now. */
    const textOf = (element: HTMLElement, shown: string | null, id: string, values?: MessageValues): string => {
      if (!originals.has(element)) originals.set(element, shown ?? '');
      element.lang = language;
      const isKnown = messages.settings(language).messages[id] !== undefined;
      return isKnown ? messages.format(language, id, values) : (originals.get(element) ?? '');
    };
    for (const element of scope.querySelectorAll<HTMLElement>(`[${MESSAGE_ATTRIBUTE}]`))
      element.textContent = textOf(element, element.textContent, element.dataset.message ?? '');
    for (const element of scope.querySelectorAll<HTMLElement>(
      `[${MESSAGE_LABEL_ATTRIBUTE}], [${COPY_ATTRIBUTE}], ${ANCHOR}`,
    )) {
      const isHeading = element.matches(ANCHOR);
      const { messageLabel = isHeading ? 'heading.link' : 'code.copy' } = element.dataset;
      const title = element.dataset.messageTitle ?? element.previousElementSibling?.textContent?.trim();
      const label = textOf(element, element.ariaLabel, messageLabel, { title });
      element.ariaLabel = label;
      if (element.title) element.title = label;
    }
  };
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
