import type { ReactElement } from 'react';
import { useMessage, usePage } from '../runtime/index.ts';
import type { TocEntry } from '../shared/entities.ts';

export function Toc({ entries }: { entries: TocEntry[] }): ReactElement {
  const message = useMessage();
  return (
    <nav className="toc" aria-label={message('toc.label')} data-message-label="toc.label">
      <p className="toc-title" data-message="toc.label">
        {message('toc.label')}
      </p>
      <TocList entries={entries} />
    </nav>
  );
}

/** The entries alone. `data-toc` has the boot script mark the section that is being read. */
export function TocList({ entries }: { entries: TocEntry[] }): ReactElement {
  return (
    <ul className="toc-list" lang={usePage().lang} data-toc>
      {entries.map(({ id, depth, title, message }) => (
        <li key={id} data-depth={depth}>
          <a href={`#${encodeURIComponent(id)}`} data-message={message}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
