import type { ReactElement } from 'react';
import { Link, SEARCH_ATTRIBUTE, useHome, useHref, useMessage, usePage, useShellLang } from '../runtime/index.ts';
import { Slot } from './contract.ts';
import { SearchIcon } from './icons.tsx';

export function NotFound(): ReactElement {
  const message = useMessage();
  const list = useHref()('/~pages');
  const { search } = usePage();
  return (
    <div className="not-found" lang={useShellLang()}>
      <p className="not-found-code" aria-hidden="true">
        404
      </p>
      <h1>{message('404.title')}</h1>
      <p>{message('404.text')}</p>
      {search && (
        <a className="not-found-search" href={list} aria-haspopup="dialog" {...{ [SEARCH_ATTRIBUTE]: '' }}>
          <SearchIcon />
          {message('search.label')}
        </a>
      )}
      <p className="not-found-links">
        <Link className="button" to={useHome()}>
          {message('404.back')}
        </Link>
        <a className="button" href={list}>
          {message('pages.all')}
        </a>
      </p>
      <Slot name="NotFoundBottom" />
    </div>
  );
}
