import { version } from 'react';

/** Attribute of a button that opens a popover, in the spelling of the React version. React 18 does not know the property. */
const ATTRIBUTE = version.startsWith('18.') ? 'popovertarget' : 'popoverTarget';

/** Returns the props of a button that opens and closes the element with this id. */
export function popoverTarget(id: string): { popoverTarget?: string } {
  return { [ATTRIBUTE]: id };
}
