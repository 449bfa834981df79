import { ApiChanges } from './ApiChanges.tsx';
import { ApiTable } from './ApiTable.tsx';
import { CodePanel } from './CodePanel.tsx';
import { DemoProperties } from './DemoProperties.tsx';
import { DemoSteps } from './DemoSteps.tsx';
import { Breadcrumbs, PageList, Sidebar } from './Sidebar.tsx';
import { TabList, TabPanel } from './Tabs.tsx';
import { Toc } from './Toc.tsx';

/** The browser's bundle contains an empty object instead of this module. */
export const staticComponents = {
  ApiChanges,
  ApiTable,
  Breadcrumbs,
  CodePanel,
  DemoProperties,
  DemoSteps,
  PageList,
  Sidebar,
  TabList,
  TabPanel,
  Toc,
};
