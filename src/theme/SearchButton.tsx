import type { ReactElement } from 'react';
import { SEARCH_ATTRIBUTE, useHref, useMessage, usePage } from '../runtime/index.ts';
import { SearchIcon } from './icons.tsx';

/** Without JavaScript it leads to the list of all pages. */
export function SearchButton(): ReactElement | null {
  const message = useMessage();
  const href = useHref();
  if (!usePage().search) return null;
  return (
    <a
      className="search-button"
      href={href('/~pages')}
      aria-haspopup="dialog"
      aria-keyshortcuts="/ Control+K"
      {...{ [SEARCH_ATTRIBUTE]: '' }}
    >
      <SearchIcon />
      <span>{message('search.label')}</span>
      <span className="search-key" aria-hidden="true">
        /
      </span>
    </a>
  );
}
