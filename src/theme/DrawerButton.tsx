import type { ReactElement, ReactNode } from 'react';
import { useShellLang } from '../runtime/index.ts';
import { popoverTarget } from './popover-target.ts';

/** Opens a column of the page as a drawer, if there is no room for it next to the text. */
export function DrawerButton({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <button
      type="button"
      className={`icon-button drawer-button ${name}-button`}
      lang={useShellLang()}
      {...popoverTarget(`site:${name}`)}
    >
      {children}
    </button>
  );
}
