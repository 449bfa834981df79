import type { ReactElement } from 'react';
import { SEARCH_ATTRIBUTE, useHref, useMessage, usePage, useShellLang } from '../runtime/index.ts';
import { SearchIcon } from './icons.tsx';

/** Filled from outside: React must never compare or empty it. */
const FILLED = { __html: '' };

/**
 * The search dialog: a closed `<dialog>` with a combobox. The boot script opens it as a popover over the whole window, and its
 * own script (loaded then) fills the list and the status; addresses and texts for them are attributes.
 */
export function SearchDialog(): ReactElement | null {
  const message = useMessage();
  const href = useHref();
  const lang = useShellLang();
  const { search, lang: contentLang } = usePage();
  if (!search) return null;
  return (
    <dialog
      className="search-dialog"
      popover="auto"
      aria-modal="true"
      // A click on its text leaves the focus in it.
      tabIndex={-1}
      aria-label={message('search.label')}
      lang={lang}
      {...{ [SEARCH_ATTRIBUTE]: '' }}
      data-script={search.script}
      data-worker={search.worker}
      data-index={search.index}
      data-loading={message('search.loading')}
      data-none={message('search.none')}
      data-found={message('search.found', { count: '{count}' })}
      data-instead={message('search.instead', { found: '{found}', typed: '{typed}' })}
      data-recent={message('search.recent')}
      data-forget={message('search.forget')}
      data-failed={message('search.failed')}
      suppressHydrationWarning
    >
      <div className="search-panel">
        <div className="search-box">
          <SearchIcon />
          <input
            className="search-input"
            type="text"
            role="combobox"
            aria-label={message('search.label')}
            aria-autocomplete="list"
            aria-controls="site:hits"
            aria-expanded="false"
            placeholder={message('search.placeholder')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck="false"
            enterKeyHint="search"
            suppressHydrationWarning
          />
          <button type="button" className="small-button" data-search-close="">
            {message('search.close')}
          </button>
        </div>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the empty string */}
        <p className="search-status" role="status" suppressHydrationWarning dangerouslySetInnerHTML={FILLED} />
        {/* biome-ignore-start lint/a11y/useFocusableInteractive: the combobox keeps the focus and names the active option */}
        <div
          className="search-hits"
          id="site:hits"
          role="listbox"
          aria-label={message('search.hits')}
          lang={contentLang}
          hidden
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the empty string
          dangerouslySetInnerHTML={FILLED}
        />
        {/* biome-ignore-end lint/a11y/useFocusableInteractive: see above */}
        <p className="search-foot">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {message('search.move')}
          </span>
          <span>
            <kbd>Enter</kbd> {message('search.open')}
          </span>
          <span>
            <kbd>Esc</kbd> {message('search.escape')}
          </span>
          <a href={href('/~pages')}>{message('pages.all')}</a>
        </p>
      </div>
    </dialog>
  );
}
