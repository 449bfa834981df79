import type { ReactElement } from 'react';
import {
  copyFrom,
  NEEDS_RUNTIME,
  useHydrated,
  useMessage,
  useMoment,
  usePage,
  useShellLang,
} from '../runtime/index.ts';
import { ChevronIcon } from './icons.tsx';

export function ContentFooter(): ReactElement | null {
  const { kind, editLink, lastUpdated, previous, next, twin } = usePage();
  const message = useMessage();
  const lang = useShellLang();
  if (kind !== 'page') return null;
  return (
    <footer className="content-footer">
      <div className="content-meta" lang={lang}>
        {lastUpdated && (
          <span>
            {message('page.lastUpdated')}
            <LocalDate date={lastUpdated} />
          </span>
        )}
        {editLink && (
          <a href={editLink} target="_blank" rel="noreferrer">
            {message('page.edit')}
          </a>
        )}
        {twin && (
          <>
            <button
              type="button"
              className="copy-page"
              {...{ [NEEDS_RUNTIME]: '' }}
              onClick={({ currentTarget }) => void copyFrom(twin, currentTarget)}
            >
              {message('page.copy')}
            </button>
            <a href={twin} type="text/markdown">
              {message('page.markdown')}
            </a>
          </>
        )}
        <a className="to-top" href="#site:main" aria-label={message('page.top')} title={message('page.top')}>
          <ChevronIcon />
        </a>
      </div>
      {(previous || next) && (
        <nav className="neighbours" aria-label={message('page.neighbours')}>
          {previous && (
            <a className="neighbour" rel="prev" href={previous.href}>
              <span lang={lang}>{message('page.previous')}</span>
              {previous.title}
            </a>
          )}
          {next && (
            <a className="neighbour neighbour-next" rel="next" href={next.href}>
              <span lang={lang}>{message('page.next')}</span>
              {next.title}
            </a>
          )}
        </nav>
      )}
    </footer>
  );
}

/** Renders a date: in UTC in the HTML, and after hydration in the reader's time zone. */
function LocalDate({ date }: { date: string }): ReactElement {
  const timeZone = useHydrated() ? undefined : 'UTC';
  const momentText = useMoment();
  // The browser's locale data may differ from that of Node.js.
  return (
    <time dateTime={date} suppressHydrationWarning>
      {momentText(date, { dateStyle: 'medium', timeZone })}
    </time>
  );
}
