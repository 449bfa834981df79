import type { ReactElement } from 'react';
import { useMessage, useShellLang } from '../runtime/index.ts';

export function SkipLink(): ReactElement {
  const message = useMessage();
  return (
    <a className="skip-link" href="#site:main" lang={useShellLang()}>
      {message('skip.content')}
    </a>
  );
}
