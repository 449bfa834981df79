/** Creates documents for `build`, `dev` and `check`, which all make this one call. */

import fs from 'node:fs';
import { packageVersion } from '../../base/package-dir.ts';
import type { SiteBundle } from '../../bundle/types.ts';
import { createNavigationLookup, type NavigationLookup } from '../../content/navigation-lookup.ts';
import type { LoadedSite, SourcePage } from '../../content/types.ts';
import { renderComment } from '../../markdown/compile-site.ts';
import type { Site } from '../../project/config/types.ts';
import { compileLanguages } from '../../project/languages/compile-languages.ts';
import { createDocuments, type DocumentOptions, type Documents } from '../../render/documents.ts';
import { twinPath } from '../../render/markdown-twin.ts';
import { createPageList } from '../../render/page-list.ts';
import {
  createRenderContext,
  type RenderContext,
  type SiteContext,
  type SiteSearch,
  sharedBundle,
} from '../../render/render-page.ts';
import type { BuiltSite } from '../../render/types.ts';

export interface SiteDocumentInputs
  extends BuiltSite,
    Pick<DocumentOptions, 'renderer' | 'pages' | 'failures' | 'pagesOnly' | 'readTwin'> {
  search?: SiteSearch;
  /** True if the site has demos or interactive pages. */
  runsCode: boolean;
  /** Lookup in the navigation, if the caller has already created it. */
  lookup?: NavigationLookup;
}

/** Throws a DiagnosticError if a page uses a component that the theme does not have. */
export function composeDocuments(parts: SiteDocumentInputs): Documents {
  const { site, loaded, renderer, lookup, readTwin } = parts;
  const written = new Map(loaded.publicFiles.map(({ output, filePath }) => [output, filePath]));
  return createDocuments(parts, {
    ...parts,
    lookup: lookup ?? createNavigationLookup(loaded.navigation),
    context: composeContext(siteFacts(site, loaded, parts), {
      server: renderer.server,
      listPages: createPageList(site, loaded.pages),
      texts: loaded.texts,
    }),
    readTwin(page: SourcePage) {
      // The author's file in the public folder overrides the generated Markdown version of the page.
      const own = written.get(twinPath(page.routePath));
      return own === undefined ? readTwin?.(page) : fs.readFileSync(own, 'utf8');
    },
  });
}

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
