import type { ReactElement } from 'react';
import {
  Adopted,
  ANNOUNCER_ATTRIBUTE,
  Outlet,
  useMessage,
  usePage,
  useRender,
  useShellLang,
  useSite,
} from '../runtime/index.ts';
import { COPIED_ATTRIBUTE, COPY_PROMPT_ATTRIBUTE } from '../shared/dom-contract.ts';
import { Slot, useTheme } from './contract.ts';

/** Ids of the shell have a colon, which ids of headings never contain, so the heading "Main" cannot conflict. */
export function Layout(): ReactElement {
  const { SkipLink, Header, Footer, SearchDialog, Announcer } = useTheme();
  const { hasSidebar, hasProperties, hasToc, toc, hero, demos } = usePage();
  const lang = useShellLang();
  useRender();
  // The table of contents is next to the article, or part of the sidebar below the current entry.
  const tocPlace = toc === false ? 'none' : toc === 'content' || !hasSidebar ? 'beside' : 'menu';
  return (
    <>
      <SkipLink />
      <Slot name="LayoutTop" />
      <Header />
      {/* Browsers show a page while it loads: its layout must not depend on elements below. */}
      <div
        className="page"
        data-sidebar={hasSidebar}
        data-toc-place={tocPlace}
        data-has-toc={hasToc}
        data-has-playgrounds={Object.values(demos).some(({ playground }) => playground) || undefined}
        data-hero={hero !== undefined}
      >
        <main id="site:main" className="main" tabIndex={-1}>
          <Outlet />
        </main>
        {toc !== false && (
          <div className="toc-column" id="site:toc" popover="auto" lang={lang}>
            <Slot name="TocTop" />
            <Adopted name="toc" />
            {hasProperties && <Adopted name="properties" />}
            <Slot name="TocBottom" />
          </div>
        )}
      </div>
      <div className="page-end">
        <Footer />
        <Slot name="LayoutBottom" />
      </div>
      <SearchDialog />
      <Announcer />
    </>
  );
}

export function SkipLink(): ReactElement {
  const message = useMessage();
  return (
    <a className="skip-link" href="#site:main" lang={useShellLang()}>
      {message('skip.content')}
    </a>
  );
}

export function Footer(): ReactElement {
  const { footer } = useSite();
  return (
    <>
      <Slot name="FooterTop" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: HTML of the configuration's Markdown, rendered at build time */}
      {footer && <footer className="footer" dangerouslySetInnerHTML={{ __html: footer }} />}
      <Slot name="FooterBottom" />
    </>
  );
}

/** Scripts set the text; React must never compare or empty it. */
const TEXT = { __html: '' };

export function Announcer(): ReactElement {
  const message = useMessage();
  return (
    <div
      className="visually-hidden"
      role="status"
      lang={useShellLang()}
      {...{
        [ANNOUNCER_ATTRIBUTE]: '',
        [COPIED_ATTRIBUTE]: message('code.copied'),
        [COPY_PROMPT_ATTRIBUTE]: message('code.copyPrompt', { key: '{key}' }),
      }}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is an empty string
      dangerouslySetInnerHTML={TEXT}
    />
  );
}
