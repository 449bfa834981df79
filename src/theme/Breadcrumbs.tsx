import type { ReactElement } from 'react';
import { type Breadcrumb, usePage } from '../runtime/index.ts';
import { useStaticLabel } from './use-static-text.ts';

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
