import { ApiTable } from './ApiTable.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { CodePanel } from './CodePanel.tsx';
import { PageList } from './PageList.tsx';
import { Sidebar } from './Sidebar.tsx';
import { TabList } from './TabList.tsx';
import { TabPanel } from './TabPanel.tsx';
import { Toc } from './Toc.tsx';

/** Components that are rendered at build only. The browser's bundle has an empty object in place of this module. */
export const staticComponents = { ApiTable, Breadcrumbs, CodePanel, PageList, Sidebar, TabList, TabPanel, Toc };
