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
      <TocItems entries={entries} />
    </ul>
  );
}

function TocItems({ entries }: { entries: TocEntry[] }): ReactElement {
  return (
    <>
      {branchesOf(entries).map(([{ id, title, message }, ...children]) => (
        <li key={id}>
          <a href={`#${encodeURIComponent(id)}`} {...{ [MESSAGE_ATTRIBUTE]: message }}>
            {title}
          </a>
          {children.length > 0 && (
            <ul>
              <TocItems entries={children} />
            </ul>
          )}
        </li>
      ))}
    </>
  );
}

/** Groups entries: each group is an entry and the deeper entries that follow it. */
function branchesOf(entries: TocEntry[]): [TocEntry, ...TocEntry[]][] {
  const branches: [TocEntry, ...TocEntry[]][] = [];
  for (const entry of entries) {
    const branch = branches.at(-1);
    if (branch && entry.depth > branch[0].depth) branch.push(entry);
    else branches.push([entry]);
  }
  return branches;
}
