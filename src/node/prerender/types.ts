import type { SiteBundle } from '../bundle/types.ts';
import type { CompiledPage } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import type { LoadedSite, SourcePage } from '../load/types.ts';

/** What the stages before made of a site: all that a page is rendered from. */
export interface CompiledSite {
  site: Site;
  loaded: LoadedSite;
  /** By source path; tabs have an entry of their own. */
  compiled: Map<string, CompiledPage>;
  bundle: SiteBundle;
}

/** A page to render. */
export interface PageJob {
  page: SourcePage;
  compiled: CompiledPage;
}
