import type { ApiProperties, ApiTable } from '../../shared/api-table.ts';
import type { SidebarGroup } from '../../shared/entities.ts';
import type { MovedAnchors } from '../../shared/moved-anchors.ts';
import type { VersionLink } from '../../shared/page-data.ts';
import type { ClientModule, LinkedFile, SiteBundle } from '../bundle/types.ts';
import type { LoadedSite, PageFallback, SourcePage } from '../content/types.ts';
import type { CompiledPage } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import type { BuiltDemo } from './demos/built-demo.ts';

export interface BuiltSite {
  site: Site;
  loaded: LoadedSite;
  /** Compiled pages by source path; tabs have separate entries. */
  compiled: Map<string, CompiledPage>;
  bundle: SiteBundle;
  demos: Map<string, BuiltDemo>;
  /** Generated tables of properties; absent if no page contains such a table. */
  api?: {
    tablesOf(page: CompiledPage): Record<string, ApiTable>;
    propertiesOf(demos: readonly string[], locale: string): ApiProperties[];
  };
}

export interface PageJob {
  page: SourcePage;
  compiled: CompiledPage;
}

/** Demos, tables and modules of one page: plain data, which can be sent to a worker. */
export interface PageContents {
  demos: BuiltDemo[];
  /** Generated tables of properties by `apiTableKey`: one map for the page, then one for each tab. */
  tables: Record<string, ApiTable>[];
  /** Properties that its demos use; absent if there are none, or if the page has no column for them. */
  properties?: ApiProperties[];
  module?: ClientModule;
  /** Imports of its modules, by the URL of the module. */
  preloads: Map<string, LinkedFile[]>;
  /** Integrity of its style sheets, by URL. */
  integrity: Map<string, string>;
}

/** The position of a page in the navigation of a content locale. */
export interface NavigationPlace {
  /** The same object for all pages that share it. */
  sidebar: SidebarGroup[];
  sidebarPath?: string;
  previous?: { title: string; link: string };
  next?: { title: string; link: string };
  /** The page in the archived versions; absent if there are none. */
  versions?: VersionLink[];
}

export interface PageSiteData extends NavigationPlace {
  /** Pages that replace this one in content locales that have no translation of it. */
  fallbacks?: (NavigationPlace & PageFallback)[];
  /** Routes of the page in the content locales that have it, by their ids. */
  translations: Map<string, string>;
  /** Anchors that are now on other pages; absent if there are none. */
  moved?: MovedAnchors;
  twin?: {
    path: string;
    /** URLs of the Markdown versions that its links lead to, by the source path of the linked page. */
    links: Map<string, string>;
    /** Name and version of the documented package; absent if there are none, or several packages. */
    library?: string;
  };
}

export interface PageInputs extends PageContents, PageSiteData {}

export interface WholePage {
  page: SourcePage;
  /** The page, then its tabs. */
  parts: CompiledPage[];
}
