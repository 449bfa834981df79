import type { ReactElement, ReactNode } from 'react';
import { useMessage } from '../runtime/index.ts';
import {
  LABEL_ATTRIBUTE,
  MESSAGE_LABEL_ATTRIBUTE,
  TAB_ATTRIBUTE,
  TAB_LIST_ATTRIBUTE,
  TITLE_ATTRIBUTE,
  TITLE_MESSAGE_ATTRIBUTE,
} from '../shared/dom-contract.ts';

export function TabList(): ReactElement {
  const id = 'tabs.label';
  return <div {...{ [TAB_LIST_ATTRIBUTE]: '', [LABEL_ATTRIBUTE]: useMessage()(id), [MESSAGE_LABEL_ATTRIBUTE]: id }} />;
}

interface TabPanelProps {
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
