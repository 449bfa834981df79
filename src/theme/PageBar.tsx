import type { ReactElement } from 'react';
import { useMessage, usePage, useShellLang } from '../runtime/index.ts';
import { ChevronIcon, SidebarIcon } from './icons.tsx';
import { popoverTarget } from './popover-target.ts';

/** Without a sidebar and without a table of contents there is nothing to open. */
export function PageBar(): ReactElement | null {
  const { hasSidebar, toc, kind } = usePage();
  const message = useMessage();
  const lang = useShellLang();
  const hasToc = toc !== false && kind === 'page';
  if (!hasSidebar && !hasToc) return null;
  return (
    <div className="page-bar" lang={lang} data-sidebar={hasSidebar}>
      {hasSidebar && (
        <button type="button" className="page-bar-button" {...popoverTarget('site:sidebar')}>
          <SidebarIcon />
          {message('sidebar.label')}
        </button>
      )}
      {hasToc && (
        <button type="button" className="page-bar-button page-bar-toc" {...popoverTarget('site:toc')}>
          {message('toc.label')}
          <ChevronIcon />
        </button>
      )}
    </div>
  );
}
