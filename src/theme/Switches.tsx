import type { ReactElement } from 'react';
import {
  NEEDS_RUNTIME,
  useLanguage,
  useLanguages,
  useLocaleLinks,
  useMessage,
  useSite,
  useVersions,
} from '../runtime/index.ts';
import { MENU_ATTRIBUTE, RICH_ATTRIBUTE } from '../shared/dom-contract.ts';
import { ChevronIcon, GlobeIcon, MoonIcon, ScreenIcon, SunIcon } from './icons.tsx';

const SCHEMES = [
  { value: 'light', message: 'color.light', Icon: SunIcon },
  { value: 'dark', message: 'color.dark', Icon: MoonIcon },
  { value: 'auto', message: 'color.auto', Icon: ScreenIcon },
];

/** The checked state belongs to the browser, never to React. */
export function ColorSwitch(): ReactElement {
  const message = useMessage();
  const { prefersColor } = useSite();
  return (
    <fieldset className="color-switch">
      <legend className="visually-hidden">{message('color.label')}</legend>
      {SCHEMES.map(({ value, message: id, Icon }) => (
        <label key={value} title={message(id)}>
          <input
            type="radio"
            name="color-scheme"
            value={value}
            defaultChecked={value === prefersColor.default}
            suppressHydrationWarning
          />
          <Icon />
          <span className="visually-hidden">{message(id)}</span>
        </label>
      ))}
    </fieldset>
  );
}

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
