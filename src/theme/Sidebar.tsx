import type { ReactElement } from 'react';
import { type Breadcrumb, type SidebarEntry, type SidebarView, usePage } from '../runtime/index.ts';
import type { TocEntry } from '../shared/entities.ts';
import { TocList } from './Toc.tsx';
import { useStaticLabel, useStaticText } from './use-static-text.ts';

export function Sidebar({ view, toc }: { view: SidebarView; toc: TocEntry[] }): ReactElement {
  const text = useStaticText();
  // The language differs from that of the label, which is an interface string.
  const { lang, locale, original } = usePage();
  return (
    <div className="sidebar-nav">
      {view.sections.map(({ title, entries }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
        <section key={index} className="sidebar-section" lang={original === undefined ? lang : locale}>
          {title && (
            <p className="sidebar-title" id={`site:group-${index}`}>
              {title}
            </p>
          )}
          <SidebarLevel entries={entries} toc={toc} title={title && `site:group-${index}`} />
        </section>
      ))}
      {view.more && <a className="sidebar-more" href={view.more} {...text('sidebar.all')} />}
    </div>
  );
}

interface LevelProps {
  entries: SidebarEntry[];
  toc: TocEntry[];
  /** Id of the element with the level's name. */
  title?: string;
}

function SidebarLevel({ entries, toc, title }: LevelProps): ReactElement {
  return (
    <ul className="sidebar-level" aria-labelledby={title}>
      {entries.map((entry) => (
        <li key={`${entry.title} ${entry.href}`}>
          <SidebarItem entry={entry} toc={toc} />
        </li>
      ))}
    </ul>
  );
}

function DebugBadge(): ReactElement {
  const text = useStaticText();
  return <span className="badge badge-warning" {...text('demo.devOnly')} />;
}

function SidebarItem({ entry, toc }: { entry: SidebarEntry; toc: TocEntry[] }): ReactElement {
  const { title, href, debug, lang, current, open, children } = entry;
  const level = children.length > 0 && <SidebarLevel entries={children} toc={toc} />;
  if (href === undefined) {
    return (
      <details open={open}>
        <summary>{title}</summary>
        {level}
      </details>
    );
  }
  return (
    <>
      <a href={href} lang={lang} aria-current={current ? 'page' : undefined}>
        {title}
        {debug && <DebugBadge />}
      </a>
      {current && toc.length > 0 && <TocList entries={toc} />}
      {level && (
        <details className="sidebar-branch" open={open || current}>
          <summary aria-label={title} />
          {level}
        </details>
      )}
    </>
  );
}

export function PageList({ view }: { view: SidebarView }): ReactElement {
  return (
    <div className="page-list">
      {view.sections.map(({ title, lang, entries }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
        <section key={index} lang={lang}>
          {title && <h2>{title}</h2>}
          <PageListLevel entries={entries} />
        </section>
      ))}
    </div>
  );
}

function PageListLevel({ entries }: { entries: SidebarEntry[] }): ReactElement {
  return (
    <ul>
      {entries.map(({ title, href, children }) => (
        <li key={`${title} ${href}`}>
          {href ? <a href={href}>{title}</a> : title}
          {children.length > 0 && <PageListLevel entries={children} />}
        </li>
      ))}
    </ul>
  );
}

export function Breadcrumbs({ entries }: { entries: Breadcrumb[] }): ReactElement | null {
  const label = useStaticLabel();
  const { lang } = usePage();
  if (entries.length === 0) return null;
  return (
    <nav className="breadcrumbs" {...label('breadcrumbs.label')}>
      <ol lang={lang}>
        {entries.map(({ title, href, current }) => (
          <li key={`${title} ${href}`}>
            {current || href === undefined ? (
              <span aria-current={current ? 'page' : undefined}>{title}</span>
            ) : (
              <a href={href}>{title}</a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
