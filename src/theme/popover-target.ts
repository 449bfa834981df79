import { version } from 'react';

/** The attribute of a button that opens a popover, as the React in use writes it: 18 does not know it. */
const ATTRIBUTE = version.startsWith('18.') ? 'popovertarget' : 'popoverTarget';

/** Properties of a button that opens and closes the element with this id. */
export function popoverTarget(id: string): { popoverTarget?: string } {
  return { [ATTRIBUTE]: id };
}
