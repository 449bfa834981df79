import type { SearchEntry } from '../../../shared/entities.ts';
import { pageDocuments } from '../../render/page-documents.ts';
import type { RenderContext } from '../../render/render-page.ts';
import type { PageInputs, WholePage } from '../../render/types.ts';
import { createSearchPage } from '../../search/create-search-index.ts';

export interface MadePage {
  /** Text by output path. */
  files: Map<string, string>;
  /** Data that the rest of the site needs, in addition to the compiled data. */
  summary: PageSummary;
}

export interface PageSummary {
  /** Its entry in the search index, as JSON and as data. Absent if there is no search, and no plugin that writes files. */
  search?: { text: string; entry: SearchEntry };
}

/** The arguments are the only inputs. Throws the errors of the theme, of components and of the page's module. */
export function makePage(whole: WholePage, inputs: PageInputs, context: RenderContext): MadePage {
  const { config } = context.site;
  const { locales } = config;
  const documents = pageDocuments(whole, config, inputs, () => inputs);
  return {
    files: new Map(documents.map(({ output, render }) => [output, render(context)])),
    summary: {
      ...((context.search || config.files.length > 0) && {
        search: createSearchPage(whole.page, {
          ...{ parts: whole.parts, locales, nav: context.nav },
          demos: new Map(inputs.demos.map((built) => [built.demo.id, built])),
        }),
      }),
    },
  };
}
