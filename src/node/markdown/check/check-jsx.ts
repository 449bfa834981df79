import type { FileContext } from '../context.ts';
import type { HastContent } from '../nodes.ts';
import { checkBlocked } from './blocked-media.ts';
import { checkAttributes, checkTag } from './safe-urls.ts';

/** Attributes with expressions and spreads are not checked. */
export function checkJsx(
  node: Extract<HastContent, { type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' }>,
  context: FileContext,
): void {
  const written = node.attributes.filter((attribute) => attribute.type === 'mdxJsxAttribute');
  const attributes = Object.fromEntries(written.map(({ name, value }) => [name, value]));
  checkTag(node, node.name ?? '', attributes, context);
  checkAttributes(node, attributes, context);
  checkBlocked(node, node.name ?? '', attributes, context);
}
