import { localeOf, removeLocale } from '../../../shared/route-path.ts';
import { type FileContext, report } from '../context.ts';

/** CD330. Names like `Button.md` are accepted. A tab is named by its key, a home page by the site or its hero. */
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
