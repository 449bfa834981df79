import { packageVersion } from '../../base/package-dir.ts';
import type { SiteBundle } from '../../bundle/types.ts';
import type { LoadedSite } from '../../content/types.ts';
import { renderComment } from '../../markdown/compile-site.ts';
import type { Site } from '../../project/config/types.ts';
import { compileLanguages } from '../../project/languages/compile-languages.ts';
import {
  createRenderContext,
  type RenderContext,
  type SiteContext,
  type SiteSearch,
  sharedBundle,
} from '../../render/render-page.ts';

/** Used by `build`, `dev` and `check`. */
export function siteFacts(
  site: Site,
  { navigation, year, versionChoices }: Pick<LoadedSite, 'navigation' | 'year' | 'versionChoices'>,
  { bundle, search, runsCode }: { bundle: SiteBundle; search?: SiteSearch; runsCode: boolean },
): SiteContext {
  const { dialog, worker } = search ?? {};
  return {
    ...{ site, runsCode, year, nav: navigation.nav },
    versions: versionChoices?.map(({ pages: _pages, ...choice }) => choice),
    bundle: sharedBundle(bundle),
    search: dialog !== undefined && worker !== undefined ? { dialog, worker } : undefined,
  };
}

export function composeContext(
  context: SiteContext,
  tools: Pick<RenderContext, 'server' | 'listPages' | 'texts'>,
): RenderContext {
  const { site } = context;
  return createRenderContext(context, {
    ...tools,
    renderMarkdown: renderComment,
    languages: Object.entries(compileLanguages(site)).map(([id, { name }]) => ({ id, name })),
    generator: `cascader-docs ${packageVersion}`,
  });
}
