import { createNavigationLookup } from '../../content/navigation-lookup.ts';
import type { LoadedSite, SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import { createCompiler } from '../../markdown/compile-site.ts';
import { wholePage } from '../../render/documents.ts';
import { contentsOf, createPageSiteData } from '../../render/page-inputs.ts';
import { createPageList } from '../../render/page-list.ts';
import type { RenderFailure } from '../../render/render-failure.ts';
import type { SiteContext } from '../../render/render-page.ts';
import type { ServerModule } from '../../render/server-module.ts';
import type { BuiltSite } from '../../render/types.ts';
import { composeContext } from '../pages/context.ts';
import { makePage } from '../pages/make-page.ts';
import { mayNeedTypesIn } from '../pages/may-need-types.ts';

/** Only React's development build names the cause, so the failure can render the page again with it. */
export function describeFailedPage(
  { page, cause }: { page: SourcePage; cause: Error },
  {
    loaded,
    built,
    context: siteContext,
    includeDebug,
  }: { loaded: LoadedSite; built: BuiltSite; context: SiteContext; includeDebug: boolean },
): RenderFailure {
  const { site } = built;
  const { pages, texts } = loaded;
  const whole = wholePage(page, built.compiled);
  const render = async (server: ServerModule): Promise<void> => {
    // The content of a text-only page is released once the page is written.
    const compiler = createCompiler({ site, pages, texts, includeDebug });
    const again = mayNeedTypesIn(page)
      ? whole
      : { page, parts: await Promise.all(withTabs(page).map(compiler.compile)) };
    const siteData = createPageSiteData(site, loaded, createNavigationLookup(loaded.navigation))(again);
    const context = composeContext(siteContext, { server, listPages: createPageList(site, pages), texts });
    makePage(again, { ...contentsOf(again, built), ...siteData }, context);
  };
  return { cause, whole, render };
}
