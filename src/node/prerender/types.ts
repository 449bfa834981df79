import type { SiteBundle } from '../bundle/types.ts';
import type { CompiledPage } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import type { BuiltDemo } from '../demos/built-demo.ts';
import type { LoadedSite, SourcePage } from '../load/types.ts';
import type { PageTables } from './page-record.ts';

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
