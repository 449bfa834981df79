import type { ReactElement } from 'react';
import { useMessage, usePage } from '../runtime/index.ts';
import { DrawerButton } from './DrawerButton.tsx';
import { SidebarIcon } from './icons.tsx';

/** Renders nothing on a page without a sidebar. */
export function SidebarButton(): ReactElement | null {
  const message = useMessage();
  if (!usePage().hasSidebar) return null;
  return (
    <DrawerButton name="sidebar">
      <SidebarIcon />
      <span>{message('menu.label')}</span>
    </DrawerButton>
  );
}
