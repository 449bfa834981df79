import type { ReactElement, ReactNode } from 'react';
import { TAB_ATTRIBUTE, TITLE_ATTRIBUTE, TITLE_MESSAGE_ATTRIBUTE } from '../shared/dom-contract.ts';

export interface TabPanelProps {
  /** Key of the tab in the URL. */
  tab: string;
  title: string;
  isMain: boolean;
  children: ReactNode;
}

/** Panels are one below the other until the boot script turns them into tabs. */
export function TabPanel({ tab, title, isMain, children }: TabPanelProps): ReactElement {
  const message = isMain ? 'content.tabs.default' : undefined;
  return (
    <section
      className="tab-panel"
      {...{ [TAB_ATTRIBUTE]: tab, [TITLE_ATTRIBUTE]: title, [TITLE_MESSAGE_ATTRIBUTE]: message }}
    >
      {!isMain && <h2 className="tab-title">{title}</h2>}
      {children}
    </section>
  );
}
