import type { ReactElement } from 'react';
import { usePage } from '../runtime/index.ts';
import { MESSAGE_ATTRIBUTE, TOC_ATTRIBUTE } from '../shared/dom-contract.ts';
import type { TocEntry } from '../shared/entities.ts';
import { useStaticLabel, useStaticText } from './use-static-text.ts';

/** Minimum number of entries of a page that has a link to its top. */
const MANY = 4;

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

/** The boot script marks the entry of the section in view. */
export function TocList({ entries }: { entries: TocEntry[] }): ReactElement {
  return (
    <ul
      className="toc-list"
      lang={usePage().lang}
      data-many={entries.length >= MANY || undefined}
      {...{ [TOC_ATTRIBUTE]: true }}
    >
      <TocItems branches={branchesOf(entries)} />
    </ul>
  );
}

function TocItems({ branches }: { branches: Branch[] }): ReactElement {
  return (
    <>
      {branches.map(({ entry: { id, title, message }, below }) => (
        <li key={id}>
          <a href={`#${encodeURIComponent(id)}`} {...{ [MESSAGE_ATTRIBUTE]: message }}>
            {title}
          </a>
          {below.length > 0 && (
            <ul>
              <TocItems branches={below} />
            </ul>
          )}
        </li>
      ))}
    </>
  );
}

interface Branch {
  entry: TocEntry;
  below: Branch[];
}

function branchesOf(entries: TocEntry[]): Branch[] {
  const top: Branch[] = [];
  let open: Branch[] = [];
  for (const entry of entries) {
    const branch: Branch = { entry, below: [] };
    open = open.slice(0, open.findLastIndex((above) => contains(above.entry, entry)) + 1);
    (open.at(-1)?.below ?? top).push(branch);
    open.push(branch);
  }
  return top;
}

/**
 * An entry contains deeper headings of the same tab, and all headings of tabs in the section. If an entry's tab is
 * hidden, so are all entries below it.
 */
function contains({ depth, tabs = [] }: TocEntry, { depth: other, tabs: inner = [] }: TocEntry): boolean {
  return tabs.every((tab, index) => tab === inner[index]) && (tabs.length < inner.length || depth < other);
}
