import type { ReactElement } from 'react';
import { Link, useHome, useMessage, useShellLang } from '../runtime/index.ts';

export function NotFound(): ReactElement {
  const message = useMessage();
  return (
    <div className="not-found" lang={useShellLang()}>
      <p className="not-found-code" aria-hidden="true">
        404
      </p>
      <h1>{message('404.title')}</h1>
      <Link className="button" to={useHome()}>
        {message('404.back')}
      </Link>
    </div>
  );
}
