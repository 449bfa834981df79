import type { Element } from 'hast';
import type { HastContent } from '../nodes.ts';

/** What cannot stand in a label. */
const BLOCK = /^(?:p|ul|ol|dl|pre|table|blockquote|div|section|details|h[1-6])$/;

/** Gives the box of an item, where it is a task list's, its text as a name: both stand in a label, without lists and blocks below. */
export function labelTask(item: Element): undefined {
  if (!isTask(item)) return;
  const [first] = item.children.filter((child) => child.type === 'element');
  const holder = first?.tagName === 'p' ? first : item;
  const start = holder.children.findIndex((child) => child.type === 'element' && child.tagName === 'input');
  if (start < 0) return;
  const length = holder.children.slice(start).findIndex(isBlock);
  const children = holder.children.splice(start, length < 0 ? holder.children.length : length);
  holder.children.splice(start, 0, { type: 'element', tagName: 'label', properties: {}, children });
}

/** True for an item of a task list, as the parsers mark it. */
function isTask({ properties: { className } }: Element): boolean {
  return Array.isArray(className) && className.includes('task-list-item');
}

function isBlock(node: HastContent): boolean {
  return (node.type === 'element' && BLOCK.test(node.tagName)) || node.type === 'codeBlock' || node.type === 'demo';
}
