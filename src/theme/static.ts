import { ApiChanges } from './ApiChanges.tsx';
import { ApiTable } from './ApiTable.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { CodePanel } from './CodePanel.tsx';
import { DemoProperties } from './DemoProperties.tsx';
import { DemoSteps } from './DemoSteps.tsx';
import { PageList } from './PageList.tsx';
import { Sidebar } from './Sidebar.tsx';
import { TabList } from './TabList.tsx';
import { TabPanel } from './TabPanel.tsx';
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
