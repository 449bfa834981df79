import type { ReactElement } from 'react';
import { useLocaleLinks, useMessage } from '../runtime/index.ts';

export function LocaleSwitch(): ReactElement | null {
  const links = useLocaleLinks();
  const message = useMessage();
  if (links.length === 0) return null;
  return (
    <ul className="locale-switch" aria-label={message('locale.label')}>
      {links.map(({ id, name, href, current }) => (
        <li key={id}>
          <a href={href} lang={id} hrefLang={id} aria-current={current ? 'true' : undefined}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
