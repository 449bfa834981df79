import type { ReactElement } from 'react';
import { Adopted, useMessage, usePage, useRender, useShellLang } from '../runtime/index.ts';
import { useTheme } from './contract.ts';

export function Layout(): ReactElement {
  const { SkipLink, Header, PageBar, Content, Footer, Announcer } = useTheme();
  const { hasSidebar, toc, hero } = usePage();
  const message = useMessage();
  const lang = useShellLang();
  useRender();
  // A table of contents beside the article; under the sidebar's current entry it is part of the sidebar.
  const tocPlace = toc === false ? 'none' : toc === 'content' || !hasSidebar ? 'beside' : 'menu';
  return (
    <>
      <SkipLink />
      <Header />
      <PageBar />
      <div className="page" data-sidebar={hasSidebar} data-toc-place={tocPlace} data-hero={hero !== undefined}>
        {hasSidebar && (
          <aside className="sidebar" id="sidebar" popover="auto" aria-label={message('sidebar.label')} lang={lang}>
            <Adopted name="sidebar" />
          </aside>
        )}
        <main id="main" className="main" tabIndex={-1}>
          <Content />
        </main>
        {toc !== false && (
          <div className="toc-column" id="toc" popover="auto" lang={lang}>
            <Adopted name="toc" />
          </div>
        )}
      </div>
      <Footer />
      <Announcer />
    </>
  );
}
