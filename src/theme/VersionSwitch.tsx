import type { ReactElement } from 'react';
import { useMessage, useVersions } from '../runtime/index.ts';
import { MENU_ATTRIBUTE, RICH_ATTRIBUTE } from '../shared/dom-contract.ts';
import { ChevronIcon } from './icons.tsx';

export function VersionSwitch(): ReactElement | null {
  const versions = useVersions();
  const message = useMessage();
  const own = versions.find(({ current }) => current);
  if (!own) return null;
  return (
    <details
      className="menu version-switch"
      {...{ [MENU_ATTRIBUTE]: '', [RICH_ATTRIBUTE]: '' }}
      suppressHydrationWarning
    >
      <summary className="nav-link" aria-label={`${message('versions.label')}: ${own.label}`}>
        {own.label}
        <ChevronIcon />
      </summary>
      <ul className="menu-panel">
        {versions.map(({ id, label, href, current, nearest }) => (
          <li key={id}>
            <a className="nav-link" href={href} aria-current={current ? 'true' : undefined}>
              {label}
              {nearest !== undefined && (
                <span className="version-note">{message('versions.nearest', { title: nearest })}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
