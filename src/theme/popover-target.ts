import { version } from 'react';

/** Attributes of a button for a popover, in the spelling of the React version. React 18 does not know the properties. */
const [TARGET, ACTION] = version.startsWith('18.')
  ? ['popovertarget', 'popovertargetaction']
  : ['popoverTarget', 'popoverTargetAction'];

/** Returns the props of a button that opens and closes the element with this id, or only closes it. */
export function popoverTarget(id: string, action?: 'hide'): { popoverTarget?: string; popoverTargetAction?: 'hide' } {
  return { [TARGET]: id, [ACTION]: action };
}
