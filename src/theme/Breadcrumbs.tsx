import type { ReactElement } from 'react';
import { type Breadcrumb, useMessage, usePage } from '../runtime/index.ts';

export function Breadcrumbs({ entries }: { entries: Breadcrumb[] }): ReactElement | null {
  const message = useMessage();
  const { lang } = usePage();
  if (entries.length === 0) return null;
  return (
    <nav className="breadcrumbs" aria-label={message('breadcrumbs.label')} data-message-label="breadcrumbs.label">
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
