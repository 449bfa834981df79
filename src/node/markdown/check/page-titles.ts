import type { Element } from 'hast';
import { localeOf, removeLocale } from '../../../shared/route-path.ts';
import { type FileContext, report } from '../context.ts';
import { headingDepth, isBadge, nodeText } from '../nodes.ts';
import { lengthOf } from '../source-file.ts';

/** Reports a second h1 (CD306), also across embedded files. Call it for each heading in document order. */
export function checkHeading(node: Element, context: FileContext): void {
  const { headings, idPrefix, page } = context.page;
  // The h1 of a tab becomes an h2, because the title of the page is the h1.
  if (headingDepth(node) !== 1 || idPrefix) return;
  if (headings.hasTitle) {
    const title = nodeText(node, isBadge).replace(/\s+/g, ' ').trim();
    const embeddedBy = context.chain.length < 2 ? undefined : page.sourcePath;
    const place = { at: node.position?.start, length: lengthOf(node.position) };
    report(context, 'second-title', { title, embeddedBy }, place);
  }
  headings.hasTitle = true;
}

/** Records a title that is written as JSX. */
export function noteJsxHeading({ name }: { name: string | null }, context: FileContext): void {
  if (name === 'h1') context.page.headings.hasTitle = true;
}

/** Reports a missing title (CD330). Names like `Button.md`, tabs (named by key), and home pages (named by site or hero) are accepted. */
export function reportMissingTitle(context: FileContext): void {
  const { page, site, idPrefix, out } = context.page;
  const { title, hero } = page.frontmatter;
  const { locales } = site.config;
  const isHome = removeLocale(page.routePath, localeOf(page.routePath, locales)) === '/';
  if (title || hero?.title || isHome || idPrefix || context.page.headings.hasTitle) return;
  // A page with errors may have a title that could not be read.
  if (out.diagnostics.some(({ severity }) => severity === 'error')) return;
  if (page.sourcePath.split(/[/.]/).includes(page.title)) return;
  report(context, 'missing-title', { title: page.title }, { at: { line: 1, column: 1 } });
}
