import { type MessageId, useMessage } from '../runtime/index.ts';
import { MESSAGE_ATTRIBUTE, MESSAGE_LABEL_ATTRIBUTE, MESSAGE_TITLE_ATTRIBUTE } from '../shared/dom-contract.ts';

/** React never renders static HTML again, so the runtime translates the text by its id. */
export function useStaticText(): (id: MessageId) => { children: string } {
  const message = useMessage();
  return (id) => ({ [MESSAGE_ATTRIBUTE]: id, children: message(id) });
}

/**
 * Returns a function for the props of an element whose label is an interface string, translated in the same way. `title`
 * is the value `{title}` of the string.
 */
export function useStaticLabel(): (id: MessageId, title?: string) => { 'aria-label': string } {
  const message = useMessage();
  return (id, title) => ({
    'aria-label': message(id, { title }),
    [MESSAGE_LABEL_ATTRIBUTE]: id,
    [MESSAGE_TITLE_ATTRIBUTE]: title,
  });
}
