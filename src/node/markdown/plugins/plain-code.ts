import type { Element } from 'hast';
import { type CodeBlock, type HastContent, type HastRoot, walk } from '../nodes.ts';

/**
 * Plugins can read and change standard elements. The result restores the HTML of the blocks that no plugin has changed.
 */
export function showPlainCode(tree: HastRoot): (tree: HastRoot) => void {
  const blocks = new Map<HastContent, { raw: HastContent; text: string }>();
  walk<HastContent>(tree, (node) => {
    const block = node.type === 'raw' ? node.data?.block : undefined;
    if (!block) return undefined;
    const pre = toElement(block);
    blocks.set(pre, { raw: node, text: JSON.stringify(pre) });
    return [pre];
  });
  return (changed) => {
    walk<HastContent>(changed, (node) => {
      const block = blocks.get(node);
      return block && JSON.stringify(node) === block.text ? [block.raw] : undefined;
    });
  };
}

/** Converts a code block as `mdast-util-to-hast` does. */
function toElement({ lang, meta, value, position }: CodeBlock): Element {
  const [language] = lang.match(/^[^ \t|]+/) ?? [];
  const code: Element = {
    type: 'element',
    tagName: 'code',
    properties: language ? { className: [`language-${language}`] } : {},
    children: [{ type: 'text', value: value ? `${value}\n` : '' }],
    ...(meta && { data: { meta } }),
  };
  return {
    type: 'element',
    tagName: 'pre',
    properties: {},
    children: [code],
    position: position as Element['position'],
  };
}
