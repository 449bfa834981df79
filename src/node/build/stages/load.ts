import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { DEAD_URLS } from '../../base/diagnostics/groups.ts';
import { runCodeFile } from '../../bundle/data-files.ts';
import { load } from '../../content/load.ts';
import { withTabs } from '../../content/tabs.ts';
import type { LoadedSite } from '../../content/types.ts';
import { checkFooter, checkPlugins, headingText, storyReader } from '../../markdown/compile-site.ts';
import type { Site } from '../../project/config/types.ts';
import { checkLanguages } from '../../project/languages/compile-languages.ts';
import { drawShareImages } from '../../render/share-images.ts';
import { createChangesPages } from '../../types/changes/changes-pages.ts';
import { type ReadHistory, readSiteHistory } from '../../types/history/read-history.ts';
import { isError, type Job } from '../run.ts';

/** The pages of a site as loaded from their files. */
export interface LoadStage {
  loaded: LoadedSite;
  /** History of the library's API. */
  history: ReadHistory;
  /** True if there has been no error so far, so that pages may be written. */
  isWhole: boolean;
  /** True if some pages could not be loaded or were left out, so that links to pages cannot be checked. */
  areMissing: boolean;
  /** Preview images that other sites show for links to pages, by output path. */
  shareImages: Awaited<ReturnType<typeof drawShareImages>>;
}

/** Reads pages, routes, navigation and dates. Ends the run if an error prevents compiling any page. */
export async function loadStage({ site, options, run, cache }: Job): Promise<LoadStage> {
  const { includeDebug = false, omit } = options;
  const history = await readSiteHistory(site);
  const { loaded, diagnostics } = await load(site, {
    ...{ includeDebug, omit, headingText },
    generated: createChangesPages(site, history),
    storyReader,
    runPaths: (file) => runCodeFile(file, { site, method: 'paths', signal: run.ending }),
  });
  run.note([...(await checkPlugins(site)), ...checkLanguages(site), ...checkFooter(site, loaded), ...diagnostics]);
  const errors = diagnostics.filter(isError);
  if (!errors.every((error) => isOfPages(error, site))) run.fail();
  const sources = new Set(loaded.pages.flatMap(withTabs).map(({ sourcePath }) => sourcePath));
  return {
    loaded,
    history,
    isWhole: !run.found.some(isError),
    areMissing: (omit?.size ?? 0) > 0 || errors.some((error) => isOfLostPage(error, sources)),
    shareImages: await drawShareImages(site, loaded.pages, cache),
  };
}

/** Returns true if pages can be compiled and bundled despite an error, because the error is in a page or about a dead URL. */
function isOfPages({ code, location }: Diagnostic, { configFile }: Site): boolean {
  return DEAD_URLS.has(code) || (location !== undefined && location.file !== configFile);
}

function isOfLostPage({ location }: Diagnostic, sources: ReadonlySet<string>): boolean {
  return /\.mdx?$/.test(location?.file ?? '') && !sources.has(location?.file ?? '');
}
