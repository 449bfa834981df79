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
 * In the language of the pages, the runtime lacks the strings that only static HTML contains, so their original text is
 * kept and restored.
 */
export function createStaticTranslator(messages: Messages): (scope: ParentNode, language: string) => void {
  const originals = new WeakMap<Element, string>();
  return (scope, language) => {
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

/** Returns the title of a page in a language: the translation, if the title is an interface string. */
export function titleIn({ title, titleMessage }: PageData, language: string, messages: Messages): string {
  return titleMessage === undefined ? title : messages.format(language, titleMessage);
}

/** The surrounding text stays. */
export function createTitleTranslator(messages: Messages): (data: PageData, language: string) => void {
  /** The title of each page that the document's title currently contains. */
  const shown = new WeakMap<PageData, string>();
  return (data, language) => {
    const title = titleIn(data, language, messages);
    document.title = document.title.replace(shown.get(data) ?? data.title, () => title);
    shown.set(data, title);
  };
}
