import type { ChangesData, NextNames } from '../../../shared/api-changes/changes-data.ts';
import { pathOf } from '../../../shared/api-changes/names.ts';
import { NEXT } from '../../../shared/api-table.ts';
import { withBase } from '../../../shared/base-url.ts';
import { contentPath, readBrowserScript } from '../../base/browser-scripts.ts';
import { renderNote } from '../../markdown/compile-site.ts';
import type { LibraryHistory } from '../history/library-history.ts';
import { inlineComment } from './inline-comment.ts';

export interface PickerInput {
  /** Ends with `/`. */
  base: string;
  history: Pick<LibraryHistory, 'data' | 'index' | 'show'>;
  next: NextNames;
  /** Returns the address of a name in a table, without base; undefined if no table has it. */
  linkOf: (name: string) => string | undefined;
}

export interface ChangesPicker {
  tag: string;
  files: Map<string, string>;
}

/** Returns undefined if there are no two versions. */
export async function createPicker(input: PickerInput): Promise<ChangesPicker | undefined> {
  const { base } = input;
  const data = changesData(input);
  const versions = [...data.versions, ...(data.next ? [{ version: NEXT, shown: NEXT }] : [])].toReversed();
  if (versions.length < 2) return undefined;
  const text = JSON.stringify(data);
  const script = await readBrowserScript('api-changes.js');
  const files = { data: contentPath('api-changes', 'json', text), script: contentPath('api-changes', 'js', script) };
  const attributes = {
    script: withBase(base, `/${files.script}`),
    data: withBase(base, `/${files.data}`),
    versions: versions.map(({ version }) => version).join(' '),
    shown: versions.map(({ shown }) => shown).join(' '),
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return {
    tag: `<ApiChanges ${written.join(' ')} />`,
    files: new Map([
      [files.data, text],
      [files.script, script],
    ]),
  };
}

function changesData({ base, history: { data, index, show }, next, linkOf }: PickerInput): ChangesData {
  const names = new Set([...data.facts.map(({ name }) => name), ...next.added, ...next.removed]);
  const links = [...names].sort().flatMap((name) => {
    const link = linkOf(name);
    return link === undefined ? [] : [[name, withBase(base, link)] as const];
  });
  const isNoted = data.facts.some(({ version }) => version === NEXT);
  return {
    versions: index.versions.map((version) => ({ version, shown: show(version) })),
    facts: data.facts.map(({ replacement, text, ...fact }) => ({
      ...fact,
      ...(replacement !== undefined && pathOf(fact.name) === undefined && { replacement }),
      ...(text !== undefined && {
        text: renderNote(fact.change === 'note' ? text : inlineComment(text), base),
      }),
    })),
    ...((next.added.length + next.removed.length > 0 || isNoted) && { next }),
    links: Object.fromEntries(links),
  };
}
