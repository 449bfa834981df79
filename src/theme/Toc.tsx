import type { ReactElement } from 'react';
import { usePage } from '../runtime/index.ts';
import { MESSAGE_ATTRIBUTE, TOC_ATTRIBUTE } from '../shared/dom-contract.ts';
import type { TocEntry } from '../shared/entities.ts';
import { useStaticLabel, useStaticText } from './use-static-text.ts';

export function Toc({ entries }: { entries: TocEntry[] }): ReactElement {
  const label = useStaticLabel();
  const text = useStaticText();
  return (
    <nav className="toc" {...label('toc.label')}>
      <p className="toc-title" {...text('toc.label')} />
      <TocList entries={entries} />
    </nav>
  );
}

/** Renders only the entries. The boot script marks the entry of the section in view. */
export function TocList({ entries }: { entries: TocEntry[] }): ReactElement {
  return (
    <ul className="toc-list" lang={usePage().lang} {...{ [TOC_ATTRIBUTE]: true }}>
      {entries.map(({ id, depth, title, message }) => (
        <li key={id} data-depth={depth}>
          <a href={`#${encodeURIComponent(id)}`} {...{ [MESSAGE_ATTRIBUTE]: message }}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
