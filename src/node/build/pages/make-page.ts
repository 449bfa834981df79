/** The one way in which a page comes about, once it is compiled. */

import type { SearchEntry } from '../../../shared/entities.ts';
import { outputPathOf } from '../../../shared/route-path.ts';
import { markdownTwin } from '../../render/markdown-twin.ts';
import { type RenderContext, renderPage } from '../../render/render-page.ts';
import type { PageRecord, WholePage } from '../../render/types.ts';
import { createSearchPage } from '../../search/create-search-index.ts';

/** What making a page gives. */
export interface MadePage {
  /** Text by output path. */
  files: Map<string, string>;
  /** What the rest of the site needs to know, besides what compiling it told. */
  summary: PageSummary;
}

/** What the rest of a site needs to know of a page that is made. */
export interface PageSummary {
  /** Its entry in the index of search, as JSON and as data; absent without search. */
  search?: { text: string; entry: SearchEntry };
}

/**
 * Makes a page: its document, also where it stands in for a translation, its Markdown twin, and what search knows of it.
 * Nothing but the arguments goes in. It throws what the theme, a component or a module of the page throws.
 *
 * @param context what is the same on all pages: of the facts of the site, and of the renderer
 */
export function makePage(whole: WholePage, record: PageRecord, context: RenderContext): MadePage {
  const { page, parts } = whole;
  const { twin, demos, fallbacks = [] } = record;
  const html = renderPage(whole, record, context);
  const standIns = fallbacks.map((fallback) => {
    return [outputPathOf(fallback.routePath), renderPage(whole, record, context, fallback)] as const;
  });
  const own = twin ? [[twin.path, markdownTwin(whole, record)] as const] : [];
  const { locales } = context.site.config;
  return {
    files: new Map([[outputPathOf(page.routePath), html], ...standIns, ...own]),
    summary: {
      search:
        context.search &&
        createSearchPage(page, {
          ...{ parts, locales, nav: context.nav },
          demos: new Map(demos.map((built) => [built.demo.id, built])),
        }),
    },
  };
}
