import type { ChangesData } from '../../shared/api-changes/changes-data.ts';
import { type ChangeMessage, type ChangePart, describeChange } from '../../shared/api-changes/describe-change.ts';
import { foldExports } from '../../shared/api-changes/fold-exports.ts';
import type { Change, ExportChanges } from '../../shared/api-changes/group-changes.ts';
import { rowName } from '../../shared/api-changes/names.ts';
import { ownValue } from '../../shared/own-value.ts';

export interface ChangesContext {
  links: ChangesData['links'];
  text: (id: ChangeMessage) => Node;
  badge: () => Node;
  show: (version: string) => string;
}

export function changeElements(groups: readonly ExportChanges[], context: ChangesContext): HTMLElement[] {
  const { added, removed, others } = foldExports(groups);
  const rows = [...row('api.wasRemoved', removed, context), ...row('api.wasAdded', added, context)];
  return [
    ...(rows.length > 0 ? [element('ul', ...rows)] : []),
    ...others.flatMap(({ id, aliases = [], changes }) => {
      const ids = [id, ...aliases];
      const items = changes.map((change) => element('li', ...contentOf(change, ids, context)));
      return [element('h3', ...nameOf(ids, undefined, context)), element('ul', ...items)];
    }),
  ];
}

function row(label: ChangeMessage, exports: readonly ExportChanges[], context: ChangesContext): Node[] {
  if (exports.length === 0) return [];
  const isBreaking = exports.some(({ changes: [only] }) => only?.isBreaking);
  const names = exports.flatMap(({ id, aliases = [], changes: [only] }, index) => {
    const { replacement } = only?.fact ?? {};
    const renamed =
      replacement === undefined ? [] : [' (', context.text('changes.renamed'), ' ', ...codes([replacement]), ')'];
    return [...(index > 0 ? [', '] : []), ...nameOf([id, ...aliases], undefined, context), ...renamed];
  });
  return [element('li', ...(isBreaking ? [context.badge(), ' '] : []), context.text(label), ' ', ...names)];
}

function contentOf(change: Change, ids: readonly string[], context: ChangesContext): (Node | string)[] {
  const { path, isBreaking } = change;
  // The heading contains the name of the export.
  const name = path === undefined ? [] : [...nameOf(ids, path, context), ' '];
  const parts = describeChange(change).map((part) => partOf(part, context));
  return [...name, ...(isBreaking ? [context.badge(), ' '] : []), ...parts];
}

function nameOf(ids: readonly string[], path: string | undefined, { links }: ChangesContext): (Node | string)[] {
  const url = ids.map((id) => ownValue(links, path === undefined ? id : rowName(id, path))).find(Boolean);
  const shown = path === undefined ? codes(ids) : codes([path]);
  return url === undefined ? shown : [link(url, shown)];
}

function partOf(part: ChangePart, { text, show }: ChangesContext): Node | string {
  if ('message' in part) return text(part.message);
  if ('code' in part) return element('code', part.code.replace(/\s+/g, ' ').trim());
  if ('version' in part) return show(part.version);
  if ('text' in part) return part.text;
  const comment = element('span');
  // HTML from the build, sanitized like that of tables.
  comment.innerHTML = 'note' in part ? part.note : part.comment;
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

export function element(tag: string, ...content: readonly (Node | string)[]): HTMLElement {
  const created = document.createElement(tag);
  created.append(...content);
  return created;
}
