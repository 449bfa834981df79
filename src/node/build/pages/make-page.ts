/** Renders a page that is compiled. */

import type { SearchEntry } from '../../../shared/entities.ts';
import { pageDocuments } from '../../render/page-documents.ts';
import type { RenderContext } from '../../render/render-page.ts';
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
 * Renders all documents of a page, and its entry in the search index. The arguments are its only inputs. Throws what the theme, a
 * component or a module of the page throws.
 *
 * @param context what is the same for all pages: facts of the site, and the renderer
 */
export function makePage(whole: WholePage, record: PageRecord, context: RenderContext): MadePage {
  const { locales } = context.site.config;
  const documents = pageDocuments(whole, record, () => record);
  return {
    files: new Map(documents.map(({ output, render }) => [output, render(context)])),
    summary: {
      search:
        context.search &&
        createSearchPage(whole.page, {
          ...{ parts: whole.parts, locales, nav: context.nav },
          demos: new Map(record.demos.map((built) => [built.demo.id, built])),
        }),
    },
  };
}
