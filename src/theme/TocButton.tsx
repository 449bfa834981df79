import type { ReactElement } from 'react';
import { useMessage, usePage, useShellLang } from '../runtime/index.ts';
import { TocIcon } from './icons.tsx';
import { popoverTarget } from './popover-target.ts';

/** Opens the table of contents where it has no column of its own; nothing on a page without one. */
export function TocButton(): ReactElement | null {
  const { toc, kind } = usePage();
  const message = useMessage();
  const lang = useShellLang();
  if (toc === false || kind !== 'page') return null;
  const label = message('toc.label');
  return (
    <button
      type="button"
      className="icon-button toc-button"
      lang={lang}
      {...popoverTarget('site:toc')}
      aria-label={label}
      title={label}
    >
      <TocIcon />
    </button>
  );
}
