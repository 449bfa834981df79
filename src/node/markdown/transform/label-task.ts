import type { Element } from 'hast';
import type { HastContent } from '../nodes.ts';

const BLOCK = /^(?:p|ul|ol|dl|pre|table|blockquote|div|section|details|h[1-6])$/;

/** Wraps the checkbox and its text in a label, so that the text names the checkbox. Nested lists and blocks stay outside. */
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

/** Returns true for a task list item, by the class that the parsers set. */
function isTask({ properties: { className } }: Element): boolean {
  return Array.isArray(className) && className.includes('task-list-item');
}

function isBlock(node: HastContent): boolean {
  return (node.type === 'element' && BLOCK.test(node.tagName)) || node.type === 'codeBlock' || node.type === 'demo';
}
