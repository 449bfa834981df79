import type { ReactElement } from 'react';
import { SEARCH_ATTRIBUTE, useHref, useMessage, usePage, useShellLang } from '../runtime/index.ts';
import { SEARCH_CLOSE_ATTRIBUTE, SEARCH_DATA } from '../shared/dom-contract.ts';
import { Slot } from './contract.ts';
import { SearchIcon } from './icons.tsx';

/** A script fills the elements; React must never compare or empty them. */
const FILLED = { __html: '' };

/**
 * The boot script opens the dialog as a popover and loads its script, which fills the list and the status. Attributes
 * contain URLs and strings.
 */
export function SearchDialog(): ReactElement | null {
  const message = useMessage();
  const lang = useShellLang();
  const href = useHref();
  const { search, lang: contentLang } = usePage();
  if (!search) return null;
  return (
    <dialog
      className="search-dialog"
      popover="auto"
      aria-modal="true"
      // Keeps the focus in the dialog after a click on its text.
      tabIndex={-1}
      aria-label={message('search.label')}
      lang={lang}
      {...{
        [SEARCH_ATTRIBUTE]: '',
        [SEARCH_DATA.script]: search.script,
        [SEARCH_DATA.worker]: search.worker,
        [SEARCH_DATA.index]: search.index,
        [SEARCH_DATA.loading]: message('search.loading'),
        [SEARCH_DATA.none]: message('search.none'),
        [SEARCH_DATA.found]: message('search.found', { count: '{count}' }),
        [SEARCH_DATA.instead]: message('search.instead', { found: '{found}', typed: '{typed}' }),
        [SEARCH_DATA.recent]: message('search.recent'),
        [SEARCH_DATA.forget]: message('search.forget'),
        [SEARCH_DATA.main]: message('search.main'),
        [SEARCH_DATA.best]: message('search.best'),
        [SEARCH_DATA.other]: message('search.other'),
        [SEARCH_DATA.more]: message('search.more', { count: '{count}' }),
        [SEARCH_DATA.nearest]: message('search.nearest'),
        [SEARCH_DATA.language]: message('search.language', { language: '{language}' }),
        [SEARCH_DATA.all]: message('pages.all'),
        [SEARCH_DATA.pages]: href('/~pages'),
        [SEARCH_DATA.failed]: message('search.failed'),
      }}
      suppressHydrationWarning
    >
      <div className="search-panel">
        <search className="search-box">
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
          <button type="button" className="small-button" {...{ [SEARCH_CLOSE_ATTRIBUTE]: '' }}>
            {message('search.close')}
          </button>
        </search>
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
        <Slot name="SearchBottom" />
        <SearchFoot />
      </div>
    </dialog>
  );
}

function SearchFoot(): ReactElement {
  const message = useMessage();
  const href = useHref();
  return (
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
  );
}
