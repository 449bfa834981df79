import type { ReactElement } from 'react';
import { type SidebarEntry, type SidebarView, usePage } from '../runtime/index.ts';
import type { TocEntry } from '../shared/entities.ts';
import { TocList } from './Toc.tsx';
import { useStaticLabel, useStaticText } from './use-static-text.ts';

export function Sidebar({ view, toc }: { view: SidebarView; toc: TocEntry[] }): ReactElement {
  const label = useStaticLabel();
  const text = useStaticText();
  // The language differs from that of the label, which is an interface string.
  const { lang, locale, original } = usePage();
  return (
    <nav className="sidebar-nav" {...label('sidebar.label')}>
      {view.sections.map(({ title, entries }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
        <section key={index} className="sidebar-section" lang={original === undefined ? lang : locale}>
          {title && <p className="sidebar-title">{title}</p>}
          <SidebarLevel entries={entries} toc={toc} />
        </section>
      ))}
      {view.more && <a className="sidebar-more" href={view.more} {...text('sidebar.all')} />}
    </nav>
  );
}

function SidebarLevel({ entries, toc }: { entries: SidebarEntry[]; toc: TocEntry[] }): ReactElement {
  return (
    <ul className="sidebar-level">
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
