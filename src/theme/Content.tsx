import type { ReactElement } from 'react';
import {
  Adopted,
  CrashBoundary,
  NEEDS_RUNTIME,
  useMessage,
  usePage,
  usePageModule,
  useShellLang,
  useSite,
} from '../runtime/index.ts';
import { RICH_ATTRIBUTE, TAB_ATTRIBUTE, TITLE_ATTRIBUTE, TITLE_MESSAGE_ATTRIBUTE } from '../shared/dom-contract.ts';
import { Slot, useTheme } from './contract.ts';

export function Content(): ReactElement {
  const { Hero, Features, NotFound, ContentFooter } = useTheme();
  const { kind, title, debug, titleAsHeading, hero, features, original } = usePage();
  const message = useMessage();
  if (kind === '404') return <NotFound />;
  return (
    <>
      <Slot name="ContentTop" />
      <Adopted name="breadcrumbs" />
      {debug && (
        <p>
          <span className="badge badge-warning">{message('demo.devOnly')}</span>
        </p>
      )}
      {original !== undefined && <Untranslated />}
      {hero && <Hero />}
      {features && features.length > 0 && <Features />}
      <article className="article">
        {titleAsHeading && !hero?.title && <h1 className="article-title">{title}</h1>}
        <Article />
      </article>
      <ContentFooter />
      <Slot name="ContentBottom" />
    </>
  );
}

function Untranslated(): ReactElement {
  const { locale } = usePage();
  const { locales } = useSite();
  const message = useMessage();
  const language = locales.find(({ id }) => id === locale)?.name ?? locale;
  return (
    <p className="container untranslated" role="note" {...{ [RICH_ATTRIBUTE]: '' }} lang={useShellLang()}>
      {message('page.untranslated', { language })}
    </p>
  );
}

function Article(): ReactElement {
  const { CrashBox, builtins } = useTheme();
  const { tabs } = usePage();
  const message = useMessage();
  const Page = usePageModule();
  if (!Page) return <Adopted name="article" className="markdown" />;
  return (
    <>
      {tabs && <Adopted name="tablist" />}
      <div
        className="markdown"
        {...{ [TAB_ATTRIBUTE]: tabs && 'default' }}
        {...{ [TITLE_ATTRIBUTE]: tabs && message('content.tabs.default') }}
        {...{ [TITLE_MESSAGE_ATTRIBUTE]: tabs && 'content.tabs.default' }}
        {...{ [NEEDS_RUNTIME]: '' }}
        suppressHydrationWarning
      >
        <CrashBoundary fallback={(error, retry) => <CrashBox error={error} onRetry={retry} />}>
          <Page components={{ ...builtins, Static }} />
        </CrashBoundary>
      </div>
      {tabs && <Adopted name="tabs" className="markdown" />}
    </>
  );
}

function Static({ id }: { id: string }): ReactElement {
  return <Adopted name={id} />;
}
