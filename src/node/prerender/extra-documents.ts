import type { SidebarGroup } from '../../shared/entities.ts';
import { createLists } from './lists.ts';
import { LIST_ROUTE } from './page-data.ts';
import { clientData, createPageData, type RenderContext, renderDocument } from './render-page.ts';

/** Documents that no source file stands for, by output path: 404, the lists of pages, the stand-alone demos. */
export function* extraDocuments(context: RenderContext): Generator<[output: string, render: () => string]> {
  const { site, loaded, demos, strings, siteData, print } = context;
  const locale = site.config.locales[0]?.id ?? '';
  const plain = (kind: '404' | 'list', route: string, title: string, sidebar: SidebarGroup[] = []) => ({
    rendering: {
      data: createPageData(kind, route, title, context, locale),
      content: [],
      statics: {},
      sidebar,
      tocEntries: [],
      demos: {},
    },
    hidden: true,
  });
  yield ['404.html', () => renderDocument(context, plain('404', '/404', strings['404.title'] ?? ''))];
  const languageOf = (id: string): string | undefined => (site.config.locales.length > 1 ? id : undefined);
  for (const { path, title, groups } of createLists(loaded, strings['pages.all'] ?? '', languageOf)) {
    const route = `${LIST_ROUTE}${path}`;
    yield [`${route.slice(1)}/index.html`, () => renderDocument(context, plain('list', route, title, groups))];
  }
  for (const demo of demos.values()) {
    const route = `/~demos/${demo.id}`;
    const data = createPageData('demo', route, demo.title ?? demo.id, context, locale);
    yield [
      `${route.slice(1)}/index.html`,
      () =>
        print(
          { ...data, nav: [], demos: { [demo.id]: clientData(demo) } },
          {
            body: '',
            dir: siteData.rtl ? 'rtl' : 'ltr',
            css: demo.css,
            noscript: strings.noscript ?? '',
            hidden: true,
          },
        ),
    ];
  }
}
