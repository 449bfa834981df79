import type { PageRenderer } from '../../render/server-module.ts';
import type { BuiltSite } from '../../render/types.ts';
import type { SiteApi } from '../../types/tables/site-api.ts';
import type { Bundles } from '../compose/bundles.ts';
import type { Job } from '../run.ts';
import type { CompileStage } from './compile.ts';
import type { LoadStage } from './load.ts';

export interface PlannedSite
  extends Pick<CompileStage, 'pages' | 'live' | 'search' | 'runsCode'>,
    Pick<LoadStage, 'shareImages'> {
  built: BuiltSite & Pick<Bundles, 'demoSources'> & { api?: SiteApi | undefined };
  renderer: PageRenderer;
}

/** Creates the tables of the library's types, which are the last input that pages need before they can be rendered. */
export async function prerenderStage(
  { site }: Job,
  { loaded, compiled, library, bundles, ...stages }: LoadStage & CompileStage & { bundles: Bundles },
): Promise<PlannedSite> {
  const { renderer, diagnostics: _noted, ...made } = bundles;
  const input = library && { ...made, api: library.words, pages: loaded.pages, compiled };
  const api = input && (await library.types.makeTables(input));
  const { pages, live, search, runsCode, shareImages } = stages;
  return { pages, live, search, runsCode, shareImages, renderer, built: { ...made, site, loaded, compiled, api } };
}
