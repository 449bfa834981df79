import type { ReactElement } from 'react';
import { useMessage, usePage, useShellLang } from '../runtime/index.ts';

export function DemoHeader(): ReactElement {
  const { title, parent } = usePage();
  const message = useMessage();
  const lang = useShellLang();
  return (
    <div className="demo-header">
      <h1>{title}</h1>
      {parent && (
        <a href={parent.href} lang={lang}>
          {message('demo.back', { title: parent.title })}
        </a>
      )}
    </div>
  );
}
