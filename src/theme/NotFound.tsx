import type { ReactElement } from 'react';
import {
  Link,
  SEARCH_ATTRIBUTE,
  useHome,
  useHref,
  useMessage,
  useNearest,
  usePage,
  useShellLang,
} from '../runtime/index.ts';
import { Slot } from './contract.ts';
import { SearchIcon } from './icons.tsx';

/** Only the suggested pages need a script. */
export function NotFound(): ReactElement {
  const message = useMessage();
  const list = useHref()('/~pages');
  const { search } = usePage();
  const nearest = useNearest();
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
      {nearest.length > 0 && (
        <section className="not-found-nearest" aria-labelledby="site:nearest">
          <h2 id="site:nearest">{message('404.nearest')}</h2>
          <ul>
            {nearest.map(({ title, href, lang }) => (
              <li key={href}>
                <a href={href}>
                  <bdi lang={lang}>{title}</bdi> <span>{href}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Slot name="NotFoundBottom" />
    </div>
  );
}
