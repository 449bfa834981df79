import type { Element } from 'hast';
import { type HastContent, isBlank, nodeText, walk } from '../nodes.ts';

/**
 * The first word or inline element of an item is the name, and the rest is a note. A folder with content is
 * collapsible; a name that ends with `/` is a folder too.
 */
export function markFiles(parent: { children: HastContent[] }): undefined {
  walk<HastContent>(parent, (node) => {
    if (node.type !== 'element' || node.tagName !== 'li') return;
    const content = unwrap(node.children);
    const start = content.findIndex((child) => child.type === 'element' && child.tagName === 'ul');
    const below = start === -1 ? [] : content.slice(start);
    const entry = entryOf(start === -1 ? content : content.slice(0, start), below.length > 0);
    const children = (
      below.length > 0
        ? [element('details', { open: true }, [element('summary', {}, entry), ...(below as Element[])])]
        : entry
    ) as Element['children'];
    node.children = children;
    return undefined;
  });
}

function unwrap(children: HastContent[]): HastContent[] {
  return children.flatMap((child) => (child.type === 'element' && child.tagName === 'p' ? child.children : [child]));
}

function entryOf(line: HastContent[], hasContent: boolean): HastContent[] {
  const [first, ...rest] = line.filter((child, index) => index > 0 || !isBlank(child));
  if (!first) return [];
  const [, name = '', note = ''] = first.type === 'text' ? (/^\s*(\S+)\s*(.*)$/s.exec(first.value) ?? []) : [];
  const label = first.type === 'text' ? [{ type: 'text' as const, value: name }] : [first];
  const notes = [...(note ? [{ type: 'text' as const, value: note }] : []), ...rest].filter(
    (child, index) => index > 0 || !isBlank(child),
  );
  const [begin] = notes;
  if (begin?.type === 'text') begin.value = begin.value.trimStart();
  const isFolder = hasContent || /\/$/.test(nodeText({ type: 'root', children: label } as never));
  const named = element('span', { className: ['file-name', ...(isFolder ? ['folder-name'] : [])] }, label);
  const hasNotes = notes.some((child) => !isBlank(child));
  return hasNotes ? [named, { type: 'text', value: ' ' }, element('small', {}, notes)] : [named];
}

function element(tagName: string, properties: Element['properties'], children: HastContent[]): Element {
  return { type: 'element', tagName, properties, children: children as Element['children'] };
}
