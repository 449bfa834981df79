import type { ReactElement } from 'react';
import { NEEDS_RUNTIME, useLanguage, useLanguages, useMessage } from '../runtime/index.ts';
import { MENU_ATTRIBUTE } from '../shared/dom-contract.ts';
import { GlobeIcon } from './icons.tsx';

export function LanguageSwitch(): ReactElement | null {
  const languages = useLanguages();
  const [, setLanguage] = useLanguage();
  const message = useMessage();
  if (languages.length < 2) return null;
  return (
    <details className="menu" {...{ [MENU_ATTRIBUTE]: '' }} suppressHydrationWarning>
      <summary className="icon-button" aria-label={message('language.label')}>
        <GlobeIcon />
      </summary>
      <ul className="menu-panel">
        {languages.map(({ id, name, current }) => (
          <li key={id}>
            <button
              type="button"
              className="menu-item"
              lang={id}
              aria-pressed={current}
              onClick={({ currentTarget }) => {
                setLanguage(id);
                // The menu closes, which would lose the focus.
                currentTarget.closest('details')?.querySelector('summary')?.focus();
              }}
              {...{ [NEEDS_RUNTIME]: '' }}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
