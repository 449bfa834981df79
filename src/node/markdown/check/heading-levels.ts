import type { Element } from 'hast';
import { type FileContext, report } from '../context.ts';
import { headingDepth, isBadge, nodeText } from '../nodes.ts';
import { lengthOf } from '../source-file.ts';

/**
 * A second h1 (CD306), and a skipped level (CD329), also across embedded files. Call it for each heading in document
 * order.
 */
export function checkHeading(node: Element, context: FileContext): void {
  const { headings, idPrefix } = context.page;
  // The h1 of a tab becomes an h2: the page has the title.
  const depth = Math.max(headingDepth(node) ?? 1, idPrefix ? 2 : 1);
  const title = nodeText(node, isBadge).replace(/\s+/g, ' ').trim();
  const place = { at: node.position?.start, length: lengthOf(node.position) };
  if (depth === 1 && headings.hasTitle) {
    report(context, 'second-title', { title, embeddedBy: embeddedBy(context) }, place);
  } else if (headings.depth !== undefined && depth > headings.depth + 1) {
    const data = { title, depth, above: headings.depth, embeddedBy: embeddedBy(context) };
    report(context, 'skipped-heading-level', data, place);
  }
  headings.hasTitle ||= depth === 1;
  headings.depth = depth;
}

/** Resets the known level: a component may render headings that are unknown here, so the next heading is not compared. */
export function forgetLevel({ page: { headings } }: FileContext): void {
  headings.depth = undefined;
}

/** Records the level of a heading written as JSX; any component resets it. */
export function noteJsxHeading({ name }: { name: string | null }, context: FileContext): void {
  const { headings } = context.page;
  const depth = /^h([1-6])$/.exec(name ?? '')?.[1];
  if (depth) headings.depth = Number(depth);
  else if (name && !/^[a-z]/.test(name)) forgetLevel(context);
  if (depth === '1') headings.hasTitle = true;
}

function embeddedBy({ chain, page }: FileContext): string | undefined {
  return chain.length < 2 ? undefined : page.page.sourcePath;
}
