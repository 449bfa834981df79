import type { ReactElement } from 'react';
import { useMessage, usePage } from '../runtime/index.ts';
import { SECTION_ATTRIBUTE } from '../shared/dom-contract.ts';
import { DrawerButton } from './DrawerButton.tsx';
import { ChevronIcon, TocIcon } from './icons.tsx';

/** Empty without a table of contents. The boot script writes the title of the section in view below the label. */
export function TocButton(): ReactElement | null {
  const { toc, kind, title, lang } = usePage();
  const message = useMessage();
  if (toc === false || kind !== 'page') return null;
  return (
    <DrawerButton name="toc">
      <TocIcon />
      <span>
        {message('toc.label')}
        <ChevronIcon />
      </span>
      <span className="toc-section" lang={lang} {...{ [SECTION_ATTRIBUTE]: title }} suppressHydrationWarning>
        {title}
      </span>
    </DrawerButton>
  );
}
