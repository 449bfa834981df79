import type { ReactElement } from 'react';
import { useMessage, usePage } from '../runtime/index.ts';
import { DrawerButton } from './DrawerButton.tsx';
import { TocIcon } from './icons.tsx';

/** Opens the table of contents if it has no column. Renders nothing on a page without one. */
export function TocButton(): ReactElement | null {
  const { toc, kind } = usePage();
  const message = useMessage();
  if (toc === false || kind !== 'page') return null;
  return (
    <DrawerButton name="toc" label={message('toc.label')}>
      <TocIcon />
    </DrawerButton>
  );
}
