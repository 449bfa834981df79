import type { ReactElement } from 'react';
import type { SidebarEntry, SidebarView } from '../runtime/index.ts';

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
