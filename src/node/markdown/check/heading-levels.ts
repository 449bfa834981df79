import type { Element } from 'hast';
import { type FileContext, reportWarning } from '../context.ts';
import { headingDepth, isBadge, textOf } from '../nodes.ts';
import { lengthOf } from '../source-file.ts';

/**
 * Checks the level of a heading against what stands before it in the page, embedded files included: a further h1
 * (CD306), and a level that is left out (CD329). To be called for each heading in document order.
 */
export function checkHeading(node: Element, context: FileContext): void {
  const { headings, idPrefix } = context.page;
  // The h1 of a tab becomes an h2: the page has the title.
  const depth = Math.max(headingDepth(node) ?? 1, idPrefix ? 2 : 1);
  const title = textOf(node, isBadge).replace(/\s+/g, ' ').trim();
  const place = { at: node.position?.start, length: lengthOf(node.position) };
  if (depth === 1 && headings.hasTitle) {
    reportWarning(context, {
      code: 'CD306',
      text: `A further h1, \`${title}\`: a page has one title`,
      ...place,
      notes: ['Write `##` for a section', ...embeddingNotes(context)],
    });
  } else if (headings.depth !== undefined && depth > headings.depth + 1) {
    const above = headings.depth + 1;
    const upper = headings.depth === 1 ? 'the title' : `an h${headings.depth}`;
    reportWarning(context, {
      code: 'CD329',
      text: `Heading \`${title}\` is an h${depth} below ${upper}: a level is left out`,
      ...place,
      notes: [
        `Write \`${'#'.repeat(above)}\`, or add the heading that is missing above it`,
        ...embeddingNotes(context),
      ],
    });
  }
  headings.hasTitle ||= depth === 1;
  headings.depth = depth;
}

/** A component may print headings, which are not known here: the level of the next one is not compared. */
export function forgetLevel({ page: { headings } }: FileContext): void {
  headings.depth = undefined;
}

/** JSX that stays may be a heading too. */
export function noteJsxHeading({ name }: { name: string | null }, context: FileContext): void {
  const { headings } = context.page;
  const depth = /^h([1-6])$/.exec(name ?? '')?.[1];
  if (depth) headings.depth = Number(depth);
  else if (name && !/^[a-z]/.test(name)) forgetLevel(context);
  if (depth === '1') headings.hasTitle = true;
}

function embeddingNotes({ chain, page }: FileContext): string[] {
  if (chain.length < 2) return [];
  return [`\`${page.page.sourcePath}\` embeds this file; it can embed a part of it, as in \`#L3-\` behind the name`];
}
