import type { ReactElement } from 'react';
import { useMessage, usePage, useShellLang } from '../runtime/index.ts';
import { SidebarIcon } from './icons.tsx';
import { popoverTarget } from './popover-target.ts';

/** Opens the sidebar where it has no column of its own; nothing on a page without one. */
export function SidebarButton(): ReactElement | null {
  const message = useMessage();
  const lang = useShellLang();
  if (!usePage().hasSidebar) return null;
  const label = message('sidebar.label');
  return (
    <button
      type="button"
      className="icon-button sidebar-button"
      lang={lang}
      {...popoverTarget('site:sidebar')}
      aria-label={label}
      title={label}
    >
      <SidebarIcon />
    </button>
  );
}
