import { pageDocuments } from '../../render/documents.ts';
import type { RenderContext } from '../../render/render-page.ts';
import { createSearchPage } from '../../render/search/create-search-index.ts';
import type { PageInputs, WholePage } from '../../render/types.ts';

/** The arguments are the only inputs. Throws the errors of the theme, of components and of the page's module. */
export function makePage(whole: WholePage, inputs: PageInputs, context: RenderContext) {
  const { config } = context.site;
  const { locales } = config;
  const documents = pageDocuments(whole, config, inputs, () => inputs);
  return {
    /** Text by output path. */
    files: new Map(documents.map(({ output, render }) => [output, render(context)])),
    /** Its entry in the search index, if there is search, or a plugin that writes files. */
    search:
      context.search || config.files.length > 0
        ? createSearchPage(whole.page, {
            ...{ parts: whole.parts, locales, nav: context.nav },
            demos: new Map(inputs.demos.map((built) => [built.demo.id, built])),
          })
        : undefined,
  };
}
