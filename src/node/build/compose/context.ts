import type { SiteBundle } from '../bundle/types.ts';
import { renderComment } from '../compile/compile-site.ts';
import type { Site } from '../config/types.ts';
import { compileLanguages } from '../languages/compile-languages.ts';
import type { LoadedSite } from '../load/types.ts';
import { packageVersion } from '../package-dir.ts';
import {
  createRenderContext,
  type RenderContext,
  type SiteFacts,
  type SiteSearch,
  sharedBundle,
} from '../prerender/render-page.ts';

/** What is the same on all pages of a site, as they are made in `build`, `dev` and `check`. */
export function siteFacts(
  site: Site,
  { navigation, year }: Pick<LoadedSite, 'navigation' | 'year'>,
  { bundle, search, runsCode }: { bundle: SiteBundle; search?: SiteSearch; runsCode: boolean },
): SiteFacts {
  const { dialog, worker } = search ?? {};
  return {
    ...{ site, runsCode, year, nav: navigation.nav },
    bundle: sharedBundle(bundle),
    search: dialog !== undefined && worker !== undefined ? { dialog, worker } : undefined,
  };
}

/** What the documents of a site share, ready to render them. */
export function composeContext(
  facts: SiteFacts,
  { server, listPages }: Pick<RenderContext, 'server' | 'listPages'>,
): RenderContext {
  const { site } = facts;
  return createRenderContext(facts, {
    ...{ server, listPages },
    renderMarkdown: renderComment,
    languages: Object.entries(compileLanguages(site)).map(([id, { name }]) => ({ id, name })),
    generator: `cascader-docs ${packageVersion}`,
  });
}
