/** Renders the changes between two versions as elements, like the build renders those of each version. */

import type { ChangesData } from '../../shared/api-changes/changes-data.ts';
import { type ChangeMessage, type ChangePart, describeChange } from '../../shared/api-changes/describe-change.ts';
import type { Change, ExportChanges } from '../../shared/api-changes/group-changes.ts';
import { rowName } from '../../shared/api-changes/names.ts';
import { ownValue } from '../../shared/own-value.ts';

/** What the elements show beside the changes. */
export interface ChangesContext {
  links: ChangesData['links'];
  /** Returns an element with an interface string. */
  text: (id: ChangeMessage) => Node;
  /** Returns the mark of a breaking change. */
  badge: () => Node;
  /** Returns a version as it is displayed. */
  show: (version: string) => string;
}

/** Returns a heading and a list for each export. */
export function changeElements(groups: readonly ExportChanges[], context: ChangesContext): HTMLElement[] {
  return groups.flatMap(({ id, aliases = [], changes }) => {
    const ids = [id, ...aliases];
    const items = changes.map((change) => element('li', ...contentOf(change, ids, context)));
    return [element('h3', ...codes(ids)), element('ul', ...items)];
  });
}

function contentOf(change: Change, ids: readonly string[], context: ChangesContext): (Node | string)[] {
  const { path, isBreaking } = change;
  const address = ids.map((id) => ownValue(context.links, path === undefined ? id : rowName(id, path))).find(Boolean);
  const shown = path === undefined ? codes(ids) : codes([path]);
  const name = address === undefined ? shown : [link(address, shown)];
  const parts = describeChange(change).map((part) => partOf(part, context));
  return [...name, ...(isBreaking ? [' ', context.badge()] : []), ' ', ...parts];
}

function partOf(part: ChangePart, { text, show }: ChangesContext): Node | string {
  if ('message' in part) return text(part.message);
  if ('code' in part) return element('code', part.code.replace(/\s+/g, ' ').trim());
  if ('version' in part) return show(part.version);
  if ('text' in part) return part.text;
  const comment = element('span');
  // HTML of the build, sanitized like that of tables.
  comment.innerHTML = part.comment;
  return comment;
}

function codes(texts: readonly string[]): (Node | string)[] {
  return texts.flatMap((text, index) => [...(index > 0 ? [', '] : []), element('code', text)]);
}

function link(href: string, content: readonly (Node | string)[]): HTMLElement {
  const anchor = element('a', ...content) as HTMLAnchorElement;
  anchor.href = href;
  return anchor;
}

/** Creates an element with its content. */
export function element(tag: string, ...content: readonly (Node | string)[]): HTMLElement {
  const created = document.createElement(tag);
  created.append(...content);
  return created;
}
