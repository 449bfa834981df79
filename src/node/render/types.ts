import type { ApiTable } from '../../shared/api-table.ts';
import type { SidebarGroup } from '../../shared/entities.ts';
import type { ClientModule, LinkedFile, SiteBundle } from '../bundle/types.ts';
import type { LoadedSite, PageFallback, SourcePage } from '../content/types.ts';
import type { BuiltDemo } from '../demos/built-demo.ts';
import type { CompiledPage } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';

/** What the stages before made of a site: all that documents are rendered from. */
export interface BuiltSite {
  site: Site;
  loaded: LoadedSite;
  /** By source path; tabs have an entry of their own. */
  compiled: Map<string, CompiledPage>;
  bundle: SiteBundle;
  /** By id. */
  demos: Map<string, BuiltDemo>;
  /** Generated tables of properties; absent where no page has one. */
  api?: PageTables;
}

/** A page or tab, compiled. */
export interface PageJob {
  page: SourcePage;
  compiled: CompiledPage;
}

/** What was made for one page: plain data, which can be given to a thread. */
export interface PageContents {
  /** Demos of it and its tabs. */
  demos: BuiltDemo[];
  /** Generated tables of properties by `apiTableKey`: those of its own text, then those of each tab. */
  tables: Record<string, ApiTable>[];
  /** Of an interactive page. */
  module?: ClientModule;
  /** What its modules import, by the URL of the module. */
  preloads: Map<string, LinkedFile[]>;
  /** Integrity of its style sheets, by URL. */
  integrity: Map<string, string>;
}

/** Generated tables of properties. */
export interface PageTables {
  /** Those that a page shows, by `apiTableKey`. */
  tablesOf(page: CompiledPage): Record<string, ApiTable>;
}

/** Where a page stands in the navigation of a content locale. */
export interface NavigationPlace {
  /** The same object for all pages that share it. */
  sidebar: SidebarGroup[];
  /** Path that the sidebar belongs to. */
  sidebarPath?: string;
  previous?: { title: string; link: string };
  next?: { title: string; link: string };
}

/** Where a page stands in for its translation. */
export interface FallbackPlace extends NavigationPlace, PageFallback {}

/** Where a page stands among the others. */
export interface PagePlace extends NavigationPlace {
  /** Where it stands in for its translations. */
  fallbacks?: FallbackPlace[];
  /** Routes of the page in the content locales that have it, by their ids. */
  translations: Map<string, string>;
  /** Its Markdown twin; absent where none is wanted, or a public file has its place. */
  twin?: {
    /** In the output. */
    path: string;
    /** Addresses of the twins that its links lead to, by the source path of the page. */
    links: Map<string, string>;
  };
}

/** All that reaches a page besides its own text and what is the same on every page. */
export interface PageRecord extends PageContents, PagePlace {}

/** A page with its tabs, compiled. */
export interface WholePage {
  page: SourcePage;
  /** The page's own text, then its tabs. */
  parts: CompiledPage[];
}
